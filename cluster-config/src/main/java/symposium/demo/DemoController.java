package symposium.demo;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import symposium.demo.DemoConfig.Death;
import symposium.demo.Outcome.Result;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/** Follows a dinner, and says when the next act begins and how it all has ended. */
final class DemoController implements DemoEvent.Listener {

    /** The acts of a dinner. */
    private enum Act {
        /** The nodes are on their way into the ring. */
        FORMING,
        /** All dine. */
        DINING,
        /** A meal has begun that is not to end. */
        LAST_MEAL,
        /** The node that held the token is dead, and nobody has eaten since. */
        MOURNING,
        /** Others have eaten since. */
        AFTERWARDS
    }

    /** What is to be done to the nodes. */
    interface Stage {
        /** Lets the philosophers begin. */
        void serve();

        /** Kills a node. */
        void kill(ProcessId process);
    }

    private static final Duration BEFORE_FATE = Duration.ofSeconds(6);
    private static final Duration CHOOSY = Duration.ofSeconds(8);
    private static final Duration LAST_MEAL = Duration.ofMillis(400);
    /** For how long nobody is granted after all know of the death, until it is believed. */
    private static final Duration GRIEF = Duration.ofSeconds(6);

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final DemoConfig plan;
    private final DemoScript programme;
    private final VictimSelector fate;
    private final SafetyMonitor witness;
    private final Stage stage;
    private final Set<ProcessId> ready = new HashSet<>();
    private final Set<ProcessId> alive = new TreeSet<>();
    private final Set<ProcessId> fedAfterwards = new TreeSet<>();

    private Act act = Act.FORMING;
    private Duration since = Duration.ZERO;
    private Duration served = Duration.ZERO;
    private Duration lastGrant = Duration.ZERO;
    private int meals;
    private Optional<Duration> known = Optional.empty();
    private final Set<ProcessId> bereaved = new HashSet<>();
    private Optional<ProcessId> victim = Optional.empty();
    private Optional<String> failure = Optional.empty();

    DemoController(DemoConfig plan, DemoScript programme, VictimSelector fate, SafetyMonitor witness, Stage stage) {
        this.plan = plan;
        this.programme = programme;
        this.fate = fate;
        this.witness = witness;
        this.stage = stage;
    }

    /** How long it took until all were on the ring; zero before that. */
    Duration formed() {
        return served;
    }

    @Override
    public void onSeen(Duration at, DemoEvent.Seen it) {
        fate.ringIs(it.view().ring());
        ProcessId self = it.view().self();
        if (victim.filter(it.view().departed()::contains).isPresent()) {
            bereaved.add(self);
            if (known.isEmpty() && bereaved.containsAll(alive)) {
                known = Optional.of(at);
            }
        }
        if (!it.view().cutOff() && it.view().ring().size() == plan.nodes()) {
            ready.add(self);
        } else {
            ready.remove(self);
        }
        if (act == Act.FORMING && ready.size() == plan.nodes()) {
            alive.addAll(ready);
            served = at;
            lastGrant = at;
            begin(Act.DINING, at);
            stage.serve();
        }
    }

    @Override
    public void onStepped(Duration at, DemoEvent.Stepped it) {
        if (it.occurrence() instanceof TraceEvent.Stepped stepped) {
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Schedule<?, ?> schedule) {
                    fate.rests(schedule.timer(), stepped.process());
                }
            }
        }
        if (it.occurrence() instanceof TraceEvent.Failed failed) {
            failure = failure.or(() -> Optional.of("process " + failed.process() + " fails: " + failed.why()));
        }
    }

    @Override
    public void onEating(Duration at, DemoEvent.Eating it) {
        meals++;
        lastGrant = at;
        if (act == Act.DINING && fate.hasStruck(it.process())) {
            victim = Optional.of(it.process());
            begin(Act.LAST_MEAL, at);
        } else if (act == Act.MOURNING) {
            begin(Act.AFTERWARDS, at);
        }
        if (act == Act.AFTERWARDS) {
            fedAfterwards.add(it.process());
        }
    }

    @Override
    public void onEnded(Duration at, DemoEvent.NodeEnded it) {
        alive.remove(it.process());
    }

    /**
     * Lets happen what the time has come for.
     *
     * @return how it has ended, once it has
     */
    Optional<Ending> proceed(Duration now) {
        Optional<String> broken = witness.violation().or(() -> failure);
        if (broken.isPresent()) {
            return ended(Result.VIOLATED, broken.get());
        }
        return switch (act) {
            case FORMING -> forming(now);
            case DINING -> dining(now);
            case LAST_MEAL -> lastMeal(now);
            case MOURNING -> mourning(now);
            case AFTERWARDS -> afterwards(now);
        };
    }

    private Optional<Ending> forming(Duration now) {
        return now.compareTo(plan.formation()) < 0
                ? Optional.empty()
                : ended(
                        Result.UNDECIDED,
                        "the cluster has not formed within " + plan.formation().toSeconds() + " s: " + ready.size()
                                + " of " + plan.nodes() + " nodes see all the others");
    }

    private Optional<Ending> dining(Duration now) {
        if (plan.death() == Death.OF_THE_HOLDER) {
            Duration dined = now.minus(served);
            boolean late = plan.meals().isPresent() && meals >= plan.meals().getAsInt() / 3;
            if (late || dined.compareTo(shorter(BEFORE_FATE, plan.length().dividedBy(3))) >= 0) {
                fate.lookOut(dined.compareTo(BEFORE_FATE.plus(CHOOSY)) < 0);
            }
            return starving(now);
        }
        return over(now) ? ended(Result.HOLDS, witness.verdict()) : starving(now);
    }

    private Optional<Ending> lastMeal(Duration now) {
        if (now.minus(since).compareTo(LAST_MEAL) >= 0) {
            ProcessId dead = victim.orElseThrow();
            alive.remove(dead);
            begin(Act.MOURNING, now);
            stage.kill(dead);
        }
        return Optional.empty();
    }

    private Optional<Ending> mourning(Duration now) {
        if (!programme.goesOn()) {
            return standstill(now);
        }
        return now.minus(since).compareTo(PATIENCE) < 0
                ? Optional.empty()
                : ended(
                        Result.UNDECIDED,
                        "nobody has " + done() + " within " + PATIENCE.toSeconds() + " s after the death of process "
                                + victim.orElseThrow());
    }

    /** Nobody is granted any more, or only whoever had been let in before the death; both is as the algorithm says. */
    private Optional<Ending> standstill(Duration now) {
        if (known.isEmpty()) {
            return now.minus(since).compareTo(PATIENCE) < 0
                    ? Optional.empty()
                    : ended(
                            Result.UNDECIDED,
                            "the survivors have not heard of the death of process " + victim.orElseThrow() + " within "
                                    + PATIENCE.toSeconds() + " s");
        }
        Duration quiet = known.get().compareTo(lastGrant) > 0 ? known.get() : lastGrant;
        if (now.minus(quiet).compareTo(GRIEF) < 0) {
            return Optional.empty();
        }
        return ended(
                Result.HOLDS,
                witness.verdict() + "; nobody is granted any more since the death of process " + victim.orElseThrow()
                        + ", for " + programme.algorithm() + " does not provide for a death");
    }

    private Optional<Ending> afterwards(Duration now) {
        if (!programme.goesOn() && !over(now)) {
            return standstill(now);
        }
        if (!over(now)) {
            return starving(now);
        }
        Set<ProcessId> unfed = new TreeSet<>(alive);
        unfed.removeAll(fedAfterwards);
        if (unfed.isEmpty() && witness.orphans().isEmpty()) {
            return ended(Result.HOLDS, witness.verdict());
        }
        return now.minus(since).compareTo(PATIENCE) < 0
                ? Optional.empty()
                : ended(
                        Result.UNDECIDED,
                        unfed.isEmpty()
                                ? "what the dead had has not been taken since, " + PATIENCE.toSeconds()
                                        + " s after others took something: " + witness.orphans()
                                : "of the survivors, " + unfed + " have not " + done() + " since the death, "
                                        + PATIENCE.toSeconds() + " s after others did");
    }

    /** What users have done when they have had what they asked for. */
    private String done() {
        return programme.wording().done();
    }

    private boolean over(Duration now) {
        return plan.meals().isPresent() && meals >= plan.meals().getAsInt()
                || now.minus(served).compareTo(plan.length()) >= 0;
    }

    private Optional<Ending> starving(Duration now) {
        return now.minus(lastGrant).compareTo(PATIENCE) < 0
                ? Optional.empty()
                : ended(Result.UNDECIDED, "nobody has " + done() + " for " + PATIENCE.toSeconds() + " s");
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Optional<Ending> ended(Result result, String why) {
        return Optional.of(new Ending(result, why));
    }

    /**
     * How a dinner has ended.
     *
     * @param result the kind of outcome
     * @param why the outcome in one line
     */
    record Ending(Result result, String why) {}

    private void begin(Act next, Duration at) {
        act = next;
        since = at;
    }
}
