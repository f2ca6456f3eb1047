package symposium.election.petersonalternating;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class PetersonAlternatingVariantsTest {

    private static final String EXPECTED = """
            o.0 stays in an odd phase | ring:2,0,1 | once no message is in transit, all know the one leader | 7
            e.0 keeps its own number | ring:2,0,1 | once no message is in transit, all know the one leader | 10
            r.0 sends nothing on | ring:1,0 | once no message is in transit, all know the one leader | 4
            a process that sees its own number is elected, as in the basic algorithm | ring:2,0,1 | all are relays when the news goes round | 10
            w.2 tells no other process | ring:1,0 | once no message is in transit, all know the one leader | 5
            links that do not keep order | ring:2,1,0 | once no message is in transit, all know the one leader | 7
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new PetersonAlternating.Entry(), 5, EXPECTED);
    }
}
