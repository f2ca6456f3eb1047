package symposium.election.peterson;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.election.Survey;

/** Every interleaving on every ring, whoever initiates and whenever. */
class PetersonExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | x", "2 | x", "3 | x", "4 | x",
            })
    void whoeverInitiatesOneIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.ofRings(new PetersonAlgorithm(), processes).assertIs(expected);
    }
}
