package symposium.election.changroberts;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** The misprint is refuted, and so are links that do not keep order. */
class ChangRobertsVariantsTest {

    private static final String EXPECTED = """
            e.4 sends its number again, and e.3 none: "j < my_number and participant", as printed | ring:1,0 | once no message is in transit, all know the one leader | 2
            e.5 tells its user and sends nothing: the form without "elected" | ring:1,0 | once no message is in transit, all know the one leader | 3
            links that do not keep order | ring:1,0 | no deadlock | 7
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new ChangRoberts.Entry(), 4, EXPECTED);
    }
}
