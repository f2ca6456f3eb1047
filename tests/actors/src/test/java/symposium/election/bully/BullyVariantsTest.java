package symposium.election.bully;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import symposium.election.Refutations;

/** Each planted fault is refuted. */
class BullyVariantsTest {

    private static final String EXPECTED = """
            e.0 answers, and calls no process | complete:3 | a process that waits will hear | 2
            e.1 answers, and tells no process | complete:2 | a process that waits will hear | 2
            i.0 leads at once | complete:2 | the leader has the greatest name | 1
            n.1 does nothing | complete:2 | no deadlock | 3
            n.0 calls no process | complete:3 | a process that waits will hear | 4
            """;

    @Test
    void eachIsRefutedOnTheSmallestNetworkThatShowsIt() throws IOException {
        Refutations.assertRefuted(new Bully.Entry(), 4, EXPECTED);
    }
}
