package symposium.election.korachmoranzaks;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted, and so is the algorithm where links do not keep order. */
class KorachMoranZaksVariantsTest {

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new KorachMoranZaksAlgorithm(), 4, List.of());
    }
}
