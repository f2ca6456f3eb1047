package symposium.election.petersonalternating;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class PetersonAlternatingVariantsTest {

    private static final String EXPECTED = """
            o.0 stays in an odd phase | ring:2,0,1 | once nothing is under way, all know the one leader | 7
            e.0 keeps its own number | ring:4,1,3,0,2 | the greatest number remains in the election | 13
            r.0 sends nothing on | ring:1,0 | once nothing is under way, all know the one leader | 4
            o.1 stays, with the greater number | ring:2,1,0 | the leader has the greatest name | 10
            r.1 tells nobody else | ring:1,0 | once nothing is under way, all know the one leader | 5
            links that do not keep order | ring:2,1,0 | once nothing is under way, all know the one leader | 7
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new PetersonAlternatingAlgorithm(), 5, EXPECTED);
    }
}
