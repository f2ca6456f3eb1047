package symposium.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Fault;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Mailbox;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;

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
    private final Protocol<S, M, I, O> protocol;
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
    /** By place; null where no message has waited yet. */
    private final Mailbox<M, I>[] mailboxes;
    /** The running timers, with the number of the start, so that the expiry of an earlier start is void. */
    private final Map<Running, Integer> timers = new HashMap<>();

    private final Object[] states;
    private int timersStarted;
    private long events;
    /** After how many ticks others are notified that a process has left, as the request to leave said. */
    private Durations departureHeard = Durations.exactly(1);

    /** A run that has begun: the processes are in their initial states, users and timers have started. */
    @SuppressWarnings("unchecked")
    public Run(Simulation<S, M, U, I, O> options) {
        this.options = options;
        Network network = options.network();
        protocol = options.protocol();
        processes = network.processes();
        places = new ProcessIndex(processes);
        counters = new Counters<>(options.announces());
        SplittableRandom random = new SplittableRandom(options.seed());
        transport = new Transport(network, options.channels(), options.delays(), random.split());
        userRandom = random.split();
        notificationRandom = random.split();
        faults = new FaultState(options.topology(), network, !options.faults().isEmpty());
        users = new Users<>(options, places, userRandom, counters, queue, faults, this::ask);
        monitor = new InvariantMonitor<>(options.invariants(), processes.size());
        mailboxes = (Mailbox<M, I>[]) new Mailbox<?, ?>[processes.size()];
        states = new Object[processes.size()];
        begin();
    }

    private void begin() {
        for (int place = 0; place < states.length; place++) {
            states[place] = protocol.initial(
                    processes.get(place), options.network().neighbours().get(place));
            monitor.moved(place, state(place), users.at(place));
        }
        monitor.sum();
        options.faults().forEach(fault -> {
            queue.add(fault.at(), places.of(fault.processes().get(0)), () -> happen(fault));
        });
        for (int place = 0; place < states.length; place++) {
            for (Timer timer : protocol.initialTimers(state(place))) {
                start(place, timer);
            }
            users.consult(place);
        }
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
        runUntilServed(Long.MAX_VALUE, time);
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
        while (counters.served() < servings && queue.advance(time)) {
            events++;
            if (events % BETWEEN_PAUSES == 0) {
                options.pause().accept(this::metrics);
            }
        }
        return metrics();
    }

    /** What has been counted so far. */
    public Metrics metrics() {
        return counters.metrics(options, queue.now(), queue.isEmpty());
    }

    /** The state of a process. */
    public S state(ProcessId process) {
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
        return !faults.present(places.of(process));
    }

    // --- events

    @SuppressWarnings("unchecked")
    private S state(int place) {
        return (S) states[place];
    }

    private void ask(I input, int place) {
        step(place, new Event.Input<>(input), true);
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
                step(place, new Event.Timeout<>(timer), false);
            }
        });
    }

    private void arrive(int place, Event.Received<M, I> message) {
        if (!faults.present(place) || faults.heardOf(message.from().id(), place)) {
            monitor.takenOff(message.message());
            return;
        }
        Mailbox<M, I> mailbox = mailboxes[place];
        if ((mailbox == null || !mailbox.precedes(message.from())) && admits(place, message)) {
            step(place, received(place, message), false);
            return;
        }
        if (mailbox == null) {
            mailbox = new Mailbox<>(options.channels());
            mailboxes[place] = mailbox;
        }
        mailbox.add(message);
    }

    private void comeBack(int place, Neighbour to, M message) {
        monitor.takenOff(message);
        if (faults.present(place)) {
            step(place, new Event.Undeliverable<>(to, message), false);
        }
    }

    private boolean admits(int place, Event.Received<M, I> message) {
        return faults.acquainted(place, message.from())
                && protocol.admits(state(place), message.from(), message.message());
    }

    private Event<M, I> received(int place, Event.Received<M, I> message) {
        try {
            monitor.arrives(message.message(), state(place));
        } catch (InvariantViolation violation) {
            throw at(place, "the arrival of " + message.message(), violation);
        }
        monitor.takenOff(message.message());
        return message;
    }

    // --- steps

    /** A process takes a step, and then receives all messages that wait and are admitted. */
    private void step(int place, Event<M, I> event, boolean asked) {
        boolean moved = take(place, event) || asked;
        while (mailboxes[place] != null && faults.present(place)) {
            Optional<Event.Received<M, I>> admitted = mailboxes[place].takeFirst(message -> admits(place, message));
            if (admitted.isEmpty()) {
                break;
            }
            moved |= take(place, received(place, admitted.get()));
        }
        if (moved && faults.present(place)) {
            users.consult(place);
        }
    }

    /** Takes one step. Returns whether the user was told something. */
    private boolean take(int place, Event<M, I> event) {
        Step<S, M, O> step;
        boolean told = false;
        try {
            step = protocol.step(state(place), event);
            counters.stepped(step.rule());
            if (states[place] != step.next()) {
                states[place] = step.next();
            }
            List<Effect<M, O>> effects = step.effects();
            for (int at = 0; at < effects.size(); at++) {
                told |= perform(place, effects.get(at));
            }
            if (faults.present(place)) {
                monitor.moved(place, state(place), users.at(place));
                monitor.sum();
            }
        } catch (InvariantViolation violation) {
            throw at(place, event.toString(), violation);
        }
        if (options.watcher().isPresent()) {
            watch(new TraceEvent.Stepped(processes.get(place), event, step.rule(), step.effects()));
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
        monitor.sent(message);
        int incarnation = faults.sent(sender, to.id(), queue.now() + after);
        queue.add(after, place, () -> {
            if (faults.carries(sender, to.id(), incarnation)) {
                arrive(recipient, new Event.Received<>(to.seenBack(sender), message));
            } else {
                comeBack(place, to, message);
            }
        });
    }

    // --- faults

    private void happen(ScheduledFault fault) {
        ProcessId process = fault.processes().get(0);
        int place = places.of(process);
        if (fault.kind() == Fault.LEAVE) {
            departureHeard = fault.heard();
            if (faults.present(place)) {
                step(place, new Event.Leave<>(), false);
            }
        } else if (fault.kind() == Fault.CRASH) {
            if (faults.present(place)) {
                depart(place);
                watch(new TraceEvent.Crashed(process));
                faults.present().forEach(other -> spread(fault, 0, other));
            }
        } else if (faults.changeLink(fault)) {
            ProcessId other = fault.processes().get(1);
            watch(
                    fault.kind() == Fault.LINK_FAILURE
                            ? new TraceEvent.LinkFailed(process, other)
                            : new TraceEvent.LinkRecovered(process, other));
            fault.processes().forEach(end -> spread(fault, 0, places.of(end)));
        }
    }

    /** A process says that it has left; the others are notified after all that it has sent has arrived. */
    private void leave(int place) {
        ProcessId process = processes.get(place);
        long now = queue.now();
        long last = faults.lastArrival(process, now);
        depart(place);
        ScheduledFault left = ScheduledFault.of(Fault.LEAVE, now, departureHeard, process);
        faults.present().forEach(other -> spread(left, last - now, other));
    }

    private void depart(int place) {
        faults.departs(place);
        timers.keySet().removeIf(timer -> timer.place() == place);
        users.depart(place);
        drop(place, sender -> true);
        monitor.gone(place);
    }

    private void drop(int place, Predicate<ProcessId> senders) {
        if (mailboxes[place] != null) {
            mailboxes[place].removeFrom(senders).forEach(message -> monitor.takenOff(message.message()));
        }
    }

    private void spread(ScheduledFault fault, long after, int to) {
        long until = fault.heard().next(notificationRandom);
        if (until < ScheduledFault.NEVER.only()) {
            queue.add(after + until, to, () -> hear(to, fault));
        }
    }

    private void hear(int place, ScheduledFault fault) {
        if (faults.present(place)) {
            Event.NeighboursChanged<M, I> changed = faults.hears(place, fault);
            drop(place, changed.departed()::contains);
            transport.relink(place, changed.neighbours());
            step(place, changed, false);
        }
    }
}
