package symposium.demo;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.demo.Line.Tone;
import symposium.election.changroberts.ChangRoberts;
import symposium.ewd851misra.Ewd851Misra;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;

/** What happens between the processes of a ring: signals, the token's way, how it is lost and found. */
final class RingNarrator implements ProtocolNarrator {

    /** What is worth a line whatever is sent. Pong goes its rounds without a word. */
    private static final Map<Rule, String> TURNS = Map.ofEntries(
            Map.entry(Ewd851.Rule.C_0, "keeps the token, which nobody has called for"),
            Map.entry(Ewd851Misra.Rule.TOKEN_RESTS, "lets the token rest, which nobody here has called for"),
            Map.entry(Ewd851Misra.Rule.SLEEPS_ON, "has pong back, but too few know of the new token: another round"),
            Map.entry(
                    Ewd851Misra.Rule.OUTBIDS, "still has a token: both join a newer generation, and no other may wake"),
            Map.entry(Ewd851Misra.Rule.PONG_TWICE, "discards a second pong"),
            Map.entry(ChangRoberts.Rule.INITIATE, "misses pong, and calls an election"),
            Map.entry(ChangRoberts.Rule.OWN, "is elected, and asks everyone for tokens"),
            Map.entry(
                    Ewd851Misra.Rule.BOTH_ISSUED,
                    "finds that both tokens are missing, and issues a new one, which sleeps"),
            Map.entry(Ewd851Misra.Rule.PONG_ISSUED, "finds that pong is missing, and issues it anew"),
            Map.entry(Ewd851Misra.Rule.NO_QUORUM, "has asked too few for tokens"));

    private final Narrator.Voice voice;
    /** Who has called an election, and seen no pong since: it calls again and again. */
    private final Set<ProcessId> missing = new HashSet<>();

    /** @param voice says the lines */
    RingNarrator(Narrator.Voice voice) {
        this.voice = voice;
    }

    @Override
    public void tell(Duration at, TraceEvent occurrence) {
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            turn(stepped).ifPresent(text -> voice.say(at, stepped.process(), Tone.NEWS, text));
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Send<?, ?> send) {
                    sent(stepped, send).ifPresent(text -> voice.say(at, stepped.process(), Tone.QUIET, text));
                }
            }
        } else if (occurrence instanceof TraceEvent.Failed failed) {
            voice.say(at, failed.process(), Tone.ALARM, "fails on " + failed.event() + ": " + failed.why());
        }
    }

    private Optional<String> turn(TraceEvent.Stepped stepped) {
        Object message = stepped.event() instanceof Event.Received<?, ?> received ? received.message() : null;
        if (message instanceof Ewd851Misra.Pong pong) {
            long generation = pong.round().generation();
            if (stepped.rule() == Misra.Rule.PONG_REGENERATES) {
                return Optional.of(
                        "sees pong come back with no token in between: the token is lost; issues another, which sleeps");
            }
            if (stepped.rule() == Ewd851Misra.Rule.WAKES) {
                return Optional.of(
                        "has pong back: a majority knows of generation " + generation + ", and the token wakes");
            }
        }
        if (stepped.rule() == Ewd851Misra.Rule.OLDER) {
            return RingKind.of(message)
                    .map(kind ->
                            "discards a " + (kind == RingKind.PONG ? "pong" : "token") + " of an older generation");
        }
        if (RingKind.of(message).filter(RingKind.PONG::equals).isPresent()) {
            missing.remove(stepped.process());
        }
        if (stepped.rule() == ChangRoberts.Rule.INITIATE && !missing.add(stepped.process())) {
            return Optional.empty();
        }
        return Optional.ofNullable(TURNS.get(stepped.rule()));
    }

    private static Optional<String> sent(TraceEvent.Stepped stepped, Effect.Send<?, ?> send) {
        ProcessId to = send.to().id();
        return RingKind.of(send.message()).flatMap(kind -> switch (kind) {
            case SIGNAL -> Optional.of(signalled(stepped.event(), to));
            case TOKEN ->
                Optional.of((came(stepped.event(), RingKind.TOKEN) ? "passes the token on to " : "hands the token to ")
                        + to);
            case PONG, ELECTION -> Optional.empty();
        });
    }

    private static String signalled(Event<?, ?> event, ProcessId to) {
        if (event instanceof Event.NeighboursChanged<?, ?>) {
            return "signals " + to + ", its neighbour now";
        }
        if (came(event, RingKind.SIGNAL)) {
            return "passes the signal on to " + to;
        }
        return event instanceof Event.Input<?, ?> input && input.input() == Input.ENTER
                ? "signals " + to + " that it wants the token"
                : "signals " + to + " again: the token that it called for is lost";
    }

    private static boolean came(Event<?, ?> event, RingKind kind) {
        return event instanceof Event.Received<?, ?> received
                && RingKind.of(received.message()).filter(kind::equals).isPresent();
    }
}
