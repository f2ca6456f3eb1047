package symposium.election.terms;

import java.util.List;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Family;
import symposium.kernel.topology.Shape;

/** Elections in terms, by every algorithm for one election on a ring or on a complete graph. */
public final class TermsFamily implements Family {

    @Override
    public String name() {
        return "elections in terms";
    }

    @Override
    public List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return all.stream()
                .filter(TermsFamily::serves)
                .<Algorithm<?, ?, ?, ?, ?>>map(TermsFamily::entry)
                .toList();
    }

    /** Whether elections in terms can be held by this algorithm. */
    static boolean serves(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof Election
                && List.of(List.of(Shape.RING), List.of(Shape.COMPLETE))
                        .contains(algorithm.system().topologies());
    }

    @SuppressWarnings("unchecked")
    private static <S, M> Terms.Entry<S, M> entry(Algorithm<?, ?, ?, ?, ?> election) {
        return new Terms.Entry<>((Algorithm<S, M, Voter, Call, Leader>) election);
    }
}
