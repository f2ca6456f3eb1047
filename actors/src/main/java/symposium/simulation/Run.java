package symposium.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;

/**
 * A run that has begun: the states of the processes, the events to come, and the effects of each step. Processes go by
 * their places.
 */
final class Run<S, M, U, I, O> {

    private static final int BETWEEN_PAUSES = 1 << 10;

    private final RunOptions<S, M, U, I, O> options;
    private final Protocol<S, M, I, O> protocol;
    private final List<ProcessId> processes;
    private final ProcessIndex places;
    private final EventQueue queue = new EventQueue();
    private final Counters<M> counters;
    private final RandomGenerator userRandom;
    private final Transport transport;
    private final Users<U, I, O> users;
    private final Mailboxes<M> mailboxes;
    private final RunningTimers timers;
    private final InvariantMonitor<S, M, U> monitor;
    private final FaultState faultState;
    private final FaultInjector<M, I> faults;
    private final Object[] states;
    private long now;
    private long events;

    Run(RunOptions<S, M, U, I, O> options, Counters<M> counters) {
        this.options = options;
        this.counters = counters;
        protocol = options.protocol;
        Network network = options.network;
        processes = network.processes();
        places = new ProcessIndex(processes);
        SplittableRandom random = new SplittableRandom(options.seed);
        RandomGenerator travelRandom = random.split();
        userRandom = random.split();
        RandomGenerator notificationRandom = random.split();
        boolean faulty = !options.faults.isEmpty();
        transport = new Transport(network, places, options.channels, options.delays, travelRandom, faulty);
        users = new Users<>(options, places, userRandom, counters, new Asking());
        mailboxes = new Mailboxes<>(processes.size(), options.channels == Channels.FIFO);
        timers = new RunningTimers(processes.size());
        monitor = options.invariants.isEmpty() ? null : new InvariantMonitor<>(options.invariants, processes.size());
        faultState = faulty ? new FaultState(options.topologyAfterFaults, network) : null;
        faults = faulty ? new FaultInjector<>(new Faulty(), faultState, places, queue, notificationRandom) : null;
        states = new Object[processes.size()];
    }

    /** Makes the processes, and starts their timers and users. */
    void begin() {
        for (int place = 0; place < states.length; place++) {
            states[place] = protocol.initial(
                    processes.get(place), options.network.neighbours().get(place));
            monitorMove(place);
        }
        if (monitor != null) {
            monitor.sum();
        }
        options.faults.forEach(fault -> faults.schedule(fault));
        for (int place = 0; place < states.length; place++) {
            for (Timer timer : protocol.initialTimers(state(place))) {
                start(place, timer);
            }
            users.consult(place, now);
        }
    }

    ProcessIndex places() {
        return places;
    }

    Users<U, I, O> users() {
        return users;
    }

    @SuppressWarnings("unchecked")
    S state(int place) {
        return (S) states[place];
    }

    long now() {
        return now;
    }

    /** Lets time pass in which nothing happens. */
    void idleUntil(long time) {
        now = Math.max(now, time);
    }

    /** Whether no events are to come. */
    boolean quiet() {
        return queue.isEmpty();
    }

    boolean departed(ProcessId process) {
        return faults != null && faults.gone(process);
    }

    private boolean present(int place) {
        return faults == null || !faults.gone(processes.get(place));
    }

    // --- events

    /** Lets the next event happen. Returns false when there is none up to that tick. */
    @SuppressWarnings("unchecked")
    boolean advance(long until) {
        if (!queue.take(until)) {
            return false;
        }
        now = queue.time();
        events++;
        if (options.pause != null && events % BETWEEN_PAUSES == 0) {
            options.pause.run();
        }
        EventQueue.Kind kind = queue.kind();
        int place = queue.place();
        int number = queue.number();
        Object second = queue.second();
        Object first = queue.first();
        switch (kind) {
            case ARRIVAL -> arrive(number, (Neighbour) first, (M) second);
            case ASKING -> ask(place, number, (I) first);
            case EXPIRY -> expire(place, number, (Timer) first);
            case RETURN -> comeBack(place, number, (Neighbour) first, (M) second);
            case FAULT -> faults.happen((ScheduledFault) first);
            case NOTIFICATION -> faults.notify(processes.get(place), (ScheduledFault) first);
        }
        return true;
    }

    private void put(int place, long after, EventQueue.Kind kind, int number, Object first, Object second) {
        if (after < 0) {
            throw new IllegalArgumentException("an event " + -after + " ticks ago");
        }
        queue.add(Math.addExact(now, after), place, kind, number, first, second);
    }

    private void ask(int place, int visit, I input) {
        if (users.ask(place, visit, input, now)) {
            step(place, new Event.Input<>(input), true);
        }
    }

    private void expire(int place, int start, Timer timer) {
        if (present(place) && timers.expires(place, timer, start)) {
            step(place, new Event.Timeout<>(timer), false);
        }
    }

    private void arrive(int place, Neighbour from, M message) {
        if (!present(place) || faults != null && faults.drops(processes.get(place), from.id())) {
            drop(message);
        } else if (!mailboxes.precedes(place, from) && admits(place, from, message)) {
            step(place, received(place, from, message), false);
        } else {
            mailboxes.put(place, from, message);
        }
    }

    private void comeBack(int place, int recipient, Neighbour asSeen, M message) {
        drop(message);
        if (present(place)) {
            step(place, new Event.Undeliverable<>(asSeen.seenBack(processes.get(recipient)), message), false);
        }
    }

    private boolean admits(int place, Neighbour from, M message) {
        return (faults == null || faults.acquainted(processes.get(place), from))
                && protocol.admits(state(place), from, message);
    }

    private Event<M, I> received(int place, Neighbour from, M message) {
        if (monitor != null) {
            try {
                monitor.arrives(message, state(place));
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

    // --- steps

    /** A process takes a step, and then receives all messages that wait and are admitted. */
    private void step(int place, Event<M, I> event, boolean asked) {
        boolean moved = take(place, event) || asked;
        while (!mailboxes.isEmpty(place) && present(place)) {
            Mailboxes.Waiting<M> admitted = mailboxes.takeFirst(place, (from, message) -> admits(place, from, message));
            if (admitted == null) {
                break;
            }
            moved |= take(place, received(place, admitted.from(), admitted.message()));
        }
        if (moved && present(place)) {
            users.consult(place, now);
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
            if (monitor != null && present(place)) {
                monitorMove(place);
                monitor.sum();
            }
        } catch (InvariantViolation violation) {
            throw at(place, event.toString(), violation);
        }
        if (options.watcher != null) {
            options.watcher.accept(
                    new TraceEvent.Stepped(processes.get(place), event, step.rule(), step.effects()), now);
        }
        return told;
    }

    private void monitorMove(int place) {
        if (monitor != null) {
            monitor.moved(place, state(place), users.at(place));
        }
    }

    private InvariantViolation at(int place, String what, InvariantViolation violation) {
        InvariantViolation here = new InvariantViolation(
                violation.invariant(),
                "on " + what + " at process " + processes.get(place) + ", tick " + now + ", seed " + options.seed);
        here.initCause(violation);
        return here;
    }

    // --- effects

    /** Performs an effect. Returns whether the user was told something. */
    private boolean perform(int place, Effect<M, O> effect) {
        if (effect instanceof Effect.Send<M, O> send) {
            send(place, send.to(), send.message());
        } else if (effect instanceof Effect.Output<M, O> output) {
            users.tell(place, output.output(), options.listener, now);
            return true;
        } else if (effect instanceof Effect.Schedule<M, O> schedule) {
            start(place, schedule.timer());
        } else if (effect instanceof Effect.Cancel<M, O> cancel) {
            timers.cancel(place, cancel.timer());
        } else if (faults == null) {
            throw new IllegalStateException("process " + processes.get(place) + " leaves unasked");
        } else {
            faults.left(processes.get(place), now);
        }
        return false;
    }

    private void send(int place, Neighbour to, M message) {
        int link = transport.link(place, to);
        int recipient = transport.recipient(place, link, to);
        ProcessId sender = processes.get(place);
        if (recipient < 0 || link < 0 && faults == null) {
            throw new IllegalStateException("process " + sender + " has no link to " + to);
        }
        long after = transport.delay(place, link, now);
        counters.sent(message);
        if (monitor != null) {
            monitor.sent(message);
        }
        boolean returns = faults != null && faults.returns(sender, to.id());
        EventQueue.Kind kind = returns ? EventQueue.Kind.RETURN : EventQueue.Kind.ARRIVAL;
        put(place, after, kind, recipient, to.seenBack(sender), message);
    }

    private void start(int place, Timer timer) {
        long ticks = options.duration(timer).next(userRandom);
        put(place, ticks, EventQueue.Kind.EXPIRY, timers.start(place, timer), timer, null);
    }

    /** What users do to this run. */
    private final class Asking implements Users.Schedule<I> {

        @Override
        public void askAfter(int place, long ticks, int visit, I input) {
            put(place, ticks, EventQueue.Kind.ASKING, visit, input, null);
        }

        @Override
        public boolean present(int place) {
            return Run.this.present(place);
        }
    }

    /** What faults do to this run. */
    private final class Faulty implements FaultInjector.Actions<M, I> {

        @Override
        public void step(int place, Event<M, I> event) {
            Run.this.step(place, event, false);
        }

        @Override
        public void remove(int place) {
            timers.cancelAll(place);
            users.depart(place);
            mailboxes.remove(place, from -> true, Run.this::drop);
            if (monitor != null) {
                monitor.gone(place);
            }
        }

        @Override
        public void forget(int place, ProcessId departed) {
            mailboxes.remove(place, departed::equals, Run.this::drop);
        }

        @Override
        public void relinked(int place) {
            transport.relink(place, faultState.neighbours(processes.get(place)));
        }

        @Override
        public void happened(TraceEvent event) {
            if (options.watcher != null) {
                options.watcher.accept(event, now);
            }
        }

        @Override
        public void notifyAfter(long ticks, int place, ScheduledFault fault) {
            put(place, ticks, EventQueue.Kind.NOTIFICATION, 0, fault, null);
        }
    }
}
