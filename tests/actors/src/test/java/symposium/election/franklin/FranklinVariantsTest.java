package symposium.election.franklin;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted. */
class FranklinVariantsTest {

    private static final String EXPECTED = """
            the own number is not greater than the own number: the last active process becomes passive, as worded | ring:0 | once no message is in transit, all know the one leader | 3
            the own number is as good as a smaller one: the last active process begins another round | ring:0 | no fair starvation | 1
            a second number of a round does not wait | ring:2,1,0 | once no message is in transit, all know the one leader | 9
            a.0 hands nothing out | ring:1,0 | once no message is in transit, all know the one leader | 3
            a.2 sends nothing | ring:1,0 | once no message is in transit, all know the one leader | 5
            a.0 only hands on | ring:1,0 | the leader has the greatest name | 3
            a.4 tells no other process | ring:1,0 | once no message is in transit, all know the one leader | 9
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new Franklin.Entry(), 4, EXPECTED);
    }
}
