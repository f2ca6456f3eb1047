package symposium.simulation;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import symposium.kernel.Printable;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.Require;
import symposium.kernel.Rule;

/** What is counted in a run. */
final class Counters<M> {

    private final Map<Rule, long[]> fired = new HashMap<>();
    private final Map<Object, long[]> sentByType = new LinkedHashMap<>();
    private final Predicate<M> announces;
    private long steps;
    private long announced;
    private long demanded;
    private long served;
    private long longestWait;

    /** @param announces tells messages that only spread a result */
    Counters(Predicate<M> announces) {
        this.announces = announces;
    }

    void sent(M message) {
        sentByType.computeIfAbsent(type(message), first -> new long[1])[0]++;
        if (announces.test(message)) {
            announced++;
        }
    }

    void stepped(Rule rule) {
        steps++;
        fired.computeIfAbsent(rule, first -> new long[1])[0]++;
    }

    void demanded() {
        demanded++;
    }

    void served(long afterTicks) {
        served++;
        longestWait = Math.max(longestWait, afterTicks);
    }

    long demands() {
        return demanded;
    }

    long served() {
        return served;
    }

    /** What has been counted until a moment of a run; every rule is named. */
    Metrics metrics(Simulation<?, M, ?, ?, ?> of, long time, boolean quiet) {
        Map<String, Long> byRule = new LinkedHashMap<>();
        of.protocol().rules().forEach(rule -> {
            Long other = byRule.put(rule.label(), fired.getOrDefault(rule, new long[1])[0]);
            Require.that(other == null, "the protocol has two rules with the label " + rule.label());
        });
        Map<String, Long> byType = new TreeMap<>();
        sentByType.forEach((type, count) -> byType.merge(name(type), count[0], Long::sum));
        return new Metrics(
                of.name(),
                of.network().processes().size(),
                of.seed(),
                time,
                steps,
                byType,
                announced,
                byRule,
                demanded,
                served,
                longestWait,
                quiet);
    }

    private static Object type(Object message) {
        Object innermost = Carrier.innermost(message);
        return innermost instanceof Enum<?> ? innermost : innermost.getClass();
    }

    private static String name(Object type) {
        return Printable.hyphenated(type instanceof Enum<?> each ? each.name() : ((Class<?>) type).getSimpleName());
    }
}
