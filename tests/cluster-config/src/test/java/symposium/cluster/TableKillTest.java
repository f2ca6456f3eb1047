package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.cluster.Terminal.Standing;
import symposium.demo.event.DemoEvent.Grant;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/**
 * Three virtual machines on this machine, as in three terminals: applications at the table, and philosophers at theirs;
 * one is killed by the operating system.
 */
@Tag("slow")
class TableKillTest {

    private static final Pattern SET = Pattern.compile("(takes|gives back) (.*), fence (\\d+)\\.(\\d+)");

    private final List<Terminal> lives = new ArrayList<>();

    @Test
    void whatAKilledNodeHadIsTakenByTheOthersAndItComesBack() throws Exception {
        List<Integer> ports = Terminal.freePorts(3);
        Terminal.ending(lives, () -> {
            for (int process = 0; process < 3; process++) {
                opened(process, Integer.toString(process), ports, "--algorithm", "resources");
            }
            for (Terminal terminal : lives) {
                terminal.awaitNext(text -> text.startsWith("gives back "));
            }
            Terminal killed = lives.get(1);
            killed.killWhen(Standing.EATING);
            SortedSet<String> left = resources(taken(killed).get(taken(killed).size() - 1));
            for (Terminal survivor : List.of(lives.get(0), lives.get(2))) {
                survivor.awaitLine("learns that 1 has been removed");
                survivor.awaitNext(text -> text.startsWith("takes "));
            }
            Terminal reborn = opened(1, "1", ports, "--algorithm", "resources");
            reborn.awaitNext(text -> text.startsWith("gives back "));
            lives.get(0)
                    .awaitNext(
                            text -> text.startsWith("takes ") && left.stream().anyMatch(text::contains));
        });
        assertNoneWithTwo(lives.stream().flatMap(life -> taken(life).stream()).toList());
    }

    /** The forks of the one in the middle are no longer needed; a node that is started in its place stays outside. */
    @Test
    void philosophersPlacedOnNodesByTheirNamesGoOnWithoutTheForksOfTheDead(@TempDir Path directory) throws Exception {
        Path table = Files.writeString(
                directory.resolve("path.table"), "plato: kant\nkant: plato voltaire\nvoltaire: kant\n");
        List<Integer> ports = Terminal.freePorts(3);
        String[] more = {"--algorithm", "two-stage", "--topology", table.toString()};
        Terminal.ending(lives, () -> {
            opened(0, "plato", ports, more);
            opened(1, "kant", ports, more);
            opened(2, "voltaire", ports, more);
            for (Terminal terminal : lives) {
                terminal.awaitNext(text -> text.startsWith("eats with "));
            }
            lives.get(1).killWhen(Standing.EATING);
            lives.get(0).awaitLine("learns that kant has been removed: the fork plato-kant is not needed any more");
            lives.get(2).awaitLine("learns that kant has been removed: the fork kant-voltaire is not needed any more");
            lives.get(0).awaitNext("eats"::equals);
            lives.get(2).awaitNext("eats"::equals);
        });
    }

    private Terminal opened(int process, String name, List<Integer> ports, String... more) throws IOException {
        Terminal terminal = Terminal.open(process, name, ports, more);
        lives.add(terminal);
        return terminal;
    }

    private static List<Terminal.Turn> taken(Terminal terminal) {
        List<Terminal.Turn> all = new ArrayList<>();
        for (Terminal.Own line : terminal.own()) {
            Matcher set = SET.matcher(line.text());
            if (set.matches()) {
                Fence fence = new Fence(Long.parseLong(set.group(3)), Long.parseLong(set.group(4)));
                SortedSet<String> resources = new TreeSet<>(List.of(set.group(2).split(", ")));
                LocalTime from = set.group(1).equals("takes")
                        ? line.at()
                        : all.remove(all.size() - 1).from();
                all.add(new Terminal.Turn(
                        ProcessId.of(Integer.parseInt(terminal.name())),
                        new Grant.OfResources(resources, fence),
                        from,
                        line.at()));
            }
        }
        return all;
    }

    /** By the clock of this machine, which all of them share. */
    private static void assertNoneWithTwo(List<Terminal.Turn> all) {
        assertTrue(all.size() >= 10, all::toString);
        assertEquals(Optional.empty(), Terminal.tell(all, "resources").violation(), all::toString);
        long resources = all.stream()
                .flatMap(turn -> resources(turn).stream())
                .distinct()
                .count();
        assertEquals(5, resources, "every resource has been taken");
    }

    private static SortedSet<String> resources(Terminal.Turn turn) {
        return ((Grant.OfResources) turn.grant()).resources();
    }
}
