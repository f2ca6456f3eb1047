package symposium.mutex.suzukikasami;

import static symposium.mutex.suzukikasami.SuzukiKasamiRule.ACCESS;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.POSTLUDE_KEEPS;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.POSTLUDE_SENDS;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.PRELUDE_BROADCAST;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.PRELUDE_PRESENT;
import static symposium.mutex.suzukikasami.SuzukiKasamiRule.REQUEST_SENDS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.Variant;
import symposium.mutex.Fence;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Request;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Token;
import symposium.mutex.suzukikasami.SuzukiKasamiState.Place;

/** The misreadings of section 3, and statements left out. */
final class SuzukiKasamiVariants {

    /** The one that holds as long as links keep the order, and needs two requests of a process to fail when they do not. */
    static final String WITHOUT_MAX = "request(j) <- k, without max";

    private SuzukiKasamiVariants() {}

    static List<Variant<SuzukiKasamiState, SuzukiKasamiMessage, MutexInput, MutexOutput>> of(SuzukiKasami original) {
        return List.of(
                new Variant<>(
                        "a request comes between the test of token_present and token_held <- T",
                        new Interrupted(original, PRELUDE_PRESENT),
                        Scenario.of(2, "whoever is in the critical section holds the token")),
                new Variant<>(
                        "a request comes between token_present <- T and token_held <- T",
                        new Interrupted(original, ACCESS),
                        Scenario.of(2, "where the token rests no request is known that has not been granted")),
                new Variant<>(
                        "the search goes on after the token is sent",
                        original.read(Reading.RIGHT.withoutBreak()),
                        Scenario.of(
                                3,
                                "all token_present have the value F when and only when the token is being transferred")),
                new Variant<>(
                        "request(l) > token(j) for the P_j that searches, as section 3.3 says",
                        original.read(Reading.RIGHT.granting((request, token, i, j) -> request > token.of(i))),
                        Scenario.of(2, "where the token rests no request is known that has not been granted")),
                new Variant<>(
                        "request(j) >= token(j)",
                        original.read(Reading.RIGHT.granting((request, token, i, j) -> request >= token.of(j))),
                        Scenario.of(2, "the token is sent to nobody but who waits for it")),
                new Variant<>(
                        WITHOUT_MAX,
                        original.read(Reading.RIGHT.noting((known, k) -> k)),
                        Scenario.of(3, "the request of who waits is known, or on its way, to everyone")
                                .withRequests(2)),
                new Variant<>(
                        "the search begins with P_1, not with the successor",
                        original.read(Reading.RIGHT.searching(Reading::fromTheFirst)),
                        Scenario.of(3, "the token goes to the first, round the ring, of whom a request is known")),
                Variant.bending(
                        original,
                        PRELUDE_BROADCAST,
                        "leaves the clock alone",
                        SuzukiKasamiVariants::clockLeftAlone,
                        Scenario.of(2, "token(j) is how many requests of P_j have been granted")),
                Variant.bending(
                        original,
                        PRELUDE_BROADCAST,
                        "sends no request",
                        Variant::silenced,
                        Scenario.of(2, "the request of who waits is known, or on its way, to everyone")),
                Variant.bending(
                        original,
                        POSTLUDE_SENDS,
                        "does not record the last holding",
                        SuzukiKasamiVariants::unrecorded,
                        Scenario.of(2, "token(j) is how many requests of P_j have been granted")),
                Variant.bending(
                        original,
                        POSTLUDE_SENDS,
                        "sends no token",
                        Variant::silenced,
                        Scenario.of(
                                2,
                                "all token_present have the value F when and only when the token is being transferred")),
                Variant.bending(
                        original,
                        POSTLUDE_SENDS,
                        "leaves token_present as it is",
                        SuzukiKasamiVariants::keepingWhatItSends,
                        Scenario.of(2, "where the token rests no request is known that has not been granted")),
                Variant.bending(
                        original,
                        POSTLUDE_KEEPS,
                        "leaves token_held as it is",
                        step -> new Step<>(step.rule(), step.next().at(Place.INSIDE), step.effects()),
                        Scenario.of(1, "whoever is in the critical section holds the token")),
                Variant.bending(
                        original,
                        REQUEST_SENDS,
                        "sends no token",
                        Variant::silenced,
                        Scenario.of(
                                2,
                                "all token_present have the value F when and only when the token is being transferred")),
                new Variant<>(
                        "the token is sent though it is held",
                        new Generous(original),
                        Scenario.of(2, "whoever is in the critical section holds the token")));
    }

    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> clockLeftAlone(
            Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step) {
        SuzukiKasamiState next = step.next();
        int before = next.clock() - 1;
        return mapped(
                step,
                new SuzukiKasamiState(
                        next.self(), next.neighbours(), before, next.place(), next.requests(), next.token()),
                message -> new Request(before));
    }

    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> unrecorded(
            Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step) {
        SuzukiKasamiState next = step.next();
        return mapped(step, next, message -> ((Token) message).with(next.self(), Math.max(0, next.clock() - 1)));
    }

    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> keepingWhatItSends(
            Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step) {
        Token sent = step.effects().stream()
                .map(effect -> (Token) ((Effect.Send<SuzukiKasamiMessage, MutexOutput>) effect).message())
                .findFirst()
                .orElseThrow();
        return new Step<>(step.rule(), step.next().with(sent), step.effects());
    }

    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> mapped(
            Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step,
            SuzukiKasamiState next,
            java.util.function.UnaryOperator<SuzukiKasamiMessage> bend) {
        List<Effect<SuzukiKasamiMessage, MutexOutput>> effects = new ArrayList<>();
        for (Effect<SuzukiKasamiMessage, MutexOutput> effect : step.effects()) {
            effects.add(
                    effect instanceof Effect.Send<SuzukiKasamiMessage, MutexOutput> send
                            ? new Effect.Send<>(send.to(), bend.apply(send.message()))
                            : effect);
        }
        return new Step<>(step.rule(), next, effects);
    }

    /** The text of the postlude where the token has gone meanwhile. */
    private static Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> nothingToSend(SuzukiKasamiState process) {
        return Step.by(POSTLUDE_KEEPS, process.outside());
    }

    /** What is under way in a prelude that can be interrupted. */
    private enum Rest implements Timer, Rule {
        /** {@code token_held <- T}, at some later moment. */
        TOKEN_HELD;

        @Override
        public String label() {
            return "prelude.later";
        }
    }

    /** A prelude in two steps: {@code token_held <- T} comes later than what is before it. */
    private record Interrupted(SuzukiKasami original, SuzukiKasamiRule split)
            implements Protocol<SuzukiKasamiState, SuzukiKasamiMessage, MutexInput, MutexOutput> {

        @Override
        public List<? extends Rule> rules() {
            List<Rule> rules = new ArrayList<>(original.rules());
            rules.add(Rest.TOKEN_HELD);
            return rules;
        }

        @Override
        public SuzukiKasamiState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }

        @Override
        public Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step(
                SuzukiKasamiState process, Event<SuzukiKasamiMessage, MutexInput> event) {
            if (event instanceof Event.Timeout) {
                Optional<Token> granting = process.token().map(Token::granting);
                return Step.<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput>by(
                                Rest.TOKEN_HELD,
                                granting.map(process::with).orElse(process).at(Place.INSIDE))
                        .tell(new MutexOutput.Granted(granting.map(Token::fence).orElse(Fence.NONE)));
            }
            if (process.tokenHeld() && !process.tokenPresent() && event instanceof Event.Input) {
                return nothingToSend(process);
            }
            Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step = original.step(process, event);
            if (step.rule() != split) {
                return step;
            }
            Token present = event instanceof Event.Received<SuzukiKasamiMessage, MutexInput> received
                    ? (Token) received.message()
                    : process.token().orElseThrow();
            return Step.<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput>by(
                            split, process.with(present).at(Place.OUTSIDE))
                    .schedule(Rest.TOKEN_HELD);
        }
    }

    /** {@code and not token_held} left out where a request comes. */
    private record Generous(SuzukiKasami original)
            implements Protocol<SuzukiKasamiState, SuzukiKasamiMessage, MutexInput, MutexOutput> {

        @Override
        public List<? extends Rule> rules() {
            return original.rules();
        }

        @Override
        public SuzukiKasamiState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }

        @Override
        public Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step(
                SuzukiKasamiState process, Event<SuzukiKasamiMessage, MutexInput> event) {
            if (process.tokenHeld() && !process.tokenPresent() && event instanceof Event.Input) {
                return nothingToSend(process);
            }
            boolean held = process.tokenHeld() && event instanceof Event.Received;
            Step<SuzukiKasamiState, SuzukiKasamiMessage, MutexOutput> step =
                    original.step(held ? process.outside() : process, event);
            return held ? new Step<>(step.rule(), step.next().at(Place.INSIDE), step.effects()) : step;
        }
    }
}
