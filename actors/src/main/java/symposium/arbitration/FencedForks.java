package symposium.arbitration;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.Event;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.CarryingProtocol;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariants;

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
        extends CarryingProtocol<FencedForks.State<S>, FencedForks.Message<M>, S, M, Input, Output> {

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

    /** @param algorithm the algorithm, which counts no uses itself */
    public FencedForks(Protocol<S, M, Input, Output> algorithm) {
        super(
                new SubProtocol<>(
                        algorithm,
                        State::philosopher,
                        State::withPhilosopher,
                        (step, to, message) ->
                                step.send(to, new Message<>(step.state().usesWith(to.id()), message)),
                        FencedForks::hear),
                Message::carried);
    }

    /** The algorithm with the uses of its forks numbered. */
    public static <S extends DiningState, M> Algorithm<State<S>, Message<M>, User, Input, Output> over(
            Algorithm<S, M, User, Input, Output> algorithm) {
        return new Algorithm<>(new Algorithm.Descriptor<State<S>, Message<M>, User, Input, Output>(
                        algorithm.name(), algorithm.problem(), Message.class)
                .as(algorithm)
                .messages(sent -> sent.withArguments(algorithm.messages().genericType())
                        .withAnnouncement(message -> algorithm.messages().announces(message.carried())))
                .withProtocol(start -> new FencedForks<>(algorithm.protocol(start)))
                .withFalseDeparture(fenced -> new FalseDeparturePromise<>(
                        DiningInvariants.PROMISE,
                        fenced.problem(),
                        DiningInvariants.underFalseDeparture(
                                List.of(), p -> p.philosopher().neighbours())))
                .checks(checks -> checks.withInvariants(new Invariants<State<S>, Message<M>, User>()
                        .add(DiningInvariants.neighboursExcludeEachOther(
                                p -> p.philosopher().neighbours())))));
    }

    @Override
    protected State<S> knowingNothing(ProcessId self, S initial) {
        return new State<>(initial, Sorted.map());
    }

    @Override
    protected State<S> knowing(Event<Message<M>, Input> event, State<S> p) {
        if (!(event instanceof Event.Received<Message<M>, Input> received)) {
            return p;
        }
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
