package symposium.mutex.carvalhoroucairol;

import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.DEFER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.DEPARTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.DEPARTED_ENTER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.ENTER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.ENTER_FREE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.LOST;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.NOTE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.NOTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.NOTED_ENTER;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.PERMITTED;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.RELEASE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.RELEASE_AFTER_LOSS;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.REQUEST;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.UNDELIVERABLE;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.YIELD_AND_ASK;
import static symposium.mutex.carvalhoroucairol.CarvalhoRoucairolRule.YIELD_IDLE;

import java.util.List;
import java.util.Optional;
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
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Departure;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Noted;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Reply;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolMessage.Request;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolState.Fences;

/**
 * One process of Carvalho and Roucairol's algorithm. Any two processes share one permission, which one of them holds or which is under way
 * between them; who holds all of its permissions may be critical.
 */
public final class CarvalhoRoucairol
        implements Protocol<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Input, Output> {

    private final int quorum;
    private final Reading reading;

    /** @param quorum how many processes must be there for anything to be granted */
    public CarvalhoRoucairol(int quorum) {
        this(quorum, Reading.RIGHT);
    }

    private CarvalhoRoucairol(int quorum, Reading reading) {
        this.quorum = quorum;
        this.reading = reading;
    }

    /** The same under another reading. */
    CarvalhoRoucairol read(Reading other) {
        return new CarvalhoRoucairol(quorum, other);
    }

    @Override
    public List<CarvalhoRoucairolRule> rules() {
        return List.of(CarvalhoRoucairolRule.values());
    }

    /** Of two processes, the one with the smaller name holds their permission. */
    @Override
    public CarvalhoRoucairolState initial(ProcessId self, Neighbours neighbours) {
        return new CarvalhoRoucairolState(
                self,
                neighbours,
                quorum,
                0,
                Optional.empty(),
                Processes.of(Processes.of(neighbours).tailSet(self)),
                false,
                Processes.none(),
                Fences.START);
    }

    @Override
    public Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> step(
            CarvalhoRoucairolState state, Event<CarvalhoRoucairolMessage, Input> event) {
        if (event instanceof Event.Input<CarvalhoRoucairolMessage, Input> input) {
            return switch (input.input()) {
                case ENTER -> request(state);
                case RELEASE -> release(state);
            };
        }
        if (event instanceof Event.Received<CarvalhoRoucairolMessage, Input> received) {
            return received(state, received.from(), received.message());
        }
        if (event instanceof Event.NeighboursChanged<CarvalhoRoucairolMessage, Input> changed) {
            return departed(state, changed.neighbours(), changed.departed());
        }
        if (event instanceof Event.Undeliverable) {
            return by(UNDELIVERABLE, state);
        }
        throw new InvariantViolation("nobody leaves but by departing, and there are no timers", event + " at " + state);
    }

    private Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> received(
            CarvalhoRoucairolState state, Neighbour from, CarvalhoRoucairolMessage message) {
        if (message instanceof Request request) {
            return requestReceived(state, from, request.f());
        }
        if (message instanceof Reply reply) {
            return permitted(state, from, reply);
        }
        if (message instanceof Departure departure) {
            return by(NOTE, state.knowing(state.fences().hearing(departure.generation())))
                    .send(from, new Noted(departure.generation()));
        }
        return noted(state, from, (Noted) message);
    }

    // --- the own request

    private Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> request(CarvalhoRoucairolState state) {
        if (!state.idle()) {
            throw new InvariantViolation("a process asks when it neither waits nor is critical", "ENTER at " + state);
        }
        Timestamp f = new Timestamp(state.c(), state.self());
        CarvalhoRoucairolState asking = state.asking(f).clock(state.c() + 1);
        Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> step = granting(REQUEST, ENTER_FREE, asking);
        for (Neighbour other : state.neighbours()) {
            step = reading.asks(state, other.id()) ? step.send(other, new Request(f)) : step;
        }
        return step;
    }

    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> permitted(
            CarvalhoRoucairolState state, Neighbour from, Reply reply) {
        if (!state.waiting() || state.held().contains(from.id())) {
            throw new InvariantViolation(
                    "a permission comes to who waits for it", reply + " from " + from + " at " + state);
        }
        return granting(
                PERMITTED,
                ENTER,
                state.holding(Processes.with(state.held(), from.id()))
                        .knowing(state.fences().knowing(reply.fence())));
    }

    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> release(
            CarvalhoRoucairolState state) {
        if (state.waiting()) {
            throw new InvariantViolation("who leaves the critical section has been in it", "RELEASE at " + state);
        }
        return state.critical() ? replyingToAll(by(RELEASE, state.atRest()), state) : by(RELEASE_AFTER_LOSS, state);
    }

    // --- the requests of others

    private Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> requestReceived(
            CarvalhoRoucairolState state, Neighbour from, Timestamp f) {
        CarvalhoRoucairolState next = state.clock(reading.raised(state.c(), f));
        if (reading.defers(next, f)) {
            return by(DEFER, next.deferring(from.id()));
        }
        if (!next.held().contains(from.id())) {
            throw new InvariantViolation("who yields a permission holds it", f + " asked by " + from + " at " + state);
        }
        CarvalhoRoucairolState without = next.holding(Processes.without(next.held(), from.id()));
        Reply reply = new Reply(next.fences().greatest());
        if (next.idle()) {
            return by(YIELD_IDLE, without).send(from, reply);
        }
        return by(YIELD_AND_ASK, without)
                .send(from, reply)
                .send(from, new Request(next.f().orElseThrow()));
    }

    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> replyingToAll(
            Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> step, CarvalhoRoucairolState state) {
        Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> replying = step;
        for (ProcessId other : state.deferred()) {
            replying =
                    replying.send(Neighbour.of(other), new Reply(state.fences().greatest()));
        }
        return replying;
    }

    // --- departures

    private Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> departed(
            CarvalhoRoucairolState state, Neighbours neighbours, SortedSet<ProcessId> departed) {
        boolean news = Processes.of(state.neighbours()).stream().anyMatch(departed::contains);
        CarvalhoRoucairolState among = state.among(neighbours, departed);
        CarvalhoRoucairolState next = news ? among.knowing(reading.departed(among)) : among;
        Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> step;
        if (next.critical() && !next.quorate()) {
            Fence fence = state.fences().greatest();
            step = replyingToAll(by(LOST, next.atRest()).tell(new Output.Lost(fence)), next);
        } else {
            step = granting(DEPARTED, DEPARTED_ENTER, next);
        }
        for (ProcessId other : news ? next.fences().unconfirmed() : Processes.none()) {
            step = step.send(Neighbour.of(other), new Departure(next.fences().announced()));
        }
        return step;
    }

    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> noted(
            CarvalhoRoucairolState state, Neighbour from, Noted noted) {
        boolean last = noted.generation() == state.fences().announced();
        return last
                ? granting(NOTED, NOTED_ENTER, state.knowing(state.fences().notedBy(List.of(from.id()))))
                : by(NOTED, state);
    }

    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> granting(
            CarvalhoRoucairolRule without, CarvalhoRoucairolRule with, CarvalhoRoucairolState state) {
        if (!state.admitted()) {
            return by(without, state);
        }
        CarvalhoRoucairolState critical = state.inCriticalSection();
        return by(with, critical).tell(new Output.Granted(critical.fences().greatest()));
    }

    private static Step<CarvalhoRoucairolState, CarvalhoRoucairolMessage, Output> by(
            CarvalhoRoucairolRule rule, CarvalhoRoucairolState next) {
        return Step.by(rule, next);
    }
}
