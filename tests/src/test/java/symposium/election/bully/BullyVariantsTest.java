package symposium.election.bully;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted. */
class BullyVariantsTest {

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new BullyAlgorithm(), 4, List.of());
    }
}
