package symposium.arbitration.twostage;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import symposium.arbitration.ArbitrationAlgorithm;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.twostage.TwoStageState.Mood;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** The two-stage solution in the catalogue. */
public final class TwoStageAlgorithm implements ArbitrationAlgorithm<TwoStageState, TwoStageMessage> {

    @Override
    public String name() {
        return "two-stage";
    }

    @Override
    public String source() {
        return "E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, section 5";
    }

    @Override
    public Channels channels() {
        return Channels.FIFO;
    }

    @Override
    public String cost() {
        return "0 to 3 for each fork: a request and the fork, where it lies with the neighbour, and the news that it is undirected";
    }

    @Override
    public String assumptions() {
        return "orders of grabbing without danger of deadlock, as ascending ones are; nothing is lost but to and from the dead";
    }

    @Override
    public Class<TwoStageMessage> messages() {
        return TwoStageMessage.class;
    }

    @Override
    public TwoStage protocol(Start start) {
        return new TwoStage(false);
    }

    /** Forks carry the number of their uses. */
    @Override
    public TwoStage withFences(Start start) {
        return new TwoStage(true);
    }

    @Override
    public List<Invariant<TwoStageState, TwoStageMessage, User>> invariants() {
        return TwoStageLaws.all();
    }

    @Override
    public List<Variant<TwoStageState, TwoStageMessage, Input, Output>> variants(Start start) {
        TwoStage original = protocol(start);
        return List.of(
                Variant.bending(
                        original,
                        TwoStageRule.T2,
                        "does not make its forks undirected",
                        Variant::silenced,
                        Scenario.of(
                                2,
                                "Q0: the fork of two neighbours is directed, one way, if both are tabled, and only if so or T2's news is under way")),
                Variant.bending(
                        original,
                        TwoStageRule.T0,
                        "directs no arrows, and eats at once",
                        TwoStageAlgorithm::eatingAtOnce,
                        Scenario.of(2, "no two neighbours eat at once")),
                Variant.bending(
                        original,
                        TwoStageRule.UNDIRECTED,
                        "eats when the first outgoing arrow disappears",
                        TwoStageAlgorithm::eatingEarly,
                        Scenario.of(3, "Q1: a philosopher is hungry or without outgoing arrows")),
                Variant.bending(
                        original,
                        TwoStageRule.YIELD,
                        "hands no fork over, against P0",
                        Variant::silenced,
                        Scenario.of(2, "no deadlock")));
    }

    private static Step<TwoStageState, TwoStageMessage, Output> eatingAtOnce(
            Step<TwoStageState, TwoStageMessage, Output> step) {
        TwoStageState eating = step.next();
        for (var other : eating.tabled()) {
            eating = eating.undirected(other);
        }
        return new Step<>(step.rule(), eating.feeling(Mood.EATING), step.effects())
                .tell(new Output.Eats(eating.fences()));
    }

    private static Step<TwoStageState, TwoStageMessage, Output> eatingEarly(
            Step<TwoStageState, TwoStageMessage, Output> step) {
        return step.next().mood() == Mood.HUNGRY
                ? new Step<>(step.rule(), step.next().feeling(Mood.EATING), step.effects())
                        .tell(new Output.Eats(step.next().fences()))
                : step;
    }

    /** What takes departures, or more philosophers. */
    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        if (processes == 1) {
            return EnumSet.complementOf(EnumSet.of(TwoStageRule.WANT_T0_T1, TwoStageRule.T2));
        }
        Set<TwoStageRule> silent = EnumSet.of(
                TwoStageRule.WANT_T0,
                TwoStageRule.DEPARTED,
                TwoStageRule.DEPARTED_T0,
                TwoStageRule.DEPARTED_T0_T1,
                TwoStageRule.DEPARTED_T1,
                TwoStageRule.CUT_OFF,
                TwoStageRule.LOST,
                TwoStageRule.WANT_CUT_OFF,
                TwoStageRule.FINISH_LOST,
                TwoStageRule.LATE);
        if (processes == 2) {
            silent.add(TwoStageRule.OWN);
            silent.add(TwoStageRule.UNDIRECTED);
        }
        return silent;
    }
}
