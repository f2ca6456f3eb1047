package symposium.demo;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.actor.TimerDurations;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.demo.Line.Tone;
import symposium.election.Election.Call;
import symposium.kernel.Carrier;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;

/**
 * What happens between the processes of any algorithm: on what, by which rule, who sends what to whom. A step that sends nothing is worth a
 * line only when it is about the loss of a neighbour. A token that goes round and round makes one process take steps by one rule one after
 * the other, fast: of such steps only a few are told in a while.
 */
final class PlainNarrator implements ProtocolNarrator {

    private static final Duration WHILE = Duration.ofSeconds(4);
    private static final int FEW = 8;

    private record Turn(ProcessId process, Rule rule) {}

    /** The steps of a while. */
    private static final class Memory {
        private final Duration since;
        private int steps;

        Memory(Duration since) {
            this.since = since;
        }
    }

    private final Narrator.Voice voice;
    private final Names names;
    private final Map<Turn, Memory> memories = new HashMap<>();
    private final Map<ProcessId, SortedSet<ProcessId>> neighbours = new HashMap<>();

    /** @param voice says the lines */
    PlainNarrator(Narrator.Voice voice) {
        this(voice, Names.NUMBERS);
    }

    /** @param names what processes are called */
    PlainNarrator(Narrator.Voice voice, Names names) {
        this.voice = voice;
        this.names = names;
    }

    @Override
    public void tell(Duration at, TraceEvent occurrence) {
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            stepped(at, stepped);
        } else if (occurrence instanceof TraceEvent.Failed failed) {
            voice.say(at, failed.process(), Tone.ALARM, "fails on " + failed.event() + ": " + failed.why());
        }
    }

    private void stepped(Duration at, TraceEvent.Stepped stepped) {
        List<String> done = sent(stepped.effects());
        if (stepped.event() instanceof Event.NeighboursChanged<?, ?> changed && loses(stepped.process(), changed)) {
            voice.say(at, stepped.process(), Tone.NEWS, "is linked with " + listed(changed) + " now" + joined(done));
        } else if (!done.isEmpty()) {
            Turn turn = new Turn(stepped.process(), stepped.rule());
            Memory memory = memories.get(turn);
            String more = "";
            // What is sent because the time has come is sent again and again.
            int few = stepped.event() instanceof Event.Timeout<?, ?> ? 1 : FEW;
            if (memory == null || at.minus(memory.since).compareTo(WHILE) >= 0) {
                more = memory == null || memory.steps <= few ? "" : ", after " + (memory.steps - few) + " like it";
                memory = new Memory(at);
                memories.put(turn, memory);
            }
            if (++memory.steps > few) {
                return;
            }
            voice.say(
                    at,
                    stepped.process(),
                    Tone.QUIET,
                    occasion(stepped.event()) + String.join(", ", done) + "  ["
                            + stepped.rule().label() + "]" + more);
        }
    }

    private boolean loses(ProcessId process, Event.NeighboursChanged<?, ?> changed) {
        SortedSet<ProcessId> now = ids(changed);
        SortedSet<ProcessId> before = neighbours.put(process, now);
        return before == null ? !changed.departed().isEmpty() : !now.containsAll(before);
    }

    private static SortedSet<ProcessId> ids(Event.NeighboursChanged<?, ?> changed) {
        SortedSet<ProcessId> ids = new TreeSet<>();
        for (Neighbour neighbour : changed.neighbours()) {
            ids.add(neighbour.id());
        }
        return ids;
    }

    private String listed(Event.NeighboursChanged<?, ?> changed) {
        return changed.neighbours().isEmpty() ? "nobody" : names.listed(ids(changed));
    }

    private static String joined(List<String> done) {
        return done.isEmpty() ? "" : ": " + String.join(", ", done);
    }

    private String occasion(Event<?, ?> event) {
        if (event instanceof Event.Input<?, ?> input) {
            return input.input() == Input.ENTER
                            || input.input() == Call.INITIATE
                            || input.input() instanceof Request.Take
                            || input.input() == symposium.arbitration.Dining.Input.HUNGRY
                    ? "asks: "
                    : "gives back: ";
        }
        if (event instanceof Event.Received<?, ?> received) {
            return "has " + worded(received.message()) + " from "
                    + names.of(received.from().id()) + ": ";
        }
        if (event instanceof Event.Timeout<?, ?> timeout) {
            return "has waited for " + TimerDurations.spelled(timeout.timer()) + ": ";
        }
        return event instanceof Event.Leave<?, ?> ? "is asked to leave: " : "";
    }

    /** What is sent, each thing once, with everyone to whom it is. */
    private List<String> sent(List<? extends Effect<?, ?>> effects) {
        Map<Object, List<String>> recipients = new LinkedHashMap<>();
        for (Effect<?, ?> effect : effects) {
            if (effect instanceof Effect.Send<?, ?> send) {
                recipients
                        .computeIfAbsent(send.message(), message -> new ArrayList<>())
                        .add(names.of(send.to().id()));
            }
        }
        List<String> lines = new ArrayList<>();
        recipients.forEach((message, to) -> lines.add("sends " + worded(message) + " to " + String.join(", ", to)));
        return lines;
    }

    /** As the message words itself, or, where it does not, its name and what it consists of. */
    static String worded(Object sent) {
        Object message = Carrier.innermost(sent);
        String text = Printable.print(message);
        Class<?> type = message.getClass();
        if (!type.isRecord() || !text.startsWith(type.getSimpleName() + "[")) {
            return message instanceof Enum<?> constant ? MessageKinds.hyphenated(constant.name()) : text;
        }
        String parts = Arrays.stream(type.getRecordComponents())
                .map(component -> worded(value(component, message)))
                .collect(Collectors.joining(", "));
        String name = MessageKinds.hyphenated(type.getSimpleName());
        return parts.isEmpty() ? name : name + "(" + parts + ")";
    }

    private static Object value(RecordComponent component, Object message) {
        try {
            component.getAccessor().setAccessible(true);
            return String.valueOf(component.getAccessor().invoke(message));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("a record tells its components", impossible);
        }
    }
}
