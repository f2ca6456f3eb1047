package symposium.mutex.lamport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.mutex.Refutations;
import symposium.mutex.Refutations.Refutation;

/**
 * Each planted fault is refuted by a shortest counterexample: by the assertion that it breaks first, and by what its
 * users see of it. The counterexamples are kept in {@code variants.txt} and {@code seen.txt}, which are rewritten only
 * on purpose: {@code mvn test -Dtest=LamportVariantsTest -Dsymposium.golden=write}.
 */
@Tag("slow")
class LamportVariantsTest {

    private static final String KEPT = "symposium/mutex/lamport/";

    /** Variant, where it shows, what it breaks there, in how many steps. */
    private static final List<String> FIRST = List.of(
            "1 the clock does not tick | 1 processes | a queue holds at most one request of each process, and none that is not before the clock | 1",
            "1 no request is sent | 2 processes | the queue is replicated: once all messages in transit have arrived, q's queue holds of p what p's does | 1",
            "2 no acknowledgement is sent | 2 processes | no deadlock | 2",
            "2 the request is not put on the queue | 2 processes | the queue is replicated: once all messages in transit have arrived, q's queue holds of p what p's does | 2",
            "3 no release is sent | 2 processes | the queue is replicated: once all messages in transit have arrived, q's queue holds of p what p's does | 4",
            "IR2 the clock is not advanced upon receipt | 2 processes | a queue holds at most one request of each process, and none that is not before the clock | 2",
            "IR2 the clock is advanced to T_m, not beyond | 2 processes | a queue holds at most one request of each process, and none that is not before the clock | 2",
            "5 condition (i) is left out | 2 processes | when p is critical its request is the least in its own queue, later messages have come from all, and there is a quorum | 5",
            "5 condition (ii) is left out | 2 processes | when p is critical no process asks, or has asked without p knowing, with an earlier timestamp | 1",
            "5 timestamps are ordered by the name first | 2 processes | no deadlock | 3",
            "m.0 who waits goes on waiting for a message of the departed | 3 processes, one may crash | no deadlock | 6");

    /** The same, checked by the invariants of users alone. */
    private static final List<String> SEEN = List.of(
            "1 the clock does not tick | 1 processes, each asks up to 2 times | a grant carries a greater fence than all grants before it | 3",
            "1 no request is sent | 2 processes | no deadlock | 1",
            "2 no acknowledgement is sent | 2 processes | no deadlock | 2",
            "2 the request is not put on the queue | 2 processes | at any moment at most one user is in its critical section | 5",
            "3 no release is sent | 2 processes | no deadlock | 7",
            "IR2 the clock is not advanced upon receipt | 2 processes | no deadlock | 3",
            "IR2 the clock is advanced to T_m, not beyond | 2 processes | no deadlock | 3",
            "5 condition (i) is left out | 2 processes | at any moment at most one user is in its critical section | 5",
            "5 condition (ii) is left out | 2 processes | a grant carries a greater fence than all grants before it | 2",
            "5 timestamps are ordered by the name first | 2 processes | no deadlock | 3",
            "m.0 who waits goes on waiting for a message of the departed | 3 processes, one may crash | no deadlock | 6");

    @Test
    void eachPlantedFaultIsRefutedByTheAssertionThatItBreaksFirst() throws IOException {
        List<Refutation> found = Refutations.ofEach(new Lamport.Entry());

        assertEquals(FIRST, found.stream().map(Refutation::summary).toList());
        Golden.assertKept(KEPT + "variants.txt", Refutations.told(found));
    }

    @Test
    void usersSeeEachPlantedFault() throws IOException {
        List<Refutation> found = Refutations.seenByUsers(new Lamport.Entry());

        assertEquals(SEEN, found.stream().map(Refutation::summary).toList());
        Golden.assertKept(KEPT + "seen.txt", Refutations.told(found));
    }
}
