package symposium.mutex.ricartagrawala;

import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.ACKNOWLEDGED;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.ANSWER_EARLIER;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.ANSWER_IDLE;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.DEFER;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.DEPARTED;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.DEPARTED_ENTER;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.ENTER;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.LOST;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.RELEASE;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.RELEASE_AFTER_LOSS;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.REQUEST;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.REQUEST_ALONE;
import static symposium.mutex.ricartagrawala.RicartAgrawalaRule.UNDELIVERABLE;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
import symposium.mutex.ricartagrawala.RicartAgrawalaMessage.Acknowledgement;
import symposium.mutex.ricartagrawala.RicartAgrawalaMessage.Request;

/**
 * One process and its co-processes, after Hoogerwoord, section 2.3 with the values of F as in section 2.4.
 *
 * <p>A user's {@link Input#ENTER} begins the loop's body, {@link Input#RELEASE} is the end of its critical section. The co-processes
 * {@code co p,q} of process q take their steps together with q: what they share is one state, and a co-process whose guard has become true
 * goes on at once.
 */
public final class RicartAgrawala implements Protocol<RicartAgrawalaState, RicartAgrawalaMessage, Input, Output> {

    /** What acknowledgements carry. */
    public enum Form {
        /** Nothing, as printed. */
        EMPTY("ricart-agrawala"),
        /** The clock of the sender, which the recipient takes into its own. */
        STAMPED("ricart-agrawala-stamped");

        private final String text;

        Form(String text) {
            this.text = text;
        }

        /** The name of the algorithm with such acknowledgements. */
        @Override
        public String toString() {
            return text;
        }
    }

    private final int quorum;
    private final Form form;
    private final Reading reading;

    /**
     * @param quorum how many processes must be there for anything to be granted
     * @param form what acknowledgements carry
     */
    public RicartAgrawala(int quorum, Form form) {
        this(quorum, form, Reading.RIGHT);
    }

    RicartAgrawala(int quorum, Form form, Reading reading) {
        this.quorum = quorum;
        this.form = form;
        this.reading = reading;
    }

    /** The same under another reading. */
    RicartAgrawala read(Reading other) {
        return new RicartAgrawala(quorum, form, other);
    }

    @Override
    public List<RicartAgrawalaRule> rules() {
        return List.of(RicartAgrawalaRule.values());
    }

    /** Initially ¬x everywhere; "if we choose, for all processes, c = 0 initially". */
    @Override
    public RicartAgrawalaState initial(ProcessId self, Neighbours neighbours) {
        return new RicartAgrawalaState(
                self, neighbours, quorum, 0, Optional.empty(), Processes.none(), false, Processes.none());
    }

    @Override
    public Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> step(
            RicartAgrawalaState state, Event<RicartAgrawalaMessage, Input> event) {
        if (event instanceof Event.Input<RicartAgrawalaMessage, Input> input) {
            return switch (input.input()) {
                case ENTER -> request(state);
                case RELEASE -> release(state);
            };
        }
        if (event instanceof Event.Received<RicartAgrawalaMessage, Input> received) {
            return received.message() instanceof Request request
                    ? requestReceived(state, received.from(), request.f())
                    : acknowledged(state, received.from(), (Acknowledgement) received.message());
        }
        if (event instanceof Event.NeighboursChanged<RicartAgrawalaMessage, Input> changed) {
            return departed(state, changed.neighbours(), changed.departed());
        }
        if (event instanceof Event.Undeliverable) {
            return by(UNDELIVERABLE, state);
        }
        throw new InvariantViolation("nobody leaves but by departing, and there are no timers", event + " at " + state);
    }

    // --- process p

    private Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> request(RicartAgrawalaState p) {
        if (p.x()) {
            throw new InvariantViolation("a process asks when it neither waits nor is critical", "ENTER at " + p);
        }
        Timestamp f = new Timestamp(p.c(), p.self());
        RicartAgrawalaState asking = p.asking(f).clock(reading.afterwards(p.c()));
        if (asking.admitted()) {
            return entering(REQUEST_ALONE, asking);
        }
        Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> step = by(REQUEST, asking);
        for (Neighbour q : p.neighbours()) {
            step = step.send(q, new Request(f));
        }
        return step;
    }

    private static Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> acknowledged(
            RicartAgrawalaState p, Neighbour q, Acknowledgement acknowledgement) {
        if (!p.awaited().contains(q.id())) {
            throw new InvariantViolation("an acknowledgement is awaited", acknowledgement + " from " + q + " at " + p);
        }
        RicartAgrawalaState next = p.acknowledgedBy(q.id())
                .clock(Math.max(p.c(), acknowledgement.clock().orElse(p.c())));
        return next.admitted() ? entering(ENTER, next) : by(ACKNOWLEDGED, next);
    }

    private static Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> entering(
            RicartAgrawalaRule rule, RicartAgrawalaState p) {
        return by(rule, p.inCriticalSection()).tell(new Output.Granted(fence(p)));
    }

    /** Requests are granted in the order of their F, so F is the fence. */
    private static Fence fence(RicartAgrawalaState p) {
        Timestamp f = p.f().orElseThrow();
        return new Fence(f.clock(), f.name().number() + 1L);
    }

    private Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> release(RicartAgrawalaState p) {
        if (p.waiting()) {
            throw new InvariantViolation("who leaves the critical section has been in it", "RELEASE at " + p);
        }
        return p.critical() ? answeringAll(by(RELEASE, p.idle()), p) : by(RELEASE_AFTER_LOSS, p);
    }

    // --- the co-processes co p,q of process q

    private Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> requestReceived(
            RicartAgrawalaState q, Neighbour p, Timestamp f) {
        RicartAgrawalaState next = q.clock(reading.raised(q.c(), f));
        if (!reading.answers(next, f)) {
            return by(DEFER, next.deferring(p.id()));
        }
        return by(next.x() ? ANSWER_EARLIER : ANSWER_IDLE, next).send(p, acknowledgement(next));
    }

    private Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> answeringAll(
            Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> step, RicartAgrawalaState q) {
        Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> answering = step;
        for (ProcessId p : q.deferred()) {
            answering = answering.send(Neighbour.of(p), acknowledgement(q));
        }
        return answering;
    }

    private Acknowledgement acknowledgement(RicartAgrawalaState q) {
        return new Acknowledgement(form == Form.STAMPED ? OptionalLong.of(q.c()) : OptionalLong.empty());
    }

    // --- departures

    private Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> departed(
            RicartAgrawalaState p, Neighbours neighbours, SortedSet<ProcessId> departed) {
        RicartAgrawalaState next = p.among(neighbours, departed);
        if (next.critical() && !next.quorate()) {
            return answeringAll(by(LOST, next.idle()).tell(new Output.Lost(fence(next))), next);
        }
        return next.admitted() ? entering(DEPARTED_ENTER, next) : by(DEPARTED, next);
    }

    private static Step<RicartAgrawalaState, RicartAgrawalaMessage, Output> by(
            RicartAgrawalaRule rule, RicartAgrawalaState next) {
        return Step.by(rule, next);
    }
}
