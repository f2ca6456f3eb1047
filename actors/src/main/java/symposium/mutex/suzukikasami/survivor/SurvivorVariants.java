package symposium.mutex.suzukikasami.survivor;

import java.util.List;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Fault;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.regeneration.census.CensusRule;

/** What holds the two together, left out; each fails with one crash, or two. */
final class SurvivorVariants {

    private SurvivorVariants() {}

    static List<Variant<SurvivorState, SurvivorMessage, MutexInput, MutexOutput>> of(Survivor original) {
        return List.of(
                Variant.bending(
                        original,
                        CensusRule.CALLS,
                        "asks nobody",
                        Variant::silenced,
                        Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)),
                Variant.bending(
                        original,
                        CensusRule.PROMISES,
                        "keeps no promise",
                        SurvivorVariants::forgetful,
                        Scenario.of(3, "who owes an answer is in its critical section")
                                .withFault(Fault.CRASH, 1)),
                new Variant<>(
                        "census.promises keeps the token that it gives up",
                        new KeepingToken(original),
                        Scenario.of(3, "who has promised a generation has no older token but in its critical section")
                                .withFault(Fault.CRASH, 1)),
                new Variant<>(
                        "census.promises answers inside the critical section",
                        new Hasty(original),
                        Scenario.of(3, "at most one process has the token").withFault(Fault.CRASH, 1)),
                Variant.bending(
                        original,
                        SurvivorRule.RELEASE_ANSWERS,
                        "answers nothing",
                        Variant::silenced,
                        Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)),
                new Variant<>(
                        "token.discarded is used nevertheless",
                        new Lenient(original),
                        Scenario.of(3, "a grant carries a greater fence than all grants before it")
                                .withFault(Fault.CRASH, 1)),
                Variant.bending(
                        original,
                        SurvivorRule.ISSUES_LOST,
                        "issues nothing",
                        SurvivorVariants::unissued,
                        Scenario.of(3, "no deadlock").withFault(Fault.CRASH, 1)));
    }

    private static Step<SurvivorState, SurvivorMessage, MutexOutput> forgetful(
            Step<SurvivorState, SurvivorMessage, MutexOutput> step) {
        SurvivorState next = step.next();
        return new Step<>(step.rule(), unpromised(next), step.effects());
    }

    private static SurvivorState unpromised(SurvivorState state) {
        var census = state.census();
        return state.with(new symposium.regeneration.census.CensusState(
                census.self(), census.neighbours(), 0, census.owes(), census.answers()));
    }

    private static Step<SurvivorState, SurvivorMessage, MutexOutput> unissued(
            Step<SurvivorState, SurvivorMessage, MutexOutput> step) {
        SurvivorState next = step.next();
        boolean granted = step.effects().stream().anyMatch(Effect.Output.class::isInstance);
        return granted ? step : Step.by(step.rule(), next.with(next.process().withoutToken()));
    }

    /** The algorithm, but for how it takes some events. */
    private abstract static class Bent implements Protocol<SurvivorState, SurvivorMessage, MutexInput, MutexOutput> {
        final Survivor original;

        Bent(Survivor original) {
            this.original = original;
        }

        @Override
        public List<? extends Rule> rules() {
            return original.rules();
        }

        @Override
        public SurvivorState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }
    }

    private static final class KeepingToken extends Bent {
        KeepingToken(Survivor original) {
            super(original);
        }

        @Override
        public Step<SurvivorState, SurvivorMessage, MutexOutput> step(
                SurvivorState state, Event<SurvivorMessage, MutexInput> event) {
            Step<SurvivorState, SurvivorMessage, MutexOutput> step = original.step(state, event);
            return step.rule() == CensusRule.PROMISES && state.process().tokenPresent()
                    ? new Step<>(step.rule(), step.next().with(state.process()), step.effects())
                    : step;
        }
    }

    /** Answers a question as if it were outside, and stays inside. */
    private static final class Hasty extends Bent {
        Hasty(Survivor original) {
            super(original);
        }

        @Override
        public Step<SurvivorState, SurvivorMessage, MutexOutput> step(
                SurvivorState state, Event<SurvivorMessage, MutexInput> event) {
            boolean asked = event instanceof Event.Received<SurvivorMessage, MutexInput> received
                    && received.message() instanceof SurvivorMessage.Question;
            if (!asked || !state.process().tokenHeld()) {
                return original.step(state, event);
            }
            Step<SurvivorState, SurvivorMessage, MutexOutput> step =
                    original.step(state.with(state.process().outside()), event);
            return new Step<>(step.rule(), step.next().with(state.process()), step.effects());
        }
    }

    /** Takes every token, whatever it has promised. */
    private static final class Lenient extends Bent {
        Lenient(Survivor original) {
            super(original);
        }

        @Override
        public Step<SurvivorState, SurvivorMessage, MutexOutput> step(
                SurvivorState state, Event<SurvivorMessage, MutexInput> event) {
            Step<SurvivorState, SurvivorMessage, MutexOutput> step = original.step(state, event);
            if (step.rule() != SurvivorRule.TOKEN_DISCARDED || !state.process().waiting()) {
                return step;
            }
            Step<SurvivorState, SurvivorMessage, MutexOutput> taken = original.step(unpromised(state), event);
            return new Step<>(taken.rule(), taken.next().with(state.census()), taken.effects());
        }
    }
}
