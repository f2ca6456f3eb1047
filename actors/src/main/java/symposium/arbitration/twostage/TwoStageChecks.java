package symposium.arbitration.twostage;

import static symposium.arbitration.twostage.TwoStage.Mood.EATING;
import static symposium.arbitration.twostage.TwoStage.Mood.HUNGRY;
import static symposium.arbitration.twostage.TwoStage.Rule.T0;
import static symposium.arbitration.twostage.TwoStage.Rule.T2;
import static symposium.arbitration.twostage.TwoStage.Rule.UNDIRECTED;
import static symposium.arbitration.twostage.TwoStage.Rule.YIELD;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningInvariants;
import symposium.arbitration.ForkSet;
import symposium.arbitration.twostage.TwoStage.Fork;
import symposium.arbitration.twostage.TwoStage.Message;
import symposium.arbitration.twostage.TwoStage.State;
import symposium.arbitration.twostage.TwoStage.Undirected;
import symposium.kernel.Step;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/**
 * The invariants of section 5, where an arrow leads from X to Y while X is tabled and counts Y among the tabled; and
 * statements left out.
 */
final class TwoStageChecks {

    private static final String Q0 = "Q0: the fork of two neighbours is directed, one way, if both are tabled, and"
            + " only if so or T2's news is in transit";
    private static final String Q1 = "Q1: a philosopher is hungry or without outgoing arrows";

    private TwoStageChecks() {}

    static Invariants<State, Message, User> invariants() {
        return DiningInvariants.<State, Message>standard()
                // "both X and Y are tabled" = "the fork shared by X and Y is directed", news of T2 taking its time
                .pair(
                        Q0,
                        pair -> pair.p().isTabled() && DiningInvariants.neighbours(pair),
                        TwoStageChecks::directedOneWayIfBothAreTabled)
                // "X is hungry" or "X is without outgoing arrows"
                .state(Q1, p -> p.mood() != HUNGRY, p -> p.outgoing().isEmpty())
                // "directed forks do not form directed cycles"
                .whole(
                        "Q2: directed forks do not form directed cycles",
                        at -> at.states().anyMatch(p -> !p.outgoing().isEmpty()),
                        at -> DiningInvariants.acyclic(at, (id, p) -> p.outgoing()))
                .whole(
                        "T0: of two neighbours at most one owns the fork of the first stage",
                        at -> at.states().anyMatch(p -> p.forks().owned() > 0),
                        DiningInvariants.eachForkIsInOnePlace(p -> p.forks().here(), Fork.class))
                .process(
                        "a philosopher eats as its user does, and is before its meal when its user is hungry",
                        (p, user) -> p.user() == user);
    }

    private static boolean directedOneWayIfBothAreTabled(ProcessPair<State, Message, User> pair) {
        boolean there = pair.p().outgoing().contains(pair.second().id());
        boolean back = pair.q().outgoing().contains(pair.first().id());
        if (!pair.toP(Undirected.class).isEmpty()) {
            return true;
        }
        return pair.q().isTabled()
                ? there != back || !pair.toQ(Undirected.class).isEmpty()
                : !there;
    }

    static Variants<State, Message, Input, Output> variants() {
        return Variants.of(new TwoStage())
                .mutate(T2, "does not make its forks undirected", silent())
                .mutate(T0, "directs no arrows, and eats at once", step(TwoStageChecks::eatingAtOnce))
                .mutate(UNDIRECTED, "eats when the first outgoing arrow disappears", step(TwoStageChecks::eatingEarly))
                .mutate(YIELD, "hands no fork over, against P0", silent());
    }

    private static Step<State, Message, Output> eatingAtOnce(Step<State, Message, Output> t0) {
        return eating(t0.next().withTabled(ForkSet.NONE), t0);
    }

    private static Step<State, Message, Output> eatingEarly(Step<State, Message, Output> one) {
        return one.next().mood() == HUNGRY ? eating(one.next(), one) : one;
    }

    private static Step<State, Message, Output> eating(State p, Step<State, Message, Output> step) {
        return new Step<>(step.rule(), p.withMood(EATING), step.effects()).tell(new Output.Eats());
    }
}
