package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import symposium.judge.HistoryEvent;
import symposium.judge.Judge;

/** A history that a test writes and has judged. */
abstract class JudgedHistory {

    final List<HistoryEvent> events = new ArrayList<>();

    final void holds() {
        assertEquals(List.of(), Judge.judge(events).violations());
    }

    final void violated(String what) {
        List<String> violations = Judge.judge(events).violations();
        assertEquals(1, violations.size(), violations::toString);
        assertTrue(violations.get(0).contains(what), violations::toString);
    }
}
