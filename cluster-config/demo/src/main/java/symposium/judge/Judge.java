package symposium.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import symposium.arbitration.resources.FenceMarks;
import symposium.arbitration.resources.Mode;
import symposium.judge.HistoryEvent.Client;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;

/**
 * Judges the history of a run, event by event. It knows nothing of the algorithms, and takes nothing from the store but
 * the order of events.
 *
 * <ul>
 *   <li>Of each name there is one holder at a time in each generation, which is granted it once until it ends; or
 *       several that share it, or that have no more of its permits than the least number of them that any of them
 *       states.
 *   <li>No fence of a name is granted twice, and a client that asks after a grant gets a greater fence.
 *   <li>No update is lost: each accepted write adds 1 to the value that was last written, under a fence that is not
 *       smaller than any before. Who shares a name, or has some of its permits, only reads: under a fence that is not
 *       smaller than any of those that had the name alone.
 *   <li>No client is told that it holds what the store has refused to it: others have had it since
 *       ({@link Kind#STALE}).
 *   <li>A client is not granted what it has given up.
 *   <li>A client session that is renewed in time is known to every node, and keeps what it holds, under the same fence
 *       ({@link Kind#ANSWERED}).
 *   <li>Once all clients have released what they had, every name is free ({@link Kind#LOST_NAME}).
 *   <li>No node logs an error.
 *   <li>Each term has one leader, and a client is told of the leaders of later and later terms.
 *   <li>Every client of a node that is expected to be served is served in time; no node that is denied is granted
 *       what it asks for then.
 * </ul>
 *
 * <p>Some algorithms have no generations: their grants are of generation 0, or the history says so
 * ({@link Kind#WITHOUT_GENERATIONS}), and then grants of all generations exclude each other. Of these the first two are
 * not promised while nodes may take live nodes for departed ({@link Kind#DISTURBED}); that no update is lost is.
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

    private record Holding(Client client, String name, Mode mode, Fence fence, long since) {}

    /** @param served the clients of the node that have been served since */
    private record Expectation(long since, long limit, Set<Integer> served) {}

    /** What the judge knows of one name. */
    private static final class Name {
        private final Set<Fence> granted = new HashSet<>();
        private Fence greatest = Fence.NONE;
        private FenceMarks marks = FenceMarks.NONE;
        private final Map<Fence, Integer> leaders = new HashMap<>();
        private final Map<Client, Fence> told = new HashMap<>();
        private long value;
    }

    private final Map<String, Name> names = new TreeMap<>();
    private final List<Holding> holdings = new ArrayList<>();
    private final Map<Client, HistoryEvent> asked = new HashMap<>();
    private final Map<Client, Map<String, Fence>> before = new HashMap<>();
    private final Set<Client> gaveUp = new HashSet<>();
    private final Map<Integer, Integer> clients = new HashMap<>();
    private final SessionJudge sessions = new SessionJudge();
    private final SortedMap<Integer, Expectation> expected = new TreeMap<>();
    private final Map<Integer, Long> denied = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private Optional<HistoryEvent> wrongClock = Optional.empty();
    private boolean generations = true;
    private boolean disturbed;
    private long slowest;

    /** A judge that has been told nothing. */
    public Judge() {}

    /** Judges all events of a run. */
    public static Verdict judge(Collection<HistoryEvent> events) {
        Judge judge = new Judge();
        events.forEach(judge::on);
        return new Verdict(List.copyOf(judge.violations), Map.copyOf(judge.counts), judge.slowest);
    }

    /** The violations so far, in the order of the history. */
    public List<String> violations() {
        return Collections.unmodifiableList(violations);
    }

    /**
     * Judges the next event.
     *
     * @throws InvalidHistory when it lacks what an event of its kind has
     */
    public void on(HistoryEvent event) {
        counts.merge(event.kind(), 1, Integer::sum);
        expire(event);
        switch (event.kind()) {
            case WITHOUT_GENERATIONS -> generations = false;
            case CLOCK_WRONG -> wrongClock = Optional.of(event);
            case DISTURBED -> disturbed = true;
            case STEADY -> {
                disturbed = false;
                sessions.steady(event.at());
            }
            case SESSIONS_AT_RISK -> sessions.risk();
            case ANSWERED ->
                event.answer().ifPresent(answer -> sessions.on(event.at(), answer)
                        .forEach(broken -> violates(event, broken)));
            case LOST_NAME -> violates(event, "a name is lost: " + event.note().orElse(""));
            case EXPECTED ->
                event.nodes()
                        .forEach(node ->
                                expected.put(node, new Expectation(event.at(), event.given(), new HashSet<>())));
            case DENIED -> event.nodes().forEach(node -> denied.put(node, event.at()));
            case ALLOWED -> denied.keySet().removeAll(event.nodes());
            case STARTED -> {
                clients.put(event.actor().node(), event.value().orElse(1L).intValue());
                ended(event);
            }
            case ENDED -> ended(event);
            case ASKS -> asks(event.actor(), event);
            case GIVEN_UP -> gaveUp.add(event.actor());
            case GRANTED -> granted(event.actor(), event);
            case FOLLOWS -> {
                event.nodes()
                        .forEach(leader -> event.fences().forEach((name, term) -> told(leader, name, term, event)));
                served(event.actor(), event);
            }
            case READ, WRITTEN -> event.fences().forEach((name, fence) -> accessed(name, fence, event));
            case LOGGED_ERROR ->
                violates(
                        event,
                        String.format(
                                Locale.ROOT,
                                "node %d has logged an error: %s",
                                event.actor().node(),
                                event.note().orElse("")));
            case STALE ->
                violates(
                        event,
                        String.format(
                                Locale.ROOT, "%s learns that it holds what another has had since", event.actor()));
            case RELEASED, LOST, UNAVAILABLE -> {
                Client client = event.actor();
                holdings.removeIf(held -> held.client().equals(client));
            }
            default -> {}
        }
    }

    /** The clients of a node have ended, and hold nothing. */
    private void ended(HistoryEvent event) {
        int node = event.actor().node();
        holdings.removeIf(held -> held.client().node() == node);
        gaveUp.removeIf(client -> client.node() == node);
        names.values().forEach(name -> name.told.keySet().removeIf(client -> client.node() == node));
    }

    /** A client is told of a leader. */
    private void told(int leader, String name, Fence term, HistoryEvent event) {
        Optional<Fence> before = Optional.ofNullable(of(name).told.put(event.actor(), term));
        if (before.isPresent() && before.get().compareTo(term) >= 0) {
            violates(
                    event,
                    String.format(
                            Locale.ROOT,
                            "%s learns of term %d after term %d",
                            event.actor(),
                            term.generation(),
                            before.get().generation()));
        }
        int first = of(name).leaders.computeIfAbsent(term, any -> leader);
        if (first != leader) {
            violates(
                    event,
                    String.format(
                            Locale.ROOT,
                            "term %d has two leaders: node %d, and node %d as %s learns",
                            term.generation(),
                            first,
                            leader,
                            event.actor()));
        }
    }

    private void expire(HistoryEvent event) {
        expected.entrySet().removeIf(entry -> {
            boolean late =
                    event.at() > entry.getValue().since() + entry.getValue().limit();
            if (late) {
                Set<Integer> served = entry.getValue().served();
                violates(
                        event,
                        String.format(
                                Locale.ROOT,
                                "node %d has not been served since %s ms%s",
                                entry.getKey(),
                                entry.getValue().since(),
                                served.isEmpty() ? "" : "; of its clients, only " + served + " have"));
            }
            return late;
        });
    }

    private void asks(Client client, HistoryEvent event) {
        asked.put(client, event);
        gaveUp.remove(client);
        Map<String, Fence> greatest = new HashMap<>();
        event.fences().keySet().forEach(name -> greatest.put(name, of(name).greatest));
        before.put(client, greatest);
    }

    private void granted(Client client, HistoryEvent event) {
        event.fences().forEach((name, fence) -> {
            Holding holding = new Holding(client, name, event.mode(name), fence, event.at());
            if (generations && fence.generation() > 0 || !disturbed) {
                fits(holding, event);
                ordered(client, name, fence, event);
            }
            of(name).granted.add(fence);
            if (!ahead(fence, event)) {
                of(name).greatest = of(name).greatest.max(fence);
            }
            holdings.add(holding);
        });
        Optional<Long> barred = Optional.ofNullable(denied.get(client.node()));
        if (barred.isPresent() && asked.containsKey(client) && asked.get(client).at() > barred.get()) {
            violates(
                    event,
                    String.format(Locale.ROOT, "%s has been granted what it asked for without a majority", client));
        }
        if (gaveUp.contains(client)) {
            violates(event, String.format(Locale.ROOT, "%s has been granted what it had given up", client));
        }
        served(client, event);
    }

    /** Whether the generation is of a second that has not come yet. */
    private boolean ahead(Fence fence, HistoryEvent event) {
        return wrongClock
                .filter(wrong -> fence.generation() > wrong.given() + (event.at() - wrong.at()) / 1_000 + SLACK)
                .isPresent();
    }

    /** A name has room for a holding beside the others in the same generation. */
    private void fits(Holding holding, HistoryEvent event) {
        List<Holding> together = new ArrayList<>(List.of(holding));
        for (Holding held : holdings) {
            if (held.name().equals(holding.name())
                    && (!generations
                            || held.fence().generation() == holding.fence().generation())) {
                together.add(held);
                if (!fit(List.of(held.mode(), holding.mode()))) {
                    violates(
                            event,
                            String.format(
                                    Locale.ROOT,
                                    "%s has two holders%s: %s since %d ms, and %s",
                                    held.name(),
                                    inOneGeneration(),
                                    words(held),
                                    held.since(),
                                    words(holding)));
                    return;
                }
            }
        }
        if (!fit(together.stream().map(Holding::mode).toList())) {
            violates(
                    event,
                    String.format(
                            Locale.ROOT,
                            "more permits of %s than there are have been granted%s: %s",
                            holding.name(),
                            inOneGeneration(),
                            together.stream().map(Judge::words).collect(Collectors.joining("; "))));
        }
    }

    private String inOneGeneration() {
        return generations ? " in one generation" : "";
    }

    private static String words(Holding held) {
        return held.client()
                + (held.mode().equals(Mode.EXCLUSIVE) ? "" : " (" + held.mode() + ")")
                + (held.fence().equals(Fence.NONE) ? "" : " under fence " + held.fence());
    }

    /** Readers go with readers alone; the units of others are at most the least capacity that any of them states. */
    private static boolean fit(List<Mode> modes) {
        return modes.stream().allMatch(Mode.SHARED::equals)
                || !modes.contains(Mode.SHARED)
                        && modes.stream().mapToLong(Mode::units).sum()
                                <= modes.stream().mapToInt(Mode::capacity).min().orElseThrow();
    }

    private void ordered(Client client, String name, Fence fence, HistoryEvent event) {
        if (fence.equals(Fence.NONE)) {
            return;
        }
        if (of(name).granted.contains(fence)) {
            violates(event, String.format(Locale.ROOT, "fence %s of %s is granted again, to %s", fence, name, client));
        }
        Fence earlier = before.getOrDefault(client, Map.of()).getOrDefault(name, Fence.NONE);
        if (fence.compareTo(earlier) <= 0 && !earlier.equals(Fence.NONE)) {
            violates(
                    event,
                    String.format(
                            Locale.ROOT,
                            "%s has been granted %s under fence %s, and fence %s had been granted before it asked",
                            client,
                            name,
                            fence,
                            earlier));
        }
    }

    private void served(Client client, HistoryEvent event) {
        Expectation expectation = expected.get(client.node());
        boolean since = expectation != null
                && (event.kind() == Kind.FOLLOWS
                        || !asked.containsKey(client)
                        || asked.get(client).at() >= expectation.since());
        if (since) {
            slowest = Math.max(slowest, event.at() - expectation.since());
            expectation.served().add(client.number());
            if (expectation.served().size() >= clients.getOrDefault(client.node(), 1)) {
                expected.remove(client.node());
            }
        }
    }

    private void accessed(String name, Fence fence, HistoryEvent event) {
        Name one = of(name);
        long value = event.given();
        Mode mode = event.mode(name);
        Fence seen = one.marks.against(mode);
        if (fence.compareTo(seen) < 0) {
            violates(event, String.format(Locale.ROOT, "fence %s of %s is accepted after fence %s", fence, name, seen));
        }
        one.marks = one.marks.with(mode, fence);
        long right = event.kind() == Kind.WRITTEN ? one.value + 1 : one.value;
        if (value != right) {
            violates(
                    event,
                    String.format(
                            Locale.ROOT,
                            "an update of %s is lost: %s has %s %d under fence %s, where %d would be right",
                            name,
                            event.actor(),
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

    private void violates(HistoryEvent event, String what) {
        violations.add(String.format(Locale.ROOT, "at %d ms: %s", event.at(), what));
    }
}
