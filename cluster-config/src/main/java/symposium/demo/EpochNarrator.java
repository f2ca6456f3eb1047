package symposium.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.demo.Line.Tone;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;
import symposium.tokenbyelection.TokenByElection.Begins;
import symposium.tokenbyelection.TokenByElection.Census;
import symposium.tokenbyelection.TokenByElection.Message;
import symposium.tokenbyelection.TokenByElection.Rule;
import symposium.tokenbyelection.TokenByElection.Vote;
import symposium.tokenbyelection.TokenByElection.Within;

/**
 * What happens between processes that share a token in epochs: of each election who takes part and who wins, how an epoch begins, and within it what
 * the token algorithm's own plot tells.
 */
final class EpochNarrator implements ProtocolNarrator {

    private final Narrator.Voice voice;
    private final ProtocolNarrator within;
    /** The latest term in whose election a process has been told to take part. */
    private final Map<ProcessId, Long> voting = new HashMap<>();

    /**
     * @param voice says the lines
     * @param within tells of the token algorithm, in its own messages
     */
    EpochNarrator(Narrator.Voice voice, ProtocolNarrator within) {
        this.voice = voice;
        this.within = within;
    }

    @Override
    public void tell(Duration at, TraceEvent occurrence) {
        if (!(occurrence instanceof TraceEvent.Stepped stepped)) {
            within.tell(at, occurrence);
            return;
        }
        ProcessId self = stepped.process();
        for (Effect<?, ?> effect : stepped.effects()) {
            if (effect instanceof Effect.Send<?, ?> send && send.message() instanceof Message<?, ?> message) {
                told(stepped, message).ifPresent(text -> voice.say(at, self, Tone.NEWS, text));
            }
        }
        if (stepped.rule() == Rule.EPOCH_NO_QUORUM) {
            voice.say(at, self, Tone.ALARM, "has asked too few: no epoch begins");
        }
        if (!(stepped.event() instanceof Event.Received<?, ?> received) || received.message() instanceof Within) {
            within.tell(at, unwrapped(stepped));
        } else {
            boolean sends = stepped.effects().stream()
                    .anyMatch(effect -> effect instanceof Effect.Send<?, ?> send && send.message() instanceof Within);
            if (sends) {
                // What was asked for before the epoch is asked for in it.
                within.tell(at, asked(stepped));
            }
        }
    }

    private Optional<String> told(TraceEvent.Stepped stepped, Message<?, ?> sent) {
        if (sent instanceof Vote<?, ?> vote) {
            Long before = voting.put(stepped.process(), vote.term());
            return before != null && before >= vote.term()
                    ? Optional.empty()
                    : Optional.of((calls(stepped) ? "calls an election, term " : "votes, term ") + vote.term());
        }
        if (sent instanceof Census<?, ?> census) {
            return Optional.of(
                    stepped.rule() == Rule.EPOCH_ANSWERS
                            ? "gives up the epoch so far, and passes on the question who is inside"
                            : "is elected, term " + census.term() + ", and asks who is inside");
        }
        return sent instanceof Begins<?, ?> begins ? Optional.of(begun(stepped, begins)) : Optional.empty();
    }

    private static boolean calls(TraceEvent.Stepped stepped) {
        return stepped.event() instanceof Event.NeighboursChanged<?, ?>;
    }

    private static String begun(TraceEvent.Stepped stepped, Begins<?, ?> begins) {
        if (stepped.rule() == Rule.EPOCH_JOINS) {
            return "joins epoch " + begins.term();
        }
        return stepped.rule() == Rule.EPOCH_BEGINS
                ? "has asked all, and nobody is inside: issues the token anew, and begins epoch " + begins.term()
                : "has asked all, and " + begins.holder() + " is inside: begins epoch " + begins.term()
                        + ", whose token is there";
    }

    /** The same step as the token algorithm sees it. */
    private static TraceEvent.Stepped unwrapped(TraceEvent.Stepped stepped) {
        Event<?, ?> event = stepped.event();
        if (event instanceof Event.Received<?, ?> received && received.message() instanceof Within<?, ?> inside) {
            event = new Event.Received<>(received.from(), inside.carried());
        }
        return new TraceEvent.Stepped(stepped.process(), event, stepped.rule(), unwrapped(stepped.effects()));
    }

    private static TraceEvent.Stepped asked(TraceEvent.Stepped stepped) {
        return new TraceEvent.Stepped(
                stepped.process(), new Event.Input<>(Input.ENTER), stepped.rule(), unwrapped(stepped.effects()));
    }

    private static List<Effect<?, ?>> unwrapped(List<? extends Effect<?, ?>> effects) {
        List<Effect<?, ?>> inside = new ArrayList<>();
        for (Effect<?, ?> effect : effects) {
            if (!(effect instanceof Effect.Send<?, ?> send)) {
                inside.add(effect);
            } else if (send.message() instanceof Within<?, ?> message) {
                inside.add(new Effect.Send<>(send.to(), message.carried()));
            }
        }
        return inside;
    }
}
