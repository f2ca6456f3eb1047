package symposium.distributed;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import symposium.checker.model.Limits;
import symposium.checker.model.Progress;
import symposium.checker.model.Report;
import symposium.checker.search.FoundViolation;
import symposium.checker.search.SearchTotals;
import symposium.distributed.SearchMessage.FromWorker;
import symposium.distributed.SearchMessage.ToCoordinator;
import symposium.distributed.SearchMessage.ToWorker;

/**
 * Directs a distributed search: begins each level when all workers have ended the one before, has checkpoints written
 * in between, and finds the way to a violation.
 */
final class SearchCoordinator {

    /** Writing checkpoints takes at most one part in this number of the time. */
    private static final int SHARE = 10;

    private final ActorContext<ToCoordinator> context;
    private final SearchPlan plan;
    private final Consumer<Progress> progress;
    private final Consumer<String> note;
    private final CompletableFuture<SearchOutcome> outcome;
    /** When the first level began. */
    private long begin = System.nanoTime();

    private List<ActorRef<ToWorker>> workers = List.of();

    /** The answers that are expected: of this kind, from these workers; then this is done. */
    private Class<? extends FromWorker> expected = SearchMessage.Ready.class;

    private final Set<Integer> expectedOf = new HashSet<>();
    private Runnable then = () -> {};
    private final Map<Integer, FromWorker> answers = new TreeMap<>();

    private final Map<Integer, SearchMessage.Reached> reached = new TreeMap<>();
    private int level = -1;
    private boolean begun;
    /** The level of the last checkpoint of all, or -1. */
    private int kept = -1;

    private long saveDue;
    private long saveBegan;
    private boolean stopping;

    private SearchCoordinator(
            ActorContext<ToCoordinator> context,
            TimerScheduler<ToCoordinator> timers,
            SearchPlan plan,
            Consumer<Progress> progress,
            Consumer<String> note,
            CompletableFuture<SearchOutcome> outcome) {
        this.context = context;
        this.plan = plan;
        this.progress = progress;
        this.note = note;
        this.outcome = outcome;
        saveDue = begin + plan.every().toNanos();
        timers.startSingleTimer(new SearchMessage.Late(), atMost(plan.limits().time()));
        timers.startSingleTimer(new SearchMessage.Alone(), plan.arrival());
    }

    /** Akka's timers have a longest duration. */
    private static Duration atMost(Duration time) {
        Duration longest = Duration.ofDays(200);
        return time.compareTo(longest) > 0 ? longest : time;
    }

    static Behavior<ToCoordinator> create(
            SearchPlan plan,
            Consumer<Progress> progress,
            Consumer<String> note,
            CompletableFuture<SearchOutcome> outcome) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            SearchCoordinator coordinator = new SearchCoordinator(context, timers, plan, progress, note, outcome);
            return Behaviors.receiveMessage(message -> {
                coordinator.on(message);
                return Behaviors.same();
            });
        }));
    }

    private void on(ToCoordinator message) {
        if (message instanceof SearchMessage.Failed failed) {
            fail("worker " + failed.self() + ": " + failed.why());
        } else if (message instanceof SearchMessage.Reached reach) {
            onReached(reach);
        } else if (message instanceof FromWorker answer) {
            onAnswer(answer);
        } else if (message instanceof SearchMessage.Found found) {
            onFound(found.workers());
        } else if (message instanceof SearchMessage.Lost lost) {
            fail(lost.what());
        } else if (message instanceof SearchMessage.MemberLost lost) {
            fail(lost.what());
        } else if (message instanceof SearchMessage.Interrupt) {
            stop("the search was interrupted");
        } else if (message instanceof SearchMessage.Late) {
            stop(time(plan.limits()));
        } else if (message instanceof SearchMessage.Alone && workers.isEmpty()) {
            fail("not all of %d workers have come within %d s"
                    .formatted(plan.workers(), plan.arrival().toSeconds()));
        }
    }

    private static String time(Limits limits) {
        return "the bound of %d seconds was reached (--seconds)"
                .formatted(limits.time().toSeconds());
    }

    // --- questions to all

    /** Sends a message to all workers, and waits for an answer of each. */
    private void askAll(ToWorker message, Class<? extends FromWorker> kind, Runnable next) {
        askEach(IntStream.range(0, workers.size()).mapToObj(any -> message).toList(), kind, next);
    }

    private void askEach(List<? extends ToWorker> messages, Class<? extends FromWorker> kind, Runnable next) {
        expected = kind;
        then = next;
        answers.clear();
        expectedOf.clear();
        for (int worker = 0; worker < workers.size(); worker++) {
            expectedOf.add(worker);
            workers.get(worker).tell(messages.get(worker));
        }
    }

    /** Answers to a question that another one has overtaken do not matter any more. */
    private void onAnswer(FromWorker answer) {
        if (expected.isInstance(answer) && expectedOf.remove(answer.self())) {
            answers.put(answer.self(), answer);
            if (expectedOf.isEmpty()) {
                then.run();
            }
        }
    }

    private <T extends FromWorker> List<T> answers(Class<T> kind) {
        return answers.values().stream().map(kind::cast).toList();
    }

    // --- the search

    private void onFound(List<ActorRef<ToWorker>> found) {
        if (!workers.isEmpty() || found.size() < plan.workers()) {
            return;
        }
        workers = found.subList(0, plan.workers());
        workers.forEach(worker -> context.watchWith(
                worker,
                new SearchMessage.Lost("worker " + workers.indexOf(worker) + " " + where(worker) + "has ended")));
        askEach(
                IntStream.range(0, workers.size())
                        .mapToObj(self -> new SearchMessage.Prepare(
                                self, workers, context.getSelf(), plan.options(), plan.directory()))
                        .toList(),
                SearchMessage.Ready.class,
                this::resume);
    }

    private static String where(ActorRef<?> worker) {
        String address = worker.path().address().toString();
        return address.contains("@") ? "at " + address.substring(address.indexOf('@') + 1) + " " : "";
    }

    private void resume() {
        List<SearchMessage.Ready> ready = answers(SearchMessage.Ready.class);
        for (SearchMessage.Ready each : ready) {
            Optional<String> difference = ready.get(0).identity().difference(each.identity());
            if (difference.isPresent()) {
                fail(
                        "worker %d understands something else by the same options: %s; each machine needs the same files and the same version"
                                .formatted(each.self(), difference.get()));
                return;
            }
        }
        Set<Integer> common = new HashSet<>(ready.get(0).kept());
        ready.forEach(each -> common.retainAll(each.kept()));
        kept = common.isEmpty() ? -1 : Collections.max(common);
        level = kept;
        if (kept >= 0) {
            note.accept("continues after level " + kept);
        }
        askAll(new SearchMessage.Resume(kept), SearchMessage.Prepared.class, () -> {
            begin = System.nanoTime();
            beginLevel();
        });
    }

    private void beginLevel() {
        begun = true;
        level++;
        askAll(new SearchMessage.Begin(level), SearchMessage.LevelEnded.class, this::levelEnded);
    }

    private void levelEnded() {
        List<SearchMessage.LevelEnded> ended = answers(SearchMessage.LevelEnded.class);
        Optional<SearchMessage.LevelEnded> other = ended.stream()
                .filter(each -> each.journal() == ended.get(0).journal()
                        && each.numbered() != ended.get(0).numbered())
                .findFirst();
        if (other.isPresent()) {
            fail("worker %d has %d different things in states, and worker 0 has %d: the code of the algorithm differs,"
                            .formatted(
                                    other.get().self(),
                                    other.get().numbered(),
                                    ended.get(0).numbered())
                    + " or does not do the same in each JVM");
            return;
        }
        SearchTotals totals = ended.stream()
                .map(SearchMessage.LevelEnded::totals)
                .reduce(SearchTotals::and)
                .orElseThrow();
        long waiting =
                ended.stream().mapToLong(SearchMessage.LevelEnded::waiting).sum();
        progress.accept(new Progress(totals.states(), waiting, level));
        Optional<FoundViolation> violation = ended.stream()
                .flatMap(each -> each.violation().stream())
                .reduce((one, next) -> next.itself() && !one.itself() ? next : one);
        if (violation.isPresent()) {
            findPath(totals, new ArrayList<>(List.of(violation.get().row())), level - 1);
        } else if (waiting == 0) {
            report(totals, true, List.of(), Optional.empty());
        } else if (totals.states() > plan.limits().states()) {
            stop(states());
        } else if (plan.directory().isPresent() && System.nanoTime() - saveDue > 0) {
            save();
        } else {
            beginLevel();
        }
    }

    private void onReached(SearchMessage.Reached reach) {
        reached.put(reach.self(), reach);
        if (reached.size() == workers.size()) {
            long states = reached.values().stream()
                    .mapToLong(SearchMessage.Reached::states)
                    .sum();
            long waiting = reached.values().stream()
                    .mapToLong(SearchMessage.Reached::waiting)
                    .sum();
            progress.accept(new Progress(states, waiting, level));
            if (states > plan.limits().states()) {
                stop(states());
            }
        }
    }

    private String states() {
        return "the bound of %,d states was reached (--max-states)"
                .formatted(plan.limits().states());
    }

    private void save() {
        saveBegan = System.nanoTime();
        askAll(new SearchMessage.Save(level), SearchMessage.Saved.class, () -> {
            long now = System.nanoTime();
            saveDue = now + Math.max(plan.every().toNanos(), SHARE * (now - saveBegan));
            kept = level;
            note.accept("checkpoint after level " + level);
            askAll(new SearchMessage.Forget(level), SearchMessage.Forgotten.class, this::beginLevel);
        });
    }

    /** Goes back level by level, to the state from which a step leads to the first of the path. */
    private void findPath(SearchTotals totals, List<int[]> path, int before) {
        if (before < 0) {
            Collections.reverse(path);
            report(totals, false, path, Optional.empty());
            return;
        }
        askAll(
                new SearchMessage.FindPredecessor(path.get(path.size() - 1), before),
                SearchMessage.Predecessor.class,
                () -> {
                    Optional<int[]> found = answers(SearchMessage.Predecessor.class).stream()
                            .flatMap(answer -> answer.row().stream())
                            .findFirst();
                    if (found.isEmpty()) {
                        fail("no state of level " + before + " leads to one that was found from it");
                        return;
                    }
                    path.add(found.get());
                    findPath(totals, path, before - 1);
                });
    }

    private void stop(String why) {
        if (stopping) {
            return;
        }
        stopping = true;
        if (workers.isEmpty() || level < 0) {
            fail(why);
            return;
        }
        askAll(new SearchMessage.Halt(), SearchMessage.Halted.class, () -> {
            SearchTotals totals = answers(SearchMessage.Halted.class).stream()
                    .map(SearchMessage.Halted::totals)
                    .reduce(SearchTotals::and)
                    .orElseThrow();
            report(totals, false, List.of(), Optional.of(why));
        });
    }

    private void report(SearchTotals totals, boolean complete, List<int[]> path, Optional<String> reason) {
        if (complete || !path.isEmpty()) {
            askAll(
                    new SearchMessage.Forget(-1),
                    SearchMessage.Forgotten.class,
                    () -> makeReport(totals, complete, path, reason));
        } else {
            makeReport(totals, false, path, reason);
        }
    }

    private void makeReport(SearchTotals totals, boolean complete, List<int[]> path, Optional<String> reason) {
        CompletableFuture<Report> made = new CompletableFuture<>();
        made.whenComplete((report, impossible) -> {
            if (report != null) {
                outcome.complete(new SearchOutcome(Optional.of(report), reason, Optional.ofNullable(keptIn()), true));
            }
        });
        workers.get(0)
                .tell(new SearchMessage.MakeReport(
                        totals, level, complete, path, (System.nanoTime() - begin) / 1e9, made));
        end(reason.orElse("the search is over"));
    }

    private String keptIn() {
        return kept < 0 ? null : "level " + kept + " in " + plan.directory().orElseThrow();
    }

    private void fail(String why) {
        outcome.complete(new SearchOutcome(Optional.empty(), Optional.of(why), Optional.ofNullable(keptIn()), begun));
        end(why);
    }

    private void end(String why) {
        workers.forEach(worker -> worker.tell(new SearchMessage.End(why)));
    }
}
