package symposium.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import symposium.kernel.Algorithm;
import symposium.kernel.Carrier;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Invariant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Observer;
import symposium.kernel.Printable;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.Topology;
import symposium.kernel.TraceEvent;

/**
 * One run in virtual time. Say first what is to be run, and how; the run begins with the first of the {@code run} methods and may be
 * carried on by further ones.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class Simulation<S, M, U, I, O> {

    /** Who is told of each step, with the moment at which it was taken. */
    @FunctionalInterface
    public interface Watcher {
        void stepped(long time, TraceEvent occurrence);
    }

    private record Waiting<M>(Neighbour from, M message) {}

    private static final int BETWEEN_PAUSES = 1 << 10;

    private Protocol<S, M, I, O> protocol;
    private final Problem<U, I, O> problem;
    private final Network network;
    private final Channels channels;
    private final Workload<U, I> users;

    private Durations delays = Durations.exactly(1);
    private Map<String, Durations> timers = Map.of();
    private Durations otherTimers;
    private long seed;
    private Watcher watcher;
    private Predicate<M> announces = message -> false;
    private BiConsumer<ProcessId, O> hearer;
    private List<Invariant<S, M, U>> invariants = List.of();
    private Topology changing;
    private List<ScheduledFault> mishaps = List.of();
    private Runnable pause;

    private boolean begun;
    private RandomGenerator travelling;
    private RandomGenerator living;
    private RandomGenerator hearing;
    private boolean orderly;
    private final EventQueue agenda = new EventQueue();
    private ProcessIndex places;
    private Object[] states;
    private Object[] standings;
    private int[] standing;
    private int[] demands;
    private long[] demandedAt;
    private LinkTable[] links;
    /** At which place the links of each end, {@link #most} for each place; null where somebody has many, or they change. */
    private int[] ends;

    private int most;
    private long[][] lastArrivals;
    private List<Waiting<M>>[] waiting;
    private Map<String, Integer>[] running;
    private InvariantMonitor<S, M, U> judge;
    private Observer<O> observer;
    private String name;
    private FaultState surroundings;
    private Durations departureHeard = Durations.exactly(1);

    private long now;
    private int timersStarted;
    private long happened;
    private long steps;
    private long demanded;
    private long served;
    private long longestWait;
    private long announced;
    private long sentInAll;
    private final Map<Rule, long[]> fired = new HashMap<>();
    private final Map<Object, long[]> sent = new LinkedHashMap<>();

    private Simulation(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> users) {
        this.name = protocol.getClass().getSimpleName();
        this.protocol = protocol;
        this.problem = problem;
        this.network = network;
        this.channels = channels;
        this.users = users;
    }

    /** Makes the processes, and lets users and timers begin; the first of the {@code run} methods does so, too. */
    public Simulation<S, M, U, I, O> prepared() {
        begin();
        return this;
    }

    /** Any protocol on any network; a message travels for one tick, until said otherwise. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> users) {
        return new Simulation<>(protocol, problem, network, channels, users);
    }

    /** An algorithm of the catalogue on the topology that it prefers, over the links that it assumes. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm, Start start, Workload<U, I> users) {
        return of(algorithm, start, algorithm.topologies().get(0), algorithm.channels(), users);
    }

    /** An algorithm of the catalogue on any topology and links. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm,
            Start start,
            Topology topology,
            Channels channels,
            Workload<U, I> users) {
        Simulation<S, M, U, I, O> simulation = of(
                algorithm.protocol(start),
                algorithm.problem(),
                topology instanceof RelabelledTopology seating
                        ? Network.of(seating)
                        : Network.of(topology, start.processes()),
                channels,
                users);
        simulation.name = algorithm.name();
        simulation.announces = algorithm::announces;
        return simulation;
    }

    /** Another protocol instead, such as a faulty variant. */
    public Simulation<S, M, U, I, O> running(Protocol<S, M, I, O> other) {
        requireNotBegun();
        protocol = other;
        return this;
    }

    /** How long messages travel. Over a link that keeps its order, none arrives before one that was sent earlier. */
    public Simulation<S, M, U, I, O> delaying(Durations times) {
        requireNotBegun();
        delays = times;
        return this;
    }

    /** How long timers run, by their names. */
    public Simulation<S, M, U, I, O> timing(Map<String, Durations> durations) {
        requireNotBegun();
        timers = Map.copyOf(durations);
        return this;
    }

    /** How long timers run that are not named. */
    public Simulation<S, M, U, I, O> timingOthers(Durations duration) {
        requireNotBegun();
        otherTimers = duration;
        return this;
    }

    /** From where all randomness comes; 0 until said otherwise. */
    public Simulation<S, M, U, I, O> seeded(long from) {
        requireNotBegun();
        seed = from;
        return this;
    }

    /** Who is told of each step. */
    public Simulation<S, M, U, I, O> watchedBy(Watcher by) {
        watcher = by;
        return this;
    }

    /** Who hears all that users are told. */
    public Simulation<S, M, U, I, O> heardBy(BiConsumer<ProcessId, O> by) {
        hearer = by;
        return this;
    }

    /**
     * Which laws the run is held to, besides those that the problem's own observer watches over, and what neighbours may not be at once: those of one process are looked at after
     * each step of it, those of a message when it arrives, and those of a number after each step. Laws of the whole, of a link or of a step
     * are left to the checker.
     */
    public Simulation<S, M, U, I, O> heldTo(List<Invariant<S, M, U>> these) {
        requireNotBegun();
        invariants = these.stream().filter(InvariantMonitor::follows).toList();
        return this;
    }

    /**
     * What befalls processes and links in the run. Everyone who is still there hears of a departure, and both ends of a link of its failure
     * and recovery, by {@link Event.NeighboursChanged}.
     *
     * @param topology by which the remaining processes find their neighbours
     * @throws IllegalArgumentException when a process is not in the network
     */
    public Simulation<S, M, U, I, O> suffering(Topology topology, List<ScheduledFault> these) {
        requireNotBegun();
        for (ScheduledFault mishap : these) {
            for (ProcessId process : concerned(mishap)) {
                if (!network.processes().contains(process)) {
                    throw new IllegalArgumentException("there is no process " + process + " for anything to befall");
                }
            }
        }
        changing = topology;
        mishaps = List.copyOf(these);
        return this;
    }

    private static List<ProcessId> concerned(ScheduledFault mishap) {
        if (mishap instanceof ScheduledFault.Crash crash) {
            return List.of(crash.process());
        }
        if (mishap instanceof ScheduledFault.Leaving leaving) {
            return List.of(leaving.process());
        }
        if (mishap instanceof ScheduledFault.LinkFailure failure) {
            return List.of(failure.one(), failure.other());
        }
        ScheduledFault.LinkRecovery recovery = (ScheduledFault.LinkRecovery) mishap;
        return List.of(recovery.one(), recovery.other());
    }

    /** What is done every so many steps, some hundreds to some thousands: a look at the clock, say, by someone who has one. */
    public Simulation<S, M, U, I, O> pausing(Runnable to) {
        pause = to;
        return this;
    }

    private void requireNotBegun() {
        if (begun) {
            throw new IllegalStateException("the run has begun");
        }
    }

    /**
     * Runs until nothing more happens; forever, when users ask again and again.
     *
     * @throws InvariantViolation when a step that no rule admits is asked of a process, or a law to which the run is held does not hold
     */
    public Metrics runToTheEnd() {
        while (advance(Long.MAX_VALUE)) {
            continue;
        }
        return tally();
    }

    /**
     * Runs until all that happens up to and including this tick has happened.
     *
     * @throws InvariantViolation when a step that no rule admits is asked of a process, or a law to which the run is held does not hold
     */
    public Metrics runUntil(long time) {
        while (advance(time)) {
            continue;
        }
        now = Math.max(now, time);
        return tally();
    }

    /**
     * Runs until so many demands in all have been served, or nothing more happens.
     *
     * @throws InvariantViolation when a step that no rule admits is asked of a process, or a law to which the run is held does not hold
     */
    public Metrics runUntilServed(long servings) {
        return runUntilServed(servings, Long.MAX_VALUE);
    }

    /**
     * Runs until so many demands in all have been served, nothing more happens, or all that happens up to and including this tick has
     * happened.
     *
     * @throws InvariantViolation when a step that no rule admits is asked of a process, or a law to which the run is held does not hold
     */
    public Metrics runUntilServed(long servings, long time) {
        while (served < servings && advance(time)) {
            continue;
        }
        return tally();
    }

    /** What has been counted so far. */
    public Metrics tally() {
        Map<String, Long> rules = new LinkedHashMap<>();
        protocol.rules().forEach(rule -> rules.put(rule.label(), fired.getOrDefault(rule, new long[1])[0]));
        Map<String, Long> messages = new TreeMap<>();
        sent.forEach((type, count) -> messages.merge(name(type), count[0], Long::sum));
        return new Metrics(
                name,
                network.processes().size(),
                seed,
                now,
                steps,
                messages,
                announced,
                rules,
                demanded,
                served,
                longestWait,
                begun && agenda.isEmpty());
    }

    /** The moment, in ticks. */
    public long now() {
        return now;
    }

    /** How many steps have been taken. */
    public long steps() {
        return steps;
    }

    /** How many messages have been sent. */
    public long messages() {
        return sentInAll;
    }

    /** How many demands have been served. */
    public long served() {
        return served;
    }

    /** The state of a process now; of one that has departed, the state in which it did. */
    public S state(ProcessId process) {
        begin();
        return stateAt(places.of(process));
    }

    /** Where the user of a process stands now. */
    public U user(ProcessId process) {
        begin();
        return userAt(places.of(process));
    }

    /** How many users wait for an answer, those of processes that have departed left out. */
    public long waiting() {
        begin();
        long count = 0;
        for (int place = 0; place < standings.length; place++) {
            count += problem.waits(userAt(place)) && present(place) ? 1 : 0;
        }
        return count;
    }

    /** Whether a process has crashed or left. */
    public boolean departed(ProcessId process) {
        return surroundings != null && surroundings.gone(process);
    }

    @SuppressWarnings("unchecked")
    private S stateAt(int place) {
        return (S) states[place];
    }

    @SuppressWarnings("unchecked")
    private U userAt(int place) {
        return (U) standings[place];
    }

    private ProcessId process(int place) {
        return network.processes().get(place);
    }

    private static Object type(Object message) {
        if (message instanceof Carrier carrier) {
            return type(carrier.carried());
        }
        return message instanceof Enum<?> ? message : message.getClass();
    }

    private static String name(Object type) {
        String name = type instanceof Enum<?> each ? each.name() : ((Class<?>) type).getSimpleName();
        return Printable.hyphenated(name);
    }

    @SuppressWarnings("unchecked")
    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        SplittableRandom random = new SplittableRandom(seed);
        travelling = random.split();
        living = random.split();
        hearing = random.split();
        int processes = network.processes().size();
        // where every message travels equally long, order keeps itself
        orderly = channels != Channels.FIFO || delays.only() >= 0;
        places = new ProcessIndex(network.processes());
        states = new Object[processes];
        standings = new Object[processes];
        standing = new int[processes];
        demands = new int[processes];
        demandedAt = new long[processes];
        links = new LinkTable[processes];
        lastArrivals = new long[processes][];
        waiting = (List<Waiting<M>>[]) new List<?>[processes];
        running = (Map<String, Integer>[]) new Map<?, ?>[processes];
        judge = invariants.isEmpty() ? null : new InvariantMonitor<>(invariants, processes);
        observer = problem.observer();
        surroundings = mishaps.isEmpty() ? null : new FaultState(changing, network);
        ends = surroundings == null ? ends() : null;
        for (int place = 0; place < processes; place++) {
            states[place] =
                    protocol.initial(process(place), network.neighbours().get(place));
            standings[place] = problem.initial();
            judgeMoved(place);
        }
        if (judge != null) {
            judge.sum();
        }
        for (ScheduledFault mishap : mishaps) {
            agenda.add(mishap.at(), places.of(concerned(mishap).get(0)), EventQueue.Kind.MISHAP, 0, mishap, null);
        }
        for (int place = 0; place < processes; place++) {
            for (Timer timer : protocol.initialTimers(stateAt(place))) {
                start(place, timer);
            }
            consult(place);
        }
    }

    private int[] ends() {
        for (Neighbours each : network.neighbours()) {
            most = Math.max(most, each.size());
        }
        if (most > LinkTable.FEW) {
            return null;
        }
        int[] found = new int[network.processes().size() * most];
        for (int place = 0; place < network.processes().size(); place++) {
            List<Neighbour> all = network.neighbours().get(place).all();
            for (int link = 0; link < all.size(); link++) {
                found[place * most + link] = places.of(all.get(link).id());
            }
        }
        return found;
    }

    /** Lets the next thing happen, unless it is to happen after that moment. */
    private boolean advance(long until) {
        begin();
        if (!agenda.take(until)) {
            return false;
        }
        now = agenda.time();
        happened++;
        if (pause != null && happened % BETWEEN_PAUSES == 0) {
            pause.run();
        }
        happen(agenda.place());
        return true;
    }

    @SuppressWarnings("unchecked")
    private void happen(int place) {
        EventQueue.Kind kind = agenda.kind();
        int number = agenda.number();
        Object second = agenda.second();
        Object first = agenda.first();
        switch (kind) {
            case ARRIVAL -> arrive(number, (Neighbour) first, (M) second);
            case ASKING -> {
                if (number == standing[place] && present(place)) {
                    ask(place, (I) first);
                }
            }
            case EXPIRY -> {
                Timer timer = (Timer) first;
                if (present(place) && running[place].remove(timer.name(), number)) {
                    step(place, new Event.Timeout<>(timer), false);
                }
            }
            case RETURN -> comeBack(place, number, (Neighbour) first, (M) second);
            case MISHAP -> befall((ScheduledFault) first);
            case NEWS -> hear(place, (ScheduledFault) first);
        }
    }

    private void put(int place, long after, EventQueue.Kind kind, int number, Object first, Object second) {
        if (after < 0) {
            throw new IllegalArgumentException("nothing happens " + -after + " ticks ago");
        }
        agenda.add(Math.addExact(now, after), place, kind, number, first, second);
    }

    private boolean present(int place) {
        return surroundings == null || !surroundings.gone(process(place));
    }

    // --- users

    private void consult(int place) {
        standing[place]++;
        U user = userAt(place);
        List<I> possible = problem.mayAsk(user);
        if (possible.isEmpty()) {
            return;
        }
        Workload.Standing<U> here = new Workload.Standing<>(process(place), user, demands[place], now);
        for (I input : possible) {
            OptionalLong after = users.asks(here, input, living);
            if (after.isPresent()) {
                put(place, after.getAsLong(), EventQueue.Kind.ASKING, standing[place], input, null);
            }
        }
    }

    private void ask(int place, I input) {
        if (problem.demands(input)) {
            demanded++;
            demands[place]++;
            demandedAt[place] = now;
        }
        standings[place] = problem.asked(userAt(place), input);
        step(place, new Event.Input<>(input), true);
    }

    // --- messages

    private void send(int place, Neighbour to, M message) {
        int link = linkNumber(place, to);
        int recipient = ends != null && link >= 0 ? ends[place * most + link] : places.of(to.id());
        if (recipient < 0 || link < 0 && surroundings == null) {
            throw new IllegalStateException("process " + process(place) + " has no link to " + to);
        }
        long after = delays.next(travelling);
        if (!orderly && link >= 0) {
            after = inOrder(place, link, after);
        }
        sent.computeIfAbsent(type(message), first -> new long[1])[0]++;
        sentInAll++;
        if (announces.test(message)) {
            announced++;
        }
        if (judge != null) {
            judge.sent(message);
        }
        boolean broken = surroundings != null && surroundings.broken(process(place), to.id());
        put(
                place,
                after,
                broken ? EventQueue.Kind.RETURN : EventQueue.Kind.ARRIVAL,
                recipient,
                to.seenBack(process(place)),
                message);
    }

    private long inOrder(int place, int link, long after) {
        if (lastArrivals[place] == null) {
            lastArrivals[place] = new long
                    [links[place] == null ? network.neighbours().get(place).size() : links[place].size()];
        }
        long then = Math.max(now + after, lastArrivals[place][link]);
        lastArrivals[place][link] = then;
        return then - now;
    }

    private int linkNumber(int place, Neighbour to) {
        if (links[place] == null) {
            Neighbours neighbours = network.neighbours().get(place);
            if (neighbours.size() <= LinkTable.FEW) {
                return LinkTable.among(neighbours.all(), to);
            }
            links[place] = new LinkTable(neighbours);
        }
        return links[place].number(to);
    }

    private void arrive(int place, Neighbour from, M message) {
        if (!present(place) || surroundings != null && surroundings.heardOf(from.id(), process(place))) {
            drop(message);
            return;
        }
        if (!mayBeReceived(place, from, message, waiting[place] == null ? List.of() : waiting[place])) {
            if (waiting[place] == null) {
                waiting[place] = new ArrayList<>();
            }
            waiting[place].add(new Waiting<>(from, message));
            return;
        }
        receive(place, from, message);
    }

    private void receive(int place, Neighbour from, M message) {
        step(place, received(place, from, message), false);
    }

    private Event<M, I> received(int place, Neighbour from, M message) {
        if (judge != null) {
            try {
                judge.arrives(message, stateAt(place));
            } catch (InvariantViolation refuted) {
                throw at(place, "the arrival of " + message, refuted);
            }
            judge.takenOff(message);
        }
        return new Event.Received<>(from, message);
    }

    private void drop(M message) {
        if (judge != null) {
            judge.takenOff(message);
        }
    }

    private boolean mayBeReceived(int place, Neighbour from, M message, List<Waiting<M>> before) {
        if (channels == Channels.FIFO) {
            for (Waiting<M> earlier : before) {
                if (earlier.from().equals(from)) {
                    return false;
                }
            }
        }
        return (surroundings == null || surroundings.acquainted(process(place), from))
                && protocol.admits(stateAt(place), from, message);
    }

    /** The first of the waiting messages that is admitted now. */
    private Waiting<M> firstAdmitted(int place) {
        List<Waiting<M>> passedOver = new ArrayList<>();
        for (Iterator<Waiting<M>> each = waiting[place].iterator(); each.hasNext(); ) {
            Waiting<M> message = each.next();
            if (mayBeReceived(place, message.from(), message.message(), passedOver)) {
                each.remove();
                return message;
            }
            passedOver.add(message);
        }
        return null;
    }

    // --- steps

    private void step(int place, Event<M, I> event, boolean asked) {
        boolean moved = take(place, event) || asked;
        while (waiting[place] != null && !waiting[place].isEmpty() && present(place)) {
            Waiting<M> admitted = firstAdmitted(place);
            if (admitted == null) {
                break;
            }
            moved |= take(place, received(place, admitted.from(), admitted.message()));
        }
        if (moved && present(place)) {
            consult(place);
        }
    }

    /** Takes one step; says whether the user was told something. */
    private boolean take(int place, Event<M, I> event) {
        Step<S, M, O> step;
        boolean told = false;
        try {
            step = protocol.step(stateAt(place), event);
            steps++;
            fired.computeIfAbsent(step.rule(), first -> new long[1])[0]++;
            if (states[place] != step.next()) {
                states[place] = step.next();
            }
            List<Effect<M, O>> effects = step.effects();
            for (int at = 0; at < effects.size(); at++) {
                Effect<M, O> effect = effects.get(at);
                if (effect instanceof Effect.Send<M, O> send) {
                    send(place, send.to(), send.message());
                } else if (effect instanceof Effect.Output<M, O> output) {
                    told = true;
                    tell(place, output.output());
                } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                    start(place, schedule.timer());
                } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                    cancel(place, cancel.timer());
                } else {
                    leave(place);
                }
            }
            if (judge != null && present(place)) {
                judgeMoved(place);
                judge.sum();
            }
        } catch (InvariantViolation refuted) {
            throw at(place, event.toString(), refuted);
        }
        if (watcher != null) {
            watcher.stepped(now, new TraceEvent.Stepped(process(place), event, step.rule(), step.effects()));
        }
        return told;
    }

    private InvariantViolation at(int place, String what, InvariantViolation refuted) {
        InvariantViolation here = new InvariantViolation(
                refuted.invariant(),
                "on " + what + " at process " + process(place) + ", tick " + now + ", seed " + seed);
        here.initCause(refuted);
        return here;
    }

    private void judgeMoved(int place) {
        if (judge != null) {
            judge.moved(place, stateAt(place), userAt(place));
        }
    }

    private void judgeBesideNeighbours(int place) {
        Optional<String> invariant = problem.excludesNeighbours(userAt(place));
        if (invariant.isPresent()) {
            for (Neighbour other : network.neighbours().get(place)) {
                int there = places.of(other.id());
                if (present(there) && problem.excludesNeighbours(userAt(there)).equals(invariant)) {
                    throw new InvariantViolation(
                            invariant.get(),
                            "the users of " + process(place) + " and " + other + " are " + userAt(place));
                }
            }
        }
    }

    private void tell(int place, O output) {
        boolean waited = problem.waits(userAt(place));
        standings[place] = problem.told(userAt(place), output);
        judgeBesideNeighbours(place);
        observer = observer.sees(process(place), output);
        if (hearer != null) {
            hearer.accept(process(place), output);
        }
        if (waited && problem.serves(output)) {
            served++;
            longestWait = Math.max(longestWait, now - demandedAt[place]);
        }
    }

    private void start(int place, Timer timer) {
        Durations duration = timers.getOrDefault(timer.name(), otherTimers);
        if (duration == null) {
            throw new IllegalStateException("nobody has said how long the timer " + timer.name() + " runs");
        }
        if (running[place] == null) {
            running[place] = new HashMap<>();
        }
        timersStarted++;
        running[place].put(timer.name(), timersStarted);
        put(place, duration.next(living), EventQueue.Kind.EXPIRY, timersStarted, timer, null);
    }

    private void cancel(int place, Timer timer) {
        if (running[place] != null) {
            running[place].remove(timer.name());
        }
    }

    // --- mishaps

    private void befall(ScheduledFault mishap) {
        if (mishap instanceof ScheduledFault.Crash crash) {
            crash(crash);
        } else if (mishap instanceof ScheduledFault.Leaving leaving) {
            departureHeard = leaving.heard();
            int place = places.of(leaving.process());
            if (present(place)) {
                step(place, new Event.Leave<>(), false);
            }
        } else if (mishap instanceof ScheduledFault.LinkFailure failure) {
            changeLink(failure, failure.one(), failure.other(), true, failure.heard());
        } else if (mishap instanceof ScheduledFault.LinkRecovery recovery) {
            changeLink(recovery, recovery.one(), recovery.other(), false, recovery.heard());
        }
    }

    private void crash(ScheduledFault.Crash crash) {
        if (surroundings.gone(crash.process())) {
            return;
        }
        departs(crash.process());
        tellWatcher(new TraceEvent.Crashed(crash.process()));
        surroundings.present().forEach(other -> spread(other, 0, crash.heard(), crash));
    }

    private void leave(int place) {
        if (surroundings == null) {
            throw new IllegalStateException("process " + process(place) + " leaves, and nobody has asked it to");
        }
        long[] last = {now};
        agenda.look((tick, by, kind, number, first) -> {
            if (by == place && kind == EventQueue.Kind.ARRIVAL) {
                last[0] = Math.max(last[0], tick);
            }
            return kind;
        });
        departs(process(place));
        ScheduledFault.Leaving left = new ScheduledFault.Leaving(now, process(place), departureHeard);
        surroundings.present().forEach(other -> spread(other, last[0] - now, departureHeard, left));
    }

    private void departs(ProcessId process) {
        int place = places.of(process);
        surroundings.goes(process);
        if (running[place] != null) {
            running[place].clear();
        }
        if (waiting[place] != null) {
            waiting[place].forEach(each -> drop(each.message()));
            waiting[place] = null;
        }
        if (judge != null) {
            judge.gone(place);
        }
    }

    private void changeLink(ScheduledFault mishap, ProcessId one, ProcessId other, boolean fails, Durations heard) {
        if (surroundings.broken(one, other) == fails) {
            return;
        }
        surroundings.breaks(one, other, fails);
        if (fails) {
            int here = places.of(one);
            int there = places.of(other);
            agenda.look((tick, by, kind, number, first) ->
                    kind == EventQueue.Kind.ARRIVAL && (by == here && number == there || by == there && number == here)
                            ? EventQueue.Kind.RETURN
                            : kind);
        }
        tellWatcher(fails ? new TraceEvent.LinkFailed(one, other) : new TraceEvent.LinkRecovered(one, other));
        spread(one, 0, heard, mishap);
        spread(other, 0, heard, mishap);
    }

    private void spread(ProcessId to, long after, Durations heard, ScheduledFault mishap) {
        long until = heard.next(hearing);
        if (until < ScheduledFault.NEVER.only()) {
            put(places.of(to), after + until, EventQueue.Kind.NEWS, 0, mishap, null);
        }
    }

    private void tellWatcher(TraceEvent occurrence) {
        if (watcher != null) {
            watcher.stepped(now, occurrence);
        }
    }

    private void comeBack(int place, int recipient, Neighbour asSeen, M message) {
        drop(message);
        if (present(place)) {
            step(place, new Event.Undeliverable<>(asSeen.seenBack(process(recipient)), message), false);
        }
    }

    private void hear(int place, ScheduledFault mishap) {
        ProcessId self = process(place);
        if (surroundings.gone(self)) {
            return;
        }
        Event<M, I> news;
        if (mishap instanceof ScheduledFault.Crash crash) {
            news = surroundings.hearsOfDeparture(self, crash.process());
            forget(place, crash.process());
        } else if (mishap instanceof ScheduledFault.Leaving leaving) {
            news = surroundings.hearsOfDeparture(self, leaving.process());
            forget(place, leaving.process());
        } else if (mishap instanceof ScheduledFault.LinkFailure failure) {
            news = surroundings.hearsOfLink(self, otherEnd(self, failure.one(), failure.other()), true);
        } else {
            ScheduledFault.LinkRecovery recovery = (ScheduledFault.LinkRecovery) mishap;
            news = surroundings.hearsOfLink(self, otherEnd(self, recovery.one(), recovery.other()), false);
        }
        relink(place);
        step(place, news, false);
    }

    private static ProcessId otherEnd(ProcessId self, ProcessId one, ProcessId other) {
        return self.equals(one) ? other : one;
    }

    /** What waits here from a process that has departed is lost. */
    private void forget(int place, ProcessId departed) {
        if (waiting[place] != null) {
            waiting[place].removeIf(each -> {
                boolean lost = each.from().id().equals(departed);
                if (lost) {
                    drop(each.message());
                }
                return lost;
            });
        }
    }

    /** Numbers the links anew; over none of the new ones does anything arrive before what has been sent so far. */
    private void relink(int place) {
        links[place] = new LinkTable(surroundings.neighbours(process(place)));
        if (lastArrivals[place] != null) {
            long latest = Arrays.stream(lastArrivals[place]).max().orElse(0);
            lastArrivals[place] = new long[links[place].size()];
            Arrays.fill(lastArrivals[place], latest);
        }
    }
}
