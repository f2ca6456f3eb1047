package symposium.mutex.carvalhoroucairol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.mutex.Refutations;
import symposium.mutex.Refutations.Refutation;

/**
 * Each planted fault is refuted by a shortest counterexample: by the assertion that it breaks first, and by what its
 * users see of it. The counterexamples are kept in {@code variants.txt} and {@code seen.txt}, which are rewritten only
 * on purpose: {@code mvn test -Dtest=CarvalhoRoucairolVariantsTest -Dsymposium.golden=write}.
 */
class CarvalhoRoucairolVariantsTest {

    private static final String KEPT = "symposium/mutex/carvalhoroucairol/";

    /** Variant, where it shows, what it breaks there, in how many steps. */
    private static final List<String> FIRST = List.of(
            "co.1 the permission is yielded and not asked for again | 3 processes | who waits and lacks a permission has asked for it once: the request is in transit or deferred, or the reply is in transit | 5",
            "co.1 the permission that is yielded is kept, too | 3 processes | two processes share one permission: one of them holds it, or it is in transit between them | 5",
            "co.0 the permission that is yielded is kept, too | 2 processes | two processes share one permission: one of them holds it, or it is in transit between them | 2",
            "p.4 the permissions that are given are kept, too | 2 processes | two processes share one permission: one of them holds it, or it is in transit between them | 4",
            "p.4 the deferred get no reply | 2 processes | two processes share one permission: one of them holds it, or it is in transit between them | 4",
            "co.1 who waits yields nothing that it holds | 3 processes | a request is deferred by a process that is critical, or waits with an earlier one, and whose clock is beyond it | 5",
            "co.1 who is critical yields to an earlier request | 3 processes | who is critical holds all its permissions, and there is a quorum | 9",
            "co.2 timestamps are ordered by the name first | 2 processes | who yields a permission holds it | 4",
            "co the clock is not raised above the request | 2 processes | who yields a permission holds it | 4",
            "p.1 everybody is asked, whosever permission is held | 2 processes | who holds a permission, or does not want it, does not ask for it | 1",
            "co.0 the reply is empty: it tells of no fence | 2 processes | a grant carries a greater fence than all grants before it | 5",
            "m.0 fences go on under the same generation | 3 processes, one may crash | a grant carries a greater fence than all grants before it | 4");

    /** The same, checked by the invariants of users alone. */
    private static final List<String> SEEN = List.of(
            "co.1 the permission is yielded and not asked for again | 3 processes | no deadlock | 13",
            "co.1 the permission that is yielded is kept, too | 3 processes | a permission comes to who waits for it | 9",
            "co.0 the permission that is yielded is kept, too | 2 processes | a grant carries a greater fence than all grants before it | 4",
            "p.4 the permissions that are given are kept, too | 2 processes, each asks up to 2 times | a grant carries a greater fence than all grants before it | 6",
            "p.4 the deferred get no reply | 2 processes | no deadlock | 4",
            "co.1 who waits yields nothing that it holds | 3 processes | no deadlock | 8",
            "co.1 who is critical yields to an earlier request | 3 processes | at any moment at most one user is in its critical section | 12",
            "co.2 timestamps are ordered by the name first | 2 processes | who yields a permission holds it | 4",
            "co the clock is not raised above the request | 2 processes | who yields a permission holds it | 4",
            "p.1 everybody is asked, whosever permission is held | 2 processes | who yields a permission holds it | 2",
            "co.0 the reply is empty: it tells of no fence | 2 processes | a grant carries a greater fence than all grants before it | 5",
            "m.0 fences go on under the same generation | 3 processes, one may crash | a grant carries a greater fence than all grants before it | 4");

    @Test
    void eachPlantedFaultIsRefutedByTheAssertionThatItBreaksFirst() throws IOException {
        List<Refutation> found = Refutations.ofEach(new CarvalhoRoucairol.Entry());

        assertEquals(FIRST, found.stream().map(Refutation::summary).toList());
        Golden.assertKept(KEPT + "variants.txt", Refutations.told(found));
    }

    @Test
    void usersSeeEachPlantedFault() throws IOException {
        List<Refutation> found = Refutations.seenByUsers(new CarvalhoRoucairol.Entry());

        assertEquals(SEEN, found.stream().map(Refutation::summary).toList());
        Golden.assertKept(KEPT + "seen.txt", Refutations.told(found));
    }
}
