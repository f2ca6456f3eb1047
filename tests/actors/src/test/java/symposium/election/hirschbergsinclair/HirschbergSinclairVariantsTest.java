package symposium.election.hirschbergsinclair;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted. */
class HirschbergSinclairVariantsTest {

    private static final String EXPECTED = """
            r.2 goes on, and r.1 becomes lost: "if respOK then state <- lost", as printed | ring:1,0 | a candidate is the greatest up to half its distance away | 5
            c.2 takes lg to be 0: the header of the candidature lacks it, as printed | ring:2,1,0 | a candidature has travelled lg links, fewer than lgmax | 7
            a process that waits for two responses receives nothing for others: an initiation out of a handler blocks, as printed | ring:1,0 | no deadlock | 2
            c.6 becomes lost: "case number > my_number then state <- lost", as printed | ring:1,0 | a process that knows the winner takes no part | 9
            i.2 says nothing at the winner, whose "wait nresp = 2" never ends, as printed | ring:1,0 | no deadlock | 16
            c.0 responds, and does not join | ring:1,0 | once no message is in transit, all know the one leader | 5
            r.4 sends nothing on | ring:2,1,0 | once no message is in transit, all know the one leader | 11
            c.4 tells no other process | ring:1,0 | once no message is in transit, all know the one leader | 9
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new HirschbergSinclair.Entry(), 4, EXPECTED);
    }
}
