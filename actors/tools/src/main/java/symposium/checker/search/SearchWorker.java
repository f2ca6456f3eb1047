package symposium.checker.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.checker.number.Computation;
import symposium.checker.number.FollowingGuard;
import symposium.checker.number.FollowingGuard.NotComputed;
import symposium.checker.number.Guard;
import symposium.checker.search.BreadthFirstSearch.Counts;
import symposium.checker.space.PropertyChecker;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.checker.store.LongSequence;
import symposium.checker.store.RowLayout;
import symposium.checker.store.StateStore;
import symposium.checker.store.WordTable;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Scenario;

/**
 * One of the workers of a distributed breadth-first search. Each state is owned by one worker, given by a hash of the
 * state: the owner stores it, and expands it. Successors are sent to their owners in batches. The search goes level by
 * level: all workers expand their states of one level, and when no batch of that level is under way any more, all begin
 * the next one. So it finds the same states as one process does, at the same distance from the initial state.
 *
 * <p>The numbers in a row stand for records of the algorithm's author, which are never sent. All workers give them the
 * same numbers, since all compute the same in the same order: worker 0 decides what is computed next, and the others
 * follow its journal. A worker that needs what has not been computed asks for it, sets the state aside, and goes on
 * with others.
 *
 * <p>It is used by one thread at a time.
 */
public final class SearchWorker<S, M, U, I, O> {

    /** What a worker says to the others. */
    public interface Peers {

        /** Sends states to their owner. */
        void send(int owner, RowBatch batch);

        /**
         * Asks worker 0 to compute something; its journal will have it.
         *
         * @param row the state for which it is needed, and which probably needs more
         */
        void ask(Computation needed, int[] row);
    }

    /** No state has a parent here: the way to one is found again where it is needed. */
    private static final int NO_PARENT = -1;

    /** The most words of a batch. */
    private static final int BATCH = 1 << 13;

    private final Model<S, M, U, I, O> model;
    private final int self;
    private final int workers;
    private final Guard guard;
    private final StateSpace<S, M, U, I, O> space;
    private final StateExpander<S, M, U, I, O> expander;
    private final Peers peers;

    private final long[] fired;
    private final long[] firedOnce;
    private long transitions;
    /** By level: its first state here, and after the last level the number of states. */
    private LongSequence levels = new LongSequence();
    /** The state that is expanded next, and the end of the level. */
    private int head;

    private int end;

    /** The states that were set aside, by what they need. */
    private final Map<Computation, List<Integer>> aside = new HashMap<>();
    /** States that were set aside, and need not be any more. */
    private final Deque<Integer> again = new ArrayDeque<>();

    private final Set<Computation> asked = new HashSet<>();

    private final Outbox[] outboxes;
    /** Batches of the next level, and those with numbers that are not known here yet. */
    private final List<RowBatch> held = new ArrayList<>();

    private long[] own = new long[64];
    private Optional<FoundViolation> violation = Optional.empty();

    /**
     * A worker that knows only the initial state.
     *
     * @param self its number; worker 0 decides what is computed
     * @param workers how many there are
     */
    public SearchWorker(Model<S, M, U, I, O> model, int self, int workers, Peers peers) {
        this.model = model;
        this.self = self;
        this.workers = workers;
        this.peers = peers;
        guard = self == 0 ? new Guard() : new FollowingGuard();
        space = new StateSpace<>(model, false, guard);
        expander = new StateExpander<>(model, space);
        space.begin();
        int[] initial = space.state(0).numbers();
        if (owner(initial) != self) {
            space.restore(space.layout(), new StateStore(space.layout().words()));
        }
        fired = new long[space.rules()];
        firedOnce = new long[fired.length];
        levels.add(0);
        outboxes = new Outbox[workers];
        Arrays.setAll(outboxes, any -> new Outbox(BATCH));
        follow();
    }

    private void follow() {
        if (guard instanceof FollowingGuard follower) {
            follower.follow();
        }
    }

    /** The worker that owns a state. Slots that are 0, as those of links without messages, do not matter. */
    private int owner(int[] row) {
        return ownerOf(hash(row, row.length));
    }

    private static long hash(int[] row, int slots) {
        long sum = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (row[slot] != 0) {
                sum += WordTable.hash((long) (slot + 1) << Integer.SIZE | row[slot]);
            }
        }
        return WordTable.hash(sum);
    }

    private int ownerOf(long hash) {
        return (int) ((hash >>> Integer.SIZE) * workers >>> Integer.SIZE);
    }

    // --- what all compute

    /** How much has been computed here. */
    public int journalLength() {
        return guard.recorded();
    }

    /** A part of what has been computed here; three numbers for each computation. */
    public int[] journal(int from, int to) {
        return guard.journal(from, to);
    }

    /** How many different things have a number: the same for all workers that have computed as much. */
    public long numbered() {
        return space.numbered();
    }

    /** Worker 0 computes what another one needs, and all else that it needs for this state. */
    public void compute(Computation needed, int[] row) {
        expander.expand(space.state(row), firedOnce);
        guard.request(needed.function(), needed.one(), needed.other());
    }

    /** Computes what worker 0 has computed next. */
    public void replay(int[] entries) {
        space.replay(entries);
        for (int at = 0; at < entries.length; at += 3) {
            Computation computed = new Computation(entries[at], entries[at + 1], entries[at + 2]);
            asked.remove(computed);
            List<Integer> states = aside.remove(computed);
            if (states != null) {
                again.addAll(states);
            }
        }
        storeHeld();
    }

    // --- a level

    /** The level that is expanded, or was last; -1 before the first. */
    public int level() {
        return (int) levels.size() - 2;
    }

    /** Begins the next level, which are the states found in the one before. Returns how many there are here. */
    public int beginLevel() {
        head = end;
        end = states();
        levels.add(end);
        storeHeld();
        return end - head;
    }

    /** Whether nothing is to be done here before a batch comes, or what was asked for. */
    public boolean waits() {
        return head == end && again.isEmpty();
    }

    /** Whether everything of this level is done here, unless another batch comes. */
    public boolean done() {
        return waits() && aside.isEmpty() && held.stream().noneMatch(batch -> batch.level() == level() + 1);
    }

    /** Expands at most this number of states, and sends all that is due. */
    public void expand(int most) {
        for (int each = 0; each < most && !waits(); each++) {
            expandState(again.isEmpty() ? head++ : again.removeFirst());
        }
        if (waits()) {
            for (int owner = 0; owner < workers; owner++) {
                flush(owner);
            }
        }
    }

    private void flush(int owner) {
        if (!outboxes[owner].isEmpty()) {
            peers.send(owner, outboxes[owner].take(level() + 1, journalLength()));
        }
    }

    private void expandState(int state) {
        Arrays.fill(firedOnce, 0);
        try {
            int found = expander.expand(space.state(state), firedOnce);
            if (found == StateExpander.VIOLATED) {
                violated(state);
                return;
            }
            transitions += found;
            for (int rule = 0; rule < fired.length; rule++) {
                fired[rule] += firedOnce[rule];
            }
            distribute(found);
        } catch (NotComputed missing) {
            aside.computeIfAbsent(missing.needed(), any -> new ArrayList<>()).add(state);
            if (asked.add(missing.needed())) {
                peers.ask(missing.needed(), space.state(state).numbers());
            }
        }
    }

    /** Stores the successors that are owned here, and sends the others. */
    private void distribute(int found) {
        RowLayout layout = space.layout();
        int words = layout.words();
        if (own.length < found * words) {
            own = new long[found * words * 2];
        }
        int owned = 0;
        for (int successor = 0; successor < found; successor++) {
            int at = space.successors().offset(successor);
            long hash = hash(space.rowOf(successor), layout.slots());
            int owner = ownerOf(hash);
            if (owner == self) {
                System.arraycopy(space.successors().rows(), at, own, owned++ * words, words);
                continue;
            }
            Outbox outbox = outboxes[owner];
            if (outbox.full() || !outbox.takes(layout)) {
                flush(owner);
            }
            outbox.add(layout, hash, space.successors().rows(), at);
        }
        space.store().addAll(own, 0, owned, NO_PARENT);
    }

    /**
     * The first violation by a step is kept, unless some state of the level violates a property itself: then the
     * counterexample is shorter by a step, and the level ends here.
     */
    private void violated(int state) {
        boolean itself = expander.violation().by().isEmpty();
        if (violation.isPresent() && !itself) {
            return;
        }
        violation = Optional.of(new FoundViolation(space.state(state).numbers(), itself));
        if (itself) {
            head = end;
            again.clear();
            aside.clear();
        }
    }

    /** Takes states that another worker has found. */
    public void receive(RowBatch batch) {
        held.add(batch);
        storeHeld();
    }

    private void storeHeld() {
        held.removeIf(this::stores);
    }

    private boolean stores(RowBatch batch) {
        if (batch.level() > level() + 1 || batch.journal() > journalLength()) {
            return false;
        }
        RowLayout layout = batch.layout();
        RowLayout here = space.layout();
        boolean same = layout.words() == here.words()
                && Arrays.equals(batch.widths(), here.widths())
                && Arrays.equals(batch.words(), here.word());
        if (same) {
            space.store().addAll(batch.rows(), 0, batch.count(), NO_PARENT);
            return true;
        }
        int[] row = new int[layout.slots()];
        for (int each = 0; each < batch.count(); each++) {
            layout.unpack(batch.rows(), each * layout.words(), row);
            // First the row: where the layout grows for it, another store takes over.
            long[] packed = space.pack(row);
            space.store().addAll(packed, 0, 1, NO_PARENT);
        }
        return true;
    }

    /** What violates a property in this level or before, if anything was found here. */
    public Optional<FoundViolation> violation() {
        return violation;
    }

    /** The number of states here. */
    public int states() {
        return space.store().count();
    }

    /** The number of states here that are not expanded yet. */
    public int waiting() {
        return states() - head + again.size();
    }

    /** What was found here. */
    public SearchTotals totals() {
        return new SearchTotals(
                states(),
                space.store().bytes(),
                transitions,
                fired.clone(),
                space.cache().tested().clone(),
                space.compared(),
                space.observed());
    }

    // --- the way to a state

    /** A state of a level, owned here, out of which a step leads to a given one; both by their numbers. */
    public Optional<int[]> predecessor(int[] row, int level) {
        for (int state = (int) levels.get(level); state < levels.get(level + 1L); state++) {
            GlobalState from = space.state(state);
            if (successor(from, row).isPresent()) {
                return Optional.of(from.numbers());
            }
        }
        return Optional.empty();
    }

    /** Expands a state, and finds the successor with this row. */
    private OptionalInt successor(GlobalState from, int[] sought) {
        int found = space.expand(from);
        return IntStream.range(0, found)
                .filter(successor -> alike(space.rowOf(successor), sought))
                .findFirst();
    }

    /** Whether two rows are those of the same state: slots that one of them does not have are 0. */
    private static boolean alike(int[] one, int[] other) {
        int first = Arrays.mismatch(one, other);
        return first < 0
                || first == Math.min(one.length, other.length)
                        && IntStream.range(first, one.length).allMatch(slot -> one[slot] == 0)
                        && IntStream.range(first, other.length).allMatch(slot -> other[slot] == 0);
    }

    /**
     * The report of all workers together, made by worker 0.
     *
     * @param totals what all have found
     * @param depth the last level with a state
     * @param complete whether all states are expanded
     * @param counterexample the rows from the initial state to one that violates a property, or out of which a step
     *     does; empty if there is none
     * @param seconds the duration of the search
     */
    public Report report(SearchTotals totals, int depth, boolean complete, List<int[]> counterexample, double seconds) {
        Optional<Property> violated =
                counterexample.isEmpty() ? Optional.empty() : Optional.of(violated(counterexample));
        Verdict otherwise = complete ? Verdict.HOLDS : Verdict.UNDECIDED;
        Map<String, Boolean> names =
                PropertyChecker.invariants(model, totals.tested(), totals.observed(), violated.map(Property::name));
        if (model.promisesProgress()) {
            names.put(Scenario.NO_DEADLOCK, totals.anyFired());
        }
        List<Property> properties = new ArrayList<>();
        names.forEach((name, tested) ->
                properties.add(violated.filter(property -> property.name().equals(name))
                        .orElseGet(() -> Property.unviolated(name, otherwise, tested))));
        return new Report(
                model.name(),
                space.processes(),
                totals.states(),
                totals.bytes(),
                totals.transitions(),
                depth,
                complete,
                space.rules(totals.fired()),
                properties,
                OptionalInt.empty(),
                false,
                totals.compared(),
                seconds,
                Optional.empty());
    }

    private Property violated(List<int[]> rows) {
        List<TraceEvent> trace = new ArrayList<>();
        for (int at = 0; at + 1 < rows.size(); at++) {
            GlobalState from = space.state(rows.get(at));
            trace.addAll(space.events().all(successor(from, rows.get(at + 1)).orElseThrow()));
        }
        if (expander.expand(space.state(rows.get(rows.size() - 1)), firedOnce) != StateExpander.VIOLATED) {
            throw new IllegalStateException("worker 0 does not find the violation that another one has found");
        }
        StateExpander.Violation found = expander.violation();
        trace.addAll(found.by());
        found.failure().ifPresent(trace::add);
        return new Property(found.property(), Verdict.VIOLATED, true, trace, List.of());
    }

    // --- checkpoints

    /**
     * Writes what is known here into a file, after a level has ended.
     *
     * @param identity what is explored: the file serves nothing else
     */
    public void write(Path file, ModelIdentity identity) throws IOException {
        Counts counts = new Counts(end, states(), level(), transitions, fired, 0);
        Checkpoint.write(file, identity.of(self, workers), space, counts, levels);
    }

    /**
     * Takes what a file has, before the first level.
     *
     * @throws IOException if it cannot be read, or is no checkpoint of this, or not whole
     */
    public void read(Path file, ModelIdentity identity) throws IOException {
        levels = new LongSequence();
        Counts counts = Checkpoint.read(file, identity.of(self, workers), space, fired.length, levels);
        end = counts.head();
        head = end;
        transitions = counts.transitions();
        System.arraycopy(counts.fired(), 0, fired, 0, fired.length);
    }
}
