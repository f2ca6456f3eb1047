package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.cluster.MembershipView;
import symposium.demo.Outcome.Result;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/**
 * The users of a lock, of forks or of resources are granted in turn; a node is killed while its user has a grant, and the survivors go on, or stand
 * still where their algorithm does not provide for a crash.
 */
final class SharingGoal implements DemoGoal {

    private static final Duration BEFORE_CRASH = Duration.ofSeconds(6);
    private static final Duration SELECTIVE = Duration.ofSeconds(8);
    private static final Duration LAST_MEAL = Duration.ofMillis(400);
    /** After this long without a grant, once all know of the crash, the survivors stand still. */
    private static final Duration STANDSTILL = Duration.ofSeconds(6);
    /** A demo does not end while a process has waited for longer than this. */
    private static final Duration LONG_WAIT = Duration.ofSeconds(6);

    private final DemoConfig config;
    private final DemoScript script;
    private final VictimSelector selector;
    private final SafetyMonitor monitor;

    private final Map<ProcessId, MembershipView> views = new HashMap<>();
    private final Set<ProcessId> alive = new TreeSet<>();
    private final SortedMap<ProcessId, Duration> waiting = new TreeMap<>();
    private final Set<ProcessId> served = new HashSet<>();
    private final Set<ProcessId> servedSinceCrash = new HashSet<>();

    private int grants;
    private Duration lastGrant = Duration.ZERO;
    private Optional<Duration> lastMeal = Optional.empty();
    private Optional<ProcessId> dead = Optional.empty();
    private Optional<Duration> known = Optional.empty();
    private Duration began = Duration.ZERO;

    SharingGoal(DemoConfig config, DemoScript script, VictimSelector selector, SafetyMonitor monitor) {
        this.config = config;
        this.script = script;
        this.selector = selector;
        this.monitor = monitor;
    }

    // --- events

    @Override
    public void onSeen(Duration at, DemoEvent.Seen it) {
        selector.ringIs(it.view().ring());
        views.put(it.view().self(), it.view());
        if (alive.isEmpty() && seeAll() == config.nodes()) {
            alive.addAll(views.keySet());
            began = at;
            lastGrant = at;
        }
        boolean allKnow = dead.isPresent()
                && alive.stream().allMatch(each -> views.get(each).departed().contains(dead.get()));
        known = known.or(() -> allKnow ? Optional.of(at) : Optional.empty());
    }

    private long seeAll() {
        return views.values().stream()
                .filter(view -> !view.cutOff() && view.ring().size() == config.nodes())
                .count();
    }

    @Override
    public void onStepped(Duration at, DemoEvent.Stepped it) {
        if (it.event() instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Schedule<?, ?> schedule) {
                    selector.starts(schedule.timer(), stepped.process());
                }
            }
        }
    }

    @Override
    public void onRequested(Duration at, DemoEvent.Requested it) {
        waiting.put(it.process(), at);
    }

    @Override
    public void onGranted(Duration at, DemoEvent.Granted it) {
        grants++;
        lastGrant = at;
        waiting.remove(it.process());
        served.add(it.process());
        if (dead.isPresent()) {
            servedSinceCrash.add(it.process());
        } else if (selector.victim().filter(it.process()::equals).isPresent()) {
            lastMeal = Optional.of(at);
        }
    }

    @Override
    public void onEnded(Duration at, DemoEvent.NodeEnded it) {
        alive.remove(it.process());
    }

    // --- phases

    @Override
    public boolean formed() {
        return !alive.isEmpty();
    }

    @Override
    public String unformed() {
        return "the cluster has not formed: " + seeAll() + " of " + config.nodes() + " nodes see all the others";
    }

    @Override
    public Optional<ProcessId> victim(Duration now, Duration lasted) {
        if (lastMeal.isPresent()) {
            dead = lastMeal.filter(at -> now.minus(at).compareTo(LAST_MEAL) >= 0)
                    .flatMap(at -> selector.victim());
            dead.ifPresent(alive::remove);
            return dead;
        }
        Duration third = config.length().dividedBy(3);
        boolean late = config.meals().isPresent() && grants >= config.meals().getAsInt() / 3;
        if (late || lasted.compareTo(BEFORE_CRASH.compareTo(third) <= 0 ? BEFORE_CRASH : third) >= 0) {
            selector.start(lasted.compareTo(BEFORE_CRASH.plus(SELECTIVE)) < 0);
        }
        return Optional.empty();
    }

    @Override
    public boolean recovered() {
        return !servedSinceCrash.isEmpty();
    }

    @Override
    public Optional<Ending> standstill(Duration now, Duration lasted) {
        if (!script.goesOn() && known.isPresent()) {
            Duration quiet = known.get().compareTo(lastGrant) > 0 ? known.get() : lastGrant;
            return now.minus(quiet).compareTo(STANDSTILL) < 0
                    ? Optional.empty()
                    : Ending.of(
                            Result.HOLDS,
                            monitor.verdict() + "; no process is granted after the death of process "
                                    + dead.orElseThrow() + ": " + script.algorithm()
                                    + " does not provide for a crash");
        }
        return lasted.compareTo(PATIENCE) < 0
                ? Optional.empty()
                : undecided(
                        script.goesOn()
                                ? "no process has " + script.wording().done()
                                : "some survivors do not know of the death of process " + dead.orElseThrow(),
                        "after the crash");
    }

    @Override
    public Optional<Ending> end(Duration now, Duration lasted, boolean toBeKilled) {
        if (dead.isPresent() && !script.goesOn()) {
            return over(now) && servedSinceCrash.containsAll(alive)
                    ? Ending.of(Result.HOLDS, monitor.verdict())
                    : standstill(now, lasted);
        }
        if (!toBeKilled && over(now) && allServed(now)) {
            return Ending.of(monitor.checked() ? Result.HOLDS : Result.UNDECIDED, monitor.verdict());
        }
        return inVain(now, now.minus(lasted)).or(() -> unserved(now, lasted));
    }

    private boolean over(Duration now) {
        return config.meals().isPresent() && grants >= config.meals().getAsInt()
                || now.minus(began).compareTo(config.length()) >= 0;
    }

    /** Whether no process has been left out, and no resource. */
    private boolean allServed(Duration now) {
        return dead.isPresent()
                ? servedSinceCrash.containsAll(alive) && monitor.missing().isEmpty()
                : waiting.entrySet().stream()
                        .allMatch(each -> served.contains(each.getKey())
                                && now.minus(each.getValue()).compareTo(LONG_WAIT) < 0);
    }

    /**
     * The end of a demo in which a process waits in vain.
     *
     * @param faultless since when no fault explains it
     */
    private Optional<Ending> inVain(Duration now, Duration faultless) {
        for (ProcessId process : alive) {
            Duration asked = waiting.getOrDefault(process, now);
            Duration since = asked.compareTo(faultless) > 0 ? asked : faultless;
            if (now.minus(since).compareTo(PATIENCE) >= 0) {
                String waits = String.format(
                        Locale.ROOT, "process %s has waited since %.1f s", process, asked.toMillis() / 1000.0);
                MembershipView view = views.get(process);
                return view.cutOff() || !view.unreachable().isEmpty()
                        ? Ending.of(Result.UNDECIDED, waits + ", and does not reach all others")
                        : Ending.of(Result.VIOLATED, waits + ", and is not served, although no fault explains it");
            }
        }
        return Optional.empty();
    }

    /** The end of a demo in which no process waits in vain, but something that should happen does not. */
    private Optional<Ending> unserved(Duration now, Duration lasted) {
        if (dead.isPresent() && over(now) && lasted.compareTo(PATIENCE) >= 0) {
            Set<ProcessId> unserved = new TreeSet<>(alive);
            unserved.removeAll(servedSinceCrash);
            if (!unserved.isEmpty() && unserved.stream().noneMatch(waiting::containsKey)) {
                return undecided(
                        "the survivors " + unserved + " have not "
                                + script.wording().done(),
                        "after others did");
            }
            if (unserved.isEmpty()) {
                return undecided("no survivor took what the dead had: " + monitor.missing(), "after others went on");
            }
        }
        return now.minus(lastGrant).compareTo(PATIENCE.multipliedBy(2)) < 0
                ? Optional.empty()
                : undecided("no process has " + script.wording().done(), "after the last grant");
    }

    private static Optional<Ending> undecided(String what, String since) {
        return Ending.of(Result.UNDECIDED, what + ", " + PATIENCE.toSeconds() + " s " + since);
    }
}
