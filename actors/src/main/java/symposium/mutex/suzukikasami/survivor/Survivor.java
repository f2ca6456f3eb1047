package symposium.mutex.suzukikasami.survivor;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage;
import symposium.mutex.suzukikasami.SuzukiKasamiState;
import symposium.regeneration.census.Census;
import symposium.regeneration.census.CensusMessage;
import symposium.regeneration.census.CensusNews;
import symposium.regeneration.census.CensusRule;
import symposium.regeneration.census.CensusState;
import symposium.regeneration.census.Testimony;

/** Suzuki and Kasami's algorithm, whose token a {@link Census} issues anew when a process has departed. Both are asked, none is copied. */
public final class Survivor implements Protocol<SurvivorState, SurvivorMessage, MutexInput, MutexOutput> {

    private final SuzukiKasami algorithm;
    private final Census census;

    /** @param start where the token starts, and the quorum without which none is issued */
    public Survivor(Start start) {
        this.algorithm = new SuzukiKasami(start.holder());
        this.census = new Census(start);
    }

    @Override
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(algorithm.rules());
        rules.addAll(census.rules());
        // These come with another step, which goes by its own rule.
        rules.removeAll(List.of(CensusRule.REPLIES, CensusRule.COMPLETES));
        rules.addAll(List.of(SurvivorRule.values()));
        return rules;
    }

    @Override
    public SurvivorState initial(ProcessId self, Neighbours neighbours) {
        return new SurvivorState(algorithm.initial(self, neighbours), census.initial(self, neighbours));
    }

    @Override
    public Step<SurvivorState, SurvivorMessage, MutexOutput> step(
            SurvivorState state, Event<SurvivorMessage, MutexInput> event) {
        return new Turn(state).on(event);
    }

    /** One step while it is being taken: the state so far, and the effects so far. */
    private final class Turn {
        private final List<Effect<SurvivorMessage, MutexOutput>> effects = new ArrayList<>();
        private SurvivorState state;
        private Rule rule;

        Turn(SurvivorState state) {
            this.state = state;
        }

        Step<SurvivorState, SurvivorMessage, MutexOutput> on(Event<SurvivorMessage, MutexInput> event) {
            if (event instanceof Event.Input<SurvivorMessage, MutexInput> input) {
                asked(input.input());
            } else if (event instanceof Event.Received<SurvivorMessage, MutexInput> received) {
                received(received.from(), received.message());
            } else if (event instanceof Event.NeighboursChanged<SurvivorMessage, MutexInput> changed) {
                departed(changed);
            } else {
                throw new InvariantViolation("nothing is lost but to and from the departed", event + " at " + state);
            }
            return new Step<>(rule, state, effects);
        }

        private void asked(MutexInput ask) {
            SuzukiKasamiState process = state.process();
            if (ask == MutexInput.RELEASE && !process.tokenHeld()) {
                rule = SurvivorRule.RELEASE_AFTER_LOSS;
            } else if (ask == MutexInput.RELEASE && state.holdsDiscarded()) {
                leaveWithoutToken();
            } else {
                algorithmTakes(new Event.Input<>(ask));
            }
        }

        private void leaveWithoutToken() {
            state = state.with(state.process().outside());
            if (state.census().owes().isPresent()) {
                testify();
                rule = rule instanceof SurvivorRule ? rule : SurvivorRule.RELEASE_ANSWERS;
            } else {
                state = state.with(state.process().withoutToken());
                rule = SurvivorRule.RELEASE_DISCARDS;
            }
        }

        private void received(Neighbour from, SurvivorMessage message) {
            if (!message.isPlain()) {
                censusTakes(new Event.Received<>(from, message.census()));
            } else if (message instanceof SurvivorMessage.Token token && discards(token)) {
                rule = SurvivorRule.TOKEN_DISCARDED;
            } else {
                algorithmTakes(new Event.Received<>(from, message.plain()));
            }
        }

        private boolean discards(SurvivorMessage.Token token) {
            return token.fence().generation() < state.census().promised() || census.tooFew(state.census());
        }

        private void departed(Event.NeighboursChanged<SurvivorMessage, MutexInput> changed) {
            state = state.with(state.process().among(changed.neighbours()));
            censusTakes(new Event.NeighboursChanged<>(changed.neighbours(), changed.departed()));
            if (census.tooFew(state.census())) {
                cutOff();
            }
        }

        /** Others may be many enough to go on: the token is theirs. */
        private void cutOff() {
            SuzukiKasamiState process = state.process();
            if (process.tokenHeld()) {
                effects.add(new Effect.Output<>(
                        new MutexOutput.Lost(process.token().orElseThrow().fence())));
                process = process.outside();
            }
            state = state.with(process.withoutToken());
        }

        // --- Suzuki and Kasami

        private void algorithmTakes(Event<SuzukiKasamiMessage, MutexInput> event) {
            take(algorithm.step(state.process(), event));
        }

        private void take(Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step) {
            rule = step.rule();
            state = state.with(step.next());
            for (Effect<SuzukiKasamiMessage, MutexOutput> effect : step.effects()) {
                if (effect instanceof Effect.Send<SuzukiKasamiMessage, MutexOutput> send) {
                    effects.add(new Effect.Send<>(send.to(), SurvivorMessage.of(send.message())));
                } else if (effect instanceof Effect.Output<SuzukiKasamiMessage, MutexOutput> output) {
                    effects.add(new Effect.Output<>(output.output()));
                }
            }
        }

        // --- the census

        private void censusTakes(Event<CensusMessage, Testimony> event) {
            Step<CensusState, CensusMessage, CensusNews> step = census.step(state.census(), event);
            rule = step.rule();
            state = state.with(step.next());
            for (Effect<CensusMessage, CensusNews> effect : step.effects()) {
                if (effect instanceof Effect.Send<CensusMessage, CensusNews> send) {
                    effects.add(new Effect.Send<>(send.to(), SurvivorMessage.of(send.message())));
                } else if (effect instanceof Effect.Output<CensusMessage, CensusNews> news) {
                    hear(news.output());
                }
            }
        }

        private void hear(CensusNews news) {
            if (news instanceof CensusNews.Complete complete) {
                issue(complete);
            } else if (!state.process().tokenHeld()) {
                Rule asked = rule;
                testify();
                rule = rule instanceof SurvivorRule ? rule : asked;
            }
        }

        /** Gives up the token, if it is here, with the answer. */
        private void testify() {
            SuzukiKasamiState process = state.process();
            state = state.with(process.withoutToken());
            censusTakes(new Event.Input<>(new Testimony(process.granted(), process.tokenPresent())));
        }

        private void issue(CensusNews.Complete complete) {
            SortedMap<ProcessId, Integer> array = new TreeMap<>();
            complete.testimonies().forEach((who, testimony) -> array.put(who, testimony.granted()));
            SuzukiKasamiMessage.Token token = new SuzukiKasamiMessage.Token(array, Fence.start(complete.generation()));
            Rule issues = complete.tokenFound() ? SurvivorRule.ISSUES_FOUND : SurvivorRule.ISSUES_LOST;
            SuzukiKasamiState process = state.process();
            take(
                    process.waiting()
                            ? algorithm.step(process, new Event.Received<>(Neighbour.of(process.self()), token))
                            : algorithm.postlude(process.with(token), issues, issues));
            rule = issues;
        }
    }
}
