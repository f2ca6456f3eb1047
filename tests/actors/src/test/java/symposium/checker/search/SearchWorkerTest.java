package symposium.checker.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.Models;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.number.Computation;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;

/** Workers that send each other states find what one process finds, however long messages are under way. */
@Tag("slow")
class SearchWorkerTest {

    private static final Limits LIMITS = new Limits(3_000, Duration.ofMinutes(5));

    /** Workers in one thread, between which messages take any time; those of one to another keep their order. */
    static final class Network<S, M, U, I, O> {
        private final List<SearchWorker<S, M, U, I, O>> workers = new ArrayList<>();
        private final Map<Integer, Deque<Runnable>> links = new TreeMap<>();
        private final Random random;
        private final int[] told;

        Network(Model<S, M, U, I, O> model, int count, long seed) {
            random = new Random(seed);
            told = new int[count];
            for (int self = 0; self < count; self++) {
                workers.add(new SearchWorker<>(model, self, count, peers(self, count)));
                told[self] = workers.get(self).journalLength();
            }
        }

        private SearchWorker.Peers peers(int self, int count) {
            return new SearchWorker.Peers() {
                @Override
                public void send(int owner, RowBatch batch) {
                    // As when an actor sends: what the batch needs may still be under way to the recipient.
                    under(self * count + owner, () -> workers.get(owner).receive(batch));
                }

                @Override
                public void ask(Computation needed, int[] row) {
                    under(self * count, () -> {
                        workers.get(0).compute(needed, row);
                        tell();
                    });
                }
            };
        }

        private void under(int link, Runnable message) {
            links.computeIfAbsent(link, any -> new ArrayDeque<>()).add(message);
        }

        /** Worker 0 tells the others what it has computed. */
        private void tell() {
            for (int other = 1; other < workers.size(); other++) {
                int to = other;
                int[] entries =
                        workers.get(0).journal(told[other], workers.get(0).journalLength());
                if (entries.length > 0) {
                    told[other] += entries.length;
                    under(other, () -> workers.get(to).replay(entries));
                }
            }
        }

        /** Returns the number of states that were expanded. */
        int level() {
            int begun = workers.stream().mapToInt(SearchWorker::beginLevel).sum();
            while (step()) {
                tell();
            }
            assertTrue(workers.stream().allMatch(SearchWorker::done));
            return begun;
        }

        private boolean step() {
            List<Runnable> possible = new ArrayList<>();
            links.values().stream()
                    .filter(link -> !link.isEmpty())
                    .forEach(link -> possible.add(() -> link.removeFirst().run()));
            workers.stream()
                    .filter(worker -> !worker.waits())
                    .forEach(worker -> possible.add(() -> worker.expand(1 + random.nextInt(5))));
            if (possible.isEmpty()) {
                return false;
            }
            possible.get(random.nextInt(possible.size())).run();
            return true;
        }

        SearchTotals totals() {
            return workers.stream()
                    .map(SearchWorker::totals)
                    .reduce(SearchTotals::and)
                    .orElseThrow();
        }

        Report search(long most) {
            int depth = workers.get(0).level();
            for (int begun = level(); begun > 0 && totals().states() <= most; begun = level()) {
                depth++;
                Optional<FoundViolation> found = workers.stream()
                        .flatMap(worker -> worker.violation().stream())
                        .max((one, other) -> Boolean.compare(one.itself(), other.itself()));
                if (found.isPresent()) {
                    return workers.get(0).report(totals(), depth, false, path(found.get(), depth), 0);
                }
            }
            boolean complete = workers.stream().allMatch(worker -> worker.waiting() == 0);
            return workers.get(0).report(totals(), depth, complete, List.of(), 0);
        }

        private List<int[]> path(FoundViolation found, int level) {
            List<int[]> path = new ArrayList<>(List.of(found.row()));
            for (int at = level - 1; at >= 0; at--) {
                int before = at;
                path.add(workers.stream()
                        .flatMap(worker -> worker.predecessor(path.get(path.size() - 1), before).stream())
                        .findFirst()
                        .orElseThrow());
            }
            Collections.reverse(path);
            return path;
        }
    }

    /** Whatever an algorithm of the catalogue and its variants do. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    <S, M, U, I, O> void everyAlgorithmAndEachOfItsVariants(Algorithm<S, M, U, I, O> algorithm) {
        Models.withVariants(algorithm).forEach(SearchWorkerTest::assertFoundAlike);
    }

    /** A search that one process ends within the limit. */
    private static <S, M, U, I, O> void assertFoundAlike(Model<S, M, U, I, O> model) {
        Report alone = Explorer.of(model, LIMITS).explore().report(false);
        if (!alone.complete() && alone.violated().isEmpty()) {
            return;
        }
        for (int seed = 1; seed <= 2; seed++) {
            Report together = new Network<>(model, 2 + seed, seed).search(Long.MAX_VALUE);
            String named = model.name() + ", seed " + seed;
            if (alone.violated().isEmpty()) {
                assertEquals(summary(alone), ParallelSearchTest.summary(together), named);
                assertEquals(alone.rules(), together.rules(), named);
            } else {
                assertEquals(length(alone), length(together), named);
            }
        }
    }

    private static List<Object> summary(Report alone) {
        return ParallelSearchTest.summary(alone.without(Scenario.NO_STARVATION));
    }

    static int length(Report report) {
        return report.violated().orElseThrow().trace().size();
    }

    private static Model<?, ?, ?, ?, ?> crash() {
        return Model.of(new Ewd851Misra.Entry(), Start.of(3, 0)).withFaults(FaultBudget.NONE.withCrashes(1));
    }

    /** A hundred thousand states, whose numbers outgrow their layout on the way. */
    @Test
    void manyStates() {
        Report alone = Explorer.of(crash(), Limits.WIDE).explore().report(false);
        assertEquals(summary(alone), ParallelSearchTest.summary(new Network<>(crash(), 4, 7).search(Long.MAX_VALUE)));
    }

    @Test
    void aSearchGoesOnFromTheFilesOfItsWorkers(@TempDir Path directory) throws IOException {
        Report whole = new Network<>(crash(), 3, 1).search(Long.MAX_VALUE);
        Network<?, ?, ?, ?, ?> first = new Network<>(crash(), 3, 2);
        IntStream.range(0, 12).forEach(any -> first.level());
        for (int self = 0; self < 3; self++) {
            first.workers.get(self).write(directory.resolve("part-" + self), named("this"));
        }
        Network<?, ?, ?, ?, ?> next = new Network<>(crash(), 3, 3);
        for (int self = 0; self < 3; self++) {
            next.workers.get(self).read(directory.resolve("part-" + self), named("this"));
            next.told[self] = next.workers.get(self).journalLength();
        }
        assertEquals(first.totals().states(), next.totals().states());
        Report rest = next.search(Long.MAX_VALUE);
        assertEquals(ParallelSearchTest.summary(whole), ParallelSearchTest.summary(rest));
        assertEquals(whole.rules(), rest.rules());
    }

    private static ModelIdentity named(String subject) {
        return new ModelIdentity(subject, List.of());
    }

    @Test
    void theFileOfAnotherWorkerIsRefused(@TempDir Path directory) throws IOException {
        Network<?, ?, ?, ?, ?> network = new Network<>(crash(), 3, 1);
        network.level();
        Path file = directory.resolve("part");
        network.workers.get(1).write(file, named("this"));
        SearchWorker<?, ?, ?, ?, ?> other = new Network<>(crash(), 3, 1).workers.get(2);
        String why = assertThrows(IOException.class, () -> other.read(file, named("this")))
                .getMessage();
        assertTrue(why.contains("of worker 1 of 3: this, not of worker 2 of 3: this"), why);
        assertFalse(other.violation().isPresent());
    }

    @Test
    void theFileOfAWorkerOfAnotherModelIsRefused(@TempDir Path directory) throws IOException {
        Network<?, ?, ?, ?, ?> network = new Network<>(crash(), 3, 1);
        network.level();
        Path file = directory.resolve("part");
        network.workers.get(1).write(file, ModelIdentity.of("this", crash()));
        SearchWorker<?, ?, ?, ?, ?> next = new Network<>(crash(), 3, 1).workers.get(1);
        ModelIdentity other = ModelIdentity.of("this", crash().withQuorum(1));
        String why =
                assertThrows(IOException.class, () -> next.read(file, other)).getMessage();
        assertTrue(why.contains("another exploration: the quorum differs (2, not 1); delete this file"), why);
        next.read(file, ModelIdentity.of("this", crash()));
    }
}
