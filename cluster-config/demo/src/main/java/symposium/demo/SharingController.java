package symposium.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.checker.model.Verdict;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.TokenRecovery;
import symposium.demo.narration.Line;
import symposium.demo.script.DemoScript;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.service.member.MembershipView;

/**
 * The users of a lock, of forks or of resources are granted in turn; a node is killed while its user has a grant, and
 * the survivors go on, or stand still where their algorithm does not tolerate a crash.
 */
final class SharingController extends DemoController {

    private static final Duration BEFORE_CRASH = Duration.ofSeconds(6);
    private static final Duration SELECTIVE = Duration.ofSeconds(8);
    private static final Duration LAST_MEAL = Duration.ofMillis(400);
    /** After this long without a grant, once all know of the crash, the survivors stand still. */
    private static final Duration STANDSTILL = Duration.ofSeconds(6);
    /** A demo does not end while a process has waited for this long. */
    private static final Duration LONG_WAIT = Duration.ofSeconds(6);

    /** The number of rounds of the loss detection within which a lost token is issued again. */
    private static final long RECOVERY_ROUNDS = 8;

    private final VictimSelector selector;
    private final Runnable serve;

    private final Map<ProcessId, MembershipView> views = new HashMap<>();
    private final Set<ProcessId> alive = new TreeSet<>();
    private final Map<ProcessId, Duration> waiting = new HashMap<>();
    /** Since the crash, or where there has been none, since the beginning. */
    private final Set<ProcessId> served = new HashSet<>();

    private int grants;
    private Duration lastGrant = Duration.ZERO;
    /** Since when no fault explains that a process waits: since the beginning, or the first grant after a crash. */
    private Duration faultless = Duration.ZERO;

    /** What would bring back a token that is lost, until there is a grant again. */
    private Optional<TokenRecovery> missing = Optional.empty();

    private Optional<Duration> lastMeal = Optional.empty();
    private Optional<Duration> known = Optional.empty();

    /** @param serve lets the users begin */
    SharingController(
            DemoConfig config,
            DemoScript script,
            SafetyMonitor monitor,
            Consumer<ProcessId> kill,
            VictimSelector selector,
            Runnable serve) {
        super(config, script, monitor, kill);
        this.selector = selector;
        this.serve = serve;
        on(DemoEvent.Seen.class, (at, it) -> seen(at, it.view()));
        on(DemoEvent.Stepped.class, (at, it) -> stepped(it.event()));
        on(DemoEvent.Requested.class, (at, it) -> waiting.put(it.process(), at));
        on(DemoEvent.Granted.class, (at, it) -> granted(at, it.process()));
        on(DemoEvent.NodeEnded.class, (at, it) -> alive.remove(it.process()));
        // What a link costs that was cut, and a process that was taken for dead.
        on(DemoEvent.Suffered.class, (at, it) -> faultless = at);
        on(DemoEvent.TokenLost.class, (at, it) -> it.recovery().ifPresent(recovery -> loses(at, recovery)));
    }

    private void loses(Duration at, TokenRecovery recovery) {
        if (recovery.byItself()) {
            faultless = at.plus(config.rests().multipliedBy(RECOVERY_ROUNDS * config.nodes()));
        } else {
            missing = Optional.of(recovery);
        }
    }

    private void seen(Duration at, MembershipView view) {
        selector.ringIs(view.ring());
        views.put(view.self(), view);
        if (formed().isEmpty() && seeAll() == config.nodes()) {
            forms(at);
            alive.addAll(views.keySet());
            lastGrant = at;
            faultless = at;
            serve.run();
        }
        boolean allKnow = dead().isPresent()
                && alive.stream().allMatch(each -> views.get(each).departed().contains(dead().get()));
        known = known.or(() -> allKnow ? Optional.of(at) : Optional.empty());
    }

    private long seeAll() {
        return views.values().stream()
                .filter(view -> !view.cutOff() && view.ring().size() == config.nodes())
                .count();
    }

    private void stepped(TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Schedule<?, ?> schedule) {
                    selector.starts(schedule.timer(), stepped.process());
                }
            }
        }
    }

    private void granted(Duration at, ProcessId process) {
        if (dead().isPresent() && served.isEmpty() || missing.isPresent()) {
            faultless = at;
        }
        missing = Optional.empty();
        grants++;
        lastGrant = at;
        waiting.remove(process);
        served.add(process);
        if (selector.victim().filter(process::equals).isPresent()) {
            lastMeal = Optional.of(at);
        }
    }

    @Override
    Optional<Ending> next(Duration now) {
        if (formed().isEmpty()) {
            return !isLong(now, config.formation())
                    ? Optional.empty()
                    : Ending.of(
                            Verdict.UNDECIDED,
                            "the cluster has not formed within "
                                    + config.formation().toSeconds() + " s: " + seeAll() + " of " + config.nodes()
                                    + " nodes see all the others");
        }
        condemned().ifPresent(victim -> die(now, victim));
        if (toBeKilled()) {
            crash(now, now.minus(formed().get()));
        } else if (over(now) && allServed(now)) {
            return Ending.of(monitor.checked() ? Verdict.HOLDS : Verdict.UNDECIDED, monitor.verdict());
        }
        if (missing.isPresent()) {
            return tokenless(now, missing.get());
        }
        return dead().isPresent() && !script.goesOn() ? standstill(now) : unserved(now);
    }

    /** It is for somebody at the page to let a node depart, if that helps. */
    private Optional<Ending> tokenless(Duration now, TokenRecovery recovery) {
        return over(now)
                ? Ending.of(
                        monitor.checked() ? Verdict.HOLDS : Verdict.UNDECIDED,
                        monitor.verdict() + "; the token is lost: " + script.sentence(recovery))
                : Optional.empty();
    }

    private void crash(Duration now, Duration lasted) {
        Duration third = config.length().dividedBy(3);
        boolean late = config.meals().isPresent() && grants >= config.meals().getAsInt() / 3;
        if (late || isLong(lasted, BEFORE_CRASH.compareTo(third) <= 0 ? BEFORE_CRASH : third)) {
            selector.start(!isLong(lasted, BEFORE_CRASH.plus(SELECTIVE)));
        }
        if (lastMeal.isPresent() && isLong(now.minus(lastMeal.get()), LAST_MEAL)) {
            die(now, selector.victim().orElseThrow());
        }
    }

    private void die(Duration now, ProcessId victim) {
        alive.remove(victim);
        served.clear();
        faultless = now;
        known = Optional.empty();
        kill(victim);
    }

    private boolean over(Duration now) {
        return config.meals().isPresent() && grants >= config.meals().getAsInt()
                || isLong(now.minus(formed().orElseThrow()), config.length());
    }

    /** Whether no process has been left out, and no resource. */
    private boolean allServed(Duration now) {
        return dead().isPresent()
                ? served.containsAll(alive) && monitor.missing().isEmpty()
                : waiting.entrySet().stream()
                        .allMatch(each ->
                                served.contains(each.getKey()) && !isLong(now.minus(each.getValue()), LONG_WAIT));
    }

    /** The algorithm does not tolerate a crash, and so no process is granted after it. */
    private Optional<Ending> standstill(Duration now) {
        ProcessId victim = dead().orElseThrow();
        if (known.isEmpty()) {
            return !isLong(now.minus(faultless), PATIENCE)
                    ? Optional.empty()
                    : Ending.undecided("some survivors do not know of the death of process " + victim, "after it");
        }
        return !isLong(now.minus(known.get()), STANDSTILL) || !isLong(now.minus(lastGrant), STANDSTILL)
                ? Optional.empty()
                : Ending.of(
                        Verdict.HOLDS,
                        monitor.verdict() + "; no process is granted after the death of process " + victim + ": "
                                + script.algorithm() + " does not tolerate a crash");
    }

    /** The end of a demo in which a process or a resource is left out. */
    private Optional<Ending> unserved(Duration now) {
        if (isLong(now.minus(lastGrant), PATIENCE.multipliedBy(2))) {
            return Ending.of(Verdict.UNDECIDED, "no process is granted, and none waits");
        }
        boolean recovers = dead().isPresent() && served.isEmpty();
        for (ProcessId process : recovers ? Set.<ProcessId>of() : alive) {
            Duration asked = waiting.getOrDefault(process, now);
            if (isLong(now.minus(asked.compareTo(faultless) > 0 ? asked : faultless), PATIENCE)) {
                return inVain(process, asked);
            }
        }
        if (!isLong(now.minus(faultless), PATIENCE) || !over(now) && !recovers) {
            return Optional.empty();
        }
        Set<ProcessId> others = new TreeSet<>(alive);
        others.removeAll(served);
        others.removeAll(waiting.keySet());
        String done = " not " + script.words("done");
        if (recovers || !others.isEmpty()) {
            return Ending.undecided(
                    "the survivors " + (recovers ? alive : others) + " have" + done,
                    recovers ? "after the crash" : "after others did");
        }
        return monitor.missing().isEmpty()
                ? Optional.empty()
                : Ending.undecided("no survivor took what the dead had: " + monitor.missing(), "after the first grant");
    }

    private Optional<Ending> inVain(ProcessId process, Duration asked) {
        String waits = "process " + process + " has waited since " + Line.seconds(asked);
        MembershipView view = views.get(process);
        return view.cutOff() || !view.unreachable().isEmpty()
                ? Ending.of(Verdict.UNDECIDED, waits + ", and does not reach all others")
                : Ending.of(Verdict.VIOLATED, waits + " and is not served, although no fault explains it");
    }
}
