package symposium.checker.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The result of an exploration.
 *
 * @param algorithm the name of the model
 * @param processes the number of processes
 * @param states the number of distinct global states found
 * @param bytes the memory in which they are stored, with the state from which each was found
 * @param transitions the number of steps out of the explored states
 * @param depth the length of the longest shortest path from the initial state, in steps
 * @param complete whether every reachable state was explored
 * @param rules by rule, the number of its transitions; every rule has an entry
 * @param properties the result for each property
 * @param overtaking the most services to others while one user waits; empty if unbounded or not computed
 * @param requestsBind whether some user overtakes a waiting one with all its requests; with more requests for each user
 *     there may then be more overtaking
 * @param compared how many states were compared with their normal forms under the quotient, which are other states,
 *     and found to behave alike; 0 without a quotient
 * @param seconds the duration of the search for states, in seconds of wall-clock time, without the analysis of
 *     fairness
 * @param scaling how the time of several threads was spent; empty if there was one
 */
@RecordBuilder
public record Report(
        String algorithm,
        int processes,
        long states,
        long bytes,
        long transitions,
        int depth,
        boolean complete,
        Map<String, Long> rules,
        List<Property> properties,
        OptionalInt overtaking,
        boolean requestsBind,
        long compared,
        double seconds,
        Optional<Scaling> scaling)
        implements ReportBuilder.With {

    /** The worst verdict of all properties; an undecided property that was not analysed does not count. */
    public Verdict verdict() {
        if (properties.stream().anyMatch(property -> property.verdict() == Verdict.VIOLATED)) {
            return Verdict.VIOLATED;
        }
        boolean openEnd =
                properties.stream().anyMatch(property -> property.verdict() == Verdict.UNDECIDED && property.tested());
        return complete && !openEnd ? Verdict.HOLDS : Verdict.UNDECIDED;
    }

    /** The violated property, the first if there are several. */
    public Optional<Property> violated() {
        return properties.stream()
                .filter(property -> property.verdict() == Verdict.VIOLATED)
                .findFirst();
    }

    /**
     * The property of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Property property(String name) {
        return properties.stream()
                .filter(property -> property.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no property \"" + name + "\" among " + properties));
    }

    /** This report without the property of that name. */
    public Report without(String property) {
        List<Property> others = properties.stream()
                .filter(each -> !each.name().equals(property))
                .toList();
        return withProperties(others);
    }
}
