package symposium.checker.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Start;

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

    static Stream<Algorithm<?, ?, ?, ?, ?>> catalogue() {
        return Catalogue.all().stream();
    }

    private Checkpoints checkpoints(String subject, Duration every) throws IOException {
        return new Checkpoints(directory, subject, every, states -> {});
    }

    /** Whatever the algorithm, and whether one worker goes on or several. */
    @ParameterizedTest
    @MethodSource("catalogue")
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

    /** It pauses for each checkpoint, and goes on. */
    @Test
    void manyCheckpointsOnTheWay() throws Exception {
        Model<?, ?, ?, ?, ?> model = crashing();
        List<Long> written = new ArrayList<>();
        Checkpoints often = new Checkpoints(directory, "it", AT_ONCE, written::add);
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
        assertRefused("is no checkpoint of an exploration", "it");

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
}
