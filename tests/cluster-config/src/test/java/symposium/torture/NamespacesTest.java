package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where this user may make network namespaces. */
@Tag("fast")
class NamespacesTest {

    /** A process keeps its namespace, as connections do that have been cut, for a minute. */
    @Test
    void areMadeAgainThoughTheFormerOnesAreInUse() throws Exception {
        assumeTrue(Machine.canIsolate(), "no network namespaces can be made here");
        Process process;
        List<String> hosts = new ArrayList<>();
        try (Namespaces former = new Namespaces(2)) {
            List<String> command = new ArrayList<>(former.launcher(1));
            command.addAll(List.of("sh", "-c", "echo started; exec sleep 1000"));
            process = new ProcessBuilder(command).start();
            assertEquals('s', process.getInputStream().read());
            hosts.add(former.host(1));
        }
        try (Namespaces later = new Namespaces(2)) {
            hosts.add(later.host(1));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals(hosts.get(0), hosts.get(1));
    }
}
