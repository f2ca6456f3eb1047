package symposium.mutex.ricartagrawala;

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
 * on purpose: {@code mvn test -Dtest=RicartAgrawalaVariantsTest -Dsymposium.golden=write}.
 */
class RicartAgrawalaVariantsTest {

    private static final String KEPT = "symposium/mutex/ricartagrawala/";

    /** Variant, where it shows, what it breaks there, in how many steps. */
    private static final List<String> FIRST = List.of(
            "co F is ordered by the name first | 2 processes | whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q | 4",
            "co F is the number alone: f < F_q | 2 processes | a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q | 3",
            "co F is the number alone: f <= F_q | 2 processes | whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q | 3",
            "co F_q < f where f < F_q is meant | 2 processes | a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q | 3",
            "co the guard is ¬x_q alone | 2 processes | a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q | 3",
            "co the guard is f < F_q alone | 2 processes | a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q | 2",
            "co ¬x_q and f < F_q: nothing is compared while ¬x_q | 2 processes | a co-process waits for an earlier request of its own process: x_q and F_q < F_p < c_q | 2",
            "co c_q is not raised | 2 processes | whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q | 2",
            "co c_q is raised to f and not above | 2 processes | whom q has answered comes before q: ¬x_q or F_p < F_q, and F_p < c_q | 2",
            "co c_q becomes f + 1, even where that is less | 3 processes | F is the clock's former value, with the name of its process | 5",
            "p.0 c_p stays as it is, as printed | 1 processes | F is the clock's former value, with the name of its process | 1",
            "p.4 the co-processes that waited do not answer | 2 processes | a request is in transit, or waits, or its acknowledgement is in transit, until it is received | 6",
            "co.2 the co-process forgets the request | 2 processes | a request is in transit, or waits, or its acknowledgement is in transit, until it is received | 3",
            "m.0 the departed is still awaited | 3 processes, one may crash | no deadlock | 6");

    /** The same, checked by the invariants of users alone. */
    private static final List<String> SEEN = List.of(
            "co F is ordered by the name first | 2 processes | a grant carries a greater fence than all grants before it | 6",
            "co F is the number alone: f < F_q | 2 processes | no deadlock | 4",
            "co F is the number alone: f <= F_q | 2 processes | a grant carries a greater fence than all grants before it | 6",
            "co F_q < f where f < F_q is meant | 2 processes | a grant carries a greater fence than all grants before it | 6",
            "co the guard is ¬x_q alone | 2 processes | no deadlock | 4",
            "co the guard is f < F_q alone | 2 processes | no deadlock | 2",
            "co ¬x_q and f < F_q: nothing is compared while ¬x_q | 2 processes | no deadlock | 2",
            "co c_q is not raised | 2 processes | a grant carries a greater fence than all grants before it | 6",
            "co c_q is raised to f and not above | 2 processes | a grant carries a greater fence than all grants before it | 6",
            "co c_q becomes f + 1, even where that is less | 3 processes | a grant carries a greater fence than all grants before it | 16",
            "p.0 c_p stays as it is, as printed | 1 processes, each asks up to 2 times | a grant carries a greater fence than all grants before it | 3",
            "p.4 the co-processes that waited do not answer | 2 processes | no deadlock | 6",
            "co.2 the co-process forgets the request | 2 processes | an acknowledgement is awaited | 5",
            "m.0 the departed is still awaited | 3 processes, one may crash | no deadlock | 6");

    @Test
    void eachPlantedFaultIsRefutedByTheAssertionThatItBreaksFirst() throws IOException {
        List<Refutation> found = Refutations.ofEach(new RicartAgrawala.Entry());

        assertEquals(FIRST, found.stream().map(Refutation::summary).toList());
        Golden.assertKept(KEPT + "variants.txt", Refutations.told(found));
    }

    @Test
    void usersSeeEachPlantedFault() throws IOException {
        List<Refutation> found = Refutations.seenByUsers(new RicartAgrawala.Entry());

        assertEquals(SEEN, found.stream().map(Refutation::summary).toList());
        Golden.assertKept(KEPT + "seen.txt", Refutations.told(found));
    }
}
