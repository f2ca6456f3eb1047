package symposium.demo.narration;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.actor.TimerDurations;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.composition.ewd851misra.Ewd851MisraRule;
import symposium.composition.privilegeswithvoters.SharingWithVoters;
import symposium.composition.tokenbyelection.TokenByElection;
import symposium.demo.narration.Line.Tone;
import symposium.demo.script.DemoScript;
import symposium.demo.script.MessageKinds;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;

/**
 * Tells the steps of processes. There are sentences for the rules and messages of signals on a ring, and for the
 * beginning of epochs. Of any other step it tells the event, the messages and the rule; a step that sends nothing is
 * told if it loses a neighbour.
 *
 * <p>A token that circulates makes a process take steps by one rule in quick succession: only a few of these are told.
 */
final class StepNarrator {

    /** Says a line about a process. */
    interface Voice {
        void say(Duration at, ProcessId who, Tone tone, String text);
    }

    /** Says a line about the process that steps. */
    private interface Say {
        void line(Tone tone, String text);
    }

    /** For this long steps by the same rule count as a series. */
    private static final Duration SERIES = Duration.ofSeconds(4);

    private static final int TOLD_OF_A_SERIES = 8;
    private static final String SIGNAL = "signal";
    private static final String TOKEN = "token";
    private static final String PONG = "pong";

    /** A process and the rule by which it steps. */
    private record Repeated(ProcessId process, Rule rule) {}

    /** The steps of a series so far. */
    private static final class Series {
        private final Duration since;
        private int steps;

        Series(Duration since) {
            this.since = since;
        }
    }

    private final DemoScript script;
    private final Names names;
    private final Voice voice;
    private final Map<Repeated, Series> series = new HashMap<>();
    private final Map<ProcessId, SortedSet<ProcessId>> neighbours = new HashMap<>();
    /** The processes that have called an election and seen no pong since; they call again and again. */
    private final Set<ProcessId> missingPong = new HashSet<>();
    /** The latest term in whose election each process takes part. */
    private final Map<ProcessId, Long> voting = new HashMap<>();

    StepNarrator(DemoScript script, Names names, Voice voice) {
        this.script = script;
        this.names = names;
        this.voice = voice;
    }

    /** Tells what happened, if it is worth a line. */
    void tell(Duration at, TraceEvent occurrence) {
        ProcessId self = occurrence.process();
        Say say = (tone, text) -> voice.say(at, self, tone, text);
        if (occurrence instanceof TraceEvent.Failed failed) {
            say.line(Tone.ALARM, "fails on " + failed.event() + ": " + failed.why());
        }
        if (!(occurrence instanceof TraceEvent.Stepped stepped)) {
            return;
        }
        if (stepped.rule() == TokenByElection.Rule.EPOCH_NO_QUORUM) {
            say.line(Tone.ALARM, "has asked too few: no epoch begins");
        }
        for (Effect.Send<?, ?> send : stepped.sends(Object.class)) {
            if (send.message() instanceof TokenByElection.Message<?, ?> message) {
                epochSentence(stepped, message).ifPresent(text -> say.line(Tone.NEWS, text));
            }
        }
        List<? extends Effect.Send<?, ?>> sends = stepped.sends(Object.class).stream()
                .filter(send -> !(MessageKinds.part(send.message()) instanceof TokenByElection.Message))
                .map(send -> new Effect.Send<>(send.to(), withinEpoch(send.message())))
                .toList();
        Event<?, ?> event = withinEpoch(stepped.event());
        if (!script.ofSignals()) {
            tellAny(at, say, self, stepped.rule(), event, sends(sends));
            return;
        }
        ringSentence(self, stepped.rule(), event).ifPresent(text -> say.line(Tone.NEWS, text));
        for (Effect.Send<?, ?> send : sends) {
            String to = names.of(send.to().id());
            if (script.kinds().is(SIGNAL, send.message())) {
                say.line(Tone.QUIET, signalled(event, to));
            } else if (script.kinds().is(TOKEN, send.message())) {
                say.line(Tone.QUIET, (came(TOKEN, event) ? "passes the token on to " : "hands the token to ") + to);
            }
        }
    }

    // --- epochs

    private Optional<String> epochSentence(TraceEvent.Stepped stepped, TokenByElection.Message<?, ?> sent) {
        if (sent instanceof TokenByElection.Vote<?, ?> vote) {
            Long before = voting.put(stepped.process(), vote.term());
            boolean calls = stepped.event() instanceof Event.NeighboursChanged<?, ?>;
            return before != null && before >= vote.term()
                    ? Optional.empty()
                    : Optional.of((calls ? "calls an election, term " : "votes, term ") + vote.term());
        }
        if (sent instanceof TokenByElection.Census<?, ?> census) {
            return Optional.of(
                    stepped.rule() == TokenByElection.Rule.EPOCH_ANSWERS
                            ? "gives up the old epoch, and passes on the census"
                            : "is elected, term " + census.term() + ", and starts a census of the critical section");
        }
        if (!(sent instanceof TokenByElection.Begins<?, ?> begins)) {
            return Optional.empty();
        }
        if (stepped.rule() == TokenByElection.Rule.EPOCH_JOINS) {
            return Optional.of("joins epoch " + begins.term());
        }
        String answer = stepped.rule() == TokenByElection.Rule.EPOCH_BEGINS
                ? "no process is in the critical section: issues a new token, and begins epoch "
                : names.of(begins.holder()) + " is in the critical section and keeps the token: begins epoch ";
        return Optional.of("has all answers, " + answer + begins.term());
    }

    /** The event as the algorithm within an epoch sees it; an epoch that begins repeats the request of a user. */
    private static Event<?, ?> withinEpoch(Event<?, ?> event) {
        if (!(event instanceof Event.Received<?, ?> received)) {
            return event;
        }
        return MessageKinds.part(received.message()) instanceof TokenByElection.Message
                ? new Event.Input<>(Input.ENTER)
                : new Event.Received<>(received.from(), withinEpoch(received.message()));
    }

    private static Object withinEpoch(Object message) {
        return message instanceof TokenByElection.Within<?, ?> within ? within.carried() : message;
    }

    // --- signals on a ring

    private Optional<String> ringSentence(ProcessId self, Rule rule, Event<?, ?> event) {
        boolean byPong = came(PONG, event);
        if (byPong) {
            missingPong.remove(self);
        }
        if (rule == ChangRoberts.Rule.E0_INITIATE && !missingPong.add(self)) {
            return Optional.empty();
        }
        if (event instanceof Event.Received<?, ?> received && received.message() instanceof Ewd851Misra.Pong pong) {
            boolean older = rule == Ewd851MisraRule.G0_OLDER;
            return DemoScript.sentence(rule)
                    .map(text -> String.format(
                            Locale.ROOT, text, older ? PONG : pong.round().generation()));
        }
        return DemoScript.sentence(rule).map(text -> String.format(Locale.ROOT, text, TOKEN));
    }

    private String signalled(Event<?, ?> event, String to) {
        if (event instanceof Event.NeighboursChanged<?, ?>) {
            return "signals " + to + ", its new neighbour";
        }
        if (came(SIGNAL, event)) {
            return "passes the signal on to " + to;
        }
        return event instanceof Event.Input<?, ?> input && input.input() == Input.ENTER
                ? "signals " + to + " that it wants the token"
                : "signals " + to + " again: the token that it called for is lost";
    }

    private boolean came(String kind, Event<?, ?> event) {
        return event instanceof Event.Received<?, ?> received && script.kinds().is(kind, received.message());
    }

    // --- any algorithm

    private void tellAny(Duration at, Say say, ProcessId self, Rule rule, Event<?, ?> event, String sends) {
        if (event instanceof Event.NeighboursChanged<?, ?> changed && loses(self, changed)) {
            String left = changed.neighbours().isEmpty()
                    ? "loses its last neighbour"
                    : "loses a neighbour, and still has " + names.listed(ids(changed));
            say.line(Tone.NEWS, left + (sends.isEmpty() ? "" : ": " + sends));
        } else if (!sends.isEmpty()) {
            // A timer runs out again and again.
            int told = event instanceof Event.Timeout<?, ?> ? 1 : TOLD_OF_A_SERIES;
            Repeated repeated = new Repeated(self, rule);
            Series before = series.get(repeated);
            String more = "";
            if (before == null || at.minus(before.since).compareTo(SERIES) >= 0) {
                more = before == null || before.steps <= told ? "" : ", after " + (before.steps - told) + " like it";
                before = new Series(at);
                series.put(repeated, before);
            }
            if (++before.steps <= told) {
                say.line(Tone.QUIET, occasion(event) + sends + "  [" + rule.label() + "]" + more);
            }
        }
    }

    private boolean loses(ProcessId process, Event.NeighboursChanged<?, ?> changed) {
        SortedSet<ProcessId> now = ids(changed);
        SortedSet<ProcessId> before = neighbours.put(process, now);
        return before == null ? !changed.departed().isEmpty() : !now.containsAll(before);
    }

    private static SortedSet<ProcessId> ids(Event.NeighboursChanged<?, ?> changed) {
        return changed.neighbours().all().stream().map(Neighbour::id).collect(Collectors.toCollection(TreeSet::new));
    }

    private String occasion(Event<?, ?> event) {
        if (event instanceof Event.Input<?, ?> input
                && input.input() instanceof SharingWithVoters.Input.Change change) {
            return "asks for a change of the voters, " + change + ": ";
        }
        if (event instanceof Event.Input<?, ?> input) {
            return script.asks(input.input()) ? "asks: " : "gives back: ";
        }
        if (event instanceof Event.Received<?, ?> received) {
            return "has " + print(received.message()) + " from "
                    + names.of(received.from().id()) + ": ";
        }
        if (event instanceof Event.Timeout<?, ?> timeout) {
            return "has waited for " + TimerDurations.spelled(timeout.timer()) + ": ";
        }
        return event instanceof Event.Leave<?, ?> ? "is asked to leave: " : "";
    }

    /** The messages that are sent, each once, with all its recipients. */
    private String sends(List<? extends Effect.Send<?, ?>> sends) {
        Map<Object, List<ProcessId>> recipients = sends.stream()
                .collect(Collectors.groupingBy(
                        Effect.Send::message,
                        LinkedHashMap::new,
                        Collectors.mapping(send -> send.to().id(), Collectors.toList())));
        return recipients.entrySet().stream()
                .map(each -> "sends " + print(each.getKey()) + " to " + names.listed(each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String print(Object message) {
        return message instanceof Enum<?> constant ? Printable.typeName(constant) : Printable.print(message);
    }
}
