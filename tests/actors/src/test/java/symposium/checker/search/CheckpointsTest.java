package symposium.checker.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Graph;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal;
import symposium.mutex.lamport.Lamport;

/** An exploration that goes on from a checkpoint finds what one finds that was never interrupted. */
@Tag("slow")
class CheckpointsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    /** Less than an exploration takes between two looks at the time. */
    private static final Duration AT_ONCE = Duration.ofNanos(1);

    private static final Limits FIRST = new Limits(1_500, HOUR);
    private static final Limits SECOND = new Limits(4_000, HOUR);

    @TempDir
    private Path directory;

    private Checkpoints checkpoints(String subject, Duration every) throws IOException {
        return new Checkpoints(directory, named(subject), every, states -> {});
    }

    /** Where the same model goes on, its name suffices. */
    private static ModelIdentity named(String subject) {
        return new ModelIdentity(subject, List.of());
    }

    /** Whatever the algorithm, and whether one worker goes on or several. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    <S, M, U, I, O> void aKilledExplorationGoesOn(Algorithm<S, M, U, I, O> algorithm) throws Exception {
        Model<S, M, U, I, O> model = Model.of(algorithm, Start.of(3, 0)).withFaults(FaultBudget.NONE.withCrashes(1));
        Report whole = Explorer.of(model, SECOND).explore().report(true);
        for (int workers : List.of(1, 3)) {
            Report part = explorer(model, FIRST, 4 - workers)
                    .withCheckpoints(checkpoints("it", AT_ONCE))
                    .explore()
                    .report(false);
            assertEquals(
                    part.complete() || part.violated().isPresent(), Files.notExists(directory.resolve("checkpoint")));
            Explorer<S, M, U, I, O> second = explorer(model, SECOND, workers)
                    .withCheckpoints(checkpoints("it", HOUR))
                    .explore();
            Report rest = second.report(true);
            assertEquals(ParallelSearchTest.summary(whole), ParallelSearchTest.summary(rest));
            assertEquals(whole.rules(), rest.rules());
            IntStream.iterate(0, state -> state < second.states(), state -> state + 97)
                    .forEach(state -> assertTrue(second.pathTo(state).size() <= 2 * whole.depth()));
            Files.deleteIfExists(directory.resolve("checkpoint"));
        }
    }

    private static <S, M, U, I, O> Explorer<S, M, U, I, O> explorer(
            Model<S, M, U, I, O> model, Limits limits, int workers) {
        return workers == 1 ? Explorer.of(model, limits) : Explorer.of(model, limits, workers, 1);
    }

    /**
     * It pauses for each checkpoint, and goes on. The model has no quotient: of one, the first states are checked after
     * each pause.
     */
    @Test
    void manyCheckpointsOnTheWay() throws Exception {
        Model<?, ?, ?, ?, ?> model = Model.of(new Lamport.Entry(), Start.of(3, 0));
        List<Long> written = new ArrayList<>();
        Checkpoints often = new Checkpoints(directory, named("it"), AT_ONCE, written::add);
        Report report = Explorer.of(model, Limits.WIDE, 2, 1)
                .withCheckpoints(often)
                .explore()
                .report(false);
        assertTrue(report.complete() && written.size() > 1, written.toString());
        assertEquals(written.stream().sorted().toList(), written);
        assertEquals(Explorer.of(model, Limits.WIDE).explore().states(), report.states());
        assertFalse(Files.exists(often.file()), "nobody has to go on");
    }

    private static Model<?, ?, ?, ?, ?> crashing() {
        return Model.of(new Ewd851Misra.Entry(), Start.of(3, 0)).withFaults(FaultBudget.NONE.withCrashes(1));
    }

    @Test
    void whoIsStoppedLeavesACheckpoint() throws Exception {
        Checkpoints checkpoints = checkpoints("it", HOUR);
        checkpoints.stop();
        Report report = Explorer.of(crashing(), Limits.WIDE)
                .withCheckpoints(checkpoints)
                .explore()
                .report(true);
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(checkpoints.awaitEnd(Duration.ofMillis(1)));
        assertTrue(Files.exists(checkpoints.file()));
        assertTrue(Explorer.of(crashing(), Limits.WIDE)
                .withCheckpoints(checkpoints("it", HOUR))
                .explore()
                .report(false)
                .complete());
    }

    @Test
    void aFileThatDoesNotServeIsRefused() throws Exception {
        Path file = leave();
        assertRefused("is a checkpoint of another exploration: of it, not of something else", "something else");
        byte[] whole = Files.readAllBytes(file);

        byte[] changed = whole.clone();
        changed[whole.length / 2] ^= 4;
        Files.write(file, changed);
        assertRefused("is damaged: its checksum is another one", "it");

        Files.write(file, Arrays.copyOf(whole, whole.length - 3));
        assertRefused("is damaged: it ends too early", "it");

        Files.writeString(file, "something that is no checkpoint");
        assertRefused("is not a checkpoint of an exploration", "it");

        Files.write(file, whole);
        assertTrue(Explorer.of(crashing(), Limits.WIDE)
                .withCheckpoints(checkpoints("it", HOUR))
                .explore()
                .report(false)
                .complete());
    }

    /** A checkpoint that is left by an exploration with a limit. */
    private Path leave() throws IOException {
        Checkpoints checkpoints = checkpoints("it", HOUR);
        Explorer.of(crashing(), FIRST).withCheckpoints(checkpoints).explore();
        return checkpoints.file();
    }

    private void assertRefused(String why, String subject) throws IOException {
        Explorer<?, ?, ?, ?, ?> explorer =
                Explorer.of(crashing(), Limits.WIDE).withCheckpoints(checkpoints(subject, HOUR));
        String message = assertThrows(UncheckedIOException.class, explorer::explore)
                .getCause()
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    /** The protocol answers otherwise than when the checkpoint was written. */
    @Test
    void anotherVersionOfTheAlgorithmIsNoticed() throws Exception {
        leave();
        Explorer<?, ?, ?, ?, ?> explorer =
                Explorer.of(varied(new Ewd851Misra.Entry()), Limits.WIDE).withCheckpoints(checkpoints("it", HOUR));
        String message = assertThrows(UncheckedIOException.class, explorer::explore)
                .getCause()
                .getMessage();
        assertTrue(message.contains("was written by another version of the algorithm"), message);
    }

    private static <S, M, U, I, O> Model<S, M, U, I, O> varied(Algorithm<S, M, U, I, O> algorithm) {
        Start start = Start.of(3, 0);
        return Model.of(algorithm, start)
                .withFaults(FaultBudget.NONE.withCrashes(1))
                .withProtocol(algorithm.checks().variants(start).get(0).protocol());
    }

    /** The former checkpoint stays where no other can be written. */
    @Test
    void whatCannotBeWrittenIsTold() throws Exception {
        Path file = leave();
        byte[] before = Files.readAllBytes(file);
        Files.createDirectory(directory.resolve("checkpoint.unfinished"));
        Explorer<?, ?, ?, ?, ?> explorer =
                Explorer.of(crashing(), Limits.WIDE).withCheckpoints(checkpoints("it", AT_ONCE));
        String message = assertThrows(UncheckedIOException.class, explorer::explore)
                .getCause()
                .getMessage();
        assertTrue(message.startsWith(file + " cannot be written ("), message);
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    /** The names and the numbers of things are those of the checkpoint. */
    @Test
    void anotherTopologyOfTheSameNameIsRefused() throws Exception {
        Model<?, ?, ?, ?, ?> line = onGraph(new HelaryPlouzeauRaynal.Entry(), 1);
        Model<?, ?, ?, ?, ?> other = onGraph(new HelaryPlouzeauRaynal.Entry(), 0);
        assertEquals(line.topology().toString(), other.topology().toString());
        leave(line);
        assertRefused("another exploration: the links of the topology differ; delete this file", other);
        assertGoesOn(onGraph(new HelaryPlouzeauRaynal.Entry(), 1));
    }

    /** Process 2 is linked with 1 or with 0; a search of three processes is done in no time. */
    private static <S, M, U, I, O> Model<S, M, U, I, O> onGraph(Algorithm<S, M, U, I, O> algorithm, int last) {
        return Model.of(algorithm, Start.of(3, 0))
                .withTopology(Graph.of("net.edges", 3, List.of(new Graph.Edge(0, 1), new Graph.Edge(last, 2))));
    }

    @Test
    void anotherInvariantOfTheSameNameIsRefused() throws Exception {
        leave(withInvariant(crashing(), 1));
        assertRefused(
                "another exploration: the invariant 1, \"few\", differs; delete this file",
                withInvariant(crashing(), 2));
        assertGoesOn(withInvariant(crashing(), 1));
    }

    /** The condition is a lambda that captures the bound. */
    private static <S, M, U, I, O> Model<S, M, U, I, O> withInvariant(Model<S, M, U, I, O> model, int most) {
        return model.withInvariants(List.of(
                new Invariant.OfConfiguration<>("few", any -> true, configuration -> most < Integer.MAX_VALUE)));
    }

    @Test
    void aProtocolWithAnotherHandlerIsRefused(@TempDir Path classes) throws Exception {
        leave(compiled(crashing(), classes.resolve("first"), "inner.transition(state, event)"));
        assertRefused(
                "another exploration: the class tiny.Tiny differs; delete this file",
                compiled(
                        crashing(),
                        classes.resolve("other"),
                        "inner.transition(inner.transition(state, event) == null ? null : state, event)"));
        assertGoesOn(compiled(crashing(), classes.resolve("again"), "inner.transition(state, event)"));
    }

    @SuppressWarnings("unchecked")
    private static <S, M, U, I, O> Model<S, M, U, I, O> compiled(
            Model<S, M, U, I, O> model, Path directory, String transition) throws Exception {
        Path source = Files.createDirectories(directory.resolve("tiny")).resolve("Tiny.java");
        Files.writeString(source, """
                package tiny;

                import java.util.List;
                import symposium.kernel.*;

                public record Tiny<S, M, I, O>(Protocol<S, M, I, O> inner) implements Protocol<S, M, I, O> {
                    @Override
                    public List<? extends Rule> rules() {
                        return inner.rules();
                    }

                    @Override
                    public S initial(ProcessId self, Neighbours neighbours) {
                        return inner.initial(self, neighbours);
                    }

                    @Override
                    public List<? extends Timer> initialTimers(S initial) {
                        return inner.initialTimers(initial);
                    }

                    @Override
                    public boolean admits(S state, Neighbour from, M message) {
                        return inner.admits(state, from, message);
                    }

                    @Override
                    public Transition<S, M, O> transition(S state, Event<M, I> event) {
                        return TRANSITION;
                    }
                }
                """.replace("TRANSITION", transition));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString()));
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        return model.withProtocol((Protocol<S, M, I, O>)
                loader.loadClass("tiny.Tiny").getConstructor(Protocol.class).newInstance(model.protocol()));
    }

    private void leave(Model<?, ?, ?, ?, ?> model) throws IOException {
        assertFalse(explored(model, new Limits(15, HOUR)).complete());
    }

    private void assertGoesOn(Model<?, ?, ?, ?, ?> model) throws IOException {
        assertTrue(explored(model, Limits.WIDE).complete());
    }

    private Report explored(Model<?, ?, ?, ?, ?> model, Limits limits) throws IOException {
        return Explorer.of(model, limits)
                .withCheckpoints(new Checkpoints(directory, ModelIdentity.of("it", model), HOUR, states -> {}))
                .explore()
                .report(false);
    }

    private void assertRefused(String why, Model<?, ?, ?, ?, ?> model) {
        String message = assertThrows(UncheckedIOException.class, () -> explored(model, Limits.WIDE))
                .getCause()
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    /** One of the format before, which had names only. */
    @Test
    void aFileOfAnEarlierVersionIsRefused() throws Exception {
        Files.write(directory.resolve("checkpoint"), new byte[] {0x53, 0x59, 0x4d, 0x50, 0x4f, 0x53, 0x49, 0x32, 0, 0});
        assertRefused("was written by an earlier version, which did not record the links and the code; delete", "it");
    }
}
