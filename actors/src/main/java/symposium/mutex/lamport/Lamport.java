package symposium.mutex.lamport;

import static symposium.mutex.lamport.LamportRule.ACKNOWLEDGED;
import static symposium.mutex.lamport.LamportRule.ACKNOWLEDGED_ENTER;
import static symposium.mutex.lamport.LamportRule.DEPARTED;
import static symposium.mutex.lamport.LamportRule.DEPARTED_ENTER;
import static symposium.mutex.lamport.LamportRule.LOST;
import static symposium.mutex.lamport.LamportRule.RELEASE;
import static symposium.mutex.lamport.LamportRule.RELEASED;
import static symposium.mutex.lamport.LamportRule.RELEASED_ENTER;
import static symposium.mutex.lamport.LamportRule.RELEASE_AFTER_LOSS;
import static symposium.mutex.lamport.LamportRule.REQUEST;
import static symposium.mutex.lamport.LamportRule.REQUESTED;
import static symposium.mutex.lamport.LamportRule.REQUESTED_ENTER;
import static symposium.mutex.lamport.LamportRule.REQUEST_ALONE;
import static symposium.mutex.lamport.LamportRule.UNDELIVERABLE;

import java.util.List;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.Processes;
import symposium.mutex.lamport.LamportMessage.Acknowledgement;
import symposium.mutex.lamport.LamportMessage.Release;
import symposium.mutex.lamport.LamportMessage.Request;

/** One process of Lamport's algorithm: the five rules. */
public final class Lamport implements Protocol<LamportState, LamportMessage, Input, Output> {

    private final int quorum;
    private final Reading reading;

    /** @param quorum how many processes must be there for anything to be granted */
    public Lamport(int quorum) {
        this(quorum, Reading.RIGHT);
    }

    private Lamport(int quorum, Reading reading) {
        this.quorum = quorum;
        this.reading = reading;
    }

    /** The same under another reading. */
    Lamport read(Reading other) {
        return new Lamport(quorum, other);
    }

    @Override
    public List<LamportRule> rules() {
        return List.of(LamportRule.values());
    }

    /** Nobody has asked: queues are empty, where the paper lets one process have the resource from the start. */
    @Override
    public LamportState initial(ProcessId self, Neighbours neighbours) {
        return new LamportState(self, neighbours, quorum, 0, List.of(), Processes.none(), false);
    }

    @Override
    public Step<LamportState, LamportMessage, Output> step(LamportState state, Event<LamportMessage, Input> event) {
        if (event instanceof Event.Input<LamportMessage, Input> input) {
            return switch (input.input()) {
                case ENTER -> request(state);
                case RELEASE -> release(state);
            };
        }
        if (event instanceof Event.Received<LamportMessage, Input> received) {
            return received(state, received.from(), received.message());
        }
        if (event instanceof Event.NeighboursChanged<LamportMessage, Input> changed) {
            return departed(state, changed.neighbours(), changed.departed());
        }
        if (event instanceof Event.Undeliverable) {
            return by(UNDELIVERABLE, state);
        }
        throw new InvariantViolation("nobody leaves but by departing, and there are no timers", event + " at " + state);
    }

    private Step<LamportState, LamportMessage, Output> request(LamportState state) {
        if (state.request().isPresent()) {
            throw new InvariantViolation("a process asks when it neither waits nor is critical", "ENTER at " + state);
        }
        Timestamp stamp = stamp(state);
        LamportState asking = state.queueing(stamp)
                .waitingFor(Processes.of(state.neighbours()))
                .at(reading.ticked(state.clock()));
        return toAll(granting(REQUEST, REQUEST_ALONE, asking), new Request(stamp));
    }

    private Step<LamportState, LamportMessage, Output> release(LamportState state) {
        if (state.waiting()) {
            throw new InvariantViolation("who releases has been granted", "RELEASE at " + state);
        }
        if (!state.critical()) {
            return by(RELEASE_AFTER_LOSS, state);
        }
        LamportState next = without(state, state.self()).critical(false);
        return toAll(by(RELEASE, next), new Release(stamp(next)));
    }

    private Step<LamportState, LamportMessage, Output> received(
            LamportState state, Neighbour from, LamportMessage message) {
        LamportState advanced = state.at(reading.advanced(state.clock(), message.stamp()));
        LamportState hearing = hears(advanced, message.stamp());
        if (message instanceof Request request) {
            LamportState next = hearing.queueing(request.stamp());
            return granting(REQUESTED, REQUESTED_ENTER, next).send(from, new Acknowledgement(stamp(next)));
        }
        if (message instanceof Release) {
            return granting(RELEASED, RELEASED_ENTER, without(hearing, from.id()));
        }
        return granting(ACKNOWLEDGED, ACKNOWLEDGED_ENTER, hearing);
    }

    /** Notes for rule 5(ii) that a message stamped later than the own request has come. */
    private LamportState hears(LamportState state, Timestamp stamp) {
        boolean later =
                state.waiting() && reading.order().compare(state.request().orElseThrow(), stamp) < 0;
        return later ? state.waitingFor(Processes.without(state.unheard(), stamp.name())) : state;
    }

    private Step<LamportState, LamportMessage, Output> departed(
            LamportState state, Neighbours neighbours, SortedSet<ProcessId> departed) {
        LamportState next =
                state.among(neighbours).removing(departed).waitingFor(Processes.without(state.unheard(), departed));
        if (next.critical() && !next.quorate()) {
            LamportState lost = without(next, next.self()).critical(false);
            return toAll(by(LOST, lost).tell(new Output.Lost(fence(next))), new Release(stamp(lost)));
        }
        return granting(DEPARTED, DEPARTED_ENTER, next);
    }

    /** Rule 5, in whichever step its conditions come to hold. */
    private Step<LamportState, LamportMessage, Output> granting(
            LamportRule without, LamportRule with, LamportState state) {
        if (state.waiting() && state.quorate() && reading.first(state) && reading.heardOfAll(state)) {
            return by(with, state.critical(true)).tell(new Output.Granted(fence(state)));
        }
        return by(without, state);
    }

    /** Requests are granted in the order of their timestamps, so a timestamp is a fence. */
    private static Fence fence(LamportState state) {
        Timestamp request = state.request().orElseThrow();
        return new Fence(request.clock(), request.name().number() + 1L);
    }

    private static Timestamp stamp(LamportState state) {
        return new Timestamp(state.clock(), state.self());
    }

    private static LamportState without(LamportState state, ProcessId process) {
        return state.removing(List.of(process));
    }

    private static Step<LamportState, LamportMessage, Output> toAll(
            Step<LamportState, LamportMessage, Output> step, LamportMessage message) {
        Step<LamportState, LamportMessage, Output> sending = step;
        for (Neighbour neighbour : step.next().neighbours()) {
            sending = sending.send(neighbour, message);
        }
        return sending;
    }

    private static Step<LamportState, LamportMessage, Output> by(LamportRule rule, LamportState next) {
        return Step.by(rule, next);
    }
}
