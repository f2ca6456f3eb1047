package symposium.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.network.MessagesInTransit;
import symposium.kernel.network.NetworkState;
import symposium.kernel.network.Pair;
import symposium.kernel.problem.Fault;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.runtime.ProcessRuntime.Taken;
import symposium.kernel.runtime.ProcessRuntime.Turn;

/**
 * A run of a {@link Simulation}: the states of the processes, the events to come, and the effects of each step. Each
 * {@code run} method carries it on from where it stopped. Inside, processes go by their places in the network.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class Run<S, M, U, I, O> {

    private static final int BETWEEN_PAUSES = 1 << 10;

    private final Simulation<S, M, U, I, O> options;
    /** Without the links of processes that join later. */
    private final Network network;

    private final List<ProcessId> processes;
    private final ProcessIndex places;
    private final EventQueue queue = new EventQueue();
    private final Counters<M> counters;
    private final RandomGenerator userRandom;
    private final RandomGenerator notificationRandom;
    private final Transport transport;
    private final MessagesInTransit inTransit;
    private final NetworkState present;
    /** Whether anything happens to processes or links; if not, all are present. */
    private final boolean faulty;

    private final Users<U, I, O> users;
    private final InvariantMonitor<S, M, U> monitor;
    /** By place. */
    private final ProcessRuntime<S, M, I, O>[] runtimes;

    private final RunningTimers timers;

    /** By the two ends: the recoveries of links that are to happen. */
    private final Map<Pair, ScheduledFault> recovering = new HashMap<>();

    /** The processes that have not been admitted since they started without neighbours, or will so start. */
    private final SortedSet<ProcessId> cutOff = new TreeSet<>();

    /** By the place of a process that is cut off: of what it hears as soon as it is admitted, if that is news then. */
    private final Map<Integer, List<ScheduledFault>> postponed = new HashMap<>();

    private long events;
    /** After how many ticks others are notified that a process has left, as the request to leave said. */
    private Durations departureHeard = Durations.exactly(1);

    /** A run that has begun: the processes are in their initial states, users and timers have started. */
    @SuppressWarnings("unchecked")
    public Run(Simulation<S, M, U, I, O> options) {
        this.options = options;
        processes = options.network().processes();
        places = new ProcessIndex(processes);
        counters = new Counters<>(options.announces());
        network = atStart(options);
        SplittableRandom random = new SplittableRandom(options.seed());
        transport = new Transport(network, options.channels(), options.delays(), random.split());
        userRandom = random.split();
        notificationRandom = random.split();
        timers = new RunningTimers(options, queue, userRandom);
        faulty = !options.faults().isEmpty() || options.cutOff().isPresent();
        inTransit = new MessagesInTransit(faulty);
        present = presentAtStart();
        cutOff.addAll(options.cutOff().isPresent() ? processes : List.of());
        users = new Users<>(options, places, userRandom, counters, queue, this::isPresent, this::ask);
        monitor = new InvariantMonitor<>(options.invariants(), processes.size());
        runtimes = (ProcessRuntime<S, M, I, O>[]) new ProcessRuntime<?, ?, ?, ?>[processes.size()];
        begin();
    }

    private void begin() {
        for (int place = 0; place < runtimes.length; place++) {
            if (isPresent(place)) {
                start(place, network.neighbours().get(place));
            }
        }
        monitor.sum();
        options.faults().forEach(fault -> {
            queue.add(fault.at(), places.of(fault.processes().get(0)), () -> happen(fault));
        });
        for (int place = 0; place < runtimes.length; place++) {
            if (isPresent(place)) {
                startTimersAndUser(place);
            }
        }
        admit();
    }

    private NetworkState presentAtStart() {
        SortedSet<ProcessId> all = new TreeSet<>(faulty ? processes : List.of());
        all.removeAll(ScheduledFault.arriving(options.faults()));
        boolean suspicion = options.faults().stream().anyMatch(fault -> fault.kind() == Fault.FALSE_DEPARTURE);
        int quorum = suspicion ? options.cutOff().map(Simulation.CutOff::quorum).orElse(0) : 0;
        return new NetworkState(options.topology(), all, quorum);
    }

    private static Network atStart(Simulation<?, ?, ?, ?, ?> options) {
        SortedSet<ProcessId> arriving = ScheduledFault.arriving(options.faults());
        if (arriving.isEmpty() && options.cutOff().isEmpty()) {
            return options.network();
        }
        SortedSet<ProcessId> present = new TreeSet<>();
        if (options.cutOff().isEmpty()) {
            present.addAll(options.network().processes());
            present.removeAll(arriving);
        }
        return options.network().linked(options.topology(), present);
    }

    private void start(int place, Neighbours neighbours) {
        runtimes[place] =
                ProcessRuntime.start(processes.get(place), neighbours, options.protocol(), options.channels(), faulty);
        monitor.moved(place, state(place), users.at(place));
    }

    private void startTimersAndUser(int place) {
        for (Timer timer : runtimes[place].timers()) {
            start(place, timer);
        }
        users.consult(place);
    }

    // --- running

    /**
     * Runs until nothing more happens; forever, when users ask again and again.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant that the run checks does not hold
     */
    public Metrics runToTheEnd() {
        return runUntilServed(Long.MAX_VALUE);
    }

    /**
     * Runs until all that happens up to and including this tick has happened.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant that the run checks does not hold
     */
    public Metrics runUntil(long time) {
        run(Long.MAX_VALUE, time);
        queue.idleUntil(time);
        return metrics();
    }

    /**
     * Runs until this many demands in all have been served, or nothing more happens.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant that the run checks does not hold
     */
    public Metrics runUntilServed(long servings) {
        return runUntilServed(servings, Long.MAX_VALUE);
    }

    /**
     * Runs until this many demands in all have been served, nothing more happens, or all that happens up to and
     * including this tick has happened.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant that the run checks does not hold
     */
    public Metrics runUntilServed(long servings, long time) {
        run(servings, time);
        return metrics();
    }

    private void run(long servings, long time) {
        while (counters.served() < servings && queue.advance(time)) {
            events++;
            if (events % BETWEEN_PAUSES == 0) {
                options.pause().accept(this::metrics);
            }
        }
    }

    /** What has been counted so far. */
    public Metrics metrics() {
        return counters.metrics(options, queue.now(), queue.isEmpty());
    }

    /**
     * The state of a process.
     *
     * @throws IllegalArgumentException when it has not joined yet
     */
    public S state(ProcessId process) {
        Require.that(!isAbsent(process), "process " + process + " has not joined yet");
        return state(places.of(process));
    }

    /** Where the user of a process stands. */
    public U user(ProcessId process) {
        return users.at(places.of(process));
    }

    /** The number of users that wait, of processes that are present. */
    public long waiting() {
        return users.waiting();
    }

    /** Whether a process has crashed or left. */
    public boolean departed(ProcessId process) {
        return present.isGone(process);
    }

    // --- events

    private S state(int place) {
        return runtimes[place].state();
    }

    private void ask(I input, int place) {
        carryOut(place, runtimes[place].on(new Event.Input<>(input)), true);
    }

    private void happens(int place, Event<M, I> event) {
        carryOut(place, runtimes[place].on(event), false);
    }

    private void start(int place, Timer timer) {
        timers.start(place, timer, () -> happens(place, new Event.Timeout<>(timer)));
    }

    private void vanish(int place, Event.Received<M, I> message) {
        monitor.takenOff(message.message());
        inTransit.settled(message.from().id(), processes.get(place));
    }

    private void comeBack(int place, Neighbour to, M message) {
        monitor.takenOff(message);
        if (isPresent(place)) {
            happens(place, new Event.Undeliverable<>(to, message));
        }
        inTransit.settled(processes.get(place), to.id());
    }

    /** A message that arrived at this process returns to its sender. */
    private void goBack(int place, Event.Received<M, I> message) {
        ProcessId self = processes.get(place);
        Neighbour from = message.from();
        queue.add(0, place, () -> comeBack(places.of(from.id()), from.seenBack(self), message.message()));
    }

    // --- steps

    /** Carries out what follows from an event at a process. */
    private void carryOut(int place, Turn<S, M, I, O> turn, boolean asked) {
        S before = state(place);
        runtimes[place] = turn.next();
        turn.vanished().forEach(message -> vanish(place, message));
        boolean moved = asked;
        for (int at = 0; at < turn.steps().size(); at++) {
            Taken<S, M, I, O> taken = turn.steps().get(at);
            moved |= take(place, before, taken.event(), taken.step());
            before = taken.step().next();
        }
        turn.returned().forEach(message -> goBack(place, message));
        turn.refused().ifPresent(refused -> {
            watch(new TraceEvent.Failed(
                    processes.get(place), refused.event(), refused.violation().getMessage()));
            throw at(place, refused.event().toString(), refused.violation());
        });
        if (moved && isPresent(place)) {
            users.consult(place);
        }
    }

    /** Carries out one step. Returns whether the user was told something. */
    private boolean take(int place, S before, Event<M, I> event, Step<S, M, O> step) {
        boolean told = false;
        try {
            if (event instanceof Event.Received<M, I> received) {
                monitor.arrives(received.message(), before);
                monitor.takenOff(received.message());
            }
            counters.stepped(step.rule());
            List<Effect<M, O>> effects = step.effects();
            for (int at = 0; at < effects.size(); at++) {
                told |= perform(place, effects.get(at));
            }
            if (isPresent(place)) {
                monitor.moved(place, step.next(), users.at(place));
                monitor.sum();
            }
        } catch (InvariantViolation violation) {
            throw at(place, event.toString(), violation);
        }
        if (options.watcher().isPresent()) {
            watch(new TraceEvent.Stepped(processes.get(place), event, step.rule(), step.effects()));
        }
        if (event instanceof Event.Received<M, I> received) {
            inTransit.settled(received.from().id(), processes.get(place));
        }
        return told;
    }

    private void watch(TraceEvent event) {
        options.watcher().ifPresent(watcher -> watcher.stepped(queue.now(), event));
    }

    private InvariantViolation at(int place, String what, InvariantViolation violation) {
        InvariantViolation here = new InvariantViolation(
                violation.invariant(),
                String.format(
                        Locale.ROOT,
                        "on %s at process %s, tick %d, seed %d",
                        what,
                        processes.get(place),
                        queue.now(),
                        options.seed()));
        here.initCause(violation);
        return here;
    }

    // --- effects

    /** Performs an effect. Returns whether the user was told something. */
    private boolean perform(int place, Effect<M, O> effect) {
        if (effect instanceof Effect.Send<M, O> send) {
            send(place, send.to(), send.message());
        } else if (effect instanceof Effect.Output<M, O> output) {
            users.tell(place, output.output(), options.listener());
            return true;
        } else if (effect instanceof Effect.Schedule<M, O> schedule) {
            start(place, schedule.timer());
        } else if (effect instanceof Effect.Cancel<M, O> cancel) {
            timers.cancel(place, cancel.timer());
        } else if (options.faults().isEmpty()) {
            throw new IllegalStateException("process " + processes.get(place) + " leaves unasked");
        } else {
            leave(place);
        }
        return false;
    }

    private void send(int place, Neighbour to, M message) {
        ProcessId sender = processes.get(place);
        int link = transport.link(place, to);
        int recipient = places.of(to.id());
        if (recipient < 0 || link < 0 && options.faults().isEmpty()) {
            throw new IllegalStateException("process " + sender + " has no link to " + to);
        }
        long after = transport.delay(place, link, queue.now());
        counters.sent(message);
        if (faulty && vanishes(sender, to.id())) {
            return;
        }
        monitor.sent(message);
        long number = inTransit.sent(sender, to.id());
        queue.add(after, place, () -> {
            switch (inTransit.hasVanished(number, sender, to.id()) ? NetworkState.Way.VANISHES : way(sender, to.id())) {
                case CARRIES -> happens(recipient, new Event.Received<>(to.seenBack(sender), message));
                case RETURNS -> comeBack(place, to, message);
                case VANISHES -> vanish(recipient, new Event.Received<>(to.seenBack(sender), message));
            }
        });
    }

    /** Whether a message vanishes when it is sent, because one of two live processes takes the other for departed. */
    private boolean vanishes(ProcessId sender, ProcessId to) {
        return present.isLive(to)
                && (!present.sends(sender, to) || present.way(sender, to) == NetworkState.Way.VANISHES);
    }

    private NetworkState.Way way(ProcessId from, ProcessId to) {
        return faulty ? present.way(from, to) : NetworkState.Way.CARRIES;
    }

    // --- faults

    private boolean isPresent(int place) {
        return !faulty || present.isLive(processes.get(place));
    }

    private boolean isAbsent(ProcessId process) {
        return faulty && !present.hasJoined(process);
    }

    /** The places of all processes that are present, in the order of their names. */
    private IntStream present() {
        return List.copyOf(present.live()).stream().mapToInt(places::of);
    }

    private void happen(ScheduledFault fault) {
        ProcessId process = fault.processes().get(0);
        int place = places.of(process);
        switch (fault.kind()) {
            case LEAVE -> {
                departureHeard = fault.heard();
                if (isPresent(place)) {
                    happens(place, new Event.Leave<>());
                }
            }
            case CRASH -> {
                if (isPresent(place)) {
                    present.crash(process);
                    depart(place);
                    runtimes[place].waiting().forEach(message -> vanish(place, message));
                    watch(new TraceEvent.Crashed(process));
                    present().forEach(other -> spread(fault, other, () -> hear(other, fault)));
                }
            }
            case JOIN -> {
                if (isAbsent(process)) {
                    join(place, fault);
                }
            }
            case LINK_FAILURE -> fail(fault, process, fault.processes().get(1));
            case FALSE_DEPARTURE -> suspect(place, fault.processes().get(1));
            default -> {
                if (present.isDown(ends(fault))) {
                    recovering.put(ends(fault), fault);
                    recoverIfKnown(ends(fault));
                }
            }
        }
    }

    /** A process is notified that another has departed, which lives. */
    private void suspect(int place, ProcessId other) {
        ProcessId self = processes.get(place);
        if (isPresent(place) && !cutOff.contains(self) && present.isLive(other) && present.knows(self, other)) {
            present.notifyDeparted(self, other);
            if (!present.isDown(Pair.of(self, other))) {
                inTransit.vanish(other, self);
            }
            watch(new TraceEvent.FalselyDeparted(self, other));
            notifyOfChange(place, Set.of());
        }
    }

    /** A process is told what it has been notified of. */
    private void notifyOfChange(int place, Set<ProcessId> failed) {
        Event.NeighboursChanged<M, I> change = present.notification(processes.get(place));
        transport.relink(place, change.neighbours());
        carryOut(place, runtimes[place].changed(change, failed), false);
    }

    private void join(int place, ScheduledFault join) {
        ProcessId self = processes.get(place);
        present.join(self);
        Neighbours neighbours = cutOff.contains(self) ? Neighbours.none() : present.neighbours(self);
        watch(new TraceEvent.Joined(self));
        transport.relink(place, neighbours);
        start(place, neighbours);
        monitor.sum();
        startTimersAndUser(place);
        present().filter(other -> other != place).forEach(other -> spread(join, other, () -> hear(other, join)));
        admit();
    }

    /** Admits all processes that are cut off, after some ticks, if a quorum is present then. */
    private void admit() {
        options.cutOff().filter(start -> hasQuorum(start.quorum())).ifPresent(start -> {
            for (int place = 0; place < runtimes.length; place++) {
                if (isPresent(place) && cutOff.contains(processes.get(place))) {
                    int admitted = place;
                    long after = start.heard().next(notificationRandom);
                    queue.add(after, place, () -> admit(admitted, start.quorum()));
                }
            }
        });
    }

    private boolean hasQuorum(int quorum) {
        return present.live().size() >= quorum;
    }

    private void admit(int place, int quorum) {
        if (isPresent(place) && hasQuorum(quorum) && cutOff.remove(processes.get(place))) {
            present.join(processes.get(place));
            notifyOfChange(place, Set.of());
            Optional.ofNullable(postponed.remove(place)).ifPresent(all -> all.forEach(fault -> hear(place, fault)));
        }
    }

    private static Pair ends(ScheduledFault ofLink) {
        return Pair.of(ofLink.processes().get(0), ofLink.processes().get(1));
    }

    private void fail(ScheduledFault failure, ProcessId one, ProcessId other) {
        Pair ends = ends(failure);
        if (present.isLinked(ends) && present.fail(ends)) {
            carryOut(places.of(one), runtimes[places.of(one)].linkFails(other), false);
            carryOut(places.of(other), runtimes[places.of(other)].linkFails(one), false);
            watch(new TraceEvent.LinkFailed(ends.one(), ends.other()));
            failure.processes().forEach(end -> spread(failure, places.of(end), () -> hear(places.of(end), failure)));
        }
    }

    /**
     * A link that is to recover does so once both ends have heard of its failure and no message is in transit over it.
     */
    private void recoverIfKnown(Pair ends) {
        if (present.isKnownDown(ends)) {
            inTransit.onceEmpty(ends, () -> recover(ends));
        }
    }

    private void recover(Pair ends) {
        ScheduledFault recovery = recovering.remove(ends);
        if (recovery != null && present.isLinked(ends) && present.isKnownDown(ends) && present.recover(ends)) {
            watch(new TraceEvent.LinkRecovered(ends.one(), ends.other()));
            ends.ends().forEach(end -> spread(recovery, places.of(end), () -> hear(places.of(end), recovery)));
        }
    }

    /** A process says that it has left; the others are notified once no message between them and it is in transit. */
    private void leave(int place) {
        ProcessId process = processes.get(place);
        present.leave(process);
        depart(place);
        ScheduledFault left = ScheduledFault.of(Fault.LEAVE, queue.now(), departureHeard, process);
        present().forEach(other -> {
            Pair ends = Pair.of(process, processes.get(other));
            spread(left, other, () -> inTransit.onceEmpty(ends, () -> hear(other, left)));
        });
    }

    private void depart(int place) {
        timers.depart(place);
        users.depart(place);
        monitor.gone(place);
    }

    private void spread(ScheduledFault fault, int to, Runnable hearing) {
        long until = fault.heard().next(notificationRandom);
        if (until < ScheduledFault.NEVER.only()) {
            queue.add(until, to, () -> {
                hearOfJoins(to, fault);
                hearing.run();
            });
        }
    }

    /** A process that hears of a fault of processes hears of their joins first. */
    private void hearOfJoins(int place, ScheduledFault fault) {
        for (ProcessId other : fault.processes()) {
            if (fault.kind() != Fault.JOIN && present.isNewTo(processes.get(place), other)) {
                hear(place, ScheduledFault.of(Fault.JOIN, queue.now(), fault.heard(), other));
            }
        }
    }

    private void hear(int place, ScheduledFault fault) {
        if (!isPresent(place)) {
            return;
        }
        ProcessId self = processes.get(place);
        if (cutOff.contains(self)) {
            postponed.computeIfAbsent(place, none -> new ArrayList<>()).add(fault);
        } else if (isNews(self, fault)) {
            boolean failure = fault.kind() == Fault.LINK_FAILURE;
            notifyOfChange(place, failure ? Set.copyOf(fault.processes()) : Set.of());
            if (failure) {
                recoverIfKnown(ends(fault));
            }
        }
    }

    /** Notifies a process of a fault, unless it concerns itself. Returns whether that is news. */
    private boolean isNews(ProcessId self, ScheduledFault fault) {
        boolean news = false;
        for (ProcessId other : fault.processes()) {
            if (!other.equals(self)) {
                news |= switch (fault.kind()) {
                    case LINK_FAILURE -> present.notifyFailed(self, other);
                    case LINK_RECOVERY -> present.notifyRecovered(self, other);
                    case JOIN -> present.notifyJoined(self, other);
                    default -> present.notifyDeparted(self, other);
                };
            }
        }
        return news;
    }
}
