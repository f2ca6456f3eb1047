package symposium.torture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.mutex.Fence;
import symposium.torture.Event.Kind;

/**
 * Judges the history of a run. It knows nothing of the algorithms, and takes nothing from the store but the order of
 * events.
 *
 * <ul>
 *   <li>Of each name there is one holder at a time in each generation.
 *   <li>No fence of a name is granted twice, and a client that asks after a grant gets a greater fence.
 *   <li>No update is lost: each accepted write adds 1 to the value that was last written, under a fence that is not
 *       smaller than any before.
 *   <li>Every node that is expected to be served is served in time; no node that is denied is granted what it asks for
 *       then.
 * </ul>
 *
 * <p>Some algorithms have no generations: their grants are of generation 0, or the history says so
 * ({@link Kind#WITHOUT_GENERATIONS}). Of these the first two are not promised while nodes may take live nodes for
 * departed ({@link Kind#DISTURBED}); that no update is lost is.
 *
 * <p>Generations are seconds since 1970. Where a clock was ahead ({@link Kind#CLOCK_WRONG}), the generations that it
 * made are not promised to be exceeded: all nodes may restart before that second comes.
 */
public final class Judge {

    /**
     * What was found.
     *
     * @param violations in the order of the history; empty where everything holds
     * @param counts how often each kind of event happened
     * @param slowest the longest time from an expectation until a node was served, in milliseconds
     */
    public record Verdict(List<String> violations, Map<Kind, Integer> counts, long slowest) {

        /** How often a kind of event happened. */
        public int count(Kind kind) {
            return counts.getOrDefault(kind, 0);
        }
    }

    /** The seconds by which generations exceed the clock: a new one may come before a second has passed. */
    private static final long SLACK = 60;

    private record Holding(int node, String name, Fence fence, long since) {}

    private record Expectation(long since, long limit) {}

    /** What the judge knows of one name. */
    private static final class Name {
        private final Set<Fence> granted = new HashSet<>();
        private Fence greatest = Fence.NONE;
        private Fence seen = Fence.NONE;
        private long value;
    }

    private final Map<String, Name> names = new TreeMap<>();
    private final List<Holding> holdings = new ArrayList<>();
    private final Map<Integer, Event> asked = new HashMap<>();
    private final Map<Integer, Map<String, Fence>> before = new HashMap<>();
    private final SortedMap<Integer, Expectation> expected = new TreeMap<>();
    private final Map<Integer, Long> denied = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private Optional<Event> wrongClock = Optional.empty();
    private boolean generations = true;
    private boolean disturbed;
    private long slowest;

    private Judge() {}

    /** Judges all events of a run. */
    public static Verdict judge(Collection<Event> events) {
        Judge judge = new Judge();
        events.forEach(judge::on);
        return new Verdict(List.copyOf(judge.violations), Map.copyOf(judge.counts), judge.slowest);
    }

    private void on(Event event) {
        counts.merge(event.kind(), 1, Integer::sum);
        expire(event);
        switch (event.kind()) {
            case WITHOUT_GENERATIONS -> generations = false;
            case CLOCK_WRONG -> wrongClock = Optional.of(event);
            case DISTURBED -> disturbed = true;
            case STEADY -> disturbed = false;
            case EXPECTED ->
                event.nodes()
                        .forEach(node -> expected.put(
                                node, new Expectation(event.at(), event.value().orElseThrow())));
            case DENIED -> event.nodes().forEach(node -> denied.put(node, event.at()));
            case ALLOWED -> denied.keySet().removeAll(event.nodes());
            case ASKS -> asks(node(event), event);
            case GRANTED -> granted(node(event), event);
            case FOLLOWS -> served(node(event), event);
            case READ, WRITTEN -> event.fences().forEach((name, fence) -> accessed(name, fence, event));
            case RELEASED, LOST, UNAVAILABLE, STARTED, ENDED -> holdings.removeIf(held -> held.node() == node(event));
            default -> {}
        }
    }

    private static int node(Event event) {
        return event.node()
                .orElseThrow(() -> new InvalidHistory("an event " + event.kind() + " names no node: " + event));
    }

    private void expire(Event event) {
        expected.entrySet().removeIf(entry -> {
            boolean late =
                    event.at() > entry.getValue().since() + entry.getValue().limit();
            if (late) {
                violates(
                        event,
                        "node %d has not been served since %s ms"
                                .formatted(entry.getKey(), entry.getValue().since()));
            }
            return late;
        });
    }

    private void asks(int node, Event event) {
        asked.put(node, event);
        Map<String, Fence> greatest = new HashMap<>();
        event.fences().keySet().forEach(name -> greatest.put(name, of(name).greatest));
        before.put(node, greatest);
    }

    private void granted(int node, Event event) {
        event.fences().forEach((name, fence) -> {
            if (generations && fence.generation() > 0 || !disturbed) {
                exclusive(node, name, fence, event);
                ordered(node, name, fence, event);
            }
            of(name).granted.add(fence);
            if (!ahead(fence, event)) {
                of(name).greatest = of(name).greatest.max(fence);
            }
            holdings.add(new Holding(node, name, fence, event.at()));
        });
        Optional<Long> barred = Optional.ofNullable(denied.get(node));
        if (barred.isPresent() && asked.containsKey(node) && asked.get(node).at() > barred.get()) {
            violates(event, "node %d has been granted what it asked for without a majority".formatted(node));
        }
        served(node, event);
    }

    /** Whether the generation is of a second that has not come yet. */
    private boolean ahead(Fence fence, Event event) {
        return wrongClock
                .filter(wrong ->
                        fence.generation() > wrong.value().orElseThrow() + (event.at() - wrong.at()) / 1_000 + SLACK)
                .isPresent();
    }

    private void exclusive(int node, String name, Fence fence, Event event) {
        for (Holding held : holdings) {
            if (held.name().equals(name) && held.node() != node && held.fence().generation() == fence.generation()) {
                violates(
                        event,
                        "%s has two holders in one generation: node %d under fence %s since %d ms, and node %d under fence %s"
                                .formatted(name, held.node(), held.fence(), held.since(), node, fence));
            }
        }
    }

    private void ordered(int node, String name, Fence fence, Event event) {
        if (fence.equals(Fence.NONE)) {
            return;
        }
        if (of(name).granted.contains(fence)) {
            violates(event, "fence %s of %s is granted again, to node %d".formatted(fence, name, node));
        }
        Fence earlier = before.getOrDefault(node, Map.of()).getOrDefault(name, Fence.NONE);
        if (fence.compareTo(earlier) <= 0 && !earlier.equals(Fence.NONE)) {
            violates(
                    event,
                    "node %d has been granted %s under fence %s, and fence %s had been granted before it asked"
                            .formatted(node, name, fence, earlier));
        }
    }

    private void served(int node, Event event) {
        Expectation expectation = expected.get(node);
        boolean since = expectation != null
                && (event.kind() == Kind.FOLLOWS
                        || !asked.containsKey(node)
                        || asked.get(node).at() >= expectation.since());
        if (since) {
            slowest = Math.max(slowest, event.at() - expectation.since());
            expected.remove(node);
        }
    }

    private void accessed(String name, Fence fence, Event event) {
        Name one = of(name);
        long value = event.value().orElseThrow(() -> new InvalidHistory("an access without a value: " + event));
        if (fence.compareTo(one.seen) < 0) {
            violates(event, "fence %s of %s is accepted after fence %s".formatted(fence, name, one.seen));
        }
        one.seen = one.seen.max(fence);
        long right = event.kind() == Kind.WRITTEN ? one.value + 1 : one.value;
        if (value != right) {
            violates(
                    event,
                    "an update of %s is lost: node %d has %s %d under fence %s, where %d would be right"
                            .formatted(
                                    name,
                                    node(event),
                                    event.kind() == Kind.WRITTEN ? "written" : "read",
                                    value,
                                    fence,
                                    right));
        }
        one.value = value;
    }

    private Name of(String name) {
        return names.computeIfAbsent(name, any -> new Name());
    }

    private void violates(Event event, String what) {
        violations.add("at %d ms: %s".formatted(event.at(), what));
    }
}
