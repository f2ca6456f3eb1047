package symposium.mutex.suzukikasami.census;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.composition.Mutation.steps;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.ISSUE_LOST;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.RELEASE_ANSWERS;
import static symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Rule.TOKEN_DISCARDED;
import static symposium.regeneration.census.Census.Rule.CENSUS_CALLS;
import static symposium.regeneration.census.Census.Rule.CENSUS_PROMISES;

import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.Message;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.OfAlgorithm;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.OfCensus;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus.State;
import symposium.regeneration.census.Census;

/**
 * What holds in every reachable state, whichever process crashes when; and what holds the two protocols together, left
 * out.
 */
final class SuzukiKasamiCensusChecks {

    static final String AT_MOST_ONE = "at most one process has the token";
    static final String DISCARDED = "who has promised a generation has no older token but in its critical section";
    static final String OWES = "who owes an answer is in its critical section";

    private SuzukiKasamiCensusChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                .atMost(1, AT_MOST_ONE, p -> p.process().tokenPresent())
                .distinct("there is at most one token of each generation", SuzukiKasamiCensusChecks::generations)
                .add(MutexInvariants.criticalHoldsToken(
                        p -> p.process().tokenHeld(), p -> p.process().tokenPresent()))
                .state(
                        DISCARDED,
                        p -> p.census().promised() > 0 && p.process().tokenPresent(),
                        p -> p.process().tokenHeld() || !p.holdsDiscarded())
                .state(
                        OWES,
                        p -> p.census().owes().isPresent(),
                        p -> p.process().tokenHeld() && p.holdsDiscarded())
                .state(
                        "a process that asks for answers has promised its own generation, and is the lowest it knows of",
                        p -> p.census().asking(),
                        p -> p.census().promised() > 0
                                && p.process().neighbours().all().stream()
                                        .allMatch(other -> p.process().self().compareTo(other.id()) < 0));
    }

    private static Stream<Long> generations(Configuration<State, Message, User> at) {
        Stream<Long> held = at.states().filter(p -> p.process().tokenPresent()).map(p -> p.fence()
                .generation());
        Stream<Long> sent = at.inTransit(OfAlgorithm.class)
                .filter(message -> message.carried() instanceof SuzukiKasami.Token)
                .map(message -> message.fence().generation());
        return Stream.concat(held, sent);
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Mutation<State, Message, Input, Output> keepsToken =
                next((before, next) -> before.process().tokenPresent()
                        ? next.withProcess(before.process()).withFence(before.fence())
                        : next);
        Mutation<State, Message, Input, Output> unissued =
                step(step -> step.effects().stream().anyMatch(Effect.Output.class::isInstance)
                        ? step
                        : Step.by(step.rule(), step.next().withoutToken()));
        return Variants.of(new SuzukiKasamiCensus(start))
                .mutate(CENSUS_CALLS, "asks no process", silent(), crash(3, NO_DEADLOCK))
                .mutate(CENSUS_PROMISES, "keeps no promise", next(SuzukiKasamiCensusChecks::unpromised), crash(3, OWES))
                .mutate(CENSUS_PROMISES, "keeps the token that it gives up", keepsToken, crash(3, DISCARDED))
                .mutate("census.promises answers inside the critical section", hasty(), crash(3, AT_MOST_ONE))
                .mutate(RELEASE_ANSWERS, "answers nothing", silent(), crash(3, NO_DEADLOCK))
                .mutate(TOKEN_DISCARDED, "is used nevertheless", lenient(), crash(3, AT_MOST_ONE))
                .mutate(ISSUE_LOST, "issues nothing", unissued, crash(3, NO_DEADLOCK));
    }

    private static State unpromised(State p) {
        return p.withCensus(p.census().withPromised(0));
    }

    /** Answers a question as if it were outside, and stays inside. */
    private static Mutation<State, Message, Input, Output> hasty() {
        return steps(original -> (p, event) -> {
            boolean asked = event instanceof Event.Received<Message, Input> received
                    && received.message() instanceof OfCensus of
                    && of.carried() instanceof Census.Question;
            if (!asked || !p.process().tokenHeld()) {
                return original.step(p, event);
            }
            Step<State, Message, Output> step = original.step(p.outside(), event);
            return new Step<>(step.rule(), step.next().withProcess(p.process()).withFence(p.fence()), step.effects());
        });
    }

    /** Takes every token, whatever it has promised. */
    private static Mutation<State, Message, Input, Output> lenient() {
        return steps(original -> (p, event) -> {
            if (!p.process().waiting()) {
                return original.step(p, event);
            }
            Step<State, Message, Output> taken = original.step(unpromised(p), event);
            return new Step<>(taken.rule(), taken.next().withCensus(p.census()), taken.effects());
        });
    }
}
