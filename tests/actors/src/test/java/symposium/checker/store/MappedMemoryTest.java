package symposium.checker.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.search.Checkpoints;
import symposium.checker.search.ModelIdentity;
import symposium.checker.search.ParallelSearchTest;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.kernel.problem.Start;
import symposium.mutex.lamport.Lamport;

/** States in a file that is mapped: what is found is what is found in the heap, and nothing is left behind. */
@Tag("slow")
class MappedMemoryTest {

    private static final ModelIdentity IT = new ModelIdentity("it", List.of());

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int SEGMENT = 1 << 10;
    private static final int IN_HEAP = 1 << 9;

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("states.mapped");
    }

    /** Segments so small that there are many, on a disk with that much room. */
    private SegmentFile segments(long most) {
        return new SegmentFile(file(), SEGMENT, most);
    }

    private MappedMemory memory(long most) {
        return new MappedMemory(segments(most), IN_HEAP);
    }

    private Checkpoints checkpoints(Duration every, long most) throws IOException {
        return new Checkpoints(directory, IT, every, states -> {}, memory(most));
    }

    private static Model<?, ?, ?, ?, ?> crashing() {
        return Model.of(new Ewd851Misra.Entry(), Start.of(3, 0)).withFaults(FaultBudget.NONE.withCrashes(1));
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private static void assertAlike(WordTable expected, WordTable found) {
        assertEquals(expected.count(), found.count());
        for (int number = 0; number < expected.count(); number++) {
            assertEquals(expected.word(number), found.word(number));
            assertEquals(number, found.find(expected.word(number)));
        }
    }

    /** Tables of many segments, of none, and with words that are replaced, all from the same file. */
    @Test
    void aTableNumbersItsWordsAsInTheHeap() {
        MappedMemory memory = memory(Long.MAX_VALUE);
        Random random = new Random(1);
        for (int most : List.of(10, 500, 60_000, 200_000, 2_000)) {
            WordTable expected = new WordTable(new StoreMemory());
            WordTable found = new WordTable(memory);
            for (int each = 0; each < most; each++) {
                long word = (long) random.nextInt(most) << (random.nextBoolean() ? 0 : 30);
                assertEquals(expected.find(word), found.find(word));
                assertEquals(expected.add(word), found.add(word));
            }
            assertAlike(expected, found);
            long[] hashes = random.longs(100).toArray();
            found.touch(hashes, 0, 100);
            assertAlike(expected, new WordTable(memory, copy(expected.stored(), memory.words())));
            expected.replaceAll(word -> word * 2 + 1);
            found.replaceAll(word -> word * 2 + 1);
            assertAlike(expected, found);
            assertTrue(found.bytes() >= 12L * found.count(), found.bytes() + " bytes");
            // What it gives back serves the next one.
            found.release();
        }
        memory.close();
    }

    private static LongSequence copy(LongSequence from, LongSequence into) {
        for (long at = 0; at < from.size(); at++) {
            into.add(from.get(at));
        }
        return into;
    }

    /** A sequence is read where there is no word yet, and where there will never be one. */
    @Test
    void noWordIsZero() {
        LongSequence words = memory(Long.MAX_VALUE).words();
        for (int added = 0; added < 3 * SEGMENT / Long.BYTES; added++) {
            words.add(-1);
            assertEquals(-1, words.peek(added));
            for (long absent : List.of(-1L, added + 1L, added + 1000L, (long) Integer.MAX_VALUE)) {
                assertEquals(0, words.peek(absent));
            }
        }
    }

    @Test
    void aSegmentThatWasGivenBackIsEmpty() {
        SegmentFile file = segments(Long.MAX_VALUE);
        var segment = file.segment();
        for (int at = 0; at < SEGMENT; at++) {
            segment.put(at, (byte) 7);
        }
        file.giveBack(segment);
        var again = file.segment();
        assertTrue(IntStream.range(0, SEGMENT).allMatch(at -> again.get(at) == 0));
        assertEquals(SEGMENT, file.length());
        file.close();
    }

    /** Other threads find what was added, and no word under a wrong number, while the table grows. */
    @Test
    void othersLookWhileOneAdds() {
        int most = 400_000;
        WordTable table = new WordTable(memory(Long.MAX_VALUE));
        AtomicInteger added = new AtomicInteger();
        List<CompletableFuture<Integer>> readers = IntStream.range(0, 2)
                .mapToObj(reader -> CompletableFuture.supplyAsync(
                        () -> {
                            Random random = new Random(reader);
                            int seen = 0;
                            // One that begins late finds what is there.
                            while (added.get() < most || seen == 0) {
                                int number = random.nextInt(most);
                                int known = added.get();
                                int found = table.find(word(number));
                                assertTrue(found == number || found == -1, found + " instead of " + number);
                                assertTrue(number >= known || table.word(number) == word(number));
                                seen += found < 0 ? 0 : 1;
                            }
                            return seen;
                        },
                        task -> new Thread(task).start()))
                .toList();
        try {
            for (int number = 0; number < most; number++) {
                assertEquals(number, table.add(word(number)));
                added.set(number + 1);
            }
        } finally {
            added.set(most);
        }
        readers.forEach(CompletableFuture::join);
    }

    private static long word(int number) {
        return number * 0x5851F42D4C957F2DL >>> 1;
    }

    /** One worker or several. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aSearchFindsWhatItFindsInTheHeap(int workers) throws Exception {
        assertFoundAsInTheHeap(crashing(), workers, HOUR);
    }

    /** Each checkpoint pauses the search. The model has no quotient, which would be checked after each pause. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void soDoesASearchWithCheckpointsOnTheWay(int workers) throws Exception {
        assertFoundAsInTheHeap(Model.of(new Lamport.Entry(), Start.of(3, 0)), workers, Duration.ofMillis(50));
    }

    private void assertFoundAsInTheHeap(Model<?, ?, ?, ?, ?> model, int workers, Duration every) throws Exception {
        Report expected = Explorer.of(model, Limits.WIDE).explore().report(true);
        Checkpoints checkpoints = checkpoints(every, Long.MAX_VALUE);
        Explorer<?, ?, ?, ?, ?> explorer =
                explorer(model, workers).withCheckpoints(checkpoints).explore();
        // What follows the search reads the states, too.
        assertEquals(ParallelSearchTest.summary(expected), ParallelSearchTest.summary(explorer.report(true)));
        assertTrue(checkpoints.fileBytes() > 1_000_000, checkpoints.fileBytes() + " bytes");
        assertEquals(List.of(), left());
    }

    private static Explorer<?, ?, ?, ?, ?> explorer(int workers) {
        return explorer(crashing(), workers);
    }

    private static Explorer<?, ?, ?, ?, ?> explorer(Model<?, ?, ?, ?, ?> model, int workers) {
        return workers == 1 ? Explorer.of(model, Limits.WIDE) : Explorer.of(model, Limits.WIDE, workers, 1);
    }

    /** So does one that goes on from a checkpoint, whose tables are read into the file. */
    @Test
    void aSearchGoesOnInTheFile() throws Exception {
        Explorer.of(crashing(), new Limits(50_000, HOUR))
                .withCheckpoints(checkpoints(HOUR, Long.MAX_VALUE))
                .explore();
        assertEquals(List.of("checkpoint"), left());
        Report rest = explorer(1)
                .withCheckpoints(checkpoints(HOUR, Long.MAX_VALUE))
                .explore()
                .report(true);
        Report expected = Explorer.of(crashing(), Limits.WIDE).explore().report(true);
        assertEquals(ParallelSearchTest.summary(expected), ParallelSearchTest.summary(rest));
        assertEquals(List.of(), left());
    }

    /** A killed process may leave its file where a file keeps its name while it is open. */
    @Test
    void theFileOfAKilledSearchIsRemoved() throws Exception {
        Files.write(file(), new byte[5_000]);
        explorer(1).withCheckpoints(checkpoints(HOUR, Long.MAX_VALUE)).explore();
        assertEquals(List.of(), left());
        Files.write(file(), new byte[5_000]);
        Explorer.of(Model.of(new Ewd851Misra.Entry(), Start.of(2, 0)), Limits.WIDE)
                .withCheckpoints(new Checkpoints(directory, IT, HOUR, states -> {}))
                .explore();
        assertEquals(List.of(), left(), "also where the search is so small that it needs no file");
    }

    @Test
    void whatCannotBeRemovedIsTold() throws Exception {
        Files.createDirectories(file().resolve("something"));
        Explorer<?, ?, ?, ?, ?> explorer = explorer(1).withCheckpoints(checkpoints(HOUR, Long.MAX_VALUE));
        assertEquals(
                file() + " is left from another search and cannot be removed",
                assertThrows(UncheckedIOException.class, explorer::explore)
                        .getCause()
                        .getMessage());
    }

    /** A full disk ends the search; the checkpoint before serves another one, which has more room. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aFullDiskIsTold(int workers) throws Exception {
        Explorer.of(crashing(), new Limits(5_000, HOUR))
                .withCheckpoints(checkpoints(HOUR, Long.MAX_VALUE))
                .explore();
        byte[] before = Files.readAllBytes(directory.resolve("checkpoint"));
        Explorer<?, ?, ?, ?, ?> explorer = explorer(workers).withCheckpoints(checkpoints(HOUR, 300 * SEGMENT));
        String message = assertThrows(UncheckedIOException.class, explorer::explore)
                .getCause()
                .getMessage();
        assertTrue(message.startsWith(file() + ": the states take 0 MiB there, and there is no room for"), message);
        assertTrue(message.contains("(No space left)"), message);
        assertTrue(message.endsWith("with more room the same command continues from it"), message);
        assertEquals(List.of("checkpoint"), left());
        assertArrayEquals(before, Files.readAllBytes(directory.resolve("checkpoint")));
        Report whole = explorer(workers)
                .withCheckpoints(checkpoints(HOUR, Long.MAX_VALUE))
                .explore()
                .report(false);
        assertTrue(whole.complete());
        assertEquals(Explorer.of(crashing(), Limits.WIDE).explore().states(), whole.states());
    }

    /** What is reserved and not mapped is given up, so that others may use it. */
    @Test
    void aFullFileStaysAsItIs() {
        SegmentFile file = segments(3 * SEGMENT);
        List<Object> segments = new ArrayList<>();
        for (int each = 0; each < 3; each++) {
            segments.add(file.segment());
        }
        assertThrows(UncheckedIOException.class, file::segment);
        assertEquals(3 * SEGMENT, file.length());
        file.close();
        file.segment();
        assertEquals(SEGMENT, file.length(), "another file");
        file.close();
    }
}
