package symposium.distributed;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import symposium.checker.model.Report;
import symposium.checker.number.Computation;
import symposium.checker.search.FoundViolation;
import symposium.checker.search.ModelIdentity;
import symposium.checker.search.SearchTotals;
import symposium.termination.safra.Safra;

/** A message of a distributed search; configuration binds this type to a serializer. */
sealed interface SearchMessage {

    /** For a worker. */
    sealed interface ToWorker extends SearchMessage {}

    /**
     * Takes part as this worker.
     *
     * @param workers all of them, by number
     * @param options those of {@code symposium check}, which say what is explored
     * @param directory for checkpoints, unless the worker has one of its own
     */
    record Prepare(
            int self,
            List<ActorRef<ToWorker>> workers,
            ActorRef<ToCoordinator> coordinator,
            List<String> options,
            Optional<String> directory)
            implements ToWorker {}

    /** Goes on after a level of which there is a checkpoint, or from the initial state where this is negative. */
    record Resume(int level) implements ToWorker {}

    /** How much of what worker 0 computes a worker has computed, too. */
    record Follows(int from, int journal) implements ToWorker {}

    /** A worker needs something computed, each with what the state of a row needs. */
    record Needed(List<Need> needs) implements ToWorker {

        record Need(Computation computation, int[] row) {}
    }

    /** What worker 0 has computed next. */
    record Computed(int[] entries) implements ToWorker {}

    /** A level begins. */
    record Begin(int level) implements ToWorker {}

    /** States for their owner: a {@link symposium.checker.search.RowBatch}, its rows as bytes. */
    record States(int from, int level, int journal, int[] widths, int[] words, int count, byte[] rows)
            implements ToWorker {}

    /** A batch has been taken. */
    record Received(int from) implements ToWorker {}

    /** A message of Safra's algorithm about the end of a level, from the machine of a worker. */
    record TerminationStep(
            int from,
            int level,

            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
            @JsonSubTypes({
                @JsonSubTypes.Type(Safra.Work.class),
                @JsonSubTypes.Type(Safra.Token.class),
                @JsonSubTypes.Type(Safra.Terminated.class)
            })
            Safra.Message message)
            implements ToWorker {

        /** Whether it announces a batch. */
        boolean announces() {
            return message instanceof Safra.Work;
        }
    }

    /** Writes a checkpoint: this level has ended. */
    record Save(int level) implements ToWorker {}

    /** All have written the checkpoint of this level: others are not needed any more; none is where it is negative. */
    record Forget(int level) implements ToWorker {}

    /** Finds the state of a level from which a step leads to this one. */
    record FindPredecessor(int[] row, int level) implements ToWorker {}

    /** Stops in the middle of a level. */
    record Halt() implements ToWorker {}

    /** The search is over. */
    record End(String why) implements ToWorker {}

    /** Goes on expanding; from a worker to itself. */
    record Continue() implements ToWorker {}

    /** Safra's algorithm has told of the end of a level; from a worker's own process of it. */
    record LevelOver(int level) implements ToWorker {}

    /** The coordinator is gone; from a worker to itself. */
    record CoordinatorGone() implements ToWorker {}

    /** Makes the report; to worker 0, which is in the same virtual machine. */
    record MakeReport(
            SearchTotals totals,
            int depth,
            boolean complete,
            List<int[]> counterexample,
            double seconds,
            CompletableFuture<Report> report)
            implements ToWorker {}

    /** For the coordinator. */
    sealed interface ToCoordinator extends SearchMessage {}

    /** From a worker. */
    sealed interface FromWorker extends ToCoordinator {
        int self();
    }

    /**
     * A worker knows what is explored.
     *
     * @param identity what it understands
     * @param kept the levels of which it has checkpoints
     */
    record Ready(int self, ModelIdentity identity, List<Integer> kept) implements FromWorker {}

    /** A worker can begin. */
    record Prepared(int self) implements FromWorker {}

    /** How far a worker has come. */
    record Reached(int self, long states, long waiting) implements FromWorker {}

    /**
     * A level has ended.
     *
     * @param waiting the states of the next level
     * @param journal how much the worker has computed
     * @param numbered how many things have a number then
     */
    record LevelEnded(
            int self, SearchTotals totals, Optional<FoundViolation> violation, long waiting, int journal, long numbered)
            implements FromWorker {}

    /** A worker has written its checkpoint. */
    record Saved(int self) implements FromWorker {}

    /** A worker has removed former checkpoints. */
    record Forgotten(int self) implements FromWorker {}

    /** The state from which a step leads to the one asked for, if the worker owns one. */
    record Predecessor(int self, Optional<int[]> row) implements FromWorker {}

    /** A worker has stopped. */
    record Halted(int self, SearchTotals totals) implements FromWorker {}

    /** A worker cannot go on. */
    record Failed(int self, String why) implements FromWorker {}

    /** The workers that have come so far; from the receptionist. */
    record Found(List<ActorRef<ToWorker>> workers) implements ToCoordinator {}

    /** The virtual machine of a worker is gone. */
    record Lost(String what) implements ToCoordinator {}

    /**
     * A member of the cluster is gone.
     *
     * @param at its HOST:PORT
     * @param how what has happened to it
     */
    record MemberLost(String at, String how) implements ToCoordinator {

        String what() {
            return "the JVM at " + at + " " + how;
        }
    }

    /** The time is over. */
    record Late() implements ToCoordinator {}

    /** The workers have not come in time. */
    record Alone() implements ToCoordinator {}

    /** The user ends the search. */
    record Interrupt() implements ToCoordinator {}
}
