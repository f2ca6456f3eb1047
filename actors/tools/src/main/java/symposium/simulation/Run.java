package symposium.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
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

    /** A timer of a process. */
    private record Running(int place, String timer) {}

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
    private final FaultState faults;
    private final Users<U, I, O> users;
    private final InvariantMonitor<S, M, U> monitor;
    /** By place. */
    private final ProcessRuntime<S, M, I, O>[] runtimes;

    /** The running timers, with the number of the start, so that the expiry of an earlier start is void. */
    private final Map<Running, Integer> timers = new HashMap<>();

    /** By the two ends: the recoveries of links that are to happen. */
    private final Map<List<ProcessId>, ScheduledFault> recovering = new HashMap<>();

    /** By the place of a process that is cut off: of what it hears as soon as it is admitted, if that is news then. */
    private final Map<Integer, List<ScheduledFault>> postponed = new HashMap<>();

    private int timersStarted;
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
        faults = new FaultState(options);
        users = new Users<>(options, places, userRandom, counters, queue, faults, this::ask);
        monitor = new InvariantMonitor<>(options.invariants(), processes.size());
        runtimes = (ProcessRuntime<S, M, I, O>[]) new ProcessRuntime<?, ?, ?, ?>[processes.size()];
        begin();
    }

    private void begin() {
        for (int place = 0; place < runtimes.length; place++) {
            if (faults.present(place)) {
                start(place, network.neighbours().get(place));
            }
        }
        monitor.sum();
        options.faults().forEach(fault -> {
            queue.add(fault.at(), places.of(fault.processes().get(0)), () -> happen(fault));
        });
        for (int place = 0; place < runtimes.length; place++) {
            if (faults.present(place)) {
                startTimersAndUser(place);
            }
        }
        admit();
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
        runtimes[place] = ProcessRuntime.start(
                processes.get(place), neighbours, options.protocol(), options.channels(), faults.any());
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
        Require.that(!faults.absent(process), "process " + process + " has not joined yet");
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
        return faults.departed(process);
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
        Durations duration = options.timers().get(timer.name());
        if (duration == null) {
            duration = options.otherTimers()
                    .orElseThrow(() ->
                            new IllegalStateException("the duration of the timer " + timer.name() + " is not set"));
        }
        int start = ++timersStarted;
        Running running = new Running(place, timer.name());
        timers.put(running, start);
        queue.add(duration.next(userRandom), place, () -> {
            if (timers.remove(running, start)) {
                happens(place, new Event.Timeout<>(timer));
            }
        });
    }

    private void arrive(int place, Event.Received<M, I> message) {
        if (faults.present(place)) {
            happens(place, message);
        } else {
            vanish(place, message);
        }
    }

    private void vanish(int place, Event.Received<M, I> message) {
        monitor.takenOff(message.message());
        faults.settled(message.from().id(), processes.get(place));
    }

    private void comeBack(int place, Neighbour to, M message) {
        monitor.takenOff(message);
        if (faults.present(place)) {
            happens(place, new Event.Undeliverable<>(to, message));
        }
        faults.settled(processes.get(place), to.id());
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
        if (moved && faults.present(place)) {
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
            if (faults.present(place)) {
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
            faults.settled(received.from().id(), processes.get(place));
        }
        return told;
    }

    private void watch(TraceEvent event) {
        options.watcher().ifPresent(watcher -> watcher.stepped(queue.now(), event));
    }

    private InvariantViolation at(int place, String what, InvariantViolation violation) {
        InvariantViolation here = new InvariantViolation(
                violation.invariant(),
                "on %s at process %s, tick %d, seed %d"
                        .formatted(what, processes.get(place), queue.now(), options.seed()));
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
            timers.remove(new Running(place, cancel.timer().name()));
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
        if (faults.vanishes(place, sender, to.id(), recipient)) {
            return;
        }
        monitor.sent(message);
        long number = faults.sent(sender, to.id());
        queue.add(after, place, () -> {
            if (faults.hasVanished(number, sender, recipient)) {
                monitor.takenOff(message);
                faults.settled(sender, to.id());
            } else if (faults.returns(sender, to.id(), recipient)) {
                comeBack(place, to, message);
            } else {
                arrive(recipient, new Event.Received<>(to.seenBack(sender), message));
            }
        });
    }

    // --- faults

    private void happen(ScheduledFault fault) {
        ProcessId process = fault.processes().get(0);
        int place = places.of(process);
        switch (fault.kind()) {
            case LEAVE -> {
                departureHeard = fault.heard();
                if (faults.present(place)) {
                    happens(place, new Event.Leave<>());
                }
            }
            case CRASH -> {
                if (faults.present(place)) {
                    faults.crashes(place);
                    depart(place);
                    runtimes[place].waiting().forEach(message -> vanish(place, message));
                    watch(new TraceEvent.Crashed(process));
                    faults.present().forEach(other -> spread(fault, other, () -> hear(other, fault)));
                }
            }
            case JOIN -> {
                if (faults.absent(process)) {
                    join(place, fault);
                }
            }
            case LINK_FAILURE -> fail(fault, process, fault.processes().get(1));
            case FALSE_DEPARTURE -> suspect(place, fault.processes().get(1));
            default -> {
                if (faults.down(process, fault.processes().get(1))) {
                    recovering.put(sorted(fault), fault);
                    recoverIfKnown(sorted(fault));
                }
            }
        }
    }

    /** A process is notified that another has departed, which lives. */
    private void suspect(int place, ProcessId other) {
        if (faults.present(place) && !faults.isCutOff(place) && faults.present(places.of(other))) {
            faults.<M, I>suspects(place, other).ifPresent(change -> {
                watch(new TraceEvent.FalselyDeparted(processes.get(place), other));
                transport.relink(place, change.neighbours());
                carryOut(place, runtimes[place].changed(change, Set.of()), false);
            });
        }
    }

    private void join(int place, ScheduledFault join) {
        Neighbours neighbours = faults.isCutOff(place) ? faults.joinsCutOff(place) : faults.joins(place);
        watch(new TraceEvent.Joined(processes.get(place)));
        transport.relink(place, neighbours);
        start(place, neighbours);
        monitor.sum();
        startTimersAndUser(place);
        faults.present().filter(other -> other != place).forEach(other -> spread(join, other, () -> hear(other, join)));
        admit();
    }

    /** Admits all processes that are cut off, after some ticks, if a quorum is present then. */
    private void admit() {
        options.cutOff().filter(cutOff -> faults.hasQuorum(cutOff.quorum())).ifPresent(cutOff -> {
            for (int place : faults.cutOff()) {
                long after = cutOff.heard().next(notificationRandom);
                queue.add(after, place, () -> admit(place, cutOff.quorum()));
            }
        });
    }

    private void admit(int place, int quorum) {
        if (faults.isCutOff(place) && faults.present(place) && faults.hasQuorum(quorum)) {
            Event.NeighboursChanged<M, I> admission = faults.admit(place);
            transport.relink(place, admission.neighbours());
            carryOut(place, runtimes[place].changed(admission, Set.of()), false);
            Optional.ofNullable(postponed.remove(place)).ifPresent(all -> all.forEach(fault -> hear(place, fault)));
        }
    }

    /** The two ends of a link, in the order of their names. */
    private static List<ProcessId> sorted(ScheduledFault ofLink) {
        return ofLink.processes().stream().sorted().toList();
    }

    private boolean linked(List<ProcessId> ends) {
        return ends.stream().allMatch(end -> faults.present(places.of(end)));
    }

    private void fail(ScheduledFault failure, ProcessId one, ProcessId other) {
        if (linked(failure.processes()) && faults.fail(one, other)) {
            carryOut(places.of(one), runtimes[places.of(one)].linkFails(other), false);
            carryOut(places.of(other), runtimes[places.of(other)].linkFails(one), false);
            List<ProcessId> ends = sorted(failure);
            watch(new TraceEvent.LinkFailed(ends.get(0), ends.get(1)));
            failure.processes().forEach(end -> spread(failure, places.of(end), () -> hear(places.of(end), failure)));
        }
    }

    /**
     * A link that is to recover does so once both ends have heard of its failure and no message is in transit over it.
     */
    private void recoverIfKnown(List<ProcessId> ends) {
        if (knownDown(ends)) {
            faults.onceEmpty(ends.get(0), ends.get(1), () -> recover(ends));
        }
    }

    /** Whether both ends have heard that their link is down, and neither takes the other for departed. */
    private boolean knownDown(List<ProcessId> ends) {
        ProcessId one = ends.get(0);
        ProcessId other = ends.get(1);
        return faults.knowsDown(places.of(one), other) && faults.knowsDown(places.of(other), one);
    }

    private void recover(List<ProcessId> ends) {
        ScheduledFault recovery = recovering.remove(ends);
        if (recovery != null && linked(ends) && knownDown(ends) && faults.down(ends.get(0), ends.get(1))) {
            faults.recover(ends.get(0), ends.get(1));
            watch(new TraceEvent.LinkRecovered(ends.get(0), ends.get(1)));
            ends.forEach(end -> spread(recovery, places.of(end), () -> hear(places.of(end), recovery)));
        }
    }

    /** A process says that it has left; the others are notified once no message between them and it is in transit. */
    private void leave(int place) {
        ProcessId process = processes.get(place);
        faults.leaves(place);
        depart(place);
        ScheduledFault left = ScheduledFault.of(Fault.LEAVE, queue.now(), departureHeard, process);
        faults.present()
                .forEach(other -> spread(
                        left, other, () -> faults.onceEmpty(process, processes.get(other), () -> hear(other, left))));
    }

    private void depart(int place) {
        timers.keySet().removeIf(timer -> timer.place() == place);
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
            if (fault.kind() != Fault.JOIN && faults.isNewTo(place, other)) {
                hear(place, ScheduledFault.of(Fault.JOIN, queue.now(), fault.heard(), other));
            }
        }
    }

    private void hear(int place, ScheduledFault fault) {
        if (!faults.present(place)) {
            return;
        }
        if (faults.isCutOff(place)) {
            postponed.computeIfAbsent(place, none -> new ArrayList<>()).add(fault);
            return;
        }
        faults.<M, I>hears(place, fault).ifPresent(heard -> {
            transport.relink(place, heard.change().neighbours());
            carryOut(place, runtimes[place].changed(heard.change(), heard.failed()), false);
            if (fault.kind() == Fault.LINK_FAILURE) {
                recoverIfKnown(sorted(fault));
            }
        });
    }
}
