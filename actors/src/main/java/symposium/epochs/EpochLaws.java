package symposium.epochs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import symposium.epochs.EpochMessage.Within;
import symposium.epochs.EpochState.Epoch;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Start;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;

/** What holds in epochs, whoever crashes when: the laws of mutual exclusion, those of epochs, and within an epoch those of the token algorithm. */
final class EpochLaws {

    private EpochLaws() {}

    static <B, V, S, M> List<Invariant<EpochState<B, S>, EpochMessage<V, M>, User>> over(
            List<Invariant<S, M, User>> ofToken) {
        List<Invariant<EpochState<B, S>, EpochMessage<V, M>, User>> invariants = new ArrayList<>(ofEpochs());
        ofToken.forEach(invariant -> EpochLaws.<B, V, S, M>within(invariant).ifPresent(invariants::add));
        return List.copyOf(invariants);
    }

    private static <B, V, S, M> List<Invariant<EpochState<B, S>, EpochMessage<V, M>, User>> ofEpochs() {
        return List.of(
                MutexInvariants.mutualExclusion(),
                Invariant.process(
                        "a process knows where its user stands",
                        (state, user) -> true,
                        (state, user) -> state.inside() == MutualExclusion.critical(user)
                                && state.waiting() == (user == User.WAITING)),
                Invariant.process(
                        "an epoch has a leader, whose term is not over before",
                        (state, user) -> state.begun() > 0,
                        (state, user) -> state.begun() <= state.terms().term()),
                new Invariant.OfConfiguration<>(
                        "all who take part in an epoch know of the same members and the same holder",
                        at -> started(at).findAny().isPresent(),
                        at -> agree(started(at).toList(), EpochState::begun, EpochLaws::start)),
                new Invariant.OfConfiguration<>(
                        "of one term all know the same leader",
                        at -> led(at).findAny().isPresent(),
                        at -> agree(led(at).toList(), state -> state.terms().term(), state -> state.terms()
                                .leader()
                                .orElseThrow())));
    }

    private static <B, S> Stream<EpochState<B, S>> alive(Configuration<EpochState<B, S>, ?, User> at) {
        return at.processes().stream().filter(at::alive).map(at::state);
    }

    private static <B, S> Stream<EpochState<B, S>> started(Configuration<EpochState<B, S>, ?, User> at) {
        return alive(at).filter(state -> state.epoch().isPresent());
    }

    private static <B, S> Stream<EpochState<B, S>> led(Configuration<EpochState<B, S>, ?, User> at) {
        return alive(at).filter(state -> state.terms().leader().isPresent());
    }

    private static Start start(EpochState<?, ?> state) {
        return state.epoch().orElseThrow().start();
    }

    private static <T> boolean agree(List<T> all, Function<T, Long> number, Function<T, Object> what) {
        Map<Long, Object> known = new HashMap<>();
        return all.stream().allMatch(each -> {
            Object other = known.putIfAbsent(number.apply(each), what.apply(each));
            return other == null || other.equals(what.apply(each));
        });
    }

    /**
     * A law of the token algorithm, where it looks at one process, or, in an epoch that a leader has begun, at one message and its recipient: who
     * comes where all start together takes itself for a member of epoch 0, and is not heard. Those that look at more see only a part
     * of what they speak of, while some have begun an epoch and others have not.
     */
    private static <B, V, S, M> Optional<Invariant<EpochState<B, S>, EpochMessage<V, M>, User>> within(
            Invariant<S, M, User> invariant) {
        if (invariant instanceof Invariant.OfProcess<S, M, User> ofProcess) {
            return Optional.of(Invariant.process(
                    invariant.name(),
                    (state, user) -> process(state)
                            .filter(process -> ofProcess.situation().test(process, user))
                            .isPresent(),
                    (state, user) -> ofProcess.condition().test(process(state).orElseThrow(), user)));
        }
        if (invariant instanceof Invariant.OfDelivery<S, M, User> ofDelivery) {
            return Optional.of(new Invariant.OfDelivery<>(
                    invariant.name(),
                    message -> message instanceof Within<V, M> within
                            && within.term() > 0
                            && ofDelivery.kind().test(within.message()),
                    (message, state) -> message.term() != state.begun()
                            || process(state)
                                    .filter(process ->
                                            !ofDelivery.condition().test(((Within<V, M>) message).message(), process))
                                    .isEmpty()));
        }
        return Optional.empty();
    }

    private static <B, S> Optional<S> process(EpochState<B, S> state) {
        return state.epoch().map(Epoch::process);
    }
}
