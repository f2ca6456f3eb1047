package symposium.mutex.tokenring;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.regeneration.misra.many.ManyRule;
import symposium.regeneration.misra.many.Rest;

/** Le Lann's token with one that watches it, in the catalogue; with more of these, {@link #withTokens}. */
public class TokenRingAlgorithm implements MutexAlgorithm<TokenRingState, TokenRingMessage> {

    private static final int TWO = 2;

    private final int tokens;

    /** With two tokens, Misra's ping and pong. */
    public TokenRingAlgorithm() {
        this(TWO);
    }

    TokenRingAlgorithm(int tokens) {
        this.tokens = tokens;
    }

    /**
     * The same with so many tokens.
     *
     * @param tokens 1 or more, the one with the privilege included
     */
    public static TokenRingAlgorithm withTokens(int tokens) {
        return new TokenRingAlgorithm(tokens);
    }

    @Override
    public final String name() {
        return tokens == TWO ? "token-ring" : "token-ring-" + tokens;
    }

    @Override
    public final String source() {
        return "G. Le Lann 1977, with J. Misra's regeneration 1983"
                + (tokens == TWO ? "" : " generalized to " + tokens + " tokens") + "; after Raynal, section 4";
    }

    @Override
    public final List<Topology> topologies() {
        return List.of(Shape.RING);
    }

    @Override
    public final List<Rest> timers() {
        return IntStream.range(0, tokens).mapToObj(Rest::new).toList();
    }

    @Override
    public final List<Rest> lossDetectionTimers() {
        return IntStream.range(1, tokens).mapToObj(Rest::new).toList();
    }

    @Override
    public final Channels channels() {
        return Channels.FIFO;
    }

    /** What a crash leaves of the tokens goes on; see {@link #assumptions()}. */
    @Override
    public final MembershipTolerance tolerates() {
        return MembershipTolerance.DEPARTURES;
    }

    @Override
    public final String cost() {
        return tokens + "n per round of all tokens, whether anyone enters or not; at saturation " + tokens
                + " per entry when all go at the same pace";
    }

    @Override
    public final String assumptions() {
        return tokens == 1
                ? "no token is lost; a crash that takes the token with it leaves a ring on which nobody enters any more"
                : "never are all " + tokens
                        + " tokens lost, or gone with who crashes; if they are, nobody enters any more";
    }

    @Override
    public final Class<TokenRingMessage> messages() {
        return TokenRingMessage.class;
    }

    @Override
    public final boolean finiteStateSpace() {
        return false;
    }

    @Override
    public final TokenRing protocol(Start start) {
        return TokenRing.withTokens(start.holder(), tokens);
    }

    @Override
    public final List<Invariant<TokenRingState, TokenRingMessage, User>> invariants() {
        return TokenRingLaws.all(tokens);
    }

    @Override
    public final List<Variant<TokenRingState, TokenRingMessage, Input, Output>> variants(Start start) {
        return TokenRingVariants.of(start, tokens);
    }

    /** The rules that need more than losses and crashes: a process cut off, a token that is taken for lost though it is not. */
    static Set<Rule> beyondCrashes() {
        return Set.of(TokenRingRule.OLDER, TokenRingRule.TWICE, TokenRingRule.CUT_OFF, TokenRingRule.SENDS_AFTER_LOSS);
    }

    /** The rules that nothing but a fault makes fire. */
    static Set<Rule> ofFaults() {
        Set<Rule> rules = new HashSet<>(beyondCrashes());
        rules.add(TokenRingRule.CLOSES);
        rules.add(ManyRule.REGENERATES);
        return Set.copyOf(rules);
    }

    @Override
    public final Set<? extends Rule> unreachableRules(int processes) {
        return EnumSet.noneOf(TokenRingRule.class);
    }
}
