package symposium.checker.space;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.checker.local.Environments;
import symposium.checker.local.InvariantCache;
import symposium.checker.local.LinkDirection;
import symposium.checker.local.LocalState;
import symposium.checker.local.LocalStep;
import symposium.checker.local.LocalSteps;
import symposium.checker.local.MembershipKnowledges;
import symposium.checker.local.StepKind;
import symposium.checker.model.Model;
import symposium.checker.number.Guard;
import symposium.checker.store.GlobalState;
import symposium.checker.store.RowLayout;
import symposium.checker.store.Rows;
import symposium.checker.store.StateReader;
import symposium.checker.store.StateStore;
import symposium.checker.store.StoreMemory;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.network.NetworkState;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;

/**
 * The global states of a model as rows of numbers (see {@link RowBuilder}), and the transitions between them. States
 * are values; their successors are computed one state at a time. Several threads explore a model by a view each.
 */
public final class StateSpace<S, M, U, I, O> implements QuotientCheck.States<S, M, U> {

    /** No successor of a state, see {@link #survey}. */
    public static final int NO_SUCCESSOR = Successors.NONE;

    private final Model<S, M, U, I, O> model;
    private final List<ProcessId> ids;
    private final int processes;
    private final int firstLink;

    private final Shared<S, M, U, I, O> shared;
    private final Environments environments;
    private final MembershipKnowledges knowledges;
    private final InvariantCache<S, M, U> cache;
    private final LocalSteps<S, M, U, I, O> local;
    private final Optional<CanonicalForms<S, M, U, I, O>> canonical;
    private final Optional<QuotientCheck<S, M, U>> check;
    private final Rows rows;
    private final StateInvariants<S, M, U> invariants;
    private final GlobalInvariants<S, M, U> global;
    private final Successors successors;
    private final RowBuilder<S, M, U, I, O> builder;
    private final EnvironmentSteps<S, M, U, I, O> environmentSteps;
    private final SuccessorEvents<S, M, U, I, O> events;

    /** By slot: the live numbers of the state that is expanded. */
    private int[] liveBefore = new int[0];
    /** Whether messages may be lost or duplicated. */
    private final boolean faulty;
    /** Whether the membership or links may change. */
    private final boolean changing;

    /**
     * @param walking whether this serves one walk: no state is stored, and the initial layout has room for every number
     */
    public StateSpace(Model<S, M, U, I, O> model, boolean walking) {
        this(model, walking, new Guard());
    }

    /** @param guard guards what this space shares with its views */
    public StateSpace(Model<S, M, U, I, O> model, boolean walking, Guard guard) {
        this(Shared.of(model, guard), walking);
    }

    private StateSpace(Shared<S, M, U, I, O> shared, boolean walking) {
        this(shared, shared.rows(walking), shared.canonical());
    }

    private StateSpace(Shared<S, M, U, I, O> shared, Rows rows, Optional<CanonicalForms<S, M, U, I, O>> canonical) {
        this.shared = shared;
        this.model = shared.model();
        this.ids = List.copyOf(model.processes());
        this.processes = shared.processes();
        this.firstLink = shared.firstLink();
        this.faulty = model.faults().losses() + model.faults().duplications() > 0;
        this.changing = model.changing();
        this.environments = shared.environments();
        this.knowledges = shared.knowledges();
        this.rows = rows;
        this.cache = shared.cache();
        this.local = shared.local();
        this.invariants = new StateInvariants<>(cache, firstLink, environments, processes);
        this.global = new GlobalInvariants<>(
                cache, Invariant.ofKind(Invariant.OfConfiguration.class, model.invariants()), processes);
        this.successors = new Successors(rows);
        this.builder = new RowBuilder<>(model, rows, successors, local, environments);
        this.environmentSteps =
                new EnvironmentSteps<>(processes, rows, successors, builder, local, environments, knowledges);
        this.events = new SuccessorEvents<>(model, ids, successors, local, environments);
        this.canonical = canonical;
        this.check = canonical.map(forms -> new QuotientCheck<>(forms, this::unreduced));
    }

    /** What a space and its views share. */
    private record Shared<S, M, U, I, O>(
            Model<S, M, U, I, O> model,
            Guard guard,
            Environments environments,
            MembershipKnowledges knowledges,
            InvariantCache<S, M, U> cache,
            LocalSteps<S, M, U, I, O> local,
            Optional<CanonicalForms<S, M, U, I, O>> canonical) {

        static <S, M, U, I, O> Shared<S, M, U, I, O> of(Model<S, M, U, I, O> model, Guard guard) {
            Environments environments = new Environments(model, guard);
            MembershipKnowledges knowledges = new MembershipKnowledges(model, environments, guard);
            InvariantCache<S, M, U> cache = new InvariantCache<>(model, guard);
            LocalSteps<S, M, U, I, O> local = new LocalSteps<>(model, cache, knowledges, guard);
            int processes = model.processes().size();
            return new Shared<>(
                    model,
                    guard,
                    environments,
                    knowledges,
                    cache,
                    local,
                    model.quotient()
                            .map(quotient -> new CanonicalForms<>(
                                    guard, quotient, processes, local, cache, firstLink(processes))));
        }

        private static int firstLink(int processes) {
            return processes + 2;
        }

        int processes() {
            return model.processes().size();
        }

        int firstLink() {
            return firstLink(processes());
        }

        Rows rows(boolean walking) {
            int[] widths = new int[firstLink()];
            Arrays.fill(widths, 0, processes(), 3);
            return new Rows(widths, this::owner, walking);
        }

        /** The process to which a slot of a row belongs: a link belongs to the sender, what is left to the first. */
        private int owner(int slot) {
            return slot < processes()
                    ? slot
                    : slot < firstLink() ? 0 : local.link(slot - firstLink()).from();
        }
    }

    /** The states of this space without canonical forms, in rows of their own. */
    private StateSpace<S, M, U, I, O> unreduced() {
        return new StateSpace<>(shared, shared.rows(false), Optional.empty());
    }

    /** A view of these states for another thread. */
    public StateSpace<S, M, U, I, O> view() {
        return new StateSpace<>(shared, new Rows(rows), canonical);
    }

    /** Makes ready to read states, after the space of which this is a view may have packed them in another layout. */
    public void adopt() {
        rows.adopt();
    }

    /** Stores the states in other memory than the heap; called before {@link #begin}. */
    public void storeIn(StoreMemory memory) {
        rows.storeIn(memory);
    }

    /** Stores the initial state, as number 0. */
    public void begin() {
        if (rows.walking() || !changing) {
            layOutLinks();
        }
        int[] initial = new int[rows.slots()];
        for (int process = 0; process < processes; process++) {
            boolean present = !changing || environments.environment(0).alive(process);
            initial[process] = present ? local.initial(process, 0) : local.absent(process);
        }
        canonical.ifPresent(forms -> {
            int live = forms.live(initial, processes);
            Arrays.setAll(initial, slot -> forms.normal(slot, initial[slot], live));
        });
        rows.begin(initial);
    }

    /** Allocates the slots of all links in advance if no others can come later. */
    private void layOutLinks() {
        SortedSet<ProcessId> members = new TreeSet<>(ids);
        for (int process = 0; process < processes; process++) {
            for (Neighbour neighbour : model.topology().neighbours(ids.get(process), members)) {
                local.link(process, neighbour);
            }
        }
        rows.widen(firstLink + local.links(), Rows.NO_SLOT, 0, slot -> false);
    }

    public RowLayout layout() {
        return rows.layout();
    }

    /** Takes the states of another exploration of this model, whose numbers mean the same after a {@link #replay}. */
    public void restore(RowLayout layout, StateStore states) {
        rows.restore(layout, states);
    }

    /** Gives further numbers the meaning that they have in an exploration whose journal goes on like this. */
    public void replay(int[] journal) {
        shared.guard().replay(journal);
    }

    /** What gives the numbers their meaning, see {@link Guard#journal}. */
    public int[] journal() {
        return shared.guard().journal();
    }

    /** The numbers of the state of a successor, valid until the next call; those of further slots are 0. */
    @Override
    public int[] rowOf(int successor) {
        return successors.unpack(successor);
    }

    /** The state of a row, after the layout has room for it. */
    @Override
    public GlobalState state(int[] row) {
        return rows.state(builder.pack(row), 0);
    }

    /** A row, packed after the layout has room for it. */
    public long[] pack(int[] row) {
        return builder.pack(row);
    }

    /** How many different things have a number: the same after a replay, unless the algorithm is another one. */
    public long numbered() {
        return local.numbered();
    }

    public StateStore store() {
        return rows.store();
    }

    /** The number of a successor's state, or -1. */
    int find(int successor) {
        return rows.find(successors.rows(), successors.offset(successor));
    }

    /** Looks the states of the successors up, see {@link StateReader#look}. */
    public void look(long[] roots) {
        rows.look(successors.rows(), successors.count(), roots);
    }

    /** The state after a successor, whose row is built. */
    public GlobalState successor(int successor) {
        return successors.after(successor);
    }

    /** The invariants. */
    StateInvariants<S, M, U> invariants() {
        return invariants;
    }

    @Override
    public String broken(GlobalState at) {
        int invariant = invariants.broken(at);
        if (invariant >= 0) {
            return model.invariants().get(invariant).name();
        }
        return global.broken(at, () -> snapshot(at));
    }

    public InvariantCache<S, M, U> cache() {
        return cache;
    }

    @Override
    public Successors successors() {
        return successors;
    }

    /** The number of rules. */
    public int rules() {
        return local.ruleLabels().size();
    }

    /** How often each rule has fired, by its label, given by its number. */
    public Map<String, Long> rules(long[] fired) {
        Map<String, Long> rules = new LinkedHashMap<>();
        local.ruleLabels().forEach(label -> rules.put(label, fired[rules.size()]));
        return rules;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public int processes() {
        return processes;
    }

    public ProcessId id(int process) {
        return ids.get(process);
    }

    /** Whether the observer has ever changed its state. */
    public boolean observed() {
        return local.observations().changed();
    }

    // --- states

    /** A stored state. */
    public GlobalState state(int number) {
        return rows.state(number);
    }

    /**
     * Whether a process waits in a state: its user waits and the process does not know itself cut off and has been
     * admitted, or it has to leave.
     */
    @Override
    public boolean waits(GlobalState at, int process) {
        int number = at.number(process);
        LocalState<S, U> here = local.local(process, number);
        return local.waits(process, number) && knowledges.takesPart(process, here.knowledge()) || here.leaving();
    }

    /** The processes, as bits, of whose users no request has been served before a state. */
    public long unserved(GlobalState at) {
        long unserved = 0;
        for (int process = 0; process < processes; process++) {
            int left = local.local(process, at.number(process)).demands();
            int asked = model.requestsOf(ids.get(process)).orElse(left) - left;
            if (asked == 0 || asked == 1 && local.waits(process, at.number(process))) {
                unserved |= 1L << process;
            }
        }
        return unserved;
    }

    /** The process of a step, as a bit, if its user has made its last request; else 0. */
    public long exhausted(LocalStep step) {
        int process = ids.indexOf(step.event().process());
        return local.local(process, step.next()).demands() == 0 ? 1L << process : 0;
    }

    // --- its successors

    /** Computes the successors of a state, and returns their number. */
    @Override
    public int expand(GlobalState at) {
        check.ifPresent(each -> each.sample(at));
        successors.begin(at);
        for (int process = 0; process < processes; process++) {
            for (LocalStep step : local.actions(process, at.number(process))) {
                builder.apply(StepKind.ACTION, process, process, step, step.action(), 0);
            }
        }
        if (changing) {
            environmentSteps.expand();
        }
        for (int slot = firstLink; slot < at.slots() && !successors.built(); slot++) {
            if (at.number(slot) != 0) {
                expandLink(at, slot - firstLink, at.number(slot));
            }
        }
        canonical.filter(CanonicalForms::reduces).ifPresent(forms -> canonicalize(forms, at));
        return successors.count();
    }

    /**
     * Computes the successors of a state in a walk, which are as many as {@link #expand} finds, and builds only the row
     * of the one that the walk takes.
     *
     * @param wanted that successor; {@link #NO_SUCCESSOR} to build none
     */
    public int survey(GlobalState at, int wanted) {
        successors.want(wanted);
        return expand(at);
    }

    private void expandLink(GlobalState at, int link, int content) {
        LinkDirection ends = local.link(link);
        if (changing && environments.way(at.number(processes), ends) != NetworkState.Way.CARRIES) {
            expandReturns(at, link, ends.from(), content);
            return;
        }
        int to = ends.to();
        int[] choices = local.contents().choices(content);
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = local.delivery(link, at.number(to), choices[choice]);
            if (step != LocalSteps.WAITS) {
                builder.apply(StepKind.DELIVERY, link, to, step, choices[choice], choices[choice + 1]);
            }
            if (faulty) {
                lose(at, link, content, choices[choice]);
                if (step != LocalSteps.WAITS && model.channels() != Channels.DUPLICATING) {
                    duplicate(at, link, to, content, step, choices[choice]);
                }
            }
        }
    }

    private void lose(GlobalState from, int link, int content, int message) {
        int environment = from.number(processes);
        int lost = environments.after(environment, StepKind.LOSS);
        if (lost >= 0) {
            int at = successors.add(StepKind.LOSS, link, LocalStep.CHANGE, message);
            if (!successors.skipped()) {
                builder.put(at, processes, environment, lost);
                builder.put(at, firstLink + link, content, local.contents().remove(content, message));
            }
        }
    }

    private void duplicate(GlobalState from, int link, int to, int content, LocalStep step, int message) {
        int environment = from.number(processes);
        int duplicated = environments.after(environment, StepKind.DUPLICATION);
        if (duplicated >= 0) {
            builder.apply(StepKind.DUPLICATION, link, to, step, message, content);
            if (!successors.skipped()) {
                builder.put(successors.last(), processes, environment, duplicated);
            }
        }
    }

    private void expandReturns(GlobalState at, int link, int from, int content) {
        int[] choices = local.contents().choices(content);
        for (int choice = 0; choice < choices.length; choice += 2) {
            LocalStep step = local.returned(link, at.number(from), choices[choice]);
            builder.apply(
                    StepKind.RETURN,
                    link,
                    from,
                    step,
                    choices[choice],
                    local.contents().remove(content, choices[choice]));
        }
    }

    /** Replaces each successor of a state by its canonical form. */
    private void canonicalize(CanonicalForms<S, M, U, I, O> forms, GlobalState from) {
        int slots = rows.slots();
        if (liveBefore.length < slots) {
            liveBefore = new int[slots];
        }
        int before = CanonicalForms.NONE;
        for (int slot = 0; slot < slots; slot++) {
            liveBefore[slot] = forms.liveIn(slot, from.number(slot));
            before = forms.union(before, liveBefore[slot]);
        }
        forms.requireDomain(before);
        for (int successor = 0; successor < successors.count(); successor++) {
            if (successors.violation(successor) == null) {
                canonicalize(forms, from, before, successor, slots);
            }
        }
    }

    /** @param slots how many may hold something: canonical forms may widen the layout by empty ones */
    private void canonicalize(
            CanonicalForms<S, M, U, I, O> forms, GlobalState from, int before, int successor, int slots) {
        int[] full = successors.unpack(successor);
        int live = CanonicalForms.NONE;
        for (int slot = 0; slot < slots; slot++) {
            boolean same = full[slot] == from.number(slot);
            live = forms.union(live, same ? liveBefore[slot] : forms.liveIn(slot, full[slot]));
        }
        if (!forms.inDomain(live)) {
            // It is stored unchanged: if it violates an invariant, that is reported first.
            return;
        }
        for (int slot = 0; slot < slots; slot++) {
            // The state before is canonical: what has not changed is, too, while the same numbers are live.
            if (live != before || full[slot] != from.number(slot)) {
                builder.put(successor, slot, full[slot], forms.normal(slot, full[slot], live));
            }
        }
    }

    /** How many states were found to behave as their canonical forms; 0 without a quotient. */
    public long compared() {
        return canonical.map(forms -> forms.compared().get()).orElse(0L);
    }

    /** Makes states be compared with their canonical forms, all of them, and not be replaced by these. */
    public void compareAll() {
        canonical.ifPresent(CanonicalForms::compareAll);
    }

    // --- what leads to them

    /** What leads to the successors. */
    public SuccessorEvents<S, M, U, I, O> events() {
        return events;
    }

    @Override
    public TraceEvent event(int successor) {
        return events.of(successor);
    }

    // --- records again

    /** A state as a configuration. */
    @Override
    public Configuration<S, M, U> configuration(GlobalState at) {
        return snapshot(at);
    }

    private Snapshot<S, M, U> snapshot(GlobalState at) {
        List<LocalState<S, U>> locals = IntStream.range(0, processes)
                .mapToObj(process -> local.local(process, at.number(process)))
                .toList();
        List<List<M>> inTransit = IntStream.range(firstLink, at.slots())
                .mapToObj(slot -> cache.content(at.number(slot)))
                .toList();
        return new Snapshot<>(ids, locals, inTransit, local::knownLink);
    }
}
