package symposium.election.bully;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.election.Survey;
import symposium.kernel.Topology;

/** Every interleaving, whoever initiates and whenever. */
class BullyExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | x", "2 | x", "3 | x", "4 | x",
            })
    void whoeverInitiatesOneIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new BullyAlgorithm(), processes, List.of(Topology.COMPLETE)).assertIs(expected);
    }
}
