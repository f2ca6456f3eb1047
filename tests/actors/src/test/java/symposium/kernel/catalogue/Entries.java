package symposium.kernel.catalogue;

import java.util.stream.Stream;

/** Arguments of tests that hold for every algorithm of the catalogue. */
public final class Entries {

    /** The source of {@link #all()}. */
    public static final String ALL = "symposium.kernel.catalogue.Entries#all";

    /** The source of {@link #names()}. */
    public static final String NAMES = "symposium.kernel.catalogue.Entries#names";

    private Entries() {}

    /** Every algorithm. */
    public static Stream<Algorithm<?, ?, ?, ?, ?>> all() {
        return Catalogue.all().stream();
    }

    /** The name of each. */
    public static Stream<String> names() {
        return all().map(Algorithm::name);
    }
}
