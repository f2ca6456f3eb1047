package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import symposium.checker.model.Verdict;
import symposium.demo.event.DemoEvent;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leads;

/** All processes follow one leader; it is killed, and all survivors follow another. */
final class ElectionController extends DemoController {

    /** For this long all must follow the same leader. */
    private static final Duration REIGN = Duration.ofMillis(1500);

    private final Map<ProcessId, LeaderElection.News> latest = new HashMap<>();
    private Optional<Leads> leader = Optional.empty();
    private Duration since = Duration.ZERO;

    ElectionController(DemoConfig config, DemoScript script, SafetyMonitor monitor, Consumer<ProcessId> kill) {
        super(config, script, monitor, kill);
        on(DemoEvent.News.class, (at, it) -> latest.put(it.process(), it.news()));
    }

    /** What all who are alive have been told last, if they follow the same leader. */
    private Optional<Leads> common() {
        Map<ProcessId, LeaderElection.News> alive = new HashMap<>(latest);
        alive.keySet().removeAll(gone());
        Set<Leads> told = alive.values().stream()
                .map(news -> news instanceof Leads leads ? new Leads(leads.term(), leads.leader(), true) : null)
                .collect(Collectors.toCollection(HashSet::new));
        boolean all = alive.size() == config.nodes() - gone().size() && told.size() == 1;
        return all
                ? Optional.ofNullable(told.iterator().next()).filter(one -> alive.containsKey(one.leader()))
                : Optional.empty();
    }

    @Override
    Optional<Ending> next(Duration now) {
        Optional<Leads> before = leader;
        leader = common();
        since = leader.equals(before) ? since : now;
        Duration lasted = now.minus(since);
        if (leader.isEmpty()) {
            return !isLong(lasted, dead().isPresent() ? PATIENCE : config.formation())
                    ? Optional.empty()
                    : Ending.of(
                            Verdict.UNDECIDED, "there is no leader that all follow, for " + lasted.toSeconds() + " s");
        }
        forms(now);
        condemned().ifPresent(this::kill);
        if (!isLong(lasted, REIGN) || config.death() == DemoConfig.Death.BY_HAND && !isLong(now, config.length())) {
            return Optional.empty();
        }
        if (!toBeKilled()) {
            return Ending.of(Verdict.HOLDS, monitor.verdict());
        }
        kill(leader.get().leader());
        return Optional.empty();
    }
}
