package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import picocli.CommandLine.ITypeConverter;
import symposium.arbitration.Dining;
import symposium.election.Election;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/** Converts a name to an algorithm of the catalogue. */
public class AlgorithmConverter implements ITypeConverter<Algorithm<?, ?, ?, ?, ?>> {

    private final Predicate<Algorithm<?, ?, ?, ?, ?>> suitable;

    public AlgorithmConverter() {
        this(any -> true);
    }

    private AlgorithmConverter(Predicate<Algorithm<?, ?, ?, ?, ?>> suitable) {
        this.suitable = suitable;
    }

    /** The algorithms that the catalogue lists and this command takes. */
    public final List<Algorithm<?, ?, ?, ?, ?>> listed() {
        return Catalogue.all().stream().filter(suitable).toList();
    }

    public final List<String> names() {
        return listed().stream().<String>map(Algorithm::name).toList();
    }

    @Override
    public final Algorithm<?, ?, ?, ?, ?> convert(String text) {
        return Catalogue.named(text.toLowerCase(Locale.ROOT))
                .filter(suitable)
                .orElseThrow(() -> new BadInput(Values.noneOf(quoted(text), text, names())));
    }

    /** Algorithms for the election of a leader. */
    public static final class OfElections extends AlgorithmConverter {
        public OfElections() {
            super(algorithm -> algorithm.problem() instanceof Election);
        }
    }

    /** Algorithms for philosophers who share forks. */
    public static final class OfDining extends AlgorithmConverter {
        public OfDining() {
            super(algorithm -> algorithm.problem() instanceof Dining);
        }
    }
}
