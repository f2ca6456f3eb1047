package symposium.mutex.ricartagrawala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.mutex.Explorations;
import symposium.mutex.MessageCosts;
import symposium.mutex.Workloads;
import symposium.simulation.Metrics;

/** 2(n-1) messages per entry, in every run. */
class RicartAgrawalaCostTest {

    static Stream<RicartAgrawala.Entry> forms() {
        return Stream.of(new RicartAgrawala.Entry(), new RicartAgrawala.StampedEntry());
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 3", "3, 1"})
    void whenNothingIsUnderWayAnyMoreEachEntryHasCost2NMinus2(int processes, int requests) {
        int perEntry = 2 * (processes - 1);
        MessageCosts books = MessageCosts.of(
                Explorations.of(new RicartAgrawala.Entry(), processes, requests),
                step -> MessageCosts.messages(step) - perEntry * MessageCosts.entries(step));

        assertEquals(0, books.least());
        assertEquals(0, books.most());
        assertTrue(books.quiescent() > requests);
    }

    @ParameterizedTest
    @CsvSource({"3, 2"})
    @Tag("slow")
    void whenNothingIsUnderWayAnyMoreEachEntryHasCost2NMinus2AtLargerSizes(int processes, int requests) {
        whenNothingIsUnderWayAnyMoreEachEntryHasCost2NMinus2(processes, requests);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void inRandomRunsToo(RicartAgrawala.Entry algorithm) {
        for (long seed = 0; seed < 40; seed++) {
            int processes = 1 + (int) (seed % 10);
            Metrics tally = Workloads.run(algorithm, processes, 5, seed);

            assertEquals(5L * processes, tally.served(), tally.toString());
            assertEquals((processes - 1) * tally.served(), tally.messages("request"), tally.toString());
            assertEquals((processes - 1) * tally.served(), tally.messages("acknowledgement"), tally.toString());
        }
    }
}
