package symposium.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.FreePorts;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;

/** A node that cannot start or join prints one line, and ends with the documented exit code. */
class NodeCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --process 3                    | --process '3': must be a whole number from 0 to 2
            --process -1                   | --process '-1': must be a whole number from 0 to 2
            --process one                  | --process 'one': must be a whole number from 0 to 2
            --processes 0                  | --processes '0': must be a whole number from 1 to 1000
            --port 65536                   | --port '65536': must be a whole number from 0 to 65535
            --seeds 127.0.0.1              | --seeds '127.0.0.1': must be HOST:PORT, several of them separated by commas
            --seeds 127.0.0.1:2551,        | --seeds '': must be HOST:PORT, several of them separated by commas
            --seeds 127.0.0.1:none         | --seeds 'none': must be a whole number from 1 to 65535
            --seeds a_b:2551               | --seeds 'a_b': must be the name or the IPv4 address of a machine
            --host -                       | --host '-': must be the name or the IPv4 address of a machine
            --algorithm ewd                | --algorithm 'ewd' is none of ALL
            --topology rang                | --topology 'rang' is none of ring, complete, line, star, tree, petersen, grid:RxC, random:D[:SEED] or a file; did you mean ring?
            --topology complete            | --topology 'complete': ewd851-misra does not run on that; it runs on: ring
            --topology grid:2x2            | --topology 'grid:2x2': a grid of 2 by 2 has 4 nodes, not 3
            --algorithm resources --elect  | resources links every node with every other, and elects no leader: --topology and --elect are for the others
            --think 0                      | --think '0': must be a whole number from 1 to 3600000
            --eat soon                     | --eat 'soon': must be a whole number from 1 to 3600000
            --think 5                      | --think, --eat and --seed are for a philosopher; they need --philosopher
            --formation-timeout 0          | --formation-timeout '0': must be a number of seconds from 0.001 to 86400
            --proces 1                     | there is no option '--proces'; did you mean --process? See symposium node --help
            """)
    void aWrongInputIsReportedInOneLine(String option, String line) {
        String name = option.split(" ")[0];
        StringBuilder command = new StringBuilder("node " + option);
        if (!name.equals("--process")) {
            command.append(" --process 0");
        }
        if (!name.equals("--processes")) {
            command.append(" --processes 3");
        }
        if (!name.equals("--port")) {
            command.append(" --port 0");
        }
        if (!name.equals("--seeds")) {
            command.append(" --seeds 127.0.0.1:2551");
        }
        assertTold(
                ExitCode.USAGE,
                "symposium node: " + line.replace("ALL", everything()) + "\n",
                Commands.line(command.toString()));
    }

    @Test
    void aProcessMayBeNamedAsItsPhilosopher() {
        String node = "node --processes 5 --port 0 --seeds 127.0.0.1:2551 --algorithm two-stage"
                + " --topology ../../cluster-config/examples/pentagon.table --process ";
        assertTold(
                ExitCode.USAGE,
                "symposium node: --process 'socrates': must be a whole number from 0 to 4, or one of plato, kant, hegel,"
                        + " leibniz, voltaire\n",
                Commands.line(node + "socrates"));
        assertTold(
                ExitCode.USAGE,
                "symposium node: --process '5': must be a whole number from 0 to 4\n",
                Commands.line(node + "5"));
    }

    @Test
    void aMissingOptionIsNamed() {
        Run run = Commands.line("node --process 0 --processes 3");

        run.assertRefused("option --port needs a value, P");
    }

    @Test
    void aPortInUseIsReported() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();
            assertTold(
                    ExitCode.USAGE,
                    "symposium node: akka.remote.artery.canonical.port is " + port
                            + ": at 127.0.0.1 that port is in use or not available;"
                            + " use another one, or 0 for any free port\n",
                    node("--port", Integer.toString(port)));
        }
    }

    /** A port that is in use, a class that is missing and a value of another kind are told apart. */
    @Test
    void whatKeepsTheManagementFromStartingIsReported(@TempDir Path directory) throws IOException {
        String at = "127.0.0.1:0";
        Path missing = Files.writeString(
                directory.resolve("missing.conf"), "akka.management.http.routes.own = \"no.such.Routes\"");
        assertLastLine(
                "symposium node: akka.management.http.routes.own: the class no.such.Routes must be on the class path;"
                        + " leave the setting out, or add its jar",
                node("--port", "0", "--management", at, "--config", missing.toString()));
        Path wrong = Files.writeString(directory.resolve("wrong.conf"), "akka.http.server.max-connections = many");
        assertLastLine(
                "symposium node: --management '127.0.0.1:0' cannot be used: " + wrong
                        + ": 1: akka.http.server.max-connections has type STRING rather than NUMBER",
                node(
                        "--port",
                        "0",
                        "--management",
                        at,
                        "--config",
                        wrong.toString(),
                        "--algorithm",
                        "resources",
                        "--clients"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String used = "127.0.0.1:" + taken.getLocalPort();
            assertLastLine(
                    "symposium node: --management '" + used
                            + "': that port is in use or not available; use another one, or 0 for any free port",
                    node("--port", "0", "--management", used));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                                             | No default service discovery implementation configured in `akka.discovery.method`
            akka.discovery.method = nonsense                                               | akka.discovery.nonsense.class must point to a FQN
            akka.management.cluster.bootstrap.contact-point-discovery.interval = sometimes | FILE: 1: Invalid value at 'interval'
            """)
    void whatKeepsTheBootstrapFromStartingIsReported(String settings, String why, @TempDir Path directory)
            throws IOException {
        Path file = Files.writeString(directory.resolve("bootstrap.conf"), settings);
        Run run = Commands.of(
                "node",
                "--algorithm",
                "resources",
                "--processes",
                "3",
                "--port",
                "0",
                "--bootstrap",
                "--management",
                "127.0.0.1:0",
                "--config",
                file.toString());
        assertEquals(ExitCode.USAGE, run.code(), run.err());
        String line = "symposium node: --bootstrap cannot be used: " + why.replace("FILE", file.toString());
        assertTrue(run.err().lines().anyMatch(each -> each.startsWith(line)), run.err());
    }

    /** Akka may warn while the node ends. */
    private static void assertLastLine(String line, Run run) {
        assertEquals(ExitCode.USAGE, run.code(), run.err());
        assertTrue(run.err().lines().anyMatch(line::equals), run.err());
    }

    @Test
    void anUnreadableConfigurationIsReported(@TempDir Path directory) throws IOException {
        Run missing =
                node("--port", "0", "--config", directory.resolve("none.conf").toString());
        assertEquals(ExitCode.USAGE, missing.code());
        assertEquals(1, missing.err().lines().count(), missing.err());
        assertTrue(missing.err().startsWith("symposium node: the configuration cannot be read: "), missing.err());

        Path unfit = Files.writeString(directory.resolve("unfit.conf"), "symposium { timers = [");
        Run malformed = node("--port", "0", "--config", unfit.toString());
        assertEquals(ExitCode.USAGE, malformed.code());
        assertEquals(1, malformed.err().lines().count(), malformed.err());
        assertTrue(malformed.err().startsWith("symposium node: the configuration cannot be read: "), malformed.err());

        Path wrong = Files.writeString(directory.resolve("wrong.conf"), "symposium.role = \"a b\"");
        assertTold(
                ExitCode.USAGE,
                "symposium node: symposium.role is \"a b\" (" + wrong
                        + ": 1): it is a word of letters, digits and hyphens\n",
                node("--port", "0", "--config", wrong.toString()));
    }

    /** An application's own file names classes that only the application has. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            akka.actor.serializers.orders = "com.example.OrderSerializer"              | akka.actor.serializers.orders | com.example.OrderSerializer
            akka.actor.serialization-bindings { "com.example.Order" = jackson-json }   | akka.actor.serialization-bindings."com.example.Order" | com.example.Order
            akka.library-extensions += "com.example.Metrics"                           | akka.library-extensions | com.example.Metrics
            akka.loggers = ["com.example.Logger"]                                      | akka.loggers | com.example.Logger
            """)
    void aClassThatIsMissingIsReportedInOneLine(String setting, String path, String type, @TempDir Path directory)
            throws IOException {
        Path file = Files.writeString(directory.resolve("application.conf"), setting);
        assertTold(
                ExitCode.USAGE,
                "symposium node: " + path + ": the class " + type
                        + " must be on the class path; leave the setting out, or add its jar\n",
                node("--port", "0", "--config", file.toString()));
    }

    @Test
    void aNodeGivesUpWhenNoSeedListens() throws IOException {
        int unused = FreePorts.one();
        Run run = Commands.of(
                "node",
                "--process",
                "0",
                "--processes",
                "3",
                "--port",
                "0",
                "--seeds",
                "127.0.0.1:" + unused,
                "--formation-timeout",
                "2");

        assertEquals(ExitCode.UNDECIDED, run.code(), run.out());
        assertEquals(
                "symposium node: the cluster has not formed within 2000 ms (symposium.formation-timeout): this node is not up,"
                        + " and sees 0 of 3 processes []; 2 are a majority\n",
                run.err());
    }

    @Test
    void aNodeThatDoesNotFitIntoTheClusterIsRefused() throws Exception {
        SymposiumNode first = SymposiumNode.start(
                Hocon.quickNode(Map.of(
                        "symposium.process", 0, "symposium.processes", 1, "symposium.services", List.of("process"))),
                Observers.none());
        try {
            first.joinItself();
            String there = "127.0.0.1:" + first.address().getPort().orElseThrow();

            assertRefused(
                    "symposium node: process 0 (symposium.process) is the node at akka://symposium@" + there
                            + " already: each node must have a different number\n",
                    Commands.of("node", "--process", "0", "--processes", "1", "--port", "0", "--seeds", there));
            assertRefused(
                    "symposium node: this node is configured otherwise than the cluster's node at akka://symposium@"
                            + there + ": symposium.processes is 2 here and 1 there\n",
                    Commands.of("node", "--process", "1", "--processes", "2", "--port", "0", "--seeds", there));
        } finally {
            first.kill().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    private static void assertRefused(String line, Run run) {
        assertEquals(line, run.err());
        assertEquals(ExitCode.USAGE, run.code());
    }

    private static Run node(String... more) {
        String[] all = new String[more.length + 7];
        String[] first = {"node", "--process", "0", "--processes", "3", "--seeds", "127.0.0.1:2551"};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Commands.of(all);
    }

    private static void assertTold(int code, String line, Run run) {
        assertEquals(line, run.err());
        assertEquals("", run.out());
        assertEquals(code, run.code());
    }

    /**
     * The accepted names: algorithms for mutual exclusion and arbitration, the allocation of resources, then elections.
     */
    private static String everything() {
        return String.join(", ", ClusterCatalogue.names()) + ", resources, "
                + String.join(", ", ClusterCatalogue.elections());
    }
}
