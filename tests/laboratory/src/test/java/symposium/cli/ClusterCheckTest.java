package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.search.ModelIdentity;
import symposium.cli.program.Laboratory;
import symposium.cli.report.ExitCode;
import symposium.distributed.DistributedSearch;
import symposium.distributed.Models;
import symposium.distributed.SearchPlan;
import symposium.kernel.problem.Start;
import symposium.mutex.ewd851.Ewd851;

/** {@code check --cluster}: real virtual machines, each with a part of the states. */
@Tag("slow")
class ClusterCheckTest {

    private static final String SEARCH = "check ewd851-misra -n 4 --json";

    /** A worker is killed; the search says so, and goes on from a checkpoint to the end that one process finds. */
    @Test
    void aSearchWhoseWorkerIsKilledGoesOn(@TempDir Path directory) throws Exception {
        Path kept = directory.resolve("kept");
        String search = SEARCH + " --cluster 3 --dir " + kept;
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        CompletableFuture<Run> running = CompletableFuture.supplyAsync(() -> Commands.line(search + " --every 0.001"));
        while (files(kept).stream().noneMatch(file -> file.toString().matches(".*level-[1-9].*"))) {
            assertFalse(running.isDone(), () -> running.join().err());
            TimeUnit.MILLISECONDS.sleep(10);
        }
        List<ProcessHandle> workers = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .toList();
        assertEquals(2, workers.size());
        workers.get(0).destroyForcibly();
        Run killed = running.get(60, TimeUnit.SECONDS);
        assertEquals(ExitCode.UNDECIDED, killed.code(), killed.err());
        assertTrue(
                killed.err()
                        .contains("symposium check: the JVM of a worker, process "
                                + workers.get(0).pid()
                                + ", has ended with code 137; the same command continues after level "),
                killed.err());
        assertFalse(workers.get(1).isAlive());

        Run others = Commands.line(SEARCH + " --cluster 2 --dir " + kept);
        assertEquals(ExitCode.USAGE, others.code(), others.err());
        assertTrue(
                others.err().contains("has checkpoints of a search by 3 workers: --cluster 3 continues from them"),
                others.err());

        Run rest = Commands.line(search);
        assertEquals(ExitCode.DONE, rest.code(), rest.err());
        assertTrue(rest.err().contains("continues after level "), rest.err());
        JsonNode alone = Commands.line(SEARCH + " --safety").json();
        for (String same : List.of("states", "transitions", "depth", "complete", "verdict", "rules", "properties")) {
            assertEquals(alone.get(same), rest.json().get(same), same);
        }
        assertEquals(List.of(), files(kept));
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.toString().endsWith("unfinished")).toList();
        }
    }

    @Test
    void aCounterexampleIsAsShort() {
        String search = "check ewd851 -n 4 --variant 4";
        Run run = Commands.line(search + " --cluster 2 --json");
        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertEquals(length(Commands.line(search + " --json")), length(run));
        assertTrue(length(run) > 3);
    }

    /** A worker that the user starts, as on another machine. */
    @Test
    void aWorkerThatIsStartedByHand() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        CompletableFuture<Run> worker =
                CompletableFuture.supplyAsync(() -> Commands.line("check-worker --seed 127.0.0.1:" + port));
        Run run = Commands.line("check ewd851 -n 5 --cluster 2 --host 127.0.0.1 --port " + port + " --json");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertEquals(
                Commands.line("check ewd851 -n 5 --safety --json").json().get("rules"),
                run.json().get("rules"));
        assertTrue(
                run.err().contains("waits for workers, 1: symposium check-worker --seed 127.0.0.1:" + port), run.err());
        assertEquals(ExitCode.DONE, worker.get(60, TimeUnit.SECONDS).code());
        assertEquals(
                "waits for a search at 127.0.0.1:" + port + "\nthe search is over",
                worker.get().err().strip());
    }

    private static int length(Run run) {
        for (JsonNode property : run.json().get("properties")) {
            if (property.get("verdict").textValue().equals("violated")) {
                return property.get("trace").size();
            }
        }
        throw new AssertionError(run.out());
    }

    /** What a worker finds only while it searches is wrong with the formula, not with the algorithm. */
    @Test
    void aWrongFormulaIsNoViolation() {
        Run run = Commands.of(
                "check",
                "lamport",
                "-n",
                "2",
                "--requests",
                "1",
                "--cluster",
                "2",
                "--always",
                "all p: p.critical => p.user < 3");
        assertEquals(ExitCode.USAGE, run.code(), run.out());
        assertTrue(run.err().contains("the word critical and a number have no order"), run.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check ewd851 -n 3 --cluster 1 | check: --cluster '1': must be a whole number from 2 to 256",
                "check ewd851 -n 3 --cluster 2 --workers 2 | check: --workers N is for one JVM: with --cluster each JVM explores with one thread",
                "check ewd851 -n 3 --port 4000 | check: --host and --port are where the workers of --cluster N find this one",
                "check ewd851 -n 3 --cluster 2 --walks 3 | check: --cluster cannot be combined with --walks and --warm-up",
                "check-worker --seed here | check-worker: --seed 'here': must be HOST:PORT",
                "check-worker --seed here:0 | check-worker: --seed '0': must be a whole number from 1 to 65535",
                "check-worker --seed 127.0.0.1:1 --host 192.0.2.1 | check-worker: --host '192.0.2.1': must be the name or the IPv4 address of this machine",
                "check-worker --seed 127.0.0.1:1 --host / | check-worker: --host '/': must be the name or the IPv4 address of a machine",
                "check-worker --seed 127.0.0.1:1 --dir /dev/null | check-worker: --dir '/dev/null': is not a directory, and none can be made there; use one of yours",
                "check ewd851 -n 3 --cluster 2 --host 192.0.2.1 | check: --host '192.0.2.1': must be the name or the IPv4 address of this machine"
            })
    void oneLineSaysWhatIsWrong(String line, String complaint) {
        Run run = Commands.line(line);
        assertEquals(ExitCode.USAGE, run.code(), run.err());
        assertEquals("symposium " + complaint, run.err().strip());
    }

    @Test
    void aPortInUseIsNoFaultOfTheProgram() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            for (String command : List.of("check ewd851 -n 3 --cluster 2", "check-worker --seed 127.0.0.1:1")) {
                Run run = Commands.line(command + " --port " + port);
                assertEquals(ExitCode.USAGE, run.code(), run.err());
                assertEquals(
                        "symposium %s: --port %d: at '127.0.0.1' that port is in use or not available; use another one, or 0 for any free port"
                                .formatted(command.split(" ")[0], port),
                        run.err().strip());
            }
        }
    }

    /** The worker is started in another directory, which has another file of that name. */
    @Test
    void aWorkerWithOtherLinksIsRefused(@TempDir Path elsewhere) throws Exception {
        Path links = Files.writeString(Files.createTempFile(Path.of("target"), "it", ".table"), "0: 1\n1: 0 2\n2: 1\n");
        Files.createDirectories(elsewhere.resolve("target"));
        Files.writeString(elsewhere.resolve(links), "0: 2\n1: 2\n2: 0 1\n");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Laboratory.class.getName(),
                        "check-worker",
                        "--seed",
                        "127.0.0.1:" + port)
                .directory(elsewhere.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Run run = Commands.line(
                    "check chandy-misra --topology " + links + " --cluster 2 --host 127.0.0.1 --port " + port);
            assertEquals(ExitCode.USAGE, run.code(), run.err());
            assertTrue(
                    run.err()
                            .contains(
                                    "symposium check: worker 1 understands something else by the same options: the links of the topology differ; each machine needs the same files and the same version"),
                    run.err());
            assertTrue(worker.waitFor(60, TimeUnit.SECONDS));
        } finally {
            worker.destroyForcibly();
            Files.delete(links);
        }
    }

    /** The code of the worker is of another version. */
    @Test
    void aWorkerWithOtherCodeIsRefused() throws Exception {
        SearchPlan plan =
                new SearchPlan(List.of(), 2, Limits.WIDE, Optional.empty(), Duration.ofHours(1), Duration.ofMinutes(1));
        try (DistributedSearch search =
                new DistributedSearch(plan, models("#1"), "127.0.0.1", 0, reached -> {}, note -> {})) {
            FutureTask<String> worker = new FutureTask<>(() -> DistributedSearch.work(
                    models("#2"), "127.0.0.1:" + search.port(), "127.0.0.1", 0, Optional.empty(), note -> {}));
            new Thread(worker, "worker").start();
            String why =
                    "worker 1 understands something else by the same options: the class symposium.mutex.ewd851.Ewd851 differs; each machine needs the same files and the same version";
            assertEquals(Optional.of(why), search.await().reason());
            assertEquals(why, worker.get(60, TimeUnit.SECONDS));
        }
    }

    private static Models models(String digest) {
        return options -> new Models.Subject(
                Model.of(new Ewd851.Entry(), Start.of(2, 0)),
                new ModelIdentity(
                        "it",
                        List.of(new ModelIdentity.Part("the class symposium.mutex.ewd851.Ewd851 differs", digest))));
    }
}
