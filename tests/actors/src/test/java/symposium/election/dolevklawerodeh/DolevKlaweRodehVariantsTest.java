package symposium.election.dolevklawerodeh;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class DolevKlaweRodehVariantsTest {

    private static final String EXPECTED = """
            1.0 hands the message on and sleeps: "passive" is both asleep and defeated, as printed | ring:1,0 | on a link (1, ...) and (2, ...) follow each other in turn | 3
            1.1 does not note neighbourR: only one statement belongs to "if number <> max" | ring:1,0 | an active process receives (1, ...) and (2, ...) in turn | 4
            1.2 announces the process that has found out | ring:1,0 | the leader has the greatest name | 7
            1.2 tells no other process, as printed | ring:1,0 | once no message is in transit, all know the one leader | 7
            2.0 keeps its own max | ring:1,0 | once no message is in transit, all know the one leader | 9
            links that do not keep order | ring:1,0 | an active process receives (1, ...) and (2, ...) in turn | 3
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new DolevKlaweRodeh.Entry(), 4, EXPECTED);
    }
}
