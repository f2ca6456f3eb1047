package symposium.election.lelann;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class LeLannVariantsTest {

    private static final String EXPECTED = """
            c.0 may still become a candidate | ring:1,0 | the leader has the greatest name of those that have initiated | 4
            c.2 notes nothing | ring:1,0 | the leader has the greatest name of those that have initiated | 5
            c.2 sends nothing on | ring:1,0 | once no message is in transit, all know the one leader | 4
            c.4 tells no other process | ring:1,0 | once no message is in transit, all know the one leader | 3
            links that do not keep order | ring:1,0 | the leader has the greatest name of those that have initiated | 4
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new LeLann.Entry(), 4, EXPECTED);
    }
}
