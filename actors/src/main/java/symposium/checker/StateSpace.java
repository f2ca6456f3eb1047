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
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/** The global states of a model as rows of numbers (see {@link RowBuilder}), and the transitions between them. */
final class StateSpace<S, M, U, I, O> implements InvariantCache.VisitedState {

    /** A row did not fit into the layout. The layout is wider now, and the expansion has to start again. */
    static final int WIDENED = -1;

    private final Model<S, M, U, I, O> model;
    private final List<ProcessId> ids;
    private final int processes;
    private final int firstLink;

    private final Environments environments;
    private final MembershipKnowledges knowledges;
    private final InvariantCache<S, M, U> cache;
    private final LocalSteps<S, M, U, I, O> local;
    private final Optional<CanonicalForms<S, M, U, I, O>> canonical;
    private final Rows rows;
    private final Successors successors;
    private final RowBuilder<S, M, U, I, O> builder;
    private final EnvironmentSteps<S, M, U, I, O> environmentSteps;

    /** Whether messages may be lost or duplicated. */
    private final boolean faulty;
    /** Whether the membership or links may change. */
    private final boolean changing;

    private int[] full = new int[16];

    /** A space for one walk: no state is stored, and the initial layout has room for every number. */
    static <S, M, U, I, O> StateSpace<S, M, U, I, O> toWalk(Model<S, M, U, I, O> model) {
        return new StateSpace<>(model, true);
    }

    StateSpace(Model<S, M, U, I, O> model) {
        this(model, false);
    }

    private StateSpace(Model<S, M, U, I, O> model, boolean walking) {
        this.model = model;
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.faulty = model.faults().losses() + model.faults().duplications() > 0;
        this.changing = model.changing();
        this.environments = new Environments(model);
        this.knowledges = new MembershipKnowledges(model, environments);
        this.cache = new InvariantCache<>(model.invariants(), processes);
        this.local = new LocalSteps<>(model, cache, knowledges);
        this.firstLink = processes + 2;
        int[] widths = new int[firstLink];
        Arrays.fill(widths, 0, processes, 3);
        widths[processes] = faultBits();
        this.rows = new Rows(widths, walking);
        this.successors = new Successors(rows);
        this.builder = new RowBuilder<>(model, rows, successors, local, environments);
        this.environmentSteps =
                new EnvironmentSteps<>(processes, rows, successors, builder, local, cache, environments, knowledges);
        this.canonical = model.quotient().map(quotient -> new CanonicalForms<>(model, local, firstLink));
    }

    private int faultBits() {
        int combinations = (model.faults().losses() + 1) * (model.faults().duplications() + 1);
        return Integer.SIZE - Integer.numberOfLeadingZeros(combinations - 1);
    }

    /** Stores the initial state, as number 0. */
    void begin() {
        if (rows.walking() || !changing) {
            layOutLinks(new TreeSet<>(ids));
        }
        int[] initial = new int[rows.slots()];
        for (int process = 0; process < processes; process++) {
            boolean present = !changing || environments.environment(0).alive(process);
            initial[process] = present ? local.initial(process, 0) : local.absent(process);
        }
        rows.begin(initial);
    }

    /** Allocates the slots of all links in advance if no others can come later. */
    private void layOutLinks(SortedSet<ProcessId> members) {
        for (int process = 0; process < processes; process++) {
            for (Neighbour neighbour : model.topology().neighbours(ids.get(process), members)) {
                local.link(process, neighbour);
            }
        }
        rows.layOut(firstLink + local.links().size());
    }

    StateStore store() {
        return rows.store();
    }

    InvariantCache<S, M, U> cache() {
        return cache;
    }

    Successors successors() {
        return successors;
    }

    List<String> ruleLabels() {
        return local.ruleLabels();
    }

    int processes() {
        return processes;
    }

    ProcessId id(int process) {
        return ids.get(process);
    }

    int words() {
        return rows.words();
    }

    /** Whether the observer has ever changed its state. */
    boolean observed() {
        return builder.observed();
    }

    // --- the state visited

    /** Visits a stored state, to be inspected and expanded. */
    void visit(int state) {
        rows.visit(state);
    }

    /** Expands the visited state of a walk; builds only the row of the successor that the walk takes. */
    int survey(int successor) {
        successors.want(successor);
        int all = expand();
        while (all == WIDENED) {
            rows.refit();
            all = expand();
        }
        return all;
    }

    /** Visits the successor that {@link #survey} has built. */
    void follow() {
        rows.follow(successors.rows());
    }

    @Override
    public int number(int slot) {
        return rows.number(slot);
    }

    @Override
    public int firstLink() {
        return firstLink;
    }

    @Override
    public int slots() {
        return rows.slots();
    }

    @Override
    public int recipient(int link) {
        return local.recipient(link);
    }

    /** Whether the link delivers its messages in transit, in the visited state. */
    @Override
    public boolean carries(int link) {
        if (!changing) {
            return true;
        }
        LinkDirection ends = local.links().get(link);
        return environments.way(rows.number(processes), ends.from(), ends.to()) == Environments.Way.CARRIES;
    }

    /**
     * Whether a process waits in the visited state: its user waits and the process does not know itself cut off, or
     * it has to leave.
     */
    boolean waits(int process) {
        int number = rows.number(process);
        return cache.waits(process, number)
                        && !knowledges
                                .knowledge(cache.knowledge(process, number))
                                .cutOff()
                || cache.leaves(process, number);
    }

    // --- its successors

    /**
     * Computes the successors of the visited state.
     *
     * @return their number, or {@link #WIDENED}
     */
    int expand() {
        successors.clear();
        for (int process = 0; process < processes; process++) {
            for (LocalStep step : local.actions(process, rows.number(process))) {
                if (!builder.apply(StepKind.ACTION, process, process, step, step.action(), 0)) {
                    return WIDENED;
                }
            }
        }
        if (changing && !environmentSteps.expand()) {
            return WIDENED;
        }
        int slots = rows.slots();
        for (int slot = firstLink; slot < slots; slot++) {
            if (rows.number(slot) != 0 && !expandLink(slot - firstLink, rows.number(slot))) {
                return WIDENED;
            }
        }
        return canonical.isPresent() && !canonicalize(canonical.get()) ? WIDENED : successors.count();
    }

    private boolean expandLink(int link, int content) {
        if (changing && !carries(link)) {
            return expandReturns(link, content);
        }
        int to = local.recipient(link);
        int[] choices = local.choices(content);
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = local.delivery(link, rows.number(to), choices[choice]);
            if (step != LocalSteps.WAITS
                    && !builder.apply(StepKind.DELIVERY, link, to, step, choices[choice], choices[choice + 1])) {
                return false;
            }
            if (faulty && !expandFaults(link, content, step, choices[choice], choices[choice + 1])) {
                return false;
            }
        }
        return true;
    }

    private boolean expandFaults(int link, int content, LocalStep step, int message, int rest) {
        int environment = rows.number(processes);
        int lost = environments.afterLoss(environment);
        if (lost >= 0) {
            int at = successors.begin(StepKind.LOSS, link, null, message);
            if (!successors.skipped()
                    && (!builder.put(at, processes, environment, lost)
                            || !builder.put(at, firstLink + link, content, rest))) {
                return false;
            }
        }
        int duplicated = environments.afterDuplication(environment);
        if (step == LocalSteps.WAITS || duplicated < 0) {
            return true;
        }
        int at = successors.next();
        return builder.apply(StepKind.DUPLICATION, link, local.recipient(link), step, message, content)
                && (successors.skipped() || builder.put(at, processes, environment, duplicated));
    }

    private boolean expandReturns(int link, int content) {
        int from = local.links().get(link).from();
        int[] choices = local.choices(content);
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = local.returned(link, rows.number(from), choices[choice]);
            if (!builder.apply(StepKind.RETURN, link, from, step, choices[choice], choices[choice + 1])) {
                return false;
            }
        }
        return true;
    }

    /** Replaces each successor by its canonical form. */
    private boolean canonicalize(CanonicalForms<S, M, U, I, O> forms) {
        int words = rows.words();
        int slots = rows.slots();
        if (full.length < slots) {
            full = new int[slots * 2];
        }
        for (int successor = 0; successor < successors.count(); successor++) {
            rows.unpack(successors.rows(), successor * words, full);
            int phase = 0;
            for (int slot = 0; slot < slots && phase == 0; slot++) {
                phase = hasForm(slot) ? forms.phase(slot, full[slot]) : 0;
            }
            for (int slot = 0; slot < slots; slot++) {
                if (hasForm(slot)
                        && !builder.put(successor * words, slot, full[slot], forms.normal(slot, full[slot], phase))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasForm(int slot) {
        return !builder.isEnvironmentOrObserver(slot) && (slot < processes || full[slot] != 0);
    }

    // --- what leads to them

    /** The trace event that leads to a successor. */
    TraceEvent event(int successor) {
        InvariantViolation violation = successors.violation(successor);
        LocalStep step = successors.step(successor);
        int place = successors.place(successor);
        if (violation != null && step.violation() == null) {
            TraceEvent.Stepped stepped = (TraceEvent.Stepped) step.event();
            return new TraceEvent.Failed(
                    stepped.process(), stepped.event(), stepped.effects() + ": " + violation.getMessage());
        }
        return switch (successors.kind(successor)) {
            case CRASH -> new TraceEvent.Crashed(ids.get(place));
            case LINK_FAILURE ->
                new TraceEvent.LinkFailed(ids.get(environments.one(place)), ids.get(environments.other(place)));
            case LINK_RECOVERY ->
                new TraceEvent.LinkRecovered(ids.get(environments.one(place)), ids.get(environments.other(place)));
            case JOIN -> new TraceEvent.Joined(ids.get(place));
            case PARTITION -> {
                SortedSet<ProcessId> side = model.faults().partitions().get(place);
                yield new TraceEvent.Partitioned(side.first(), side);
            }
            case LOSS -> {
                LinkDirection link = local.links().get(place);
                yield new TraceEvent.MessageLost(ids.get(link.to()), link.seenByReceiver(), message(successor));
            }
            case ACTION, NOTIFICATION, DELIVERY, RETURN, DUPLICATION, LEAVE -> step.event();
        };
    }

    /**
     * All trace events that lead to a successor; a duplication precedes a delivery that leaves its message in
     * transit.
     */
    List<TraceEvent> events(int successor) {
        if (successors.kind(successor) != StepKind.DUPLICATION) {
            return List.of(event(successor));
        }
        LinkDirection link = local.links().get(successors.place(successor));
        return List.of(
                new TraceEvent.MessageDuplicated(ids.get(link.to()), link.seenByReceiver(), message(successor)),
                event(successor));
    }

    private M message(int successor) {
        return local.message(successors.chosen(successor));
    }

    /**
     * The key of the fairness obligation: a mailbox (on an unordered link, each message), a timer, a user action, or
     * a notification.
     */
    long obligation(int successor) {
        StepKind kind = successors.kind(successor);
        long place = (long) kind.ordinal() << 56 | (long) successors.place(successor) << 32;
        return switch (kind) {
            case DELIVERY, RETURN -> model.channels() == Channels.FIFO ? place : place | successors.chosen(successor);
            case ACTION, NOTIFICATION -> place | successors.chosen(successor);
            case LOSS, DUPLICATION, CRASH, LINK_FAILURE, LINK_RECOVERY, JOIN, LEAVE, PARTITION -> place;
        };
    }

    // --- records again

    /** The visited state as a configuration. */
    Configuration<S, M, U> configuration() {
        List<LocalState<S, U>> at = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            at.add(local.local(process, rows.number(process)));
        }
        Map<Integer, List<M>> inTransit = new HashMap<>();
        local.linkByEnds().forEach((key, link) -> {
            if (firstLink + link < rows.slots()) {
                inTransit.put(key, local.decode(rows.number(firstLink + link)));
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
                    throw new IllegalStateException("process " + process
                            + " has crashed and has no state; live() gives the processes that have one");
                }
                return at.get(ids.indexOf(process)).state();
            }

            @Override
            public U user(ProcessId process) {
                return at.get(ids.indexOf(process)).user();
            }

            @Override
            public List<M> inTransit(ProcessId from, Neighbour to) {
                return inTransit.getOrDefault(local.key(ids.indexOf(from), to), List.of());
            }
        };
    }
}
