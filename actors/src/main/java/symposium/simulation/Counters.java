package symposium.simulation;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import symposium.kernel.Printable;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.Rule;

/** What is counted in a run. */
final class Counters<M> {

    private final Map<Rule, long[]> fired = new HashMap<>();
    private final Map<Object, long[]> sentByType = new LinkedHashMap<>();
    private Predicate<M> announces = message -> false;
    private long steps;
    private long sent;
    private long announced;
    private long demanded;
    private long served;
    private long longestWait;

    /** Messages for which this holds only spread a result. */
    void announcing(Predicate<M> which) {
        announces = which;
    }

    void sent(M message) {
        sentByType.computeIfAbsent(type(message), first -> new long[1])[0]++;
        sent++;
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

    long steps() {
        return steps;
    }

    long sent() {
        return sent;
    }

    long demands() {
        return demanded;
    }

    long served() {
        return served;
    }

    /** What has been counted until a moment of a run; every rule is named. */
    Metrics metrics(String algorithm, int processes, long seed, long time, List<? extends Rule> rules, boolean quiet) {
        Map<String, Long> byRule = new LinkedHashMap<>();
        rules.forEach(rule -> byRule.put(rule.label(), fired.getOrDefault(rule, new long[1])[0]));
        Map<String, Long> byType = new TreeMap<>();
        sentByType.forEach((type, count) -> byType.merge(name(type), count[0], Long::sum));
        return new Metrics(
                algorithm,
                processes,
                seed,
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
        if (message instanceof Carrier carrier) {
            return type(carrier.carried());
        }
        return message instanceof Enum<?> ? message : message.getClass();
    }

    private static String name(Object type) {
        return Printable.hyphenated(type instanceof Enum<?> each ? each.name() : ((Class<?>) type).getSimpleName());
    }
}
