package symposium.mutex.tokenring;

import static symposium.mutex.tokenring.TokenRing.Rule.ENTERS;
import static symposium.mutex.tokenring.TokenRing.Rule.RING_CLOSES;
import static symposium.mutex.tokenring.TokenRing.Rule.RING_CUT_OFF;
import static symposium.mutex.tokenring.TokenRing.Rule.SENDS;
import static symposium.mutex.tokenring.TokenRing.Rule.SENDS_AFTER_LOSS;
import static symposium.mutex.tokenring.TokenRing.Rule.TOKEN_ENTERS;
import static symposium.mutex.tokenring.TokenRing.Rule.TOKEN_OLDER;
import static symposium.mutex.tokenring.TokenRing.Rule.TOKEN_TWICE;
import static symposium.mutex.tokenring.TokenRing.Rule.WAITS;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_REGENERATES;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Timer;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.NumberedFamily;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.misrak.MisraK;
import symposium.regeneration.misrak.MisraK.Rest;

/**
 * One process of Le Lann's ring (Raynal, section 4.1), whose token and its watchers regenerate each other (section
 * 4.2): {@link MisraK} says what tokens do, and this says what the privilege does.
 *
 * <p>The text is {@code wait (token); <critical section>; send (token)}. A process that does not want the critical
 * section sends the token on when it has rested; one that has used it sends it on at once.
 */
public final class TokenRing implements Protocol<TokenRing.State, TokenRing.Message, Input, Output> {

    /** The number of the token that carries the privilege; {@link MisraK} calls it ping. */
    static final int PRIVILEGED = 0;

    private static final Rest TOKEN_RESTS = new Rest(PRIVILEGED);

    /** What circulates on the ring, to the left: tokens of {@link MisraK}. */
    public sealed interface Message extends Printable {

        /** Which token, from 0. */
        int number();

        /** What it carries to watch another, see {@link MisraK.Token}. */
        SortedMap<Integer, SortedSet<ProcessId>> alone();

        /** The highest generation of the privilege of which it has heard. */
        long generation();
    }

    /**
     * The token of section 4.1, which carries the privilege.
     *
     * @param alone what it carries to watch another
     * @param fence the fence of the latest grant
     */
    public record Token(SortedMap<Integer, SortedSet<ProcessId>> alone, Fence fence) implements Message {
        @Override
        public int number() {
            return PRIVILEGED;
        }

        @Override
        public long generation() {
            return fence.generation();
        }
    }

    /** A token that only watches; its number is from 1. */
    public record Watcher(int number, SortedMap<Integer, SortedSet<ProcessId>> alone, long generation)
            implements Message {}

    /**
     * A process of the ring.
     *
     * @param tokens the tokens that are here, and what they and the process know of each other
     * @param user what its user does: waiting for it, it is at {@code wait (token)}
     * @param generation the highest generation of the privilege of which it has heard
     * @param fence the fence of the latest grant, while the token is here
     */
    @RecordBuilder
    public record State(MisraK.State tokens, User user, long generation, Optional<Fence> fence)
            implements TokenRingStateBuilder.With {

        /** Whether the token is here. */
        public boolean holdsToken() {
            return fence.isPresent();
        }

        /** Whether it has no neighbours. */
        public boolean cutOff() {
            return tokens.neighbours().isEmpty();
        }
    }

    /**
     * What happens to a process beside what tokens do by themselves; the chapter's text has three lines, and no labels.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** It wants the critical section, and the token is elsewhere: {@code wait (token)}. */
        WAITS,
        /** It wants the critical section while the token rests here. */
        ENTERS,
        /** The token arrives at a process that waits for it. */
        TOKEN_ENTERS,
        /** The critical section is left: {@code send (token)}. */
        SENDS,
        /** A token arrives that has been taken for lost, and issued again since: it is discarded. */
        TOKEN_OLDER,
        /** A second token of a kind arrives: it is discarded. */
        TOKEN_TWICE,
        /** The ring closes over a process that has departed. */
        RING_CLOSES,
        /** The process is cut off, and gives up its tokens. */
        RING_CUT_OFF,
        /** The user leaves before it has heard that it has lost what it leaves. */
        SENDS_AFTER_LOSS
    }

    private final SubProtocol<State, Message, Output, MisraK.State, MisraK.Token, NoInput, Regenerated> tokens;

    /**
     * A ring on which k tokens circulate, the one with the privilege included; all but one may be lost.
     *
     * @param start the process at which all of them start
     * @param k from 1; with 1 it is Le Lann's ring, which survives no loss
     */
    public TokenRing(ProcessId start, int k) {
        this(new MisraK(start, k));
    }

    TokenRing(MisraK misra) {
        tokens = new SubProtocol<>(
                misra, State::tokens, State::withTokens, TokenRing::tokenSent, TokenRing::tokenRegenerated);
    }

    @Override
    public List<symposium.kernel.Rule> rules() {
        List<symposium.kernel.Rule> rules = new ArrayList<>(List.of(Rule.values()));
        rules.addAll(tokens.protocol().rules());
        return rules;
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        MisraK.State here = tokens.protocol().initial(self, neighbours);
        return new State(here, User.IDLE, 0, Optional.of(Fence.start(0)).filter(fence -> here.holds(PRIVILEGED)));
    }

    @Override
    public List<? extends Timer> initialTimers(State initial) {
        return tokens.protocol().initialTimers(initial.tokens());
    }

    /** A process that is cut off receives nothing. */
    @Override
    public boolean admits(State p, Neighbour from, Message message) {
        return !p.cutOff();
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return input == Input.ENTER ? waitForToken(p, step) : sendToken(p, step);
    }

    private static Transition<State, Message, Output> waitForToken(State p, Transition<State, Message, Output> step) {
        step.require(p.user() == User.IDLE, "a process that wants to enter is outside");
        return p.holdsToken() ? criticalSection(step.by(ENTERS)) : step.by(WAITS, p.withUser(User.WAITING));
    }

    /** The critical section begins: the token stays until it ends, however long that takes. */
    private static Transition<State, Message, Output> criticalSection(Transition<State, Message, Output> step) {
        Fence granted = step.state().fence().orElseThrow().next();
        return step.next(step.state().with(next -> next.user(User.CRITICAL).fence(granted)))
                .cancel(TOKEN_RESTS)
                .tell(new Output.Granted(granted));
    }

    private Transition<State, Message, Output> sendToken(State p, Transition<State, Message, Output> step) {
        return p.user() != User.CRITICAL
                ? step.by(SENDS_AFTER_LOSS)
                : step.next(p.withUser(User.IDLE))
                        .run(tokens, new Event.Timeout<>(TOKEN_RESTS))
                        .by(SENDS);
    }

    @Override
    public Transition<State, Message, Output> onTimeout(Timer rest, State p, Transition<State, Message, Output> step) {
        return step.run(tokens, new Event.Timeout<>(rest));
    }

    private static void tokenSent(Transition<State, Message, Output> step, Neighbour left, MisraK.Token token) {
        State p = step.state();
        if (token.number() == PRIVILEGED) {
            step.send(left, new Token(token.alone(), p.fence().orElseThrow())).next(p.withFence(Optional.empty()));
        } else {
            step.send(left, new Watcher(token.number(), token.alone(), p.generation()));
        }
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour right, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Token && message.generation() < p.generation()) {
            return step.by(TOKEN_OLDER);
        }
        if (p.tokens().holds(message.number())) {
            return step.by(TOKEN_TWICE);
        }
        step.next(p.with(next -> next.generation(Math.max(p.generation(), message.generation()))
                        .fence(message instanceof Token token ? Optional.of(token.fence()) : p.fence())))
                .run(tokens, new Event.Received<>(right, new MisraK.Token(message.number(), message.alone())));
        if (p.user() != User.WAITING || !step.state().holdsToken()) {
            return step;
        }
        return criticalSection(step.rule() == TOKEN_REGENERATES ? step : step.by(TOKEN_ENTERS));
    }

    /** A token that is issued again is of a generation higher than all that have been round the ring. */
    private static void tokenRegenerated(Transition<State, Message, Output> step, Regenerated token) {
        if (token == Regenerated.PING) {
            long generation = step.state().generation() + 1;
            step.next(step.state().with(next -> next.generation(generation).fence(Fence.start(generation))));
        }
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        MisraK.State between = p.tokens().withNeighbours(now);
        return now.isEmpty() ? cutOff(p.withTokens(between), step) : step.by(RING_CLOSES, p.withTokens(between));
    }

    private static Transition<State, Message, Output> cutOff(State p, Transition<State, Message, Output> step) {
        step.by(RING_CUT_OFF, p.with(next -> next.tokens(p.tokens().withTokens(Sorted.map()))
                .user(p.user() == User.WAITING ? User.WAITING : User.IDLE)
                .fence(Optional.empty())));
        p.tokens().tokens().keySet().forEach(token -> step.cancel(new Rest(token)));
        return p.user() == User.CRITICAL ? step.tell(new Output.Lost(p.fence().orElseThrow())) : step;
    }

    /** The catalogue entry, with one watcher: Misra's ping and pong. */
    public static class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            this(2);
        }

        /** @param k the number of tokens, from 1, the one with the privilege included */
        public Entry(int k) {
            super(MutexAlgorithm.<State, Message>of("token-ring" + (k == 2 ? "" : "-" + k), Message.class)
                    .withPaper(Paper.of(
                                    "G. Le Lann 1977, with J. Misra's regeneration 1983"
                                            + (k == 2 ? "" : " generalized to " + k + " tokens")
                                            + "; after Raynal, section 4, with the names of processes instead of Misra's counters")
                            .withCost(k + "n per round of all tokens, whether anyone enters or not; at saturation " + k
                                    + " per entry when all go at the same pace"))
                    .withSystem(
                            SystemModel.of(Channels.FIFO, Shape.RING)
                                    .withTolerates(MembershipTolerance.DEPARTURES)
                                    .withMayStop(true)
                                    .withAssumptions(
                                            k == 1
                                                    ? "no token is lost; a crash that takes the token with it leaves a ring on which no process"
                                                            + " enters any more"
                                                    : "never are all " + k
                                                            + " tokens lost, or gone with crashed processes; if they are, no process enters any more"))
                    .withTimers(MisraK.rests(0, k))
                    .withLossDetectionTimers(MisraK.rests(1, k))
                    .withRegenerations(Set.of(TOKEN_REGENERATES))
                    .withProtocol(start -> new TokenRing(start.holder(), k))
                    .checks(checks -> checks.withInvariants(TokenRingChecks.invariants(k))
                            .withVariants(start -> TokenRingChecks.variants(start, k))));
        }
    }

    /** The catalogue entry with two watchers: two of the three tokens may be lost. */
    public static final class EntryOfThree extends Entry {
        public EntryOfThree() {
            super(3);
        }
    }

    /** With any number of tokens, the one with the privilege included. */
    public static final class AnyNumber extends NumberedFamily {
        public AnyNumber() {
            super("Le Lann's ring with tokens that regenerate each other", "token-ring", Entry::new);
        }
    }
}
