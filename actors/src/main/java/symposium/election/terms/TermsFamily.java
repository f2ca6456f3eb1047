package symposium.election.terms;

import java.util.List;
import java.util.Optional;
import symposium.kernel.Algorithm;
import symposium.kernel.Family;

/** Elections in terms, by every algorithm for one election. */
public final class TermsFamily implements Family {

    @Override
    public String name() {
        return "elections in terms";
    }

    @Override
    public List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return all.stream()
                .map(TermsAlgorithm::over)
                .flatMap(Optional::stream)
                .<Algorithm<?, ?, ?, ?, ?>>map(terms -> terms)
                .toList();
    }
}
