package symposium.mutex.tokenring;

import java.util.ArrayList;
import java.util.List;
import symposium.kernel.Fault;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.regeneration.misra.many.Many;
import symposium.regeneration.misra.many.ManyRule;
import symposium.regeneration.misra.many.Watching;

/** The generalizations that come to mind first, and statements left out. */
final class TokenRingVariants {

    private TokenRingVariants() {}

    static List<Variant<TokenRingState, TokenRingMessage, Input, Output>> of(Start start, int tokens) {
        TokenRing original = TokenRing.withTokens(start.holder(), tokens);
        List<Variant<TokenRingState, TokenRingMessage, Input, Output>> variants = new ArrayList<>();
        // Of two tokens each watches every other as it is.
        if (tokens > 2) {
            variants.add(new Variant<>(
                    "each token regenerates every other",
                    TokenRing.of(new Many(start.holder(), tokens, Watching.EVERY_OTHER)),
                    Scenario.of(1, "never two of a kind: at most one watcher 2").withFault(Fault.LOSS, 1)));
            variants.add(new Variant<>(
                    "each token regenerates all others when they are all lost",
                    TokenRing.of(new Many(start.holder(), tokens, Watching.ALL_OTHERS_AT_ONCE)),
                    Scenario.of(1, "no fair starvation").withFault(Fault.LOSS, 1)));
        }
        variants.add(new Variant<>(
                "one token less",
                TokenRing.withTokens(start.holder(), Math.max(1, tokens - 1)),
                Scenario.of(1, "no deadlock").withFault(Fault.LOSS, Math.max(1, tokens - 1))));
        variants.add(Variant.bending(
                original,
                TokenRingRule.SENDS,
                "keeps what it sends",
                TokenRingVariants::keeping,
                Scenario.of(1, "the token is here with its fence, of the highest generation heard of")));
        variants.add(Variant.bending(
                original,
                ManyRule.REGENERATES,
                "issues the token under the generation of the lost one",
                TokenRingVariants::ofOldGeneration,
                Scenario.of(2, "a grant carries a greater fence than all grants before it")
                        .withFault(Fault.LOSS, 1)));
        return List.copyOf(variants);
    }

    private static Step<TokenRingState, TokenRingMessage, Output> keeping(
            Step<TokenRingState, TokenRingMessage, Output> step) {
        return new Step<>(
                step.rule(), step.next().holding(Fence.start(step.next().generation())), step.effects());
    }

    private static Step<TokenRingState, TokenRingMessage, Output> ofOldGeneration(
            Step<TokenRingState, TokenRingMessage, Output> step) {
        TokenRingState next = step.next();
        boolean issued = next.fence()
                .filter(fence -> fence.generation() > 0 && fence.grant() == 0)
                .isPresent();
        return issued
                ? new Step<>(step.rule(), next.holding(Fence.start(next.generation() - 1)), step.effects())
                : step;
    }
}
