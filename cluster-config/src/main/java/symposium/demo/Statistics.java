package symposium.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import symposium.demo.MessageKinds.Kind;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;

/** Counts what happens at a dinner: who ate how often, and what each process sent. */
public final class Statistics implements DemoEvent.Listener {

    private static final class Row {
        private long entries;
        private Duration longestWait = Duration.ZERO;
        private Optional<Duration> hungrySince = Optional.empty();
        private final Map<Kind, Long> sent = new HashMap<>();

        long sent(Kind kind) {
            return sent.getOrDefault(kind, 0L);
        }
    }

    private static final int WIDTH = 9;

    /** What is counted of a resource. */
    private static final class Uses {
        private long taken;
        private Fence latest = Fence.NONE;
    }

    private final DemoScript programme;
    private final Names names;
    private final MessageKinds kinds;
    private final SortedMap<String, Uses> resources = new TreeMap<>();
    private final Map<ProcessId, Row> rows = new TreeMap<>();
    private final SortedSet<Long> generations = new TreeSet<>();
    private Optional<ProcessId> dead = Optional.empty();
    private Optional<Duration> death = Optional.empty();
    private Optional<Duration> nextGrant = Optional.empty();

    /**
     * Nothing has been counted yet.
     *
     * @param programme what is on
     * @param names what processes are called
     */
    Statistics(DemoScript programme, Names names) {
        this.programme = programme;
        this.names = names;
        this.kinds = programme.kinds();
    }

    @Override
    public void onStarted(Duration at, DemoEvent.Started it) {
        row(it.process());
    }

    @Override
    public void onStepped(Duration at, DemoEvent.Stepped it) {
        if (it.occurrence() instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Send<?, ?> send) {
                    kinds.of(send.message())
                            .ifPresent(kind -> row(stepped.process()).sent.merge(kind, 1L, Long::sum));
                }
            }
        }
    }

    @Override
    public void onHungry(Duration at, DemoEvent.Hungry it) {
        row(it.process()).hungrySince = Optional.of(at);
    }

    @Override
    public void onEating(Duration at, DemoEvent.Eating it) {
        Row row = row(it.process());
        row.entries++;
        Duration waited = row.hungrySince.map(at::minus).orElse(Duration.ZERO);
        if (waited.compareTo(row.longestWait) > 0) {
            row.longestWait = waited;
        }
        row.hungrySince = Optional.empty();
        generations.add(it.fence().generation());
        if (death.isPresent() && nextGrant.isEmpty()) {
            nextGrant = Optional.of(at);
        }
    }

    @Override
    public void onTaking(Duration at, DemoEvent.Taking it) {
        onEating(at, new DemoEvent.Eating(it.process(), it.fence()));
        for (String resource : it.resources()) {
            Uses uses = resources.computeIfAbsent(resource, fresh -> new Uses());
            uses.taken++;
            uses.latest = it.fence();
        }
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        dead = Optional.of(it.process());
        death = Optional.of(at);
    }

    private Row row(ProcessId process) {
        return rows.computeIfAbsent(process, fresh -> new Row());
    }

    /** How often anyone has eaten. */
    public long entries() {
        return rows.values().stream().mapToLong(row -> row.entries).sum();
    }

    /** How long after the death somebody was granted the lock; empty before that. */
    public Optional<Duration> fromDeathToNextGrant() {
        return nextGrant.map(at -> at.minus(death.orElseThrow()));
    }

    /** The table, a line each, with what its columns count. */
    public List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-" + first() + "s   entries ", "process")
                + columns(kind -> kind.heading(), kinds.all()) + "   longest wait");
        rows.forEach((process, row) -> lines.add(line(names.of(process), row)
                + String.format(Locale.ROOT, " %12.1f s", row.longestWait.toMillis() / 1000.0)
                + (dead.filter(process::equals).isPresent() ? "   killed" : "")));
        Row all = new Row();
        for (Row row : rows.values()) {
            all.entries += row.entries;
            row.sent.forEach((kind, count) -> all.sent.merge(kind, count, Long::sum));
        }
        lines.add(line("all", all));
        if (all.entries > 0) {
            lines.add((String.format("%-" + (first() + 11) + "s", "per entry")
                            + columns(
                                    kind -> kind.perEntry() ? String.format(Locale.ROOT, "%.2f", perEntry(kind)) : "",
                                    kinds.all()))
                    .stripTrailing());
        }
        lines.add(
                "Counted from the event log: " + programme.wording().counted() + ", and the messages that each sent.");
        lines.add(String.format(
                Locale.ROOT,
                "Messages per entry: %.2f; the catalogue says of %s: %s.",
                messagesPerEntry(),
                programme.algorithm(),
                programme.cost()));
        if (!resources.isEmpty()) {
            lines.add(resources.entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue().taken)
                    .collect(Collectors.joining(", ", "Taken so often: ", ".")));
        }
        return lines;
    }

    private String line(String name, Row row) {
        return String.format(Locale.ROOT, "%-" + first() + "s %9d ", name, row.entries)
                + columns(kind -> Long.toString(row.sent(kind)), kinds.all());
    }

    private static String columns(Function<Kind, String> cell, List<Kind> kinds) {
        return kinds.stream()
                .map(kind -> " "
                                .repeat(Math.max(
                                        0,
                                        Math.max(WIDTH, kind.heading().length())
                                                - cell.apply(kind).length()))
                        + cell.apply(kind))
                .collect(Collectors.joining(" "));
    }

    /** How wide the first column is. */
    private int first() {
        return rows.keySet().stream()
                .mapToInt(process -> names.of(process).length())
                .reduce("process".length(), Math::max);
    }

    private double perEntry(Kind kind) {
        return entries() == 0
                ? 0
                : rows.values().stream().mapToLong(row -> row.sent(kind)).sum() / (double) entries();
    }

    /** How many messages were sent for each entry, those not counted that are sent at a pace of their own. */
    private double messagesPerEntry() {
        return kinds.all().stream()
                .filter(Kind::perEntry)
                .mapToDouble(this::perEntry)
                .sum();
    }

    /** The same for programs: numbers, strings, lists and maps. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("entries", entries());
        List<Map<String, Object>> processes = new ArrayList<>();
        rows.forEach((process, row) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("process", process.number());
            if (!names.of(process).equals(process.toString())) {
                entry.put("name", names.of(process));
            }
            entry.put("entries", row.entries);
            kinds.all().forEach(kind -> entry.put(kind.name(), row.sent(kind)));
            entry.put("longestWaitSeconds", row.longestWait.toMillis() / 1000.0);
            processes.add(entry);
        });
        json.put("processes", processes);
        Map<String, Object> perEntry = new LinkedHashMap<>();
        kinds.all().stream().filter(Kind::perEntry).forEach(kind -> perEntry.put(kind.name(), rounded(perEntry(kind))));
        json.put("perEntry", perEntry);
        json.put("messagesPerEntry", rounded(messagesPerEntry()));
        json.put("generations", List.copyOf(generations));
        if (programme.ofResources()) {
            List<Map<String, Object>> taken = new ArrayList<>();
            resources.forEach((name, uses) -> {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("resource", name);
                entry.put("taken", uses.taken);
                entry.put("latestFence", uses.latest.toString());
                taken.add(entry);
            });
            json.put("resources", taken);
        }
        json.put("killed", dead.map(ProcessId::number).orElse(null));
        json.put(
                "secondsFromDeathToNextGrant",
                fromDeathToNextGrant().map(span -> span.toMillis() / 1000.0).orElse(null));
        return json;
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
