package symposium.mutex.tokenring;

import java.util.List;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Variant;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.Told;
import symposium.regeneration.misra.many.Many;
import symposium.regeneration.misra.many.ManyRule;
import symposium.regeneration.misra.many.Watching;

/** The generalizations that come to mind first, and statements left out. */
final class TokenRingVariants {

    private TokenRingVariants() {}

    static List<Variant<TokenRingState, TokenRingMessage, User, Ask, Told>> of(Start start, int tokens) {
        TokenRing original = TokenRing.withTokens(start.holder(), tokens);
        return List.of(
                new Variant<>(
                        "each token regenerates every other",
                        TokenRing.of(new Many(start.holder(), tokens, Watching.EVERY_OTHER))),
                new Variant<>(
                        "each token regenerates all others when they are all lost",
                        TokenRing.of(new Many(start.holder(), tokens, Watching.ALL_OTHERS_AT_ONCE))),
                new Variant<>("one token less", TokenRing.withTokens(start.holder(), Math.max(1, tokens - 1))),
                Variant.bending(original, TokenRingRule.SENDS, "keeps what it sends", TokenRingVariants::keeping),
                Variant.bending(
                        original,
                        ManyRule.REGENERATES,
                        "issues the token under the generation of the lost one",
                        TokenRingVariants::ofOldGeneration));
    }

    private static Step<TokenRingState, TokenRingMessage, Told> keeping(
            Step<TokenRingState, TokenRingMessage, Told> step) {
        return new Step<>(
                step.rule(), step.next().holding(Fence.start(step.next().generation())), step.effects());
    }

    private static Step<TokenRingState, TokenRingMessage, Told> ofOldGeneration(
            Step<TokenRingState, TokenRingMessage, Told> step) {
        TokenRingState next = step.next();
        boolean issued = next.fence()
                .filter(fence -> fence.generation() > 0 && fence.grant() == 0)
                .isPresent();
        return issued
                ? new Step<>(step.rule(), next.holding(Fence.start(next.generation() - 1)), step.effects())
                : step;
    }
}
