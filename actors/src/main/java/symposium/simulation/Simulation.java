package symposium.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Invariant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.RelabelledTopology;
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

    /** Is told of each step, with the tick at which it was taken. */
    @FunctionalInterface
    public interface Watcher {
        void stepped(long time, TraceEvent event);
    }

    private record Waiting<M>(Neighbour from, M message) {}

    private static final int BETWEEN_PAUSES = 1 << 10;

    // --- what is run, and how

    private String name;
    private Protocol<S, M, I, O> protocol;
    private final Problem<U, I, O> problem;
    private final Network network;
    private final Channels channels;
    private final Workload<U, I> workload;
    private Durations delays = Durations.exactly(1);
    private Map<String, Durations> timers = Map.of();
    private Durations otherTimers;
    private long seed;
    private Watcher watcher;
    private BiConsumer<ProcessId, O> listener;
    private List<Invariant<S, M, U>> invariants = List.of();
    private Topology topologyAfterFaults;
    private List<ScheduledFault> scheduled = List.of();
    private Runnable pause;

    // --- the run

    private final EventQueue queue = new EventQueue();
    private final Counters<M> counters = new Counters<>();
    private boolean begun;
    private long now;
    private long happened;
    private int timersStarted;
    private RandomGenerator userRandom;
    private ProcessIndex places;
    private Transport transport;
    private FaultState faultState;
    private FaultInjector<M, I> faults;
    private InvariantMonitor<S, M, U> monitor;
    private Observer<O> observer;
    /** By place: the state of the process, and where its user stands. */
    private Object[] states;

    private Object[] users;
    /** By place: how often its user has come to stand somewhere, how often it has demanded, and when last. */
    private int[] visits;

    private int[] demands;
    private long[] demandedAt;
    private List<Waiting<M>>[] waiting;
    /** By place: the timers that run, each with the number of its start. */
    private Map<String, Integer>[] running;

    private Simulation(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> workload) {
        this.name = protocol.getClass().getSimpleName();
        this.protocol = protocol;
        this.problem = problem;
        this.network = network;
        this.channels = channels;
        this.workload = workload;
    }

    /** Any protocol on any network; a message travels for one tick, until said otherwise. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> workload) {
        return new Simulation<>(protocol, problem, network, channels, workload);
    }

    /** An algorithm of the catalogue on the topology that it prefers, over the links that it assumes. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm, Start start, Workload<U, I> workload) {
        return of(algorithm, start, algorithm.topologies().get(0), algorithm.channels(), workload);
    }

    /** An algorithm of the catalogue on any topology and links. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm,
            Start start,
            Topology topology,
            Channels channels,
            Workload<U, I> workload) {
        Network network = topology instanceof RelabelledTopology relabelled
                ? Network.of(relabelled)
                : Network.of(topology, start.processes());
        Simulation<S, M, U, I, O> simulation =
                of(algorithm.protocol(start), algorithm.problem(), network, channels, workload);
        simulation.name = algorithm.name();
        simulation.counters.announcing(algorithm::announces);
        return simulation;
    }

    /** Another protocol instead, such as a faulty variant. */
    public Simulation<S, M, U, I, O> withProtocol(Protocol<S, M, I, O> other) {
        requireNotBegun();
        protocol = other;
        return this;
    }

    /** How long messages travel. Over a link that keeps its order, none arrives before one that was sent earlier. */
    public Simulation<S, M, U, I, O> withDelays(Durations ticks) {
        requireNotBegun();
        delays = ticks;
        return this;
    }

    /** How long timers run, by their names. */
    public Simulation<S, M, U, I, O> withTimers(Map<String, Durations> ticks) {
        requireNotBegun();
        timers = Map.copyOf(ticks);
        return this;
    }

    /** How long timers run that are not named. */
    public Simulation<S, M, U, I, O> withOtherTimers(Durations ticks) {
        requireNotBegun();
        otherTimers = ticks;
        return this;
    }

    /** The seed of all randomness; 0 until said otherwise. */
    public Simulation<S, M, U, I, O> withSeed(long from) {
        requireNotBegun();
        seed = from;
        return this;
    }

    /** Tells {@code by} of each step. */
    public Simulation<S, M, U, I, O> watchedBy(Watcher by) {
        watcher = by;
        return this;
    }

    /** Tells {@code by} all that users are told. */
    public Simulation<S, M, U, I, O> heardBy(BiConsumer<ProcessId, O> by) {
        listener = by;
        return this;
    }

    /**
     * Holds the run to invariants, besides those of the problem's own observer and the exclusion of neighbours: those of one process are looked at
     * after each step of it, those of a message when it arrives, and those of a number after each step. Invariants of the whole, of a link or of a
     * step are left to the checker.
     */
    public Simulation<S, M, U, I, O> withInvariants(List<Invariant<S, M, U>> these) {
        requireNotBegun();
        invariants = these.stream().filter(InvariantMonitor::follows).toList();
        return this;
    }

    /**
     * The faults of the run. All processes that are still there are notified of a departure, and both ends of a link of its failure
     * and recovery, by {@link Event.NeighboursChanged}.
     *
     * @param topology by which the remaining processes find their neighbours
     * @throws IllegalArgumentException when a process is not in the network
     */
    public Simulation<S, M, U, I, O> withFaults(Topology topology, List<ScheduledFault> these) {
        requireNotBegun();
        for (ScheduledFault fault : these) {
            for (ProcessId process : fault.processes()) {
                if (!network.processes().contains(process)) {
                    throw new IllegalArgumentException("there is no process " + process + " for anything to befall");
                }
            }
        }
        topologyAfterFaults = topology;
        scheduled = List.copyOf(these);
        return this;
    }

    /** Runs {@code to} every thousand events or so: a look at the clock, say. */
    public Simulation<S, M, U, I, O> pausing(Runnable to) {
        pause = to;
        return this;
    }

    private void requireNotBegun() {
        if (begun) {
            throw new IllegalStateException("the run has begun");
        }
    }

    // --- running

    /** Makes the processes, and lets users and timers begin; the first of the {@code run} methods does so, too. */
    public Simulation<S, M, U, I, O> prepared() {
        begin();
        return this;
    }

    /**
     * Runs until nothing more happens; forever, when users ask again and again.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runToTheEnd() {
        return runUntilServed(Long.MAX_VALUE);
    }

    /**
     * Runs until all that happens up to and including this tick has happened.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runUntil(long time) {
        runUntilServed(Long.MAX_VALUE, time);
        now = Math.max(now, time);
        return metrics();
    }

    /**
     * Runs until this many demands in all have been served, or nothing more happens.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runUntilServed(long servings) {
        return runUntilServed(servings, Long.MAX_VALUE);
    }

    /**
     * Runs until this many demands in all have been served, nothing more happens, or all that happens up to and including this tick has
     * happened.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runUntilServed(long servings, long time) {
        begin();
        while (counters.served() < servings && advance(time)) {
            continue;
        }
        return metrics();
    }

    /** What has been counted so far. */
    public Metrics metrics() {
        boolean quiet = begun && queue.isEmpty();
        return counters.metrics(name, network.processes().size(), seed, now, protocol.rules(), quiet);
    }

    /** The tick that has been reached. */
    public long now() {
        return now;
    }

    /** The number of steps taken so far. */
    public long steps() {
        return counters.steps();
    }

    /** The number of messages sent so far. */
    public long messages() {
        return counters.sent();
    }

    /** The number of demands served so far. */
    public long served() {
        return counters.served();
    }

    /** The state of a process. */
    public S state(ProcessId process) {
        begin();
        return stateAt(places.of(process));
    }

    /** Where the user of a process stands. */
    public U user(ProcessId process) {
        begin();
        return userAt(places.of(process));
    }

    /** The number of users that wait, of processes that are still there. */
    public long waiting() {
        begin();
        long count = 0;
        for (int place = 0; place < users.length; place++) {
            count += problem.waits(userAt(place)) && present(place) ? 1 : 0;
        }
        return count;
    }

    /** Whether a process has crashed or left. */
    public boolean departed(ProcessId process) {
        return faults != null && faults.gone(process);
    }

    @SuppressWarnings("unchecked")
    private S stateAt(int place) {
        return (S) states[place];
    }

    @SuppressWarnings("unchecked")
    private U userAt(int place) {
        return (U) users[place];
    }

    private ProcessId process(int place) {
        return network.processes().get(place);
    }

    private boolean present(int place) {
        return faults == null || !faults.gone(process(place));
    }

    @SuppressWarnings("unchecked")
    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        SplittableRandom random = new SplittableRandom(seed);
        RandomGenerator travelRandom = random.split();
        userRandom = random.split();
        RandomGenerator notificationRandom = random.split();
        int processes = network.processes().size();
        places = new ProcessIndex(network.processes());
        transport = new Transport(network, places, channels, delays, travelRandom, !scheduled.isEmpty());
        states = new Object[processes];
        users = new Object[processes];
        visits = new int[processes];
        demands = new int[processes];
        demandedAt = new long[processes];
        waiting = (List<Waiting<M>>[]) new List<?>[processes];
        running = (Map<String, Integer>[]) new Map<?, ?>[processes];
        monitor = invariants.isEmpty() ? null : new InvariantMonitor<>(invariants, processes);
        observer = problem.observer();
        if (!scheduled.isEmpty()) {
            faultState = new FaultState(topologyAfterFaults, network);
            faults = new FaultInjector<>(new Faulty(), faultState, places, queue, notificationRandom);
        }
        for (int place = 0; place < processes; place++) {
            states[place] =
                    protocol.initial(process(place), network.neighbours().get(place));
            users[place] = problem.initial();
            monitorMove(place);
        }
        if (monitor != null) {
            monitor.sum();
        }
        scheduled.forEach(fault -> faults.schedule(fault));
        for (int place = 0; place < processes; place++) {
            for (Timer timer : protocol.initialTimers(stateAt(place))) {
                start(place, timer);
            }
            consult(place);
        }
    }

    /** Lets the next event happen, unless it is to happen after that tick. */
    private boolean advance(long until) {
        if (!queue.take(until)) {
            return false;
        }
        now = queue.time();
        happened++;
        if (pause != null && happened % BETWEEN_PAUSES == 0) {
            pause.run();
        }
        happen(queue.place());
        return true;
    }

    @SuppressWarnings("unchecked")
    private void happen(int place) {
        EventQueue.Kind kind = queue.kind();
        int number = queue.number();
        Object second = queue.second();
        Object first = queue.first();
        switch (kind) {
            case ARRIVAL -> arrive(number, (Neighbour) first, (M) second);
            case ASKING -> {
                if (number == visits[place] && present(place)) {
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
            case FAULT -> faults.happen((ScheduledFault) first);
            case NOTIFICATION -> faults.notify(process(place), (ScheduledFault) first);
        }
    }

    private void put(int place, long after, EventQueue.Kind kind, int number, Object first, Object second) {
        if (after < 0) {
            throw new IllegalArgumentException("nothing happens " + -after + " ticks ago");
        }
        queue.add(Math.addExact(now, after), place, kind, number, first, second);
    }

    // --- users

    private void consult(int place) {
        visits[place]++;
        U user = userAt(place);
        List<I> possible = problem.mayAsk(user);
        if (possible.isEmpty()) {
            return;
        }
        Workload.Standing<U> here = new Workload.Standing<>(process(place), user, demands[place], now);
        for (I input : possible) {
            OptionalLong after = workload.asks(here, input, userRandom);
            if (after.isPresent()) {
                put(place, after.getAsLong(), EventQueue.Kind.ASKING, visits[place], input, null);
            }
        }
    }

    private void ask(int place, I input) {
        if (problem.demands(input)) {
            counters.demanded();
            demands[place]++;
            demandedAt[place] = now;
        }
        users[place] = problem.asked(userAt(place), input);
        step(place, new Event.Input<>(input), true);
    }

    private void tell(int place, O output) {
        boolean waited = problem.waits(userAt(place));
        users[place] = problem.told(userAt(place), output);
        requireNeighboursExcluded(place);
        observer = observer.sees(process(place), output);
        if (listener != null) {
            listener.accept(process(place), output);
        }
        if (waited && problem.serves(output)) {
            counters.served(now - demandedAt[place]);
        }
    }

    private void requireNeighboursExcluded(int place) {
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

    // --- messages

    private void send(int place, Neighbour to, M message) {
        int link = transport.link(place, to);
        int recipient = transport.recipient(place, link, to);
        if (recipient < 0 || link < 0 && faults == null) {
            throw new IllegalStateException("process " + process(place) + " has no link to " + to);
        }
        long after = transport.delay(place, link, now);
        counters.sent(message);
        if (monitor != null) {
            monitor.sent(message);
        }
        boolean returns = faults != null && faults.returns(process(place), to.id());
        EventQueue.Kind kind = returns ? EventQueue.Kind.RETURN : EventQueue.Kind.ARRIVAL;
        put(place, after, kind, recipient, to.seenBack(process(place)), message);
    }

    private void arrive(int place, Neighbour from, M message) {
        if (!present(place) || faults != null && faults.drops(process(place), from.id())) {
            drop(message);
        } else if (mayBeReceived(place, from, message, waiting[place] == null ? List.of() : waiting[place])) {
            step(place, received(place, from, message), false);
        } else {
            if (waiting[place] == null) {
                waiting[place] = new ArrayList<>();
            }
            waiting[place].add(new Waiting<>(from, message));
        }
    }

    private Event<M, I> received(int place, Neighbour from, M message) {
        if (monitor != null) {
            try {
                monitor.arrives(message, stateAt(place));
            } catch (InvariantViolation violation) {
                throw at(place, "the arrival of " + message, violation);
            }
            monitor.takenOff(message);
        }
        return new Event.Received<>(from, message);
    }

    private void drop(M message) {
        if (monitor != null) {
            monitor.takenOff(message);
        }
    }

    private void comeBack(int place, int recipient, Neighbour asSeen, M message) {
        drop(message);
        if (present(place)) {
            step(place, new Event.Undeliverable<>(asSeen.seenBack(process(recipient)), message), false);
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
        return (faults == null || faults.acquainted(process(place), from))
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
            counters.stepped(step.rule());
            if (states[place] != step.next()) {
                states[place] = step.next();
            }
            List<Effect<M, O>> effects = step.effects();
            for (int at = 0; at < effects.size(); at++) {
                told |= perform(place, effects.get(at));
            }
            if (monitor != null && present(place)) {
                monitorMove(place);
                monitor.sum();
            }
        } catch (InvariantViolation violation) {
            throw at(place, event.toString(), violation);
        }
        if (watcher != null) {
            watcher.stepped(now, new TraceEvent.Stepped(process(place), event, step.rule(), step.effects()));
        }
        return told;
    }

    /** Performs an effect; says whether the user was told something. */
    private boolean perform(int place, Effect<M, O> effect) {
        if (effect instanceof Effect.Send<M, O> send) {
            send(place, send.to(), send.message());
        } else if (effect instanceof Effect.Output<M, O> output) {
            tell(place, output.output());
            return true;
        } else if (effect instanceof Effect.Schedule<M, O> schedule) {
            start(place, schedule.timer());
        } else if (effect instanceof Effect.Cancel<M, O> cancel) {
            if (running[place] != null) {
                running[place].remove(cancel.timer().name());
            }
        } else if (faults == null) {
            throw new IllegalStateException("process " + process(place) + " leaves, and nobody has asked it to");
        } else {
            faults.left(process(place), now);
        }
        return false;
    }

    private InvariantViolation at(int place, String what, InvariantViolation violation) {
        InvariantViolation here = new InvariantViolation(
                violation.invariant(),
                "on " + what + " at process " + process(place) + ", tick " + now + ", seed " + seed);
        here.initCause(violation);
        return here;
    }

    private void monitorMove(int place) {
        if (monitor != null) {
            monitor.moved(place, stateAt(place), userAt(place));
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
        put(place, duration.next(userRandom), EventQueue.Kind.EXPIRY, timersStarted, timer, null);
    }

    /** What faults do to this run. */
    private final class Faulty implements FaultInjector.Run<M, I> {

        @Override
        public void step(int place, Event<M, I> event) {
            Simulation.this.step(place, event, false);
        }

        @Override
        public void remove(int place) {
            if (running[place] != null) {
                running[place].clear();
            }
            if (waiting[place] != null) {
                waiting[place].forEach(each -> drop(each.message()));
                waiting[place] = null;
            }
            if (monitor != null) {
                monitor.gone(place);
            }
        }

        @Override
        public void forget(int place, ProcessId departed) {
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

        @Override
        public void relinked(int place) {
            transport.relink(place, faultState.neighbours(process(place)));
        }

        @Override
        public void happened(TraceEvent event) {
            if (watcher != null) {
                watcher.stepped(now, event);
            }
        }

        @Override
        public void notifyAfter(long ticks, int place, ScheduledFault fault) {
            put(place, ticks, EventQueue.Kind.NOTIFICATION, 0, fault, null);
        }
    }
}
