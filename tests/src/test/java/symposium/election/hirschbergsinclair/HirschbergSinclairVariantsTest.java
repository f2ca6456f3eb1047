package symposium.election.hirschbergsinclair;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted. */
class HirschbergSinclairVariantsTest {

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new HirschbergSinclairAlgorithm(), 4, List.of());
    }
}
