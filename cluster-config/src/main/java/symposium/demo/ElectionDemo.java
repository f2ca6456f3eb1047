package symposium.demo;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import symposium.cluster.Hocon;
import symposium.cluster.LeaderElection;
import symposium.cluster.LeaderElection.Leads;
import symposium.cluster.SymposiumNode;
import symposium.demo.Line.Tone;
import symposium.demo.Outcome.Result;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/**
 * A real cluster in one JVM whose nodes elect a leader: it is killed, and the others elect another. What is shown is what an application at
 * each node is told.
 */
public final class ElectionDemo implements DemoEvent.Listener {

    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration REIGN = Duration.ofMillis(1500);
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private enum Act {
        /** All are to be told of one leader. */
        FIRST,
        /** The leader is to be killed. */
        REIGN,
        /** The survivors are to be told of another. */
        SECOND,
        /** It is to be seen that nothing changes any more. */
        AFTERWARDS
    }

    private final Manifesto plan;
    private final EventFeed chronicle = new EventFeed();
    private final ElectionMonitor scrutineer = new ElectionMonitor();
    private final ElectionNarrator bulletin;
    private final ElectionStatistics returns;
    private final LocalCluster theatre;
    private final SortedSet<ProcessId> expected = new TreeSet<>();
    private final SortedMap<ProcessId, LeaderElection.News> latest = new TreeMap<>();
    private Act act = Act.FIRST;
    private Duration since = Duration.ZERO;
    private Duration formed = Duration.ZERO;
    private Optional<ProcessId> dead = Optional.empty();
    private Optional<String> failure = Optional.empty();

    /**
     * What is to be shown.
     *
     * @param algorithm one of {@link SymposiumNode#elections}
     * @param nodes how many, from 2 to 9
     * @param death whether the leader's node is killed
     * @param formation how long the cluster may take to form, positive
     */
    public record Manifesto(String algorithm, int nodes, boolean death, Duration formation) {}

    /**
     * What came of it.
     *
     * @param result the kind of outcome
     * @param why the outcome in one line
     * @param formed how long it took until all followed the first leader
     * @param lasted how long it all took
     * @param leaders who led in which term
     * @param returns what was counted
     */
    public record Polls(
            Result result,
            String why,
            Duration formed,
            Duration lasted,
            SortedMap<Long, ProcessId> leaders,
            ElectionStatistics returns) {}

    private ElectionDemo(Manifesto plan, Consumer<Line> page) {
        this.plan = plan;
        this.bulletin = new ElectionNarrator(plan.nodes(), page);
        this.returns = new ElectionStatistics(SymposiumNode.election(plan.algorithm()));
        this.theatre = new LocalCluster(plan.nodes(), this::config, chronicle);
    }

    /**
     * Shows it, from the start of the first node to the end of the last.
     *
     * @param page is given the story, line by line, as it happens
     * @throws symposium.cluster.InvalidSetting when a node cannot run, with what the configuration says
     * @throws InterruptedException when the thread is interrupted; all nodes end
     */
    public static Polls run(Manifesto plan, Consumer<Line> page) throws InterruptedException {
        return new ElectionDemo(plan, page).run();
    }

    private Config config(int number) {
        Map<String, Object> said = new HashMap<>();
        said.put("symposium.process", number);
        said.put("symposium.processes", plan.nodes());
        said.put("symposium.election.algorithm", plan.algorithm());
        said.put("symposium.formation-timeout", plan.formation());
        // No node has a second life here, so terms can be easy to read.
        said.put("symposium.first-generation", 0);
        said.put("akka.remote.artery.canonical.port", 0);
        return Hocon.quickNode(said);
    }

    private Polls run() throws InterruptedException {
        CompletableFuture<Void> starting = CompletableFuture.runAsync(theatre::start);
        try {
            bulletin.say(
                    chronicle.elapsed(),
                    Tone.NEWS,
                    plan.nodes() + " nodes are starting, to form a cluster over TCP on 127.0.0.1, and to elect by "
                            + plan.algorithm());
            while (true) {
                Optional<TimedEvent> next = chronicle.next(TICK);
                next.ifPresent(this::hear);
                Duration now = next.map(TimedEvent::at).orElseGet(chronicle::elapsed);
                bulletin.breakSilence(now, awaited());
                if (starting.isCompletedExceptionally()) {
                    throw LocalCluster.refused(starting);
                }
                Optional<Result> result = proceed(now);
                if (result.isPresent()) {
                    return over(result.get());
                }
            }
        } finally {
            chronicle.close();
            theatre.end(starting);
        }
    }

    private void hear(TimedEvent moment) {
        moment.tellTo(scrutineer);
        moment.tellTo(returns);
        moment.tellTo(bulletin);
        moment.tellTo(this);
    }

    private Polls over(Result result) {
        Duration lasted = chronicle.elapsed();
        bulletin.say(lasted, result == Result.HOLDS ? Tone.NEWS : Tone.ALARM, "the polls are closed");
        String why =
                switch (result) {
                    case HOLDS -> scrutineer.verdict();
                    case VIOLATED -> scrutineer.violation().or(() -> failure).orElseThrow();
                    case UNDECIDED -> "waiting in vain for " + awaited();
                };
        return new Polls(result, why, formed, lasted, scrutineer.leaders(), returns);
    }

    private String awaited() {
        return switch (act) {
            case FIRST -> "a leader that all " + plan.nodes() + " follow";
            case REIGN, AFTERWARDS -> "what comes next";
            case SECOND -> "a leader that the survivors of " + dead.orElseThrow() + " follow";
        };
    }

    // --- what happens

    @Override
    public void onStarted(Duration at, DemoEvent.Started it) {
        for (SymposiumNode node : theatre.all()) {
            if (node.process().equals(it.process())) {
                expected.add(it.process());
                node.spawn(ElectionSubscriber.create(it.process(), node.election(), chronicle), "voter");
            }
        }
    }

    @Override
    public void onNews(Duration at, DemoEvent.News it) {
        latest.put(it.process(), it.news());
    }

    @Override
    public void onPolled(Duration at, DemoEvent.Polled it) {
        if (it.occurrence() instanceof TraceEvent.Failed failed) {
            failure = failure.or(() -> Optional.of("process " + failed.process() + " fails: " + failed.why()));
        }
    }

    /** The leader whom all follow who are expected to, all in the same term. */
    private Optional<Leads> common() {
        Optional<Leads> common = Optional.empty();
        for (ProcessId process : expected) {
            if (!(latest.get(process) instanceof Leads leads)
                    || common.filter(other -> other.term() != leads.term()).isPresent()) {
                return Optional.empty();
            }
            common = Optional.of(leads);
        }
        return common.filter(leads -> expected.contains(leads.leader()));
    }

    private Optional<Result> proceed(Duration now) {
        if (scrutineer.violation().isPresent() || failure.isPresent()) {
            return Optional.of(Result.VIOLATED);
        }
        boolean all = expected.size() == plan.nodes() - (dead.isPresent() ? 1 : 0);
        Optional<Leads> leader = all ? common() : Optional.empty();
        Duration waited = now.minus(since);
        switch (act) {
            case FIRST -> {
                if (leader.isPresent()) {
                    formed = now;
                    begin(plan.death() ? Act.REIGN : Act.AFTERWARDS, now);
                } else if (waited.compareTo(plan.formation()) >= 0) {
                    return Optional.of(Result.UNDECIDED);
                }
            }
            case REIGN -> {
                if (leader.isEmpty()) {
                    begin(Act.FIRST, now);
                } else if (waited.compareTo(REIGN) >= 0) {
                    ProcessId victim = leader.get().leader();
                    dead = Optional.of(victim);
                    expected.remove(victim);
                    begin(Act.SECOND, now);
                    theatre.kill(victim);
                }
            }
            case SECOND -> {
                if (leader.isPresent()) {
                    begin(Act.AFTERWARDS, now);
                } else if (waited.compareTo(PATIENCE) >= 0) {
                    return Optional.of(Result.UNDECIDED);
                }
            }
            case AFTERWARDS -> {
                if (leader.isEmpty()) {
                    begin(dead.isPresent() ? Act.SECOND : Act.FIRST, now);
                } else if (waited.compareTo(REIGN) >= 0) {
                    return Optional.of(Result.HOLDS);
                }
            }
        }
        return Optional.empty();
    }

    private void begin(Act next, Duration now) {
        act = next;
        since = now;
    }
}
