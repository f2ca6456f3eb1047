package symposium.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.cluster.LeaderElection.Leads;
import symposium.demo.MessageKinds.Kind;
import symposium.election.terms.Terms;
import symposium.kernel.Algorithm;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.TraceEvent;

/** Counts what happens in elections: who was told of how many leaders, who led how often, and what each process sent. */
public final class ElectionStatistics implements DemoEvent.Listener {

    private static final class Row {
        private long told;
        private long led;
        private final Map<Kind, Long> sent = new LinkedHashMap<>();
    }

    private static final Kind FOLLOWING = new Kind("following", "following", false);

    private final MessageKinds kinds;
    private final SortedMap<ProcessId, Row> rows = new TreeMap<>();
    private Optional<ProcessId> dead = Optional.empty();
    private Optional<Duration> death = Optional.empty();
    private Optional<Duration> afterwards = Optional.empty();

    /** @param algorithm of the catalogue, for elections in terms */
    ElectionStatistics(Algorithm<?, ?, ?, ?, ?> algorithm) {
        this.kinds =
                algorithm instanceof Terms.Entry<?, ?> terms ? kinds(terms) : MessageKinds.of(algorithm.messages());
    }

    private static MessageKinds kinds(Terms.Entry<?, ?> terms) {
        MessageKinds kinds = MessageKinds.of(terms.election().messages());
        return terms.topologies().contains(Shape.COMPLETE) ? kinds.and(FOLLOWING) : kinds;
    }

    @Override
    public void onStarted(Duration at, DemoEvent.Started it) {
        row(it.process());
    }

    @Override
    public void onPolled(Duration at, DemoEvent.Polled it) {
        if (it.occurrence() instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Send<?, ?> send) {
                    kind(send.message())
                            .ifPresent(kind -> row(stepped.process()).sent.merge(kind, 1L, Long::sum));
                }
            }
        }
    }

    @Override
    public void onNews(Duration at, DemoEvent.News it) {
        if (it.news() instanceof Leads leads) {
            row(it.process()).told++;
            row(it.process()).led += leads.self() ? 1 : 0;
            if (dead.filter(leads.leader()::equals).isEmpty()) {
                afterwards = afterwards.or(() -> death.map(at::minus));
            }
        }
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        dead = Optional.of(it.process());
        death = Optional.of(at);
    }

    private Optional<Kind> kind(Object message) {
        if (!(message instanceof Terms.Message<?> ofTerm)) {
            return kinds.of(message);
        }
        return ofTerm.carried() instanceof Terms.Vote<?> vote ? kinds.of(vote.carried()) : Optional.of(FOLLOWING);
    }

    private Row row(ProcessId process) {
        return rows.computeIfAbsent(process, fresh -> new Row());
    }

    /** How long it took from the death of the leader until somebody was told of another. */
    public Optional<Duration> fromDeathToNextLeader() {
        return afterwards;
    }

    /** A line for each process, below a heading. */
    public List<String> table() {
        List<String> table = new ArrayList<>();
        StringBuilder heading = new StringBuilder("process   told of leaders   led");
        kinds.all().forEach(kind -> heading.append("   ").append(kind.heading()));
        table.add(heading.toString());
        rows.forEach((process, row) -> {
            StringBuilder line =
                    new StringBuilder(String.format(Locale.ROOT, "%7s   %15d   %3d", process, row.told, row.led));
            kinds.all()
                    .forEach(kind -> line.append(String.format(
                            Locale.ROOT, "   %" + kind.heading().length() + "d", row.sent.getOrDefault(kind, 0L))));
            table.add(line + (dead.filter(process::equals).isPresent() ? "   killed" : ""));
        });
        return table;
    }

    /** The same for programs. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Map<String, Object>> processes = new ArrayList<>();
        rows.forEach((process, row) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("process", process.number());
            entry.put("toldOfLeaders", row.told);
            entry.put("led", row.led);
            kinds.all().forEach(kind -> entry.put(kind.name(), row.sent.getOrDefault(kind, 0L)));
            processes.add(entry);
        });
        json.put("processes", processes);
        json.put("killed", dead.map(ProcessId::number).orElse(null));
        json.put(
                "secondsFromDeathToNextLeader",
                afterwards.map(span -> span.toMillis() / 1000.0).orElse(null));
        return json;
    }
}
