package symposium.mutex.causal;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import symposium.clock.VectorTime;
import symposium.kernel.Event;
import symposium.kernel.Printable;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.CarryingProtocol;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An algorithm for mutual exclusion whose messages carry vector times, so that an exploration can check
 * fairness in causal order: "if one request causally precedes another, the former request is to be granted before the
 * latter" (Hoogerwoord, chapter 2). The algorithm itself takes the same steps as before.
 *
 * <p>A vector time counts requests alone, because only requests are compared: the number of a process's requests that
 * happened before an event tells whether a given one of them did. Other events would only add states.
 *
 * @param <S> the state of one process of the algorithm
 * @param <M> the messages of the algorithm
 */
public final class Causal<S, M> extends CarryingProtocol<Causal.State<S>, Causal.Message<M>, S, M, Input, Output> {

    /** The name of the invariant. */
    public static final String REQUESTS_IN_CAUSAL_ORDER = "requests are granted in causal order";

    /**
     * A message of the algorithm.
     *
     * @param carried the algorithm's message
     * @param requests by process, the number of requests that happened before the message was sent
     */
    public record Message<M>(M carried, VectorTime requests) implements Carrier {
        @Override
        public String print() {
            return Printable.print(carried) + " " + requests;
        }
    }

    /**
     * A process, and the requests that happened before its next step.
     *
     * @param self its name
     * @param process its state in the algorithm
     * @param requests by process, the number of requests that happened before its next step
     * @param asked the vector time of the request that its user waits with or is critical by; zero while the user is
     *     idle
     */
    @RecordBuilder
    public record State<S>(ProcessId self, S process, VectorTime requests, VectorTime asked)
            implements CausalStateBuilder.With<S> {}

    /** @param algorithm the algorithm that is checked */
    public Causal(Protocol<S, M, Input, Output> algorithm) {
        super(
                new SubProtocol<>(
                        algorithm,
                        State::process,
                        State::withProcess,
                        (step, to, message) -> step.send(
                                to, new Message<>(message, step.state().requests())),
                        Transition::tell),
                Message::carried);
    }

    /**
     * An algorithm of the catalogue as an exploration of the causal order sees it; empty where it solves another
     * problem than mutual exclusion. The paper's own invariants are left out.
     *
     * <p>Requests are numbered, so an exploration has to bound their number. Processes do not crash: a crashed process
     * is granted nothing, and the others do not wait for it.
     */
    @SuppressWarnings("unchecked")
    public static Optional<Algorithm<?, ?, User, Input, Output>> of(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof MutualExclusion
                ? Optional.of(over((Algorithm<?, ?, User, Input, Output>) algorithm))
                : Optional.empty();
    }

    /** The same of an algorithm for mutual exclusion. */
    public static <S, M> Algorithm<State<S>, Message<M>, User, Input, Output> over(
            Algorithm<S, M, User, Input, Output> algorithm) {
        return new Algorithm<>(new Algorithm.Descriptor<State<S>, Message<M>, User, Input, Output>(
                        algorithm.name(), MutualExclusion.PROBLEM, Message.class)
                .as(algorithm)
                .system(system -> system.withTolerates(MembershipTolerance.NO_CHANGE))
                .withProtocol(start -> new Causal<>(algorithm.protocol(start)))
                .checks(checks -> checks.withInvariants(invariants()).withVariants(start -> {
                    Variants<State<S>, Message<M>, Input, Output> variants =
                            Variants.of(new Causal<>(algorithm.protocol(start)));
                    algorithm
                            .checks()
                            .variants(start)
                            .forEach(each -> variants.add(each.name(), new Causal<>(each.protocol())));
                    return variants;
                })));
    }

    private static <S, M> Invariants<State<S>, Message<M>, User> invariants() {
        return MutexInvariants.<State<S>, Message<M>>standard()
                .pair(
                        REQUESTS_IN_CAUSAL_ORDER,
                        pair -> MutualExclusion.critical(pair.first().user())
                                && MutualExclusion.PROBLEM.waits(pair.second().user()),
                        pair -> !pair.q().asked().isBefore(pair.p().asked()));
    }

    @Override
    protected State<S> knowingNothing(ProcessId self, S initial) {
        return new State<>(self, initial, VectorTime.ZERO, VectorTime.ZERO);
    }

    /** The process with the requests counted that happened before the end of this event. */
    @Override
    protected State<S> knowing(Event<Message<M>, Input> event, State<S> p) {
        if (event instanceof Event.Received<Message<M>, Input> received) {
            return p.withRequests(p.requests().max(received.message().requests()));
        }
        if (event instanceof Event.Input<Message<M>, Input> input) {
            boolean enter = input.input() == Input.ENTER;
            VectorTime now = enter ? p.requests().plusOne(p.self()) : p.requests();
            return p.with(next -> next.requests(now).asked(enter ? now : VectorTime.ZERO));
        }
        return p;
    }
}
