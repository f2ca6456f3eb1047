package symposium.demo.narration;

import com.fasterxml.jackson.annotation.JsonFormat;
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
import java.util.stream.Stream;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.Reactions;
import symposium.demo.script.DemoScript;
import symposium.demo.script.MessageKinds.Kind;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leads;
import symposium.trace.TextTable;

/** Counts what happens in a demo: the grants or leaders of each process, and the messages that it sends. */
public final class Statistics extends Reactions {

    /** A term, which JSON has as a string, since readers round great numbers, and its leader. */
    public record Term(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long term, ProcessId leader) {}

    /** A resource, how often it was taken, and the fence of the latest grant. */
    private record Taken(String resource, long taken, String latestFence) {}

    /** The counts of a process, or of all. */
    private static final class Row {
        /** How often it was granted, or told of a leader. */
        private long entries;
        /** How often it led. */
        private long led;

        private Duration longestWait = Duration.ZERO;
        private Optional<Duration> waitingSince = Optional.empty();
        private final Map<Kind, Long> sent = new HashMap<>();
    }

    /**
     * A column of the table, and a field in JSON.
     *
     * @param value a whole number, or seconds
     */
    private record Column(String heading, String field, Function<Row, Number> value) {
        static Column of(Kind kind) {
            return new Column(kind.heading(), kind.name(), row -> row.sent.getOrDefault(kind, 0L));
        }

        String cell(Row row) {
            Number number = value.apply(row);
            return number instanceof Double seconds ? String.format(Locale.ROOT, "%.1f s", seconds) : number.toString();
        }
    }

    private final DemoScript script;
    private final boolean elects;
    private final Names names;
    private final List<Column> columns = new ArrayList<>();
    private final SortedMap<String, Taken> taken = new TreeMap<>();
    private final SortedMap<ProcessId, Row> rows = new TreeMap<>();
    private final Row total = new Row();
    private final SortedSet<Long> generations = new TreeSet<>();
    private final SortedMap<Long, ProcessId> leaders = new TreeMap<>();
    private Optional<ProcessId> dead = Optional.empty();
    private Optional<Duration> death = Optional.empty();
    private Optional<Duration> recovery = Optional.empty();

    /**
     * Nothing has been counted yet.
     *
     * @param script of the demo
     * @param names of the processes
     */
    public Statistics(DemoScript script, Names names) {
        this.script = script;
        this.elects = script.service() == DemoScript.Service.ELECTION;
        this.names = names;
        if (elects) {
            columns.add(new Column("told of leaders", "toldOfLeaders", row -> row.entries));
            columns.add(new Column("led", "led", row -> row.led));
        } else {
            columns.add(new Column("entries", "entries", row -> row.entries));
        }
        script.kinds().all().forEach(kind -> columns.add(Column.of(kind)));
        if (!elects) {
            columns.add(new Column("longest wait", "longestWaitSeconds", row -> seconds(row.longestWait)));
        }
        on(DemoEvent.Started.class, (at, it) -> row(it.process()));
        on(DemoEvent.Stepped.class, (at, it) -> stepped(it));
        on(DemoEvent.Requested.class, (at, it) -> row(it.process()).waitingSince = Optional.of(at));
        on(DemoEvent.Granted.class, (at, it) -> granted(at, row(it.process()), it.grant()));
        on(DemoEvent.News.class, (at, it) -> told(at, row(it.process()), it.news()));
        on(DemoEvent.Killed.class, (at, it) -> {
            dead = Optional.of(it.process());
            death = Optional.of(at);
        });
    }

    private void stepped(DemoEvent.Stepped it) {
        if (it.part() == script.service().part() && it.event() instanceof TraceEvent.Stepped stepped) {
            stepped.sends(Object.class)
                    .forEach(send -> script.kinds().of(send.message()).ifPresent(kind -> Stream.of(
                                    row(stepped.process()), total)
                            .forEach(row -> row.sent.merge(kind, 1L, Long::sum))));
        }
    }

    private void granted(Duration at, Row row, DemoEvent.Grant grant) {
        Duration waited = row.waitingSince.map(at::minus).orElse(Duration.ZERO);
        row.longestWait = waited.compareTo(row.longestWait) > 0 ? waited : row.longestWait;
        row.waitingSince = Optional.empty();
        row.entries++;
        total.entries++;
        generations.add(grant.fence().generation());
        if (grant instanceof DemoEvent.Grant.OfResources set) {
            for (String resource : set.resources()) {
                long before = taken.containsKey(resource) ? taken.get(resource).taken() : 0;
                taken.put(resource, new Taken(resource, before + 1, set.fence().toString()));
            }
        }
        recovers(at);
    }

    private void told(Duration at, Row row, LeaderElection.News news) {
        if (news instanceof Leads leads) {
            row.entries++;
            row.led += leads.self() ? 1 : 0;
            leaders.put(leads.term(), leads.leader());
            if (dead.filter(leads.leader()::equals).isEmpty()) {
                recovers(at);
            }
        }
    }

    private void recovers(Duration at) {
        recovery = recovery.or(() -> death.map(at::minus));
    }

    private Row row(ProcessId process) {
        return rows.computeIfAbsent(process, fresh -> new Row());
    }

    /**
     * The time from the crash until the next grant, or until a process was told of another leader; empty before that.
     */
    public Optional<Duration> recovery() {
        return recovery;
    }

    /** The leaders, in the order of their terms. */
    public List<Term> leaders() {
        return leaders.entrySet().stream()
                .map(each -> new Term(each.getKey(), each.getValue()))
                .toList();
    }

    /** The table, a line each, with what its columns count. */
    public List<String> table() {
        List<List<String>> table = new ArrayList<>();
        table.add(line("process", columns.stream().map(Column::heading)));
        rows.forEach((process, row) ->
                table.add(line(names.of(process), columns.stream().map(column -> column.cell(row)))));
        if (elects) {
            return aligned(table);
        }
        table.add(line("all", columns.stream().limit(columns.size() - 1L).map(column -> column.cell(total))));
        if (total.entries > 0) {
            Stream<String> perEntry =
                    script.kinds().all().stream().map(kind -> kind.perEntry() ? decimal(perEntry(kind)) : "");
            table.add(line("per entry", Stream.concat(Stream.of(""), perEntry)));
        }
        List<String> lines = aligned(table);
        lines.add(String.format(
                Locale.ROOT,
                "The figures count the %s of each process, and the messages that it sent, from the event log.",
                script.words("counted")));
        String cost = script.entry().paper().cost();
        lines.add(String.format(
                Locale.ROOT,
                "Messages per entry: %s; the catalogue states for %s: %s.",
                decimal(messagesPerEntry()),
                script.algorithm(),
                cost));
        if (!taken.isEmpty()) {
            lines.add(taken.values().stream()
                    .map(each -> each.resource() + " " + each.taken())
                    .collect(Collectors.joining(", ", "How often each resource was taken: ", ".")));
        }
        return lines;
    }

    private static List<String> line(String first, Stream<String> others) {
        return Stream.concat(Stream.of(first), others).toList();
    }

    /** The first column to the left, the others to the right; the row of the dead process is marked. */
    private List<String> aligned(List<List<String>> table) {
        List<String> lines = new ArrayList<>(TextTable.lines(table, "   ", column -> column > 0));
        dead.filter(rows::containsKey).ifPresent(process -> {
            int row = 1 + List.copyOf(rows.keySet()).indexOf(process);
            lines.set(row, lines.get(row) + "   killed");
        });
        return lines;
    }

    private double perEntry(Kind kind) {
        return total.entries == 0 ? 0 : total.sent.getOrDefault(kind, 0L) / (double) total.entries;
    }

    /** The messages for each entry; not counted are those that come at a pace of their own. */
    private double messagesPerEntry() {
        return script.kinds().all().stream()
                .filter(Kind::perEntry)
                .mapToDouble(this::perEntry)
                .sum();
    }

    /** The same for programs: numbers, strings, lists and maps. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        if (!elects) {
            json.put("entries", total.entries);
        }
        List<Map<String, Object>> processes = new ArrayList<>();
        rows.forEach((process, row) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("process", process.number());
            if (!names.of(process).equals(process.toString())) {
                entry.put("name", names.of(process));
            }
            columns.forEach(column -> entry.put(column.field(), column.value().apply(row)));
            processes.add(entry);
        });
        json.put("processes", processes);
        if (!elects) {
            sharing(json);
        }
        json.put("killed", dead.map(ProcessId::number).orElse(null));
        json.put(
                elects ? "secondsFromDeathToNextLeader" : "secondsFromDeathToNextGrant",
                recovery.map(Statistics::seconds).orElse(null));
        return json;
    }

    private void sharing(Map<String, Object> json) {
        Map<String, Object> perEntry = new LinkedHashMap<>();
        script.kinds().all().stream()
                .filter(Kind::perEntry)
                .forEach(kind -> perEntry.put(kind.name(), rounded(perEntry(kind))));
        json.put("perEntry", perEntry);
        json.put("messagesPerEntry", rounded(messagesPerEntry()));
        json.put("generations", generations.stream().map(Object::toString).toList());
        if (script.service() == DemoScript.Service.RESOURCES) {
            json.put("resources", List.copyOf(taken.values()));
        }
    }

    private static double seconds(Duration span) {
        return span.toMillis() / 1000.0;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
