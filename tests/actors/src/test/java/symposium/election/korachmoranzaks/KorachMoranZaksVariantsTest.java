package symposium.election.korachmoranzaks;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class KorachMoranZaksVariantsTest {

    private static final String EXPECTED = """
            a.1 does not say so | complete:3 | once no message is in transit, all know the one leader | 9
            a.2 sends nothing on | complete:3 | once no message is in transit, all know the one leader | 7
            u.1 does not say so | complete:3 | once no message is in transit, all know the one leader | 10
            a.0 remains a king | complete:2 | the leader is the only king | 4
            s.1 sends nothing on | complete:3 | once no message is in transit, all know the one leader | 9
            links that do not keep order | complete:3 | news of greater kings, and only such, comes from the father | 8
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new KorachMoranZaks.Entry(), 4, EXPECTED);
    }
}
