package symposium.composition.tokenbyelection;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Family;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Token algorithms in epochs, by every election: more pairs than a catalogue should list. */
public final class TokenByElectionFamily implements Family {

    /**
     * The pairs that a catalogue lists: one for each of two token algorithms, and the elections that differ most for
     * one of these.
     */
    private static final Set<String> LISTED =
            Set.of("ewd851-by-chang-roberts", "ewd851-by-franklin", "suzuki-kasami-by-chang-roberts");

    @Override
    public String name() {
        return "token algorithms in epochs";
    }

    @Override
    public List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return List.copyOf(pairs(all, LISTED::contains).toList());
    }

    @Override
    public Optional<String> others() {
        return Optional.of(
                "TOKEN-by-ELECTION, any token algorithm on a ring or a complete graph by any election on a ring");
    }

    @Override
    public Optional<Algorithm<?, ?, ?, ?, ?>> named(String name, List<Algorithm<?, ?, ?, ?, ?>> all) {
        return pairs(all, name::equals).findFirst().map(pair -> pair);
    }

    /** The pairs with these names, listed or not. */
    static Stream<TokenByElection.Entry<?, ?, ?, ?>> pairs(
            List<Algorithm<?, ?, ?, ?, ?>> all, Predicate<String> named) {
        return all.stream().flatMap(token -> all.stream()
                .filter(election ->
                        named.test(TokenByElection.name(token, election)) && excludes(token) && elects(election))
                .map(election -> pair(token, election)));
    }

    private static boolean elects(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof Election
                && algorithm.system().topologies().equals(List.of(Shape.RING));
    }

    /**
     * Whether an algorithm can be run in epochs. It is for mutual exclusion on a ring or on a complete graph and does
     * not tolerate every change by itself; and a token starts at one process, where a user is in as soon as it asks.
     */
    private static boolean excludes(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() == MutualExclusion.PROBLEM
                && algorithm.system().tolerates() != MembershipTolerance.ANY_CHANGE
                && (algorithm.system().anyGraph()
                        || algorithm.system().topologies().stream()
                                .anyMatch(Set.of(Shape.RING, Shape.COMPLETE)::contains))
                && startsAtHolder(algorithm, Start.of(2, 0))
                && startsAtHolder(algorithm, Start.of(2, 1));
    }

    @SuppressWarnings("unchecked")
    private static <S, M> boolean startsAtHolder(Algorithm<S, M, ?, ?, ?> some, Start start) {
        Algorithm<S, M, User, Input, Output> token = (Algorithm<S, M, User, Input, Output>) some;
        Protocol<S, M, Input, Output> protocol = token.protocol(start);
        return start.processes().stream().allMatch(self -> {
            S initial =
                    protocol.initial(self, token.system().topologies().get(0).neighbours(self, start.processes()));
            return TokenByElection.entersAtOnce(protocol, initial) == self.equals(start.holder());
        });
    }

    @SuppressWarnings("unchecked")
    private static <B, V, S, M> TokenByElection.Entry<B, V, S, M> pair(
            Algorithm<?, ?, ?, ?, ?> token, Algorithm<?, ?, ?, ?, ?> election) {
        return new TokenByElection.Entry<>(
                (Algorithm<S, M, User, Input, Output>) token, (Algorithm<B, V, Voter, Call, Leader>) election);
    }
}
