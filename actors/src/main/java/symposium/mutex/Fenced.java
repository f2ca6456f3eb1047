package symposium.mutex;

import io.soabase.recordbuilder.core.RecordBuilder;
import symposium.kernel.Event;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.CarryingProtocol;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.MembershipTolerance;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An algorithm for mutual exclusion whose grants are numbered. Every message carries the greatest fence that its sender
 * knows, and a grant is made under the next one.
 *
 * <p>In a correct algorithm messages lead from each critical section to the next: otherwise the next process could
 * enter while the former is still inside. So a process that enters knows the fences of all grants before, as long as no
 * process crashes whose last grant is known to itself alone.
 *
 * @param <S> the state of one process of the algorithm
 * @param <M> the messages of the algorithm
 */
public final class Fenced<S, M> extends CarryingProtocol<Fenced.State<S>, Fenced.Message<M>, S, M, Input, Output> {

    /**
     * A process, and what it knows of fences.
     *
     * @param process its state in the algorithm
     * @param latest the greatest fence that it knows
     */
    @RecordBuilder
    public record State<S>(S process, Fence latest) implements FencedStateBuilder.With<S> {}

    /**
     * A message of the algorithm.
     *
     * @param latest the greatest fence that the sender knows
     * @param carried the algorithm's message
     */
    public record Message<M>(Fence latest, M carried) implements Carrier {}

    /** @param algorithm the algorithm, whose own fences tell generations apart at most */
    public Fenced(Protocol<S, M, Input, Output> algorithm) {
        super(
                new SubProtocol<>(
                        algorithm,
                        State::process,
                        State::withProcess,
                        (step, to, message) ->
                                step.send(to, new Message<>(step.state().latest(), message)),
                        Fenced::hear),
                Message::carried);
    }

    /**
     * The algorithm with its grants numbered, or itself where it tolerates departures, and so has to number its grants
     * itself.
     */
    static <S, M> Algorithm<?, ?, User, Input, Output> unlessDeparturesAreTolerated(
            Algorithm<S, M, User, Input, Output> algorithm) {
        return algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE ? over(algorithm) : algorithm;
    }

    /** The algorithm with its grants numbered. */
    public static <S, M> Algorithm<State<S>, Message<M>, User, Input, Output> over(
            Algorithm<S, M, User, Input, Output> algorithm) {
        return new Algorithm<>(new Algorithm.Descriptor<State<S>, Message<M>, User, Input, Output>(
                        algorithm.name(), algorithm.problem(), Message.class)
                .as(algorithm)
                .messages(sent -> sent.withArguments(algorithm.messages().genericType())
                        .withAnnouncement(message -> algorithm.messages().announces(message.carried())))
                .withProtocol(start -> new Fenced<>(algorithm.protocol(start)))
                .withFalseDeparture(MutexInvariants::underFalseDeparture)
                .checks(checks -> checks.withInvariants(MutexInvariants.standard())));
    }

    @Override
    protected State<S> knowingNothing(ProcessId self, S initial) {
        return new State<>(initial, Fence.NONE);
    }

    @Override
    protected State<S> knowing(Event<Message<M>, Input> event, State<S> state) {
        return event instanceof Event.Received<Message<M>, Input> received
                ? state.withLatest(state.latest().max(received.message().latest()))
                : state;
    }

    private static <S, M> void hear(Transition<State<S>, Message<M>, Output> step, Output output) {
        State<S> state = step.state();
        if (output instanceof Output.Granted granted) {
            Fence fence = state.latest().max(granted.fence()).nextOrCarry();
            step.next(state.withLatest(fence)).tell(new Output.Granted(fence));
        } else {
            step.tell(new Output.Lost(state.latest()));
        }
    }
}
