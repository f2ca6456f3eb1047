package symposium.checker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an exploration found.
 *
 * @param algorithm what was explored
 * @param processes on how many processes
 * @param states how many distinct global states were found
 * @param transitions how many steps lead out of those that were explored
 * @param depth the length of the longest shortest path from the initial state, in steps
 * @param complete whether every reachable state was explored
 * @param rules how many transitions each rule accounts for, every rule named
 * @param properties what was found of each property
 * @param overtaking how often, at the most, others are served while one waits; empty when there is no bound, or none was looked for
 * @param seconds how long the search for states took, in seconds of wall clock; what was asked of the graph afterwards is not in it
 */
public record Report(
        String algorithm,
        int processes,
        long states,
        long transitions,
        int depth,
        boolean complete,
        Map<String, Long> rules,
        List<Property> properties,
        OptionalInt overtaking,
        double seconds) {

    /** The verdict on all properties together: the worst of them, but for one that nobody has looked into. */
    public Verdict verdict() {
        if (properties.stream().anyMatch(property -> property.verdict() == Verdict.VIOLATED)) {
            return Verdict.VIOLATED;
        }
        boolean openEnd =
                properties.stream().anyMatch(property -> property.verdict() == Verdict.UNDECIDED && property.tested());
        return complete && !openEnd ? Verdict.HOLDS : Verdict.UNDECIDED;
    }

    /** The property that is violated; with several, the first. */
    public Optional<Property> violated() {
        return properties.stream()
                .filter(property -> property.verdict() == Verdict.VIOLATED)
                .findFirst();
    }

    /**
     * The property of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Property property(String name) {
        return properties.stream()
                .filter(property -> property.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no property \"" + name + "\" among " + properties));
    }

    /** The same without the property of that name. */
    public Report without(String property) {
        List<Property> others = properties.stream()
                .filter(each -> !each.name().equals(property))
                .toList();
        return new Report(
                algorithm, processes, states, transitions, depth, complete, rules, others, overtaking, seconds);
    }

    /** The same with another duration of the search, in seconds. */
    public Report withSeconds(double other) {
        return new Report(
                algorithm, processes, states, transitions, depth, complete, rules, properties, overtaking, other);
    }
}
