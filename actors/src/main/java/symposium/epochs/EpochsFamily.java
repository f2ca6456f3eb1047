package symposium.epochs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.kernel.Algorithm;
import symposium.kernel.Family;

/** Token algorithms in epochs, by every election: more pairs than a catalogue should list. */
public final class EpochsFamily implements Family {

    /** The pairs that a catalogue lists: one of each token algorithm, and of one the others that differ most. */
    private static final Set<String> LISTED =
            Set.of("ewd851-by-chang-roberts", "ewd851-by-franklin", "suzuki-kasami-by-chang-roberts");

    @Override
    public String name() {
        return "token algorithms in epochs";
    }

    @Override
    public List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return every(all).stream()
                .filter(each -> LISTED.contains(each.name()))
                .<Algorithm<?, ?, ?, ?, ?>>map(each -> each)
                .toList();
    }

    @Override
    public Optional<String> others() {
        return Optional.of("TOKEN" + EpochsAlgorithm.BY
                + "ELECTION, any token algorithm on a ring or a complete graph by any election on a ring");
    }

    @Override
    public Optional<Algorithm<?, ?, ?, ?, ?>> named(String name, List<Algorithm<?, ?, ?, ?, ?>> all) {
        return every(all).stream()
                .filter(each -> each.name().equals(name))
                .<Algorithm<?, ?, ?, ?, ?>>map(each -> each)
                .findFirst();
    }

    /** Every pair, listed or not. */
    static List<EpochsAlgorithm<?, ?, ?, ?>> every(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return all.stream()
                .flatMap(token -> all.stream().map(election -> EpochsAlgorithm.of(token, election)))
                .<EpochsAlgorithm<?, ?, ?, ?>>flatMap(Optional::stream)
                .toList();
    }
}
