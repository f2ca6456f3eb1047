package symposium.election.peterson;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class PetersonVariantsTest {

    private static final String EXPECTED = """
            a.1 sends its own number again | ring:2,1,0 | the leader has the greatest name | 9
            a.2 keeps its own number | ring:3,1,2,0 | the leader has the greatest name | 13
            r.0 sends nothing on | ring:2,1,0 | once no message is in transit, all know the one leader | 8
            r.1 tells no other process | ring:1,0 | once no message is in transit, all know the one leader | 6
            links that do not keep order | ring:3,2,1,0 | the leader has the greatest name | 8
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new Peterson.Entry(), 4, EXPECTED);
    }
}
