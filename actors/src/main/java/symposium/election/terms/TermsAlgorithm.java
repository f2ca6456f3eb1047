package symposium.election.terms;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.terms.Leadership.Follower;
import symposium.election.terms.Leadership.News;
import symposium.election.terms.Terms.Reading;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Neighbour;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Side;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;

/**
 * Elections in terms by an algorithm of the catalogue, for the catalogue.
 *
 * @param election the algorithm for one election
 */
public record TermsAlgorithm<S, M>(Algorithm<S, M, Voter, Call, Leader> election)
        implements Algorithm<TermState<S>, Numbered<M>, Follower, Call, News> {

    private static final List<Topology> ON_RING = List.of(Shape.RING);
    private static final List<Topology> COMPLETE = List.of(Shape.COMPLETE);

    /** The name of the law that says that an election ends with everyone knowing it. */
    public static final String ANNOUNCED = "once nothing is under way, all follow the same leader in the same term";

    /** The name of the law that holds while nobody who is alive is taken for dead. */
    public static final String ONE_LEADS = "at most one process is told that it leads and not that its term is over";

    @Override
    public String name() {
        return election.name() + "-terms";
    }

    @Override
    public String source() {
        return election.source() + "; one election after the other";
    }

    @Override
    public Problem<Follower, Call, News> problem() {
        return Leadership.PROBLEM;
    }

    @Override
    public List<Topology> topologies() {
        return election.topologies();
    }

    @Override
    public boolean anyGraph() {
        return election.anyGraph();
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.ANY_CHANGE;
    }

    @Override
    public Channels channels() {
        return election.channels();
    }

    @Override
    public String cost() {
        return "of each election as " + election.name() + (onRing() ? "" : ", and 2(n-1) to follow");
    }

    @Override
    public String assumptions() {
        return "those of " + election.name() + " while the membership stays; changes are told";
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<Numbered<M>> messages() {
        return (Class<Numbered<M>>) (Class<?>) Numbered.class;
    }

    @Override
    public Type messageType() {
        return new NumberedOf(election.messageType());
    }

    /** The type of numbered messages of a type. */
    private record NumberedOf(Type message) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {message};
        }

        @Override
        public Type getRawType() {
            return Numbered.class;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }

    @Override
    public boolean announces(Numbered<M> message) {
        return !(message.saying() instanceof Saying.Vote<M> vote) || election.announces(vote.message());
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Protocol<TermState<S>, Numbered<M>, Call, News> protocol(Start start) {
        return terms(start, 0, Reading.RIGHT);
    }

    @Override
    public Protocol<TermState<S>, Numbered<M>, Call, News> withDynamicMembership(Start start, long generation) {
        return terms(start, generation, Reading.RIGHT);
    }

    Terms<S, M> terms(Start start, long floor, Reading reading) {
        return new Terms<>(election.protocol(start), suffrage(start), floor, reading);
    }

    private Suffrage suffrage(Start start) {
        return onRing() ? new Suffrage.OnRing() : new Suffrage.OfAll(start.quorum());
    }

    /** Whether processes tell a leader that they follow it. */
    public boolean follows() {
        return !onRing();
    }

    private boolean onRing() {
        return topologies().equals(ON_RING);
    }

    @Override
    public List<Invariant<TermState<S>, Numbered<M>, Follower>> invariants() {
        return List.of(
                Invariant.process(
                        "a process knows the leader that its user was told of",
                        (state, user) -> user.leader().isPresent(),
                        (state, user) -> state.leader().equals(user.leader()) && state.term() == user.term()),
                Invariant.atMost(1, ONE_LEADS, (state, user) -> user.leader().equals(Optional.of(state.self()))),
                new Invariant.OfConfiguration<>(
                        ANNOUNCED,
                        at -> at.processes().stream().allMatch(at::alive)
                                && at.processes().stream()
                                        .map(at::user)
                                        .anyMatch(user -> user.called() || user.term() > 0)
                                && nothingInTransit(at),
                        at -> at.processes().stream()
                                        .map(at::user)
                                        .collect(Collectors.toSet())
                                        .size()
                                == 1));
    }

    /** Whoever is cut off is told later than at once, and some may follow a leader before others do. */
    @Override
    public List<Invariant<TermState<S>, Numbered<M>, Follower>> invariantsUnderSuspicion() {
        return invariants().subList(0, 1);
    }

    private static boolean nothingInTransit(Configuration<?, ?, ?> at) {
        for (ProcessId from : at.processes()) {
            for (ProcessId to : at.processes()) {
                for (Side side : Side.values()) {
                    if (!at.inTransit(from, new Neighbour(to, side)).isEmpty()) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** What a careless reader would leave out. */
    @Override
    public List<Variant<TermState<S>, Numbered<M>, Call, News>> variants(Start start) {
        return Stream.of(Reading.values())
                .filter(reading -> reading != Reading.RIGHT && (!onRing() || !reading.ofElectorates()))
                .filter(reading -> !TermExhibits.shownNowhere(election.name(), reading))
                .map(reading -> variant(start, reading))
                .toList();
    }

    private Variant<TermState<S>, Numbered<M>, Call, News> variant(Start start, Reading reading) {
        return new Variant<>(reading.toString(), terms(start, 0, reading), TermExhibits.of(election.name(), reading));
    }

    /** Rules of one election that its algorithm says cannot fire, and what takes changes of the membership. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return Stream.concat(
                        election.unreachableRules(processes).stream(),
                        Stream.of(
                                TermRule.FOLLOWED,
                                TermRule.FOLLOWED_BY_ALL,
                                TermRule.TOLD,
                                TermRule.ASKED_CUT_OFF,
                                TermRule.FOREIGN,
                                TermRule.CHANGED,
                                TermRule.STAYS,
                                TermRule.CUT_OFF))
                .collect(Collectors.toSet());
    }

    /** Elections in terms by an algorithm, where it is one for elections on a ring, or on a complete graph. */
    public static Optional<TermsAlgorithm<?, ?>> over(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof symposium.election.Election
                        && List.of(ON_RING, COMPLETE).contains(algorithm.topologies())
                ? Optional.of(unchecked(algorithm))
                : Optional.empty();
    }

    @SuppressWarnings("unchecked")
    private static <S, M> TermsAlgorithm<S, M> unchecked(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return new TermsAlgorithm<>((Algorithm<S, M, Voter, Call, Leader>) algorithm);
    }
}
