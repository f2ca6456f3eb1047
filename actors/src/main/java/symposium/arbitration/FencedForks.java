package symposium.arbitration;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.Algorithm;
import symposium.kernel.Event;
import symposium.kernel.Invariants;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.SubProtocol;
import symposium.kernel.Timer;
import symposium.kernel.Transition;

/**
 * An algorithm for dining philosophers whose meals are numbered fork by fork. Every message carries the number of the
 * latest use of the fork between sender and recipient, as far as the sender knows. A meal makes the next use of each of
 * the philosopher's forks.
 *
 * <p>Between a meal and the next one of a neighbour a message goes from the first to the second: the fork, or the news
 * that it is undirected. So a philosopher that eats knows the latest use of each of its forks, also where others have
 * crashed.
 *
 * @param <S> the state of one philosopher of the algorithm
 * @param <M> the messages of the algorithm
 */
public final class FencedForks<S extends DiningState, M>
        implements Protocol<FencedForks.State<S>, FencedForks.Message<M>, Input, Output> {

    /**
     * A philosopher, and what it knows of the uses of its forks.
     *
     * @param philosopher its state in the algorithm
     * @param uses by the neighbour that shares it, the number of the latest known use of a fork; none before the first
     */
    @RecordBuilder
    public record State<S>(S philosopher, SortedMap<ProcessId, Long> uses) implements FencedForksStateBuilder.With<S> {

        long usesWith(ProcessId neighbour) {
            return uses.getOrDefault(neighbour, 0L);
        }
    }

    /**
     * A message of the algorithm.
     *
     * @param uses the number of the latest use of the fork, as far as the sender knows; 0 before the first
     * @param carried the algorithm's message
     */
    public record Message<M>(long uses, M carried) implements Carrier {}

    private final Protocol<S, M, Input, Output> algorithm;
    private final SubProtocol<State<S>, Message<M>, Output, S, M, Input, Output> part;

    /** @param algorithm the algorithm, which counts no uses itself */
    public FencedForks(Protocol<S, M, Input, Output> algorithm) {
        this.algorithm = algorithm;
        part = new SubProtocol<>(
                algorithm,
                State::philosopher,
                State::withPhilosopher,
                (step, to, message) -> step.send(to, new Message<>(step.state().usesWith(to.id()), message)),
                FencedForks::hear);
    }

    /** The algorithm with the uses of its forks numbered. */
    public static <S extends DiningState, M> Algorithm<State<S>, Message<M>, User, Input, Output> over(
            Algorithm<S, M, User, Input, Output> algorithm) {
        return new Algorithm<>(new Algorithm.Descriptor<State<S>, Message<M>, User, Input, Output>(
                        algorithm.name(), algorithm.problem(), messages())
                .as(algorithm)
                .messagesOf(algorithm.messageType())
                .announces(message -> algorithm.announces(message.carried()))
                .protocol(start -> new FencedForks<>(algorithm.protocol(start)))
                .invariants(new Invariants<State<S>, Message<M>, User>()
                        .add(DiningInvariants.neighboursExcludeEachOther(
                                p -> p.philosopher().neighbours()))));
    }

    @SuppressWarnings("unchecked")
    private static <M> Class<Message<M>> messages() {
        return (Class<Message<M>>) (Class<?>) Message.class;
    }

    @Override
    public List<? extends Rule> rules() {
        return algorithm.rules();
    }

    @Override
    public State<S> initial(ProcessId self, Neighbours neighbours) {
        return new State<>(algorithm.initial(self, neighbours), Sorted.map());
    }

    @Override
    public List<? extends Timer> initialTimers(State<S> initial) {
        return algorithm.initialTimers(initial.philosopher());
    }

    @Override
    public boolean admits(State<S> p, Neighbour from, Message<M> message) {
        return algorithm.admits(p.philosopher(), from, message.carried());
    }

    @Override
    public Step<State<S>, Message<M>, Output> step(State<S> p, Event<Message<M>, Input> event) {
        State<S> known = event instanceof Event.Received<Message<M>, Input> received ? heardOf(received, p) : p;
        return new Transition<State<S>, Message<M>, Output>(known, event)
                .run(part, event.map(Message::carried))
                .step();
    }

    private static <S, M> State<S> heardOf(Event.Received<Message<M>, Input> received, State<S> p) {
        ProcessId from = received.from().id();
        long uses = received.message().uses();
        return uses > p.usesWith(from) ? p.withUses(Sorted.with(p.uses(), from, uses)) : p;
    }

    private static <S extends DiningState, M> void hear(Transition<State<S>, Message<M>, Output> step, Output output) {
        if (output instanceof Output.Eats) {
            State<S> p = step.state();
            SortedMap<ProcessId, Long> meal = new TreeMap<>();
            p.philosopher().neighbours().forEach(each -> meal.put(each.id(), p.usesWith(each.id()) + 1));
            step.next(p.withUses(Sorted.map(meal))).tell(new Output.Eats(meal));
        } else {
            step.tell(output);
        }
    }
}
