package symposium.checker.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import symposium.checker.model.Model;
import symposium.checker.number.GrowingList;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.number.Memo;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.runtime.GuardedProblem;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.runtime.ProcessRuntime.Turn;

/**
 * Computes the step of one process on one event by the {@link ProcessRuntime}, once, and caches the result. Local
 * states, messages, links and contents of links have numbers here; a step maps numbers to numbers.
 */
public final class LocalSteps<S, M, U, I, O> {

    /** Placeholder for a step: the message waits. */
    public static final LocalStep WAITS = LocalStep.violating(null, null, -1, false);

    /** The property that a message to a process other than a neighbour violates. */
    public static final String TO_NEIGHBOURS = "a process sends messages to its neighbours alone";

    /** The property that two timers of the same name violate. */
    public static final String NAMED_TIMERS = "different timers of a protocol have different names";

    /** The property that a step by an unknown rule violates. */
    private static final String NAMED_RULES = "every step goes by a rule that the protocol names";

    /** Only the step on an admission depends on the environment. */
    private static final int ANY_ENVIRONMENT = 0;

    private final Model<S, M, U, I, O> model;
    private final InvariantCache<S, M, U> cache;
    private final MembershipKnowledges knowledges;
    /** Whether the problem's observer reads the inputs of users. */
    private final boolean heedsInputs;

    private final Observations<O> observations;

    private final List<ProcessId> ids;
    /** By process. */
    private final List<Problem<U, I, O>> problems = new ArrayList<>();

    private final Map<String, Timer> timers = new HashMap<>();
    private final Map<String, Integer> rules = new LinkedHashMap<>();
    /** By rule: its number. */
    private final Map<Rule, Integer> rulesThemselves = new HashMap<>();

    /** By process. */
    private final List<Interner<LocalState<S, U>>> locals = new ArrayList<>();
    /** By local state and process: whether its user waits. */
    private final Memo<Boolean> waiting;

    private final LinkContents<M> contents;
    /** Inputs of users, and timers that expire. */
    private final Interner<Event<M, I>> events;

    private final Interner<LinkDirection> links;

    /** By environment and process. */
    private final Memo<Integer> arrivals;
    /** By process. */
    private final Memo<Integer> absences;
    /** By local state and process: the steps on inputs and timers. */
    private final Memo<Memo.Frozen<LocalStep[]>> actions;
    /** By local state and process. */
    private final Memo<LocalStep> departures;
    /** By process: the steps on notifications, by local state and notification. */
    private final List<Memo<LocalStep>> notifications = new ArrayList<>();
    /** By process: the steps on an admission, by local state and environment. */
    private final List<Memo<LocalStep>> admissions = new ArrayList<>();
    /** By link: the steps on deliveries, by local state of the recipient and message. */
    private final GrowingList<Memo<LocalStep>> deliveries;
    /** By link: the steps on returns, by local state of the sender and message. */
    private final GrowingList<Memo<LocalStep>> returns;

    private final PureCalls pure = new PureCalls();
    private final PureTurns<S, M, I, O> turns;
    private final Guard guard;

    public LocalSteps(
            Model<S, M, U, I, O> model, InvariantCache<S, M, U> cache, MembershipKnowledges knowledges, Guard guard) {
        this.guard = guard;
        this.waiting = new Memo<>(guard, this::computeWaits);
        this.contents = new LinkContents<>(model.channels(), guard, cache::addContent);
        this.events = new Interner<>(guard);
        this.links = new Interner<>(guard, this::addLink);
        this.arrivals = new Memo<>(guard, this::computeInitial);
        this.absences = new Memo<>(guard, this::computeAbsent);
        this.actions = new Memo<>(guard, this::computeActions);
        this.departures = new Memo<>(guard, this::computeLeave);
        this.deliveries = new GrowingList<>(guard);
        this.returns = new GrowingList<>(guard);
        this.knowledges = knowledges;
        this.model = model;
        this.cache = cache;
        this.ids = List.copyOf(model.processes());
        this.turns = new PureTurns<>(ids.size(), pure, contents::kept);
        for (Rule rule : model.protocol().rules()) {
            Integer other = rules.putIfAbsent(rule.label(), rules.size());
            Require.that(other == null, "the protocol has two rules with the label " + rule.label());
            rulesThemselves.put(rule, rulesThemselves.size());
        }
        for (int each = 0; each < ids.size(); each++) {
            int process = each;
            problems.add(new GuardedProblem<>(model.problem(), () -> ids.get(process)));
            locals.add(new Interner<>(guard, (local, number) -> {
                cache.addLocal(process, number, local);
                waiting.of(number, process);
            }));
            notifications.add(
                    new Memo<>(guard, (number, code) -> computeNotification(process, number, code, ANY_ENVIRONMENT)));
            admissions.add(new Memo<>(
                    guard,
                    (number, environment) ->
                            computeNotification(process, number, knowledges.admission(process), environment)));
        }
        Observer<O> observer = problems.get(0).observer();
        this.heedsInputs = observer.heedsInputs();
        this.observations = new Observations<>(observer, ids, pure, guard);
    }

    /** What the problem's observer sees. */
    public Observations<O> observations() {
        return observations;
    }

    /** Whether the user of a live process waits. */
    public boolean waits(int process, int number) {
        return waiting.of(number, process);
    }

    private boolean computeWaits(int number, int process) {
        LocalState<S, U> local = local(process, number);
        return local.alive() && problems.get(process).waits(local.user());
    }

    /** The number of the initial local state of a process that is present in an environment. */
    public int initial(int process, int environment) {
        return arrivals.of(environment, process);
    }

    private int computeInitial(int environment, int process) {
        int knowledge = knowledges.initial(process, environment);
        ProcessId id = ids.get(process);
        Neighbours neighbours = knowledges.neighbours(process, knowledge);
        ProcessRuntime<S, M, I, O> started = pure.call(
                "Protocol.initial",
                () -> ProcessRuntime.start(id, neighbours, model.protocol(), model.channels(), model.changing()),
                runtime -> List.of(runtime.state(), runtime.timers()),
                id,
                neighbours);
        SortedSet<String> running = names(started.timers());
        int demands = model.requestsOf(ids.get(process)).orElse(LocalState.UNLIMITED);
        U user = pure.call("Problem.initial", problems.get(process)::initial);
        return local(process, new LocalState<>(started.state(), user, demands, running, knowledge, Set.of(), false));
    }

    private SortedSet<String> names(List<Timer> running) {
        SortedSet<String> names = new TreeSet<>();
        running.forEach(timer -> names.add(name(timer)));
        return names;
    }

    /** The name of a timer, by which the checker knows it. */
    private String name(Timer timer) {
        Timer first = timers.putIfAbsent(timer.name(), timer);
        if (first != null && !first.equals(timer)) {
            throw new InvariantViolation(
                    NAMED_TIMERS,
                    String.format(
                            Locale.ROOT,
                            "the timers %s (%s) and %s (%s) have the name %s",
                            first,
                            first.getClass().getName(),
                            timer,
                            timer.getClass().getName(),
                            timer.name()));
        }
        return timer.name();
    }

    /** The number of the local state of a process that has not joined or has departed. */
    public int absent(int process) {
        return absences.of(process, 0);
    }

    private int computeAbsent(int process, int none) {
        return local(process, LocalState.absent(problems.get(process).initial()));
    }

    public List<String> ruleLabels() {
        return List.copyOf(rules.keySet());
    }

    /** How many local states, messages, contents and links have a number. */
    public long numbered() {
        long states = locals.stream().mapToLong(Interner::size).sum();
        return states + contents.numbered() + links.size();
    }

    public LocalState<S, U> local(int process, int number) {
        return locals.get(process).value(number);
    }

    /** The number of a local state. */
    public int local(int process, LocalState<S, U> local) {
        return locals.get(process).of(local);
    }

    /** The messages, and the contents of links. */
    public LinkContents<M> contents() {
        return contents;
    }

    // --- links

    /** The number of links known so far. */
    public int links() {
        return links.size();
    }

    public LinkDirection link(int number) {
        return links.value(number);
    }

    /** The number of a link in one direction. */
    public int link(int from, Neighbour to) {
        return links.of(direction(from, to));
    }

    /** The number of a link in one direction, or -1 if it has none yet. */
    public int knownLink(int from, Neighbour to) {
        return links.find(direction(from, to));
    }

    private LinkDirection direction(int from, Neighbour to) {
        return new LinkDirection(from, ids.indexOf(to.id()), to.side());
    }

    private void addLink(LinkDirection link, int number) {
        deliveries.add(new Memo<>(guard, (local, message) -> computeDelivery(link, local, message)));
        returns.add(new Memo<>(
                guard,
                (local, message) -> step(
                        link.from(),
                        local(link.from(), local),
                        new Event.Undeliverable<>(
                                new Neighbour(ids.get(link.to()), link.side()), contents.message(message)),
                        true)));
        cache.addLink(link, links.find(link.opposite()));
    }

    /** The sender, as a neighbour of the receiver. */
    public Neighbour sender(LinkDirection link) {
        return new Neighbour(ids.get(link.from()), link.side().opposite());
    }

    // --- steps

    /** The possible steps on inputs and timers. */
    public LocalStep[] actions(int process, int number) {
        return actions.of(number, process).array();
    }

    private Memo.Frozen<LocalStep[]> computeActions(int number, int process) {
        LocalState<S, U> local = local(process, number);
        List<LocalStep> possible = new ArrayList<>();
        Problem<U, I, O> problem = problems.get(process);
        if (local.alive()) {
            for (I input : pure.call("Problem.mayAsk", () -> problem.mayAsk(local.user()), local.user())) {
                boolean demand = problem.demands(input);
                if (demand && local.demands() == 0) {
                    continue;
                }
                int left = demand && local.demands() != LocalState.UNLIMITED ? local.demands() - 1 : local.demands();
                U asking = pure.call("Problem.asked", () -> problem.asked(local.user(), input), local.user(), input);
                LocalState<S, U> asked = local.with(next -> next.user(asking).demands(left));
                possible.add(step(process, asked, new Event.Input<>(input), problem.owed(input)));
            }
            for (String timer : local.timers()) {
                possible.add(step(process, local, new Event.Timeout<>(timers.get(timer)), true));
            }
        }
        return new Memo.Frozen<>(possible.toArray(new LocalStep[0]));
    }

    /** The step on a notification, in an environment. */
    public LocalStep notification(int process, int number, int code, int environment) {
        return knowledges.kind(code) == MembershipNotification.ADMITTED
                ? admissions.get(process).of(number, environment)
                : notifications.get(process).of(number, code);
    }

    private LocalStep computeNotification(int process, int number, int code, int environment) {
        LocalState<S, U> local = local(process, number);
        int knowledge = knowledges.notified(process, local.knowledge(), code, environment);
        Event.NeighboursChanged<M, I> change = new Event.NeighboursChanged<>(
                knowledges.neighbours(process, knowledge), knowledges.departed(knowledge));
        return step(
                process,
                local,
                change,
                true,
                (before, same) -> before.changed(change, knowledges.lost(knowledge)),
                after -> local.withKnowledge(knowledge).withFormer(after.former()));
    }

    /** The step on the request to leave. */
    public LocalStep leave(int process, int number) {
        return departures.of(number, process);
    }

    private LocalStep computeLeave(int number, int process) {
        return step(process, local(process, number).withLeaving(true), new Event.Leave<>(), false);
    }

    /** The step on the return of a message to its sender. */
    public LocalStep returned(int link, int number, int message) {
        return returns.get(link).of(number, message);
    }

    /** The step on the delivery of a message, or {@link #WAITS}. */
    public LocalStep delivery(int link, int number, int message) {
        return deliveries.get(link).of(number, message);
    }

    private LocalStep computeDelivery(LinkDirection link, int number, int messageNumber) {
        LocalState<S, U> local = local(link.to(), number);
        if (!local.alive()) {
            return WAITS;
        }
        Event<M, I> event = new Event.Received<>(sender(link), contents.message(messageNumber));
        return step(link.to(), local, event, true);
    }

    private LocalStep step(int process, LocalState<S, U> local, Event<M, I> event, boolean owed) {
        return step(process, local, event, owed, ProcessRuntime::on, after -> local);
    }

    /**
     * The step on an event, or {@link #WAITS}. An exception counts as a violation.
     *
     * @param onEvent the turn of the process on the event
     * @param next the local state afterwards, apart from what the step itself changes
     */
    private LocalStep step(
            int process,
            LocalState<S, U> local,
            Event<M, I> event,
            boolean owed,
            PureTurns.TurnFunction<S, M, I, O> onEvent,
            Function<ProcessRuntime<S, M, I, O>, LocalState<S, U>> next) {
        boolean action = event instanceof Event.Input || event instanceof Event.Timeout;
        int number = action ? events.of(event) : -1;
        try {
            ProcessRuntime<S, M, I, O> before = runtime(process, local);
            Turn<S, M, I, O> turn = turns.take(before, event, onEvent);
            List<Step<S, M, O>> steps = PureTurns.steps(turn);
            LocalStep step = steps.isEmpty()
                    ? WAITS
                    : taken(process, next.apply(turn.next()), event, steps.get(0), turn.next(), number, owed);
            turns.compare(process, before, event, onEvent, steps);
            return step;
        } catch (InvariantViolation violation) {
            return violating(process, event, violation, number, owed);
        } catch (RuntimeException | StackOverflowError failure) {
            InvariantViolation violation = new InvariantViolation(
                    ProcessRuntime.NO_EXCEPTION, failure + " on " + event + " at " + local.state());
            return violating(process, event, violation, number, owed);
        }
    }

    /** The process in a local state, for which no message waits. */
    private ProcessRuntime<S, M, I, O> runtime(int process, LocalState<S, U> local) {
        return new ProcessRuntime<>(
                model.protocol(),
                model.channels(),
                model.changing(),
                local.state(),
                List.of(),
                knowledges.neighbours(process, local.knowledge()),
                local.former(),
                knowledges.departed(local.knowledge()),
                local.timers().stream().map(timers::get).toList(),
                false);
    }

    private LocalStep violating(
            int process, Event<M, I> event, InvariantViolation violation, int action, boolean owed) {
        TraceEvent failed = new TraceEvent.Failed(ids.get(process), event, violation.getMessage());
        return LocalStep.violating(violation, failed, action, owed);
    }

    private LocalStep taken(
            int process,
            LocalState<S, U> local,
            Event<M, I> event,
            Step<S, M, O> step,
            ProcessRuntime<S, M, I, O> afterwards,
            int action,
            boolean owed) {
        Problem<U, I, O> problem = problems.get(process);
        U user = local.user();
        boolean serves = false;
        List<O> told = new ArrayList<>();
        SortedSet<String> scheduled = new TreeSet<>();
        Map<Integer, List<Integer>> sent = new LinkedHashMap<>();
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, O> send) {
                if (reaches(process, local, send)) {
                    sent.computeIfAbsent(link(process, send.to()), link -> new ArrayList<>())
                            .add(contents.number(send.message()));
                }
            } else if (effect instanceof Effect.Output<M, O> output) {
                U before = user;
                user = pure.call("Problem.told", () -> problem.told(before, output.output()), before, output.output());
                told.add(output.output());
                serves |= problem.serves(output.output());
            } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                name(cancel.timer());
            } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                scheduled.add(name(schedule.timer()));
            } else if (!local.leaving()) {
                throw new InvariantViolation("who leaves has been asked to", "process " + ids.get(process) + " leaves");
            }
        }
        boolean leaves = afterwards.left();
        LocalState<S, U> next = new LocalState<>(
                step.next(),
                user,
                local.demands(),
                names(afterwards.timers()),
                local.knowledge(),
                local.former(),
                local.leaving());
        int after = leaves ? absent(process) : local(process, next);
        if (!leaves) {
            turns.meets(process, local(process, after).state(), step);
        }
        return new LocalStep(
                after,
                sent.keySet().stream().mapToInt(Integer::intValue).toArray(),
                sent.values().stream()
                        .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new),
                number(step.rule()),
                action,
                restarted(local.timers(), event, scheduled),
                observations.number(
                        ids.get(process),
                        heedsInputs && event instanceof Event.Input<M, I> input ? input.input() : null,
                        told),
                serves,
                owed,
                leaves,
                new TraceEvent.Stepped(ids.get(process), event, step.rule(), step.effects()),
                null);
    }

    private int[] restarted(SortedSet<String> running, Event<M, I> event, SortedSet<String> scheduled) {
        scheduled.retainAll(running);
        if (event instanceof Event.Timeout<M, I> expired) {
            scheduled.remove(expired.timer().name());
        }
        return scheduled.isEmpty()
                ? LocalStep.NO_TIMERS
                : scheduled.stream()
                        .mapToInt(timer -> events.of(new Event.Timeout<>(timers.get(timer))))
                        .toArray();
    }

    private int number(Rule rule) {
        Integer number = rulesThemselves.get(rule);
        if (number == null) {
            throw new InvariantViolation(
                    NAMED_RULES,
                    rules.containsKey(rule.label())
                            ? "another rule has the label " + rule.label()
                            : rule.label() + " is not among " + rules.keySet());
        }
        return number;
    }

    /** Whether a sent message gets into transit; not if the sender knows that the recipient has departed. */
    private boolean reaches(int process, LocalState<S, U> local, Effect.Send<M, O> send) {
        if (knowledges.departed(local.knowledge()).contains(send.to().id())) {
            return false;
        }
        Neighbours neighbours = knowledges.neighbours(process, local.knowledge());
        if (!ids.contains(send.to().id())
                || !neighbours.contains(send.to()) && !local.former().contains(send.to())) {
            throw new InvariantViolation(
                    TO_NEIGHBOURS,
                    "process " + ids.get(process) + " sends " + send + ", and its neighbours are " + neighbours);
        }
        return true;
    }
}
