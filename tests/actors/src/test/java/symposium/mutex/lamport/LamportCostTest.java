package symposium.mutex.lamport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.mutex.Explorations;
import symposium.mutex.MessageCosts;
import symposium.mutex.Workloads;
import symposium.simulation.Metrics;

/** 3(n-1) messages per entry, in every run. */
class LamportCostTest {

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 1", "2, 3"})
    void whenNothingIsUnderWayAnyMoreEachEntryHasCost3NMinus3(int processes, int requests) {
        int perEntry = 3 * (processes - 1);
        MessageCosts books = MessageCosts.of(
                Explorations.of(new Lamport.Entry(), processes, requests),
                step -> MessageCosts.messages(step) - perEntry * MessageCosts.entries(step));

        assertEquals(0, books.least());
        assertEquals(0, books.most());
        assertTrue(books.quiescent() > requests);
    }

    @ParameterizedTest
    @CsvSource({"3, 1"})
    @Tag("slow")
    void whenNothingIsUnderWayAnyMoreEachEntryHasCost3NMinus3AtLargerSizes(int processes, int requests) {
        whenNothingIsUnderWayAnyMoreEachEntryHasCost3NMinus3(processes, requests);
    }

    @Test
    void inRandomRunsToo() {
        for (long seed = 0; seed < 40; seed++) {
            int processes = 1 + (int) (seed % 10);
            Metrics tally = Workloads.run(new Lamport.Entry(), processes, 5, seed);

            assertEquals(5L * processes, tally.served(), tally.toString());
            for (String type : new String[] {"request", "acknowledgement", "release"}) {
                assertEquals((processes - 1) * tally.served(), tally.messages(type), tally.toString());
            }
        }
    }
}
