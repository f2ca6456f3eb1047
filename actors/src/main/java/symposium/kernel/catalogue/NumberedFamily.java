package symposium.kernel.catalogue;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A family with one algorithm for each number K, named {@code prefix-K}. A catalogue lists the members that are
 * registered individually.
 */
public abstract class NumberedFamily implements Family {

    private static final int MOST = 99;

    private final String name;
    private final String prefix;
    private final IntFunction<Algorithm<?, ?, ?, ?, ?>> member;

    /**
     * @param name the common property of its members, in a few words
     * @param prefix the names of the members without the hyphen and the number
     * @param member creates the member for a number
     */
    protected NumberedFamily(String name, String prefix, IntFunction<Algorithm<?, ?, ?, ?, ?>> member) {
        this.name = name;
        this.prefix = prefix + "-";
        this.member = member;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
        return List.of();
    }

    @Override
    public final Optional<String> others() {
        return Optional.of(prefix + "K for every number K from 1 to " + MOST);
    }

    @Override
    public final Optional<Algorithm<?, ?, ?, ?, ?>> named(String wanted, List<Algorithm<?, ?, ?, ?, ?>> all) {
        return wanted.startsWith(prefix) && wanted.substring(prefix.length()).matches("[1-9][0-9]?")
                ? Optional.<Algorithm<?, ?, ?, ?, ?>>of(
                                member.apply(Integer.parseInt(wanted.substring(prefix.length()))))
                        .filter(algorithm -> algorithm.name().equals(wanted))
                : Optional.empty();
    }
}
