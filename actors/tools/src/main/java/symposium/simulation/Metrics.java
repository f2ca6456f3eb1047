package symposium.simulation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/**
 * What was counted in a run up to some moment.
 *
 * @param algorithm what was run
 * @param processes on how many processes
 * @param seed from which all randomness came: the same seed gives the same run
 * @param time the moment, in ticks from the beginning
 * @param steps how many steps were taken
 * @param messages by type, how many were sent; a type goes by its name in small letters
 * @param announcements how many of these only spread a result
 * @param rules by label, how often each rule fired, in the paper's order
 * @param demanded how many demands users have made
 * @param served how many demands were served: entries, for mutual exclusion; who is told of a leader without having
 *     asked is not counted
 * @param longestWait the longest time from a demand to its being served, in ticks
 * @param quiet whether nothing more would happen
 */
public record Metrics(
        String algorithm,
        int processes,
        long seed,
        long time,
        long steps,
        Map<String, Long> messages,
        long announcements,
        Map<String, Long> rules,
        long demanded,
        long served,
        long longestWait,
        boolean quiet) {

    public Metrics {
        messages = Collections.unmodifiableMap(new LinkedHashMap<>(messages));
        rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    }

    /** How many messages of that type were sent. */
    public long messages(String type) {
        return messages.getOrDefault(type, 0L);
    }

    /** How many messages were sent, announcements included. */
    public long total() {
        return messages.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Messages per serving; not a number where nothing was served and nothing sent. */
    public double perServing() {
        return (double) total() / served;
    }

    /** One line for people, the seed included. */
    @Override
    public String toString() {
        String sent = messages.entrySet().stream()
                .sorted(Entry.comparingByKey())
                .map(type -> type.getValue() + " " + type.getKey())
                .collect(Collectors.joining(", "));
        return algorithm + " on " + processes + " processes, seed " + seed + ": " + served + " of " + demanded
                + " demands served in " + time + " ticks; messages: " + (sent.isEmpty() ? "none" : sent);
    }
}
