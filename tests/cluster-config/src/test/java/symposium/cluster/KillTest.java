package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.cluster.Terminal.Standing;
import symposium.demo.event.DemoEvent.Grant;
import symposium.kernel.ProcessId;

/**
 * Three virtual machines on this machine, each with one node, as a user starts them in three terminals; one of them is
 * killed without goodbye, three times over, each time by the operating system.
 */
@Tag("slow")
class KillTest {

    @Test
    void theOthersGoOnWhenAnyNodeIsKilledInAnyStateAndItComesBack() throws Exception {
        List<Integer> ports = Terminal.freePorts(3);
        List<Terminal> lives = new ArrayList<>();
        Terminal[] now = new Terminal[3];
        Terminal.ending(lives, () -> {
            for (int process = 0; process < 3; process++) {
                now[process] = started(process, ports, lives);
            }
            for (Terminal terminal : now) {
                terminal.awaitMeals(1);
            }

            killAndRestart(1, Standing.EATING, now, ports, lives);
            killAndRestart(2, Standing.HUNGRY, now, ports, lives);
            killAndRestart(0, Standing.THINKING, now, ports, lives);

            Terminal last = now[2];
            last.terminate();
            assertEquals(0, last.awaitExit(), "left in good order\n" + last);
            assertTrue(last.told().contains("process 2 has left"), last.toString());
            assertEquals("", last.complaints());

            assertNoTwoAteAtOnce(lives);
        });
    }

    private static void killAndRestart(
            int victim, Standing standing, Terminal[] now, List<Integer> ports, List<Terminal> lives)
            throws IOException {
        Terminal killed = now[victim];
        killed.killWhen(standing);
        for (int process = 0; process < 3; process++) {
            if (process != victim) {
                Terminal survivor = now[process];
                survivor.awaitLine("learns that " + victim + " has been removed");
                survivor.awaitMeals(2);
            }
        }
        now[victim] = started(victim, ports, lives);
        for (Terminal terminal : now) {
            terminal.awaitMeals(1);
        }
    }

    private static Terminal started(int process, List<Integer> ports, List<Terminal> lives) throws IOException {
        Terminal terminal = Terminal.open(process, ports);
        lives.add(terminal);
        return terminal;
    }

    /** By the clock of this machine, which all of them share. */
    private static void assertNoTwoAteAtOnce(List<Terminal> lives) {
        List<Terminal.Turn> turns = lives.stream()
                .flatMap(life -> life.meals().stream())
                .map(meal -> new Terminal.Turn(
                        ProcessId.of(Integer.parseInt(meal.process())),
                        new Grant.OfLock(meal.fence()),
                        meal.from(),
                        meal.until()))
                .toList();
        assertTrue(turns.size() >= 20, "they ate: " + turns);
        assertEquals(Optional.empty(), Terminal.tell(turns, "ewd851-misra").violation(), turns::toString);
    }
}
