package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Channels;
import symposium.kernel.Configuration;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/**
 * The global states of a model as rows of numbers, and what leads from one to the next.
 *
 * <p>Slot p of a row, for p below the number of processes, holds the local state of process p; the next slot the world
 * around the processes; the next what the problem's observer remembers; the others what is under way over one link in one direction, 0 for
 * nothing. Links get their slots when they are first used.
 */
final class StateSpace<S, M, U, I, O> {

    /** What kind of step led to a successor. */
    enum Kind {
        ACTION,
        NEWS,
        DELIVERY,
        RETURN,
        LOSS,
        DOUBLING,
        CRASH,
        FAILURE,
        RECOVERY,
        JOIN,
        LEAVE,
        PARTITION;

        /** Whether this is something that goes wrong or changes, and may never happen. */
        boolean isFault() {
            return switch (this) {
                case ACTION, NEWS, DELIVERY, RETURN, RECOVERY -> false;
                case LOSS, DOUBLING, CRASH, FAILURE, JOIN, LEAVE, PARTITION -> true;
            };
        }
    }

    /** A row that does not fit into the layout has been met; the layout is wider now, and the expansion has to be begun anew. */
    static final int WIDENED = -1;

    private static final Kind[] KINDS = Kind.values();
    private static final int PLACE_BITS = 24;
    private static final int NO_SLOT = -1;
    private static final int NOBODY = -1;
    /** No number in a walk is greater. */
    private static final int WIDEST = (1 << 29) - 1;

    private final Model<S, M, U, I, O> model;
    private final List<ProcessId> ids;
    private final int processes;
    /** The slot of the observer, and that of the first link. */
    private final int watch;

    private final int firstLink;
    private final Interner<Observer<O>> observers = new Interner<>();
    private final LocalSteps<S, M, U, I, O> local;
    private final Optional<CanonicalForms<S, M, U, I, O>> normals;

    private RowLayout layout;
    private StateStore store;

    /** The state being expanded, unpacked. */
    private int[] row = new int[16];
    /** The same, packed. */
    private long[] visited = new long[1];

    private long[] successors = new long[64];
    private int found;
    /** By successor: its kind and its place, the process or the link. */
    private int[] origins = new int[16];

    private int[] chosen = new int[16];
    private LocalStep[] steps = new LocalStep[16];
    /** By successor, once any step refutes a law. */
    private final Map<Integer, InvariantViolation> refutations = new HashMap<>();

    private boolean anyRefuted;
    private int owedSteps;

    private final InvariantCache<S, M, U> observations;

    /** In a walk, the successor whose row is wanted; rows of the others are not made. */
    private int only = NOBODY;
    /** Whether this is for one walk. */
    private final boolean walking;

    private final Environments worlds;
    private final MembershipKnowledges views;
    /** Whether messages are lost or doubled. */
    private final boolean faulty;
    /** Whether anything else changes. */
    private final boolean changing;
    /** By successor: whether it is a change of the world that happens in the end. */
    private boolean[] owed = new boolean[16];

    /** A space for one walk, in which no state is remembered and every number has room from the start. */
    static <S, M, U, I, O> StateSpace<S, M, U, I, O> toWalk(Model<S, M, U, I, O> model) {
        return new StateSpace<>(model, true);
    }

    StateSpace(Model<S, M, U, I, O> model) {
        this(model, false);
    }

    private StateSpace(Model<S, M, U, I, O> model, boolean walking) {
        this.walking = walking;
        this.model = model;
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.watch = processes + 1;
        this.firstLink = processes + 2;
        this.faulty = model.faults().losses() + model.faults().duplications() > 0;
        this.changing = model.changing();
        this.worlds = new Environments(model);
        this.views = new MembershipKnowledges(model, worlds);
        this.observations = new InvariantCache<>(model.invariants(), processes);
        this.local = new LocalSteps<>(model, observations, views);
        this.normals = model.quotient().map(quotient -> new CanonicalForms<>(model, local, firstLink));
        int[] widths = new int[firstLink];
        Arrays.fill(widths, 0, processes, 3);
        widths[processes] = faultBits();
        layout = new RowLayout(widths);
        store = emptyStore(layout.words());
    }

    private int faultBits() {
        int combinations = (model.faults().losses() + 1) * (model.faults().duplications() + 1);
        return Integer.SIZE - Integer.numberOfLeadingZeros(combinations - 1);
    }

    /** Puts the initial state into the store, as number 0. */
    void begin() {
        SortedSet<ProcessId> members = new TreeSet<>(ids);
        if (walking || !changing) {
            layOutLinks(members);
        }
        int[] initial = new int[layout.slots()];
        for (int process = 0; process < processes; process++) {
            initial[process] =
                    worlds.world(0).alive(process) || !changing ? local.initial(process, 0) : local.absent(process);
        }
        observers.of(model.problem().observer());
        long[] packed = new long[layout.words()];
        layout.pack(initial, initial.length, packed, 0);
        store.addAll(packed, 1, -1);
    }

    /** Gives every link its slot beforehand, where no others will come. */
    private void layOutLinks(SortedSet<ProcessId> members) {
        for (int process = 0; process < processes; process++) {
            for (Neighbour neighbour : model.topology().neighbours(ids.get(process), members)) {
                local.link(process, neighbour);
            }
        }
        layout = layout.widened(firstLink + local.links().size(), NO_SLOT, walking ? WIDEST : 0, slot -> walking);
        store = emptyStore(layout.words());
    }

    private StateStore emptyStore(int words) {
        return walking ? StateStore.small(words) : new StateStore(words, store == null ? 0 : store.count());
    }

    /** Whether two slots are likely to need the same width. */
    private boolean alike(int one, int other) {
        if (one < processes || other < processes) {
            return one >= 0 && one < processes && other < processes;
        }
        return !changing
                && one >= firstLink
                && other >= firstLink
                && local.links().get(one - firstLink).seenBySender().side()
                        == local.links().get(other - firstLink).seenBySender().side();
    }

    StateStore store() {
        return store;
    }

    InvariantCache<S, M, U> observations() {
        return observations;
    }

    List<String> ruleLabels() {
        return local.ruleLabels();
    }

    List<LinkDirection> links() {
        return local.links();
    }

    int processes() {
        return processes;
    }

    ProcessId id(int process) {
        return ids.get(process);
    }

    Model<S, M, U, I, O> model() {
        return model;
    }

    // --- the state being expanded

    /** Unpacks a state, to be looked at and expanded. */
    void visit(int state) {
        if (row.length < layout.slots()) {
            row = new int[layout.slots() * 2];
        }
        if (visited.length != layout.words()) {
            visited = new long[layout.words()];
        }
        store.copy(state, visited);
        layout.unpack(visited, 0, row);
    }

    /** The same in a walk, where no successor's row is made but that of the one to be taken. */
    int survey(int successor) {
        only = successor;
        int all = expand();
        while (all == WIDENED) {
            refit();
            all = expand();
        }
        return all;
    }

    /** Goes on to the successor of the state visited that was surveyed. */
    void follow() {
        System.arraycopy(successors, 0, visited, 0, visited.length);
        layout.unpack(visited, 0, row);
    }

    /** Makes the state visited, which is not in the store, fit into a layout that has become wider. */
    private void refit() {
        if (row.length < layout.slots()) {
            row = Arrays.copyOf(row, layout.slots() * 2);
        }
        visited = new long[layout.words()];
        layout.pack(row, layout.slots(), visited, 0);
    }

    /** The number in a slot of the state visited. */
    int number(int slot) {
        return row[slot];
    }

    int slots() {
        return layout.slots();
    }

    LocalState<S, U> local(int process) {
        return local.local(process, row[process]);
    }

    List<M> inTransit(int link) {
        return local.decode(row[firstLink + link]);
    }

    /**
     * Computes the successors of the state visited.
     *
     * @return how many there are, or {@link #WIDENED}
     */
    int expand() {
        found = 0;
        owedSteps = 0;
        if (anyRefuted) {
            refutations.clear();
            anyRefuted = false;
        }
        int[] numbers = row;
        for (int process = 0; process < processes; process++) {
            for (LocalStep step : local.actions(process, numbers[process])) {
                if (!apply(Kind.ACTION, process, process, step, -1, 0)) {
                    return WIDENED;
                }
            }
        }
        if (changing && !expandChanges()) {
            return WIDENED;
        }
        int slots = layout.slots();
        for (int slot = firstLink; slot < slots; slot++) {
            if (numbers[slot] != 0 && !expandLink(slot - firstLink, numbers[slot])) {
                return WIDENED;
            }
        }
        return normals.isPresent() && !normalizeSuccessors(normals.get()) ? WIDENED : found;
    }

    private boolean expandLink(int link, int content) {
        int to = local.recipient(link);
        if (changing && !carries(link)) {
            return expandReturns(link, content);
        }
        int[] choices = local.choices(content);
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = local.delivery(link, row[to], choices[choice]);
            if (step != LocalSteps.WAITS
                    && !apply(Kind.DELIVERY, link, to, step, choices[choice], choices[choice + 1])) {
                return false;
            }
            if (faulty && !expandFaults(link, content, step, choices[choice], choices[choice + 1])) {
                return false;
            }
        }
        return true;
    }

    private boolean expandFaults(int link, int content, LocalStep step, int message, int rest) {
        int world = row[processes];
        int lost = worlds.afterLoss(world);
        if (lost >= 0) {
            int at = begin(Kind.LOSS, link, null, message);
            if (!skipped() && (!put(at, processes, world, lost) || !put(at, firstLink + link, content, rest))) {
                return false;
            }
        }
        int doubled = worlds.afterDuplication(world);
        if (step != LocalSteps.WAITS && doubled >= 0) {
            int at = nextRow();
            if (!apply(Kind.DOUBLING, link, local.recipient(link), step, message, content)
                    || !skipped() && !put(at, processes, world, doubled)) {
                return false;
            }
        }
        return true;
    }

    private boolean expandReturns(int link, int content) {
        int from = local.links().get(link).from();
        int[] choices = local.choices(content);
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = local.returned(link, row[from], choices[choice]);
            if (!apply(Kind.RETURN, link, from, step, choices[choice], choices[choice + 1])) {
                return false;
            }
        }
        return true;
    }

    /** What happens to processes and links, and what processes are told of it. */
    private boolean expandChanges() {
        int world = row[processes];
        Environments.Move[] moves = worlds.moves(world);
        for (int process = 0; process < processes; process++) {
            if (!alive(process)) {
                continue;
            }
            for (Environments.Move move : moves) {
                if (move.kind() == Kind.CRASH && move.place() == process && !change(move)) {
                    return false;
                }
            }
            for (int code : views.news(process, observations.view(process, row[process]), world)) {
                if (!tell(process, code, world)) {
                    return false;
                }
            }
        }
        for (Environments.Move move : moves) {
            if (move.kind() != Kind.CRASH && possible(move, world) && !change(move)) {
                return false;
            }
        }
        return true;
    }

    private boolean tell(int process, int code, int world) {
        boolean departure = views.kind(code) == MembershipKnowledges.News.DEPARTED;
        int other = views.about(code);
        if (departure && worlds.world(world).left(other) && !emptyBetween(process, other)) {
            return true;
        }
        int at = nextRow();
        if (!apply(Kind.NEWS, process, process, local.news(process, row[process], code, world), code, 0)) {
            return false;
        }
        if (departure && !skipped()) {
            emptyLinks(at, other, process);
        }
        return true;
    }

    private boolean possible(Environments.Move move, int world) {
        if (move.kind() == Kind.LEAVE) {
            return !observations.leaves(move.place(), row[move.place()]);
        }
        if (move.kind() == Kind.RECOVERY) {
            int one = worlds.one(move.place());
            int other = worlds.other(move.place());
            return knowsLost(one, other) && knowsLost(other, one) && emptyBetween(one, other);
        }
        return true;
    }

    private boolean knowsLost(int process, int other) {
        return (views.view(observations.view(process, row[process])).lost() >>> other & 1) != 0;
    }

    private boolean emptyBetween(int one, int other) {
        for (int slot = firstLink; slot < layout.slots(); slot++) {
            if (row[slot] != 0) {
                LinkDirection ends = local.links().get(slot - firstLink);
                if (ends.from() == one && ends.to() == other || ends.from() == other && ends.to() == one) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The world changes by itself, and one process perhaps with it. */
    private boolean change(Environments.Move move) {
        int process = move.place();
        int world = row[processes];
        int at = nextRow();
        if (move.kind() == Kind.LEAVE) {
            LocalStep step = local.leave(process, row[process]);
            return apply(Kind.LEAVE, process, process, step, -1, 0)
                    && (step.refutes() != null
                            || skipped()
                            || put(at, processes, world, move.next()) && (!step.leaves() || depart(at, process)));
        }
        begin(move.kind(), process, null, -1);
        owed[found - 1] = move.owed();
        if (move.owed()) {
            owedSteps++;
        }
        if (skipped()) {
            return true;
        }
        if (move.kind() == Kind.CRASH && !put(at, process, row[process], local.absent(process))
                || move.kind() == Kind.JOIN && !put(at, process, row[process], local.initial(process, move.next()))) {
            return false;
        }
        return put(at, processes, world, move.next())
                && clear(at, move.next())
                && (move.kind() != Kind.CRASH || forget(at, process));
    }

    /** The observer hears that a process is gone. */
    private boolean forget(int at, int process) {
        int watched = layout.read(successors, at, watch);
        int next = observers.of(observers.value(watched).gone(ids.get(process)));
        return next == watched || put(at, watch, watched, next);
    }

    /** Does away with what can neither arrive nor come back in the world of a successor. */
    private boolean clear(int at, int world) {
        for (int slot = firstLink; slot < layout.slots(); slot++) {
            int content = layout.read(successors, at, slot);
            if (content != 0 && vanishes(world, slot - firstLink)) {
                replace(at, slot, content, 0);
            }
        }
        return true;
    }

    private boolean vanishes(int world, int link) {
        LinkDirection ends = local.links().get(link);
        return worlds.way(world, ends.from(), ends.to()) == Environments.Way.VANISHES;
    }

    /** Does away with what is under way from one process to another. */
    private void emptyLinks(int at, int from, int to) {
        for (int slot = firstLink; slot < layout.slots(); slot++) {
            LinkDirection ends = local.links().get(slot - firstLink);
            if (ends.to() == to && ends.from() == from) {
                replace(at, slot, layout.read(successors, at, slot), 0);
            }
        }
    }

    /** Whether what is under way over a link of the state visited arrives at its end. */
    boolean carries(int link) {
        if (!changing) {
            return true;
        }
        LinkDirection ends = local.links().get(link);
        return worlds.way(row[processes], ends.from(), ends.to()) == Environments.Way.CARRIES;
    }

    /** Whether the step to a successor happens in the end when it is possible all the time. */
    boolean owed(int successor) {
        return steps[successor] == null ? owed[successor] : steps[successor].owed();
    }

    boolean alive(int process) {
        return observations.alive(process, row[process]);
    }

    /** Whether a process waits in the state visited: its user for an answer, unless it knows that it is cut off, or itself for getting away. */
    boolean waits(int process) {
        int number = row[process];
        return observations.waits(process, number)
                        && !views.view(observations.view(process, number)).cutOff()
                || observations.leaves(process, number);
    }

    /** The process that a link leads to. */
    int recipient(int link) {
        return local.recipient(link);
    }

    int firstLink() {
        return firstLink;
    }

    int owedSteps() {
        return owedSteps;
    }

    long[] successors() {
        return successors;
    }

    int words() {
        return layout.words();
    }

    Kind kind(int successor) {
        return KINDS[origins[successor] >>> PLACE_BITS];
    }

    int place(int successor) {
        return origins[successor] & (1 << PLACE_BITS) - 1;
    }

    int chosen(int successor) {
        return chosen[successor];
    }

    LocalStep step(int successor) {
        return steps[successor];
    }

    /** What happened on the way to a successor. */
    TraceEvent occurrence(int successor) {
        if (refutations.get(successor) != null && steps[successor].refutes() == null) {
            TraceEvent.Stepped step = (TraceEvent.Stepped) steps[successor].occurrence();
            return new TraceEvent.Failed(
                    step.process(),
                    step.event(),
                    step.effects() + ": " + refutations.get(successor).getMessage());
        }
        Kind kind = kind(successor);
        if (kind == Kind.CRASH) {
            return new TraceEvent.Crashed(ids.get(place(successor)));
        }
        if (kind == Kind.FAILURE) {
            return new TraceEvent.LinkFailed(
                    ids.get(worlds.one(place(successor))), ids.get(worlds.other(place(successor))));
        }
        if (kind == Kind.RECOVERY) {
            return new TraceEvent.LinkRecovered(
                    ids.get(worlds.one(place(successor))), ids.get(worlds.other(place(successor))));
        }
        if (kind == Kind.JOIN) {
            return new TraceEvent.Joined(ids.get(place(successor)));
        }
        if (kind == Kind.PARTITION) {
            SortedSet<ProcessId> side = model.faults().partitions().get(place(successor));
            return new TraceEvent.Partitioned(side.first(), side);
        }
        if (kind == Kind.LOSS) {
            LinkDirection link = local.links().get(place(successor));
            return new TraceEvent.MessageLost(
                    ids.get(link.to()), link.seenByReceiver(), local.message(chosen[successor]));
        }
        return steps[successor].occurrence();
    }

    /** Names what fairness is asked of: a mailbox (on an unordered link, each message), a timer, a user action, a piece of news. */
    long action(int successor) {
        Kind kind = kind(successor);
        long place = (long) kind.ordinal() << 56 | (long) place(successor) << 32;
        return switch (kind) {
            case DELIVERY, RETURN -> model.channels() == Channels.FIFO ? place : place | chosen(successor);
            case ACTION ->
                place
                        | Integer.toUnsignedLong(
                                ((TraceEvent.Stepped) step(successor).occurrence())
                                        .event()
                                        .hashCode());
            case NEWS -> place | chosen(successor);
            case LOSS, DOUBLING, CRASH, FAILURE, RECOVERY, JOIN, LEAVE, PARTITION -> place;
        };
    }

    /** The doubling of the message that then arrives on the way to a successor. */
    TraceEvent duplication(int successor) {
        LinkDirection link = local.links().get(place(successor));
        return new TraceEvent.MessageDuplicated(
                ids.get(link.to()), link.seenByReceiver(), local.message(chosen[successor]));
    }

    // --- building a successor

    private int begin(Kind kind, int place, LocalStep step, int message) {
        int words = visited.length;
        int at = walking ? 0 : found * words;
        if (found == origins.length) {
            origins = Arrays.copyOf(origins, found * 2);
            chosen = Arrays.copyOf(chosen, found * 2);
            steps = Arrays.copyOf(steps, found * 2);
            owed = Arrays.copyOf(owed, found * 2);
        }
        if (at + words > successors.length) {
            successors = Arrays.copyOf(successors, successors.length * 2 + words);
        }
        origins[found] = kind.ordinal() << PLACE_BITS | place;
        chosen[found] = message;
        steps[found] = step;
        owed[found] = false;
        if (walking && found != only) {
            found++;
            return at;
        }
        if (words == 1) {
            successors[at] = visited[0];
        } else {
            System.arraycopy(visited, 0, successors, at, words);
        }
        found++;
        return at;
    }

    /** Whether nobody wants the row of the successor begun last. */
    private boolean skipped() {
        return walking && found - 1 != only;
    }

    private int nextRow() {
        return walking ? 0 : found * layout.words();
    }

    private void replace(int at, int slot, int before, int after) {
        layout.replace(successors, at, slot, before, after);
    }

    private boolean put(int at, int slot, int before, int after) {
        if (slot >= layout.slots() || !layout.fits(slot, after)) {
            widen(slot, after);
            return false;
        }
        layout.replace(successors, at, slot, before, after);
        return true;
    }

    private boolean apply(Kind kind, int place, int process, LocalStep step, int message, int rest) {
        int at = begin(kind, place, step, message);
        if (step.owed()) {
            owedSteps++;
        }
        if (step.refutes() != null) {
            refutations.put(found - 1, step.refutes());
            anyRefuted = true;
            return true;
        }
        if (skipped()) {
            return true;
        }
        if ((step.outputs().length > 0 || step.asked() != null) && !observe(at, process, step)) {
            return false;
        }
        int received = kind == Kind.DELIVERY || kind == Kind.DOUBLING || kind == Kind.RETURN ? place : -1;
        boolean receivedPut = received < 0;
        if (!put(at, process, row[process], step.next())) {
            return false;
        }
        int[] over = step.sentOver();
        for (int each = 0; each < over.length; each++) {
            int link = over[each];
            int slot = firstLink + link;
            if (slot >= layout.slots()) {
                widen(NO_SLOT, 0);
                return false;
            }
            if (changing && vanishes(row[processes], link)) {
                continue;
            }
            int after = row[slot];
            if (link == received) {
                after = rest;
                receivedPut = true;
            }
            for (int sent : step.sent()[each]) {
                after = local.append(after, sent);
            }
            if (!put(at, slot, row[slot], after)) {
                return false;
            }
        }
        return (receivedPut || put(at, firstLink + received, row[firstLink + received], rest))
                && (!step.leaves() || kind == Kind.LEAVE || depart(at, process));
    }

    private boolean depart(int at, int process) {
        int before = layout.read(successors, at, processes);
        int world = worlds.afterLeaving(before, process);
        return put(at, processes, before, world) && clear(at, world) && forget(at, process);
    }

    @SuppressWarnings("unchecked")
    private boolean observe(int at, int process, LocalStep step) {
        Observer<O> observer = observers.value(row[watch]);
        if (step.asked() != null) {
            observer = observer.asked(ids.get(process), step.asked());
        }
        try {
            for (Object output : step.outputs()) {
                observer = observer.sees(ids.get(process), (O) output);
            }
        } catch (InvariantViolation refuted) {
            refutations.put(found - 1, refuted);
            anyRefuted = true;
            return true;
        }
        return observer == observers.value(row[watch]) || put(at, watch, row[watch], observers.of(observer));
    }

    /** Whether the observer has ever heard anything worth remembering. */
    boolean observed() {
        return observers.size() > 1;
    }

    /** Whether a step to one of the successors refutes a law. */
    boolean anyRefuted() {
        return anyRefuted;
    }

    /** The law that the step to a successor refutes, or null. */
    InvariantViolation refutation(int successor) {
        return refutations.get(successor);
    }

    private void widen(int slot, int number) {
        RowLayout wider = layout.widened(
                firstLink + local.links().size(),
                slot,
                walking ? WIDEST : number,
                each -> walking || slot != NO_SLOT && alike(slot, each));
        StateStore moved = emptyStore(wider.words());
        int[] numbers = new int[wider.slots()];
        long[] words = new long[wider.words()];
        for (int state = 0; state < store.count(); state++) {
            layout.unpack(store, state, numbers);
            wider.pack(numbers, layout.slots(), words, 0);
            moved.addAll(words, 1, store.parent(state));
        }
        layout = wider;
        store = moved;
    }

    // --- the quotient

    private int[] full = new int[16];
    /** Puts its normal form in the place of each successor. */
    private boolean normalizeSuccessors(CanonicalForms<S, M, U, I, O> forms) {
        int words = layout.words();
        int slots = layout.slots();
        if (full.length < slots) {
            full = new int[slots * 2];
        }
        for (int successor = 0; successor < found; successor++) {
            layout.unpack(successors, successor * words, full);
            int phase = 0;
            for (int slot = 0; slot < slots && phase == 0; slot++) {
                phase = holdsRecords(slot) && (slot < processes || full[slot] != 0) ? forms.phase(slot, full[slot]) : 0;
            }
            for (int slot = 0; slot < slots; slot++) {
                if (holdsRecords(slot)
                        && (slot < processes || full[slot] != 0)
                        && !put(successor * words, slot, full[slot], forms.normal(slot, full[slot], phase))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean holdsRecords(int slot) {
        return slot != processes && slot != watch;
    }

    // --- records again

    /** The state visited, as records. */
    Configuration<S, M, U> configuration() {
        List<LocalState<S, U>> at = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            at.add(local(process));
        }
        Map<Integer, List<M>> moving = new HashMap<>();
        local.linkByEnds().forEach((key, link) -> {
            if (firstLink + link < layout.slots()) {
                moving.put(key, inTransit(link));
            }
        });
        return new Configuration<>() {
            @Override
            public List<ProcessId> processes() {
                return ids;
            }

            @Override
            public boolean alive(ProcessId process) {
                return at.get(ids.indexOf(process)).alive();
            }

            @Override
            public S state(ProcessId process) {
                if (!alive(process)) {
                    throw new IllegalStateException("process " + process + " is not alive");
                }
                return at.get(ids.indexOf(process)).state();
            }

            @Override
            public U user(ProcessId process) {
                return at.get(ids.indexOf(process)).user();
            }

            @Override
            public List<M> inTransit(ProcessId from, Neighbour to) {
                int key = local.key(ids.indexOf(from), to);
                return moving.getOrDefault(key, List.of());
            }
        };
    }
}
