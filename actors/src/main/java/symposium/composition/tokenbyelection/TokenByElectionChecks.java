package symposium.composition.tokenbyelection;

import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_ANSWERS;
import static symposium.kernel.composition.Mutation.misreading;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.outputs;

import java.util.List;
import java.util.Optional;
import symposium.composition.tokenbyelection.TokenByElection.Census;
import symposium.composition.tokenbyelection.TokenByElection.Epoch;
import symposium.composition.tokenbyelection.TokenByElection.Message;
import symposium.composition.tokenbyelection.TokenByElection.State;
import symposium.composition.tokenbyelection.TokenByElection.Within;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * What holds in epochs, whichever process crashes when; and each condition on which the construction rests, left out.
 */
final class TokenByElectionChecks {

    private TokenByElectionChecks() {}

    /**
     * The invariants of mutual exclusion, those of epochs, and those of the token algorithm that look at one process,
     * or at one message and its recipient. Those that look at more see only a part of what they speak of, while some
     * processes have begun an epoch and others have not.
     */
    static <B, V, S, M> Invariants<State<B, S>, Message<V, M>, User> invariants(List<Invariant<S, M, User>> ofToken) {
        Invariants<State<B, S>, Message<V, M>, User> all = MutexInvariants.<State<B, S>, Message<V, M>>standard()
                .process(
                        "a process knows where its user stands",
                        (p, user) ->
                                p.inside() == MutualExclusion.critical(user) && p.waiting() == (user == User.WAITING))
                .state(
                        "an epoch has a leader, whose term is not over before",
                        p -> p.begun() > 0,
                        p -> p.begun() <= p.terms().term())
                .agree(
                        "all who take part in an epoch know of the same members and the same holder",
                        State::begun,
                        p -> p.epoch().map(Epoch::start))
                .agree("of one term all know the same leader", p -> p.terms().term(), p -> p.terms()
                        .leader());
        ofToken.stream()
                .filter(each -> each instanceof Invariant.OfProcess || each instanceof Invariant.OfDelivery)
                .forEach(each -> each.<State<B, S>, Message<V, M>>lift(
                                p -> p.epoch().map(Epoch::process),
                                TokenByElectionChecks::ofToken,
                                (message, p) -> message.term() == p.begun())
                        .ifPresent(all::add));
        return all;
    }

    /**
     * Without those of epoch 0: where all start together, a process that joins takes itself for a member of it, and is
     * not heard.
     */
    private static <V, M> Optional<M> ofToken(Message<V, M> message) {
        return message instanceof Within<V, M> within && within.term() > 0
                ? Optional.of(within.carried())
                : Optional.empty();
    }

    /** Where they show is known for two token algorithms. */
    static <B, V, S, M> Variants<State<B, S>, Message<V, M>, Input, Output> variants(
            Algorithm<S, M, User, Input, Output> token, Algorithm<B, V, Voter, Call, Leader> election, Start start) {
        boolean ring = token.name().equals("ewd851");
        boolean known = ring || token.name().equals("suzuki-kasami");
        Scenario oldCounts =
                ring ? joins(2, "the recipient of a signal is white") : joins(3, MutualExclusion.FENCES_GROW);
        Scenario nobodyInside = insideAnother(election, MutexInvariants.MUTUAL_EXCLUSION);
        // On a ring of three every process is a neighbour of the one that joins or crashes, and gives up by itself.
        Scenario notGivenUp = ring
                ? Scenario.of(4, MutualExclusion.FENCES_GROW)
                        .withRequests(1)
                        .withInitiators(0, 3)
                        .withFault(Fault.CRASH, 1)
                : insideAnother(election, MutualExclusion.FENCES_GROW);
        Protocol<State<B, S>, Message<V, M>, Input, Output> original = new TokenByElection<>(token, election, start);
        Mutation<State<B, S>, Message<V, M>, Input, Output> staysInItsEpoch =
                next((p, answered) -> answered.withEpoch(p.epoch()));
        return Variants.of(original)
                .mutate(
                        "what was sent in older epochs counts",
                        misreading(TokenByElectionChecks::current),
                        Optional.of(oldCounts).filter(it -> known))
                .mutate(
                        "who has answered goes on with the epoch so far",
                        staysInItsEpoch.at(EPOCH_ANSWERS),
                        Optional.of(notGivenUp).filter(it -> known))
                .mutate(
                        "an epoch begins without regard to who is inside",
                        misreading((p, message) -> withoutInside(message)),
                        Optional.of(nobodyInside).filter(it -> known))
                .mutate(
                        "fences do not tell epochs apart",
                        outputs(TokenByElectionChecks::ofOneGeneration),
                        Optional.of(joins(2, MutualExclusion.FENCES_GROW)).filter(it -> known));
    }

    /** A message of the token algorithm of an older epoch, as if it were of this one. */
    private static <V, M> Message<V, M> current(State<?, ?> p, Message<V, M> message) {
        return message instanceof Within<V, M> within && within.term() < p.begun()
                ? new Within<>(Fence.start(p.begun()), within.carried())
                : message;
    }

    private static <V, M> Message<V, M> withoutInside(Message<V, M> message) {
        return message instanceof Census<V, M> census
                ? new Census<>(census.term(), census.answered(), Optional.empty())
                : message;
    }

    private static Output ofOneGeneration(Output told) {
        return told instanceof Output.Granted granted
                ? new Output.Granted(new Fence(0, granted.fence().grant()))
                : told;
    }

    private static Scenario joins(int processes, String invariant) {
        return Scenario.of(processes, invariant).withRequests(1).withFault(Fault.JOIN, 1);
    }

    /**
     * A process joins, and the leader is not the process that is inside: the greatest is elected, by Le Lann the least.
     */
    private static Scenario insideAnother(Algorithm<?, ?, ?, ?, ?> election, String invariant) {
        return election.name().equals("lelann") ? joins(3, invariant).withHolder(1) : joins(2, invariant);
    }
}
