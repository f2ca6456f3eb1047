package symposium.simulation;

import java.util.List;
import java.util.random.RandomGenerator;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/** Carries out the scheduled faults of a run, and notifies processes of them. */
final class FaultInjector<M, I> {

    /** What faults do to a run. Processes go by their places. */
    interface Actions<M, I> {

        /** A process takes a step. */
        void step(int place, Event<M, I> event);

        /** A process is gone, with all that waits at it. */
        void remove(int place);

        /** All that waits at a process from another one is lost. */
        void forget(int place, ProcessId departed);

        /** The links of a process have changed. */
        void relinked(int place);

        /** Something is to be told of that is no step. */
        void happened(TraceEvent event);

        /** A process is to be notified of a fault, some ticks from now. */
        void notifyAfter(long ticks, int place, ScheduledFault fault);
    }

    private final Actions<M, I> run;
    private final FaultState state;
    private final ProcessIndex places;
    private final EventQueue queue;
    private final RandomGenerator random;
    /** After how many ticks others are notified that a process has left, as its being asked to leave said. */
    private Durations departureHeard = Durations.exactly(1);

    FaultInjector(Actions<M, I> run, FaultState state, ProcessIndex places, EventQueue queue, RandomGenerator random) {
        this.run = run;
        this.state = state;
        this.places = places;
        this.queue = queue;
        this.random = random;
    }

    /** Schedules a fault of the run. */
    void schedule(ScheduledFault fault) {
        int cause = places.of(fault.processes().get(0));
        queue.add(fault.at(), cause, EventQueue.Kind.FAULT, 0, fault, null);
    }

    /** A fault happens. */
    void happen(ScheduledFault fault) {
        if (fault instanceof ScheduledFault.Crash crash) {
            crash(crash);
        } else if (fault instanceof ScheduledFault.Leaving leaving) {
            departureHeard = leaving.heard();
            if (!state.gone(leaving.process())) {
                run.step(places.of(leaving.process()), new Event.Leave<>());
            }
        } else if (fault instanceof ScheduledFault.LinkFailure failure) {
            changeLink(failure, failure.one(), failure.other(), true, failure.heard());
        } else if (fault instanceof ScheduledFault.LinkRecovery recovery) {
            changeLink(recovery, recovery.one(), recovery.other(), false, recovery.heard());
        }
    }

    private void crash(ScheduledFault.Crash crash) {
        if (state.gone(crash.process())) {
            return;
        }
        depart(crash.process());
        run.happened(new TraceEvent.Crashed(crash.process()));
        state.present().forEach(other -> spread(other, 0, crash.heard(), crash));
    }

    /** A process says that it has left; the others are notified after all that it has sent has arrived. */
    void left(ProcessId process, long now) {
        int place = places.of(process);
        long[] last = {now};
        queue.look((tick, by, kind, number, first) -> {
            if (by == place && kind == EventQueue.Kind.ARRIVAL) {
                last[0] = Math.max(last[0], tick);
            }
            return kind;
        });
        depart(process);
        ScheduledFault.Leaving left = new ScheduledFault.Leaving(now, process, departureHeard);
        state.present().forEach(other -> spread(other, last[0] - now, departureHeard, left));
    }

    private void depart(ProcessId process) {
        state.goes(process);
        run.remove(places.of(process));
    }

    private void changeLink(ScheduledFault fault, ProcessId one, ProcessId other, boolean fails, Durations heard) {
        if (state.broken(one, other) == fails) {
            return;
        }
        state.breaks(one, other, fails);
        if (fails) {
            int here = places.of(one);
            int there = places.of(other);
            queue.look((tick, by, kind, number, first) ->
                    kind == EventQueue.Kind.ARRIVAL && (by == here && number == there || by == there && number == here)
                            ? EventQueue.Kind.RETURN
                            : kind);
        }
        run.happened(fails ? new TraceEvent.LinkFailed(one, other) : new TraceEvent.LinkRecovered(one, other));
        spread(one, 0, heard, fault);
        spread(other, 0, heard, fault);
    }

    private void spread(ProcessId to, long after, Durations heard, ScheduledFault fault) {
        long until = heard.next(random);
        if (until < ScheduledFault.NEVER.only()) {
            run.notifyAfter(after + until, places.of(to), fault);
        }
    }

    /** A process is notified of a fault. */
    void notify(ProcessId self, ScheduledFault fault) {
        if (state.gone(self)) {
            return;
        }
        int place = places.of(self);
        boolean departure = fault instanceof ScheduledFault.Crash || fault instanceof ScheduledFault.Leaving;
        List<ProcessId> concerned = fault.processes();
        ProcessId other = concerned.get(concerned.size() > 1 && concerned.get(0).equals(self) ? 1 : 0);
        Event<M, I> notification = departure
                ? state.hearsOfDeparture(self, other)
                : state.hearsOfLink(self, other, fault instanceof ScheduledFault.LinkFailure);
        if (departure) {
            run.forget(place, other);
        }
        run.relinked(place);
        run.step(place, notification);
    }

    /** Whether a message between two processes comes back to its sender. */
    boolean returns(ProcessId from, ProcessId to) {
        return state.broken(from, to);
    }

    boolean gone(ProcessId process) {
        return state.gone(process);
    }

    /** Whether a process has been notified of a departure, and drops what comes from the departed. */
    boolean drops(ProcessId process, ProcessId from) {
        return state.heardOf(from, process);
    }

    /** Whether a process receives messages over this link. */
    boolean acquainted(ProcessId process, Neighbour with) {
        return state.acquainted(process, with);
    }
}
