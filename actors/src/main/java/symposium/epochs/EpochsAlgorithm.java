package symposium.epochs;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.terms.TermRule;
import symposium.election.terms.Terms;
import symposium.election.terms.TermsAlgorithm;
import symposium.epochs.Epochs.Making;
import symposium.epochs.Epochs.Reading;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Problem;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Timer;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * A token algorithm of the catalogue in epochs, whose leaders are elected by another algorithm of it, for the catalogue.
 *
 * @param token the token algorithm
 * @param election the algorithm for one election
 */
public record EpochsAlgorithm<B, V, S, M>(
        Algorithm<S, M, User, Input, Output> token, Algorithm<B, V, Voter, Call, Leader> election)
        implements Algorithm<EpochState<B, S>, EpochMessage<V, M>, User, Input, Output> {

    /** What stands between the names of the two. */
    static final String BY = "-by-";

    @Override
    public String name() {
        return token.name() + BY + election.name();
    }

    @Override
    public String source() {
        return token.source() + "; in epochs, by elections of " + election.source();
    }

    @Override
    public Problem<User, Input, Output> problem() {
        return MutualExclusion.PROBLEM;
    }

    private Circuit circuit() {
        return token.topologies().contains(Shape.RING) ? Circuit.OF_LINKS : Circuit.OF_NAMES;
    }

    @Override
    public List<Topology> topologies() {
        return List.of(circuit().topology());
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.ANY_CHANGE;
    }

    @Override
    public List<? extends Timer> timers() {
        return token.timers();
    }

    @Override
    public List<? extends Timer> lossDetectionTimers() {
        return token.lossDetectionTimers();
    }

    /** Elections need the order in which messages were sent, whatever the token algorithm needs. */
    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "as " + token.name() + ", and after a change that leaves m an election of " + election.name()
                + " and 2m";
    }

    @Override
    public String assumptions() {
        return "processes crash, come and go, and the others are told; nothing is lost but to and from those who have departed";
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<EpochMessage<V, M>> messages() {
        return (Class<EpochMessage<V, M>>) (Class<?>) EpochMessage.class;
    }

    @Override
    public Type messageType() {
        return new MessageOf(election.messageType(), token.messageType());
    }

    /** The type of messages of such a pair. */
    private record MessageOf(Type vote, Type message) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {vote, message};
        }

        @Override
        public Type getRawType() {
            return EpochMessage.class;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }

    /** Fences grow with every grant. */
    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Protocol<EpochState<B, S>, EpochMessage<V, M>, Input, Output> protocol(Start start) {
        return read(start, 0, true, Reading.RIGHT);
    }

    @Override
    public Protocol<EpochState<B, S>, EpochMessage<V, M>, Input, Output> withDynamicMembership(
            Start start, long generation) {
        return read(start, generation, false, Reading.RIGHT);
    }

    Epochs<B, V, S, M> read(Start start, long floor, boolean together, Reading reading) {
        return new Epochs<>(
                name(),
                new Making<>(circuit(), token::protocol, token.timers(), start.quorum()),
                new Terms<>(election.protocol(start), floor),
                start,
                together,
                reading);
    }

    @Override
    public List<Invariant<EpochState<B, S>, EpochMessage<V, M>, User>> invariants() {
        return EpochLaws.over(token.invariants());
    }

    /** What a careless reader would leave out. */
    @Override
    public List<Variant<EpochState<B, S>, EpochMessage<V, M>, Input, Output>> variants(Start start) {
        return List.of(
                variant(start, Reading.OLD_COUNTS, "what was sent in older epochs counts"),
                variant(start, Reading.NOT_GIVEN_UP, "who has answered goes on with the epoch so far"),
                variant(start, Reading.NOBODY_INSIDE, "an epoch begins without regard to who is inside"),
                variant(start, Reading.ONE_GENERATION, "fences do not tell epochs apart"));
    }

    private Variant<EpochState<B, S>, EpochMessage<V, M>, Input, Output> variant(
            Start start, Reading reading, String what) {
        return new Variant<>(
                what, read(start, 0, true, reading), EpochExhibits.of(token.name(), election.name(), reading));
    }

    /** As long as nobody crashes, comes or goes, there is the first epoch, and no election. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        Set<Rule> silent = new HashSet<>(token.unreachableRules(processes));
        silent.addAll(List.of(EpochRule.values()));
        silent.addAll(List.of(TermRule.values()));
        election.protocol(Start.of(processes, 0)).rules().forEach(rule -> silent.add(new VoteRule(rule)));
        return silent;
    }

    // --- which pairs there are

    /**
     * A token algorithm in epochs by an election, where both serve: the election, on a ring; the other, for mutual exclusion on a ring or on a complete
     * graph, by something that one process has at the start and whoever has it is in as soon as it asks, and that does not stand any change by
     * itself.
     */
    public static Optional<EpochsAlgorithm<?, ?, ?, ?>> of(
            Algorithm<?, ?, ?, ?, ?> token, Algorithm<?, ?, ?, ?, ?> election) {
        boolean elects = election.problem() instanceof Election
                && election.topologies().equals(List.of(Shape.RING))
                && TermsAlgorithm.over(election).isPresent();
        boolean excludes = token.problem() == MutualExclusion.PROBLEM
                && token.tolerates() != MembershipTolerance.ANY_CHANGE
                && (token.topologies().contains(Shape.RING)
                        || token.topologies().contains(Shape.COMPLETE)
                        || token.anyGraph());
        return elects && excludes && startsWithToken(unchecked(token))
                ? Optional.of(unchecked(token, election))
                : Optional.empty();
    }

    /** Whether of two processes the one at which it starts, and no other, is in as soon as it asks, wherever that is. */
    private static <S, M> boolean startsWithToken(Algorithm<S, M, User, Input, Output> algorithm) {
        return startsAt(algorithm, Start.of(2, 0)) && startsAt(algorithm, Start.of(2, 1));
    }

    private static <S, M> boolean startsAt(Algorithm<S, M, User, Input, Output> algorithm, Start start) {
        Topology topology = algorithm.topologies().get(0);
        Protocol<S, M, Input, Output> protocol = algorithm.protocol(start);
        return start.processes().stream().allMatch(self -> {
            S initial = protocol.initial(self, topology.neighbours(self, start.processes()));
            return isIn(protocol, initial) == self.equals(start.holder());
        });
    }

    private static <S, M> boolean isIn(Protocol<S, M, Input, Output> protocol, S initial) {
        return protocol.step(initial, new Event.Input<>(Input.ENTER)).effects().stream()
                .anyMatch(effect -> effect instanceof Effect.Output<M, Output>);
    }

    @SuppressWarnings("unchecked")
    private static <S, M> Algorithm<S, M, User, Input, Output> unchecked(Algorithm<?, ?, ?, ?, ?> token) {
        return (Algorithm<S, M, User, Input, Output>) token;
    }

    @SuppressWarnings("unchecked")
    private static <B, V, S, M> EpochsAlgorithm<B, V, S, M> unchecked(
            Algorithm<?, ?, ?, ?, ?> token, Algorithm<?, ?, ?, ?, ?> election) {
        return new EpochsAlgorithm<>(
                (Algorithm<S, M, User, Input, Output>) token, (Algorithm<B, V, Voter, Call, Leader>) election);
    }
}
