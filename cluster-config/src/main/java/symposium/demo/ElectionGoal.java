package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.cluster.LeaderElection;
import symposium.cluster.LeaderElection.Leads;
import symposium.demo.Outcome.Result;
import symposium.kernel.ProcessId;

/** All processes follow one leader; it is killed, and all survivors follow another. */
final class ElectionGoal implements DemoGoal {

    /** For this long all must follow the same leader. */
    private static final Duration REIGN = Duration.ofMillis(1500);

    private final DemoConfig config;
    private final SafetyMonitor monitor;
    private final SortedSet<ProcessId> alive = new TreeSet<>();
    private final SortedMap<ProcessId, LeaderElection.News> latest = new TreeMap<>();
    private int dead;

    ElectionGoal(DemoConfig config, SafetyMonitor monitor) {
        this.config = config;
        this.monitor = monitor;
    }

    @Override
    public void onStarted(Duration at, DemoEvent.Started it) {
        alive.add(it.process());
    }

    @Override
    public void onNews(Duration at, DemoEvent.News it) {
        latest.put(it.process(), it.news());
    }

    /** The leader that all who are alive follow in the same term. */
    private Optional<ProcessId> leader() {
        Optional<Leads> common = Optional.empty();
        for (ProcessId process : alive) {
            if (!(latest.get(process) instanceof Leads leads)
                    || common.filter(other -> other.term() != leads.term()).isPresent()) {
                return Optional.empty();
            }
            common = Optional.of(leads);
        }
        return common.filter(leads -> alive.size() == config.nodes() - dead)
                .map(Leads::leader)
                .filter(alive::contains);
    }

    @Override
    public boolean formed() {
        return leader().isPresent();
    }

    @Override
    public String unformed() {
        return "there is no leader that all " + config.nodes() + " processes follow";
    }

    @Override
    public Optional<ProcessId> victim(Duration now, Duration lasted) {
        Optional<ProcessId> victim = lasted.compareTo(REIGN) >= 0 ? leader() : Optional.empty();
        victim.ifPresent(process -> {
            alive.remove(process);
            dead++;
        });
        return victim;
    }

    @Override
    public boolean recovered() {
        return leader().isPresent();
    }

    @Override
    public Optional<Ending> standstill(Duration now, Duration lasted) {
        return lasted.compareTo(PATIENCE) < 0
                ? Optional.empty()
                : Ending.of(
                        Result.UNDECIDED,
                        "there is no leader that all survivors follow, " + PATIENCE.toSeconds() + " s after the crash");
    }

    @Override
    public Optional<Ending> end(Duration now, Duration lasted, boolean toBeKilled) {
        return toBeKilled || lasted.compareTo(REIGN) < 0
                ? Optional.empty()
                : Ending.of(Result.HOLDS, monitor.verdict());
    }
}
