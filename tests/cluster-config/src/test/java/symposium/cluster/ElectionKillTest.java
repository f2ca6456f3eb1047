package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three virtual machines with one node each, as a user starts them in three terminals to see them elect; that of the
 * leader is killed.
 */
@Tag("slow")
class ElectionKillTest {

    @Test
    void theOthersElectALeaderWhenItIsKilledAndItComesBack() throws Exception {
        List<Integer> ports = Terminal.freePorts(3);
        List<Terminal> lives = new ArrayList<>();
        Terminal.ending(lives, () -> {
            Terminal zero = started(0, ports, lives);
            Terminal one = started(1, ports, lives);
            Terminal two = started(2, ports, lives);
            long first = two.awaitTerm("leads", 0);
            zero.awaitTerm("follows 2", first - 1);
            one.awaitTerm("follows 2", first - 1);

            two.kill();
            long second = one.awaitTerm("leads", first);
            assertEquals(second, zero.awaitTerm("follows 1", second - 1));

            Terminal again = started(2, ports, lives);
            long third = again.awaitTerm("leads", second);
            zero.awaitTerm("follows 2", third - 1);
            one.awaitTerm("follows 2", third - 1);

            for (Terminal living : List.of(zero, one, again)) {
                assertEquals("", living.complaints());
            }
            again.terminate();
            assertEquals(0, again.awaitExit(), "left in good order\n" + again);
            assertTrue(again.told().contains("process 2 has left"), again.toString());
        });
    }

    private static Terminal started(int process, List<Integer> ports, List<Terminal> lives) throws IOException {
        Terminal terminal =
                Terminal.open(process, Integer.toString(process), ports, List.of("--elect", "--algorithm", "bully"));
        lives.add(terminal);
        return terminal;
    }
}
