package symposium.distributed;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.checker.model.Model;
import symposium.checker.number.Computation;
import symposium.checker.search.RowBatch;
import symposium.checker.search.SearchWorker;
import symposium.distributed.SearchMessage.ToCoordinator;
import symposium.distributed.SearchMessage.ToWorker;

/** The actor of one worker of a distributed search. */
final class SearchWorkerActor implements SearchWorker.Peers {

    private static final int STATES_AT_ONCE = 256;
    /** How many batches may be under way to one owner before this worker waits. */
    private static final int WINDOW = 8;
    /** The most numbers of the journal in one message. */
    private static final int JOURNAL_PART = 30_000;

    private static final long REPORT_EVERY = 500_000_000L;

    private final ActorContext<ToWorker> context;
    private final Models models;
    private final Optional<Path> ownDirectory;
    private final Consumer<String> ended;

    private ActorRef<ToCoordinator> coordinator;
    private List<ActorRef<ToWorker>> workers = List.of();
    private int self;
    private Models.Subject subject;
    private SearchWorker<?, ?, ?, ?, ?> worker;
    private Optional<WorkerFiles> files = Optional.empty();

    /** What worker 0 is to compute. */
    private final List<SearchMessage.Needed.Need> needs = new ArrayList<>();
    /** By owner: the batches that are under way to it. */
    private int[] underWay = new int[0];
    /** By worker: how much of the journal it has been sent; only worker 0 sends it. */
    private final Map<Integer, Integer> followers = new HashMap<>();

    private TerminationProcess termination;
    /** Whether the machine of Safra's algorithm takes this worker for active. */
    private boolean active;
    /** The batches announced in this level. */
    private int announced;
    /** By level of their states: the batches that have come. */
    private final Map<Integer, Integer> arrived = new HashMap<>();
    /** What has come of a level that has not begun here. */
    private final List<SearchMessage.TerminationStep> early = new ArrayList<>();

    private boolean continuing;
    private boolean halted;
    private long reportDue = System.nanoTime() + REPORT_EVERY;

    private SearchWorkerActor(
            ActorContext<ToWorker> context, Models models, Optional<Path> ownDirectory, Consumer<String> ended) {
        this.context = context;
        this.models = models;
        this.ownDirectory = ownDirectory;
        this.ended = ended;
    }

    /**
     * A worker that waits for a coordinator.
     *
     * @param directory for its checkpoints; otherwise the coordinator names one
     * @param ended receives why the search is over
     */
    static Behavior<ToWorker> create(Models models, Optional<Path> directory, Consumer<String> ended) {
        return Behaviors.setup(context -> {
            SearchWorkerActor actor = new SearchWorkerActor(context, models, directory, ended);
            return Behaviors.receiveMessage(actor::on);
        });
    }

    private Behavior<ToWorker> on(ToWorker message) {
        try {
            if (message instanceof SearchMessage.End end) {
                ended.accept(end.why());
                return Behaviors.stopped();
            }
            if (!halted || message instanceof SearchMessage.MakeReport) {
                handle(message);
            }
        } catch (OutOfMemoryError full) {
            fail("its memory was exhausted at %,d states".formatted(worker == null ? 0 : worker.states()));
        } catch (UncheckedIOException | IOException failed) {
            fail(failed.getMessage());
        } catch (RuntimeException | StackOverflowError unexpected) {
            context.getLog().error("worker {} fails", self, unexpected);
            fail("a fault of this program: " + unexpected);
        }
        return Behaviors.same();
    }

    private void fail(String why) {
        halted = true;
        coordinator.tell(new SearchMessage.Failed(self, why));
    }

    private void handle(ToWorker message) throws IOException {
        if (message instanceof SearchMessage.States states) {
            onStates(states);
        } else if (message instanceof SearchMessage.Continue) {
            onContinue();
        } else if (message instanceof SearchMessage.Received received) {
            underWay[received.from()]--;
            goOn();
        } else if (message instanceof SearchMessage.TerminationStep step) {
            onTerminationStep(step);
        } else if (message instanceof SearchMessage.Needed needed) {
            needed.needs().forEach(each -> worker.compute(each.computation(), each.row()));
            publish();
        } else if (message instanceof SearchMessage.Computed computed) {
            worker.replay(computed.entries());
            goOn();
        } else if (message instanceof SearchMessage.Begin begin) {
            onBegin(begin.level());
        } else if (message instanceof SearchMessage.LevelOver over) {
            onLevelOver(over.level());
        } else {
            handleRarely(message);
        }
    }

    private void handleRarely(ToWorker message) throws IOException {
        if (message instanceof SearchMessage.Prepare prepare) {
            onPrepare(prepare);
        } else if (message instanceof SearchMessage.Resume resume) {
            onResume(resume.level());
        } else if (message instanceof SearchMessage.Follows follows) {
            followers.put(follows.from(), follows.journal());
            publish();
        } else if (message instanceof SearchMessage.Save save) {
            WorkerFiles kept = files.orElseThrow();
            Files.createDirectories(kept.directory());
            worker.write(kept.file(save.level()), subject.identity());
            coordinator.tell(new SearchMessage.Saved(self));
        } else if (message instanceof SearchMessage.Forget forget) {
            if (files.isPresent()) {
                files.get().keepOnly(forget.level());
            }
            coordinator.tell(new SearchMessage.Forgotten(self));
        } else if (message instanceof SearchMessage.FindPredecessor find) {
            coordinator.tell(new SearchMessage.Predecessor(self, worker.predecessor(find.row(), find.level())));
        } else if (message instanceof SearchMessage.Halt) {
            halted = true;
            coordinator.tell(new SearchMessage.Halted(self, worker.totals()));
        } else if (message instanceof SearchMessage.MakeReport make) {
            make.report()
                    .complete(worker.report(
                            make.totals(), make.depth(), make.complete(), make.counterexample(), make.seconds()));
        }
    }

    private void onPrepare(SearchMessage.Prepare prepare) throws IOException {
        coordinator = prepare.coordinator();
        self = prepare.self();
        workers = prepare.workers();
        underWay = new int[workers.size()];
        try {
            subject = models.of(prepare.options());
        } catch (RuntimeException wrong) {
            fail("it does not understand what is to be explored: " + wrong.getMessage());
            return;
        }
        files = ownDirectory
                .or(() -> prepare.directory().map(Path::of))
                .map(directory -> new WorkerFiles(directory, self, workers.size()));
        List<Integer> kept = List.of();
        if (files.isPresent()) {
            Optional<Integer> others = files.get().otherWorkers();
            if (others.isPresent()) {
                fail("%s has checkpoints of a search by %d workers: --cluster %d continues from them"
                        .formatted(files.get().directory(), others.get(), others.get()));
                return;
            }
            kept = files.get().levels();
        }
        coordinator.tell(new SearchMessage.Ready(self, subject.identity(), kept));
    }

    private void onResume(int level) throws IOException {
        worker = worker(subject.model());
        if (level >= 0) {
            worker.read(files.orElseThrow().file(level), subject.identity());
        }
        if (self != 0) {
            workers.get(0).tell(new SearchMessage.Follows(self, worker.journalLength()));
        }
        coordinator.tell(new SearchMessage.Prepared(self));
        publish();
    }

    private <S, M, U, I, O> SearchWorker<S, M, U, I, O> worker(Model<S, M, U, I, O> model) {
        return new SearchWorker<>(model, self, workers.size(), this);
    }

    // --- a level

    private void onBegin(int level) {
        arrived.remove(level);
        announced = 0;
        active = true;
        worker.beginLevel();
        if (termination != null) {
            context.stop(termination.process());
        }
        List<ActorRef<ToWorker>> all = workers;
        ActorRef<ToWorker> here = context.getSelf();
        termination = new TerminationProcess(
                self,
                all.size(),
                context.spawn(
                        TerminationProcess.create(
                                self,
                                all.size(),
                                level,
                                (to, step) -> all.get(to).tell(step),
                                () -> here.tell(new SearchMessage.LevelOver(level))),
                        "safra-" + level));
        List<SearchMessage.TerminationStep> due = List.copyOf(early);
        early.clear();
        due.forEach(this::onTerminationStep);
        goOn();
    }

    private void onTerminationStep(SearchMessage.TerminationStep step) {
        if (worker == null || step.level() > worker.level()) {
            early.add(step);
            return;
        }
        if (step.announces()) {
            announced++;
            active = true;
        }
        termination.receive(step);
        goOn();
    }

    private void onStates(SearchMessage.States states) {
        long[] rows = new long[states.rows().length / Long.BYTES];
        ByteBuffer.wrap(states.rows()).asLongBuffer().get(rows);
        arrived.merge(states.level(), 1, Integer::sum);
        worker.receive(
                new RowBatch(states.level(), states.journal(), states.widths(), states.words(), states.count(), rows));
        workers.get(states.from()).tell(new SearchMessage.Received(self));
        goOn();
    }

    private void onContinue() {
        continuing = false;
        worker.expand(STATES_AT_ONCE);
        if (!needs.isEmpty()) {
            workers.get(0).tell(new SearchMessage.Needed(List.copyOf(needs)));
            needs.clear();
        }
        publish();
        if (System.nanoTime() - reportDue > 0) {
            reportDue = System.nanoTime() + REPORT_EVERY;
            coordinator.tell(new SearchMessage.Reached(self, worker.states(), worker.waiting()));
        }
        goOn();
    }

    /** Goes on with what can be done now; tells Safra's algorithm where that is nothing. */
    private void goOn() {
        if (!worker.waits()) {
            if (!continuing && !congested()) {
                continuing = true;
                context.getSelf().tell(new SearchMessage.Continue());
            }
        } else if (active && worker.done() && arrived.getOrDefault(worker.level() + 1, 0) == announced) {
            active = false;
            termination.stops();
        }
    }

    private boolean congested() {
        for (int batches : underWay) {
            if (batches >= WINDOW) {
                return true;
            }
        }
        return false;
    }

    private void onLevelOver(int level) {
        if (level != worker.level() || active || !worker.done()) {
            throw new IllegalStateException("level " + level + " is said to have ended, and has not here");
        }
        coordinator.tell(new SearchMessage.LevelEnded(
                self,
                worker.totals(),
                worker.violation(),
                worker.waiting(),
                worker.journalLength(),
                worker.numbered()));
    }

    // --- to the others

    @Override
    public void send(int owner, RowBatch batch) {
        ByteBuffer rows = ByteBuffer.allocate(batch.rows().length * Long.BYTES);
        LongBuffer words = rows.asLongBuffer();
        words.put(batch.rows());
        underWay[owner]++;
        termination.sends(owner);
        workers.get(owner)
                .tell(new SearchMessage.States(
                        self,
                        batch.level(),
                        batch.journal(),
                        batch.widths(),
                        batch.words(),
                        batch.count(),
                        rows.array()));
    }

    @Override
    public void ask(Computation needed, int[] row) {
        needs.add(new SearchMessage.Needed.Need(needed, row));
    }

    /** Worker 0 sends the others what it has computed since. */
    private void publish() {
        if (self != 0 || worker == null) {
            return;
        }
        followers.replaceAll((follower, sent) -> {
            int at = sent;
            while (at < worker.journalLength()) {
                int[] entries = worker.journal(at, Math.min(worker.journalLength(), at + JOURNAL_PART));
                workers.get(follower).tell(new SearchMessage.Computed(entries));
                at += entries.length;
            }
            return at;
        });
    }
}
