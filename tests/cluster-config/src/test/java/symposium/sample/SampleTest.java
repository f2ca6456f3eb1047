package symposium.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import symposium.FreePorts;
import symposium.mutex.Fence;

/** The sample, as its page says to start it: one command, three JVMs. */
@Tag("slow")
class SampleTest {

    private static final Pattern COUNTS = Pattern.compile("(\\d+) counts (\\d+) under fence (\\d+)\\.(\\d+)");

    private static final Pattern LEADS = Pattern.compile("(\\d+) leads in term (\\S+)");

    private static final Pattern FOLLOWS = Pattern.compile("(\\d+) follows (\\d+) in term (\\S+)");

    @TempDir
    private Path directory;

    /**
     * They wait for each other, so their lines come in the order of the counts, or nearly. A line of a leader may come
     * after one of a follower of it.
     */
    @Test
    @Timeout(180)
    void threeMachinesCountInTurnAndFollowOneLeaderInEachTerm() throws Exception {
        List<String> ports =
                FreePorts.of(3).stream().map(port -> Integer.toString(port)).toList();
        Process sample = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Sample.class.getName(),
                        String.join(",", ports))
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> nodes = List.of();
        try (BufferedReader lines = sample.inputReader()) {
            Set<String> seen = new TreeSet<>();
            Set<Long> counts = new TreeSet<>();
            Set<Fence> fences = new TreeSet<>();
            Map<String, String> leaders = new HashMap<>();
            Set<String> leading = new TreeSet<>();
            Set<String> following = new TreeSet<>();
            while (seen.size() < ports.size()
                    || counts.size() < 10
                    || following.size() < ports.size()
                    || leading.isEmpty()) {
                String line = Optional.ofNullable(lines.readLine()).orElseThrow();
                Matcher leads = LEADS.matcher(line);
                Matcher follows = FOLLOWS.matcher(line);
                if (leads.matches() || follows.matches()) {
                    String leader = leads.matches() ? leads.group(1) : follows.group(2);
                    String term = leads.matches() ? leads.group(2) : follows.group(3);
                    assertEquals(
                            leader,
                            Optional.ofNullable(leaders.put(term, leader)).orElse(leader),
                            line);
                    (leads.matches() ? leading : following).add(line.split(" ")[0]);
                    continue;
                }
                Matcher counted = COUNTS.matcher(line);
                assertTrue(counted.matches(), line);
                seen.add(counted.group(1));
                assertTrue(counts.add(Long.parseLong(counted.group(2))), "counted twice: " + line);
                assertTrue(
                        fences.add(new Fence(Long.parseLong(counted.group(3)), Long.parseLong(counted.group(4)))),
                        "granted twice: " + line);
            }
            nodes = sample.children().toList();
            assertEquals(Set.copyOf(ports), seen);
        } finally {
            sample.destroy();
            sample.waitFor();
            nodes.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aStoreRefusesASmallerFenceThanItHasSeen() throws Exception {
        Store store = new Store(directory.resolve("counter"));
        assertEquals(Optional.of(1L), store.increment(new Fence(2, 1)));
        assertEquals(Optional.of(2L), store.increment(new Fence(2, 1)));
        assertEquals(Optional.of(3L), store.increment(new Fence(3, 1)));
        assertEquals(Optional.empty(), store.increment(new Fence(2, 9)));
        assertEquals(Optional.of(4L), store.increment(new Fence(3, 2)));
    }
}
