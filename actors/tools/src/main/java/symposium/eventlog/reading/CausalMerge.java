package symposium.eventlog.reading;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import symposium.eventlog.LogLine;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/**
 * Brings the lines of several logs of one run into one order that agrees with causality, as they come: those of each
 * log in their order, and each message sent before it is received or lost. Among lines that are not ordered by that,
 * the one with the earlier time goes first.
 */
final class CausalMerge {

    /**
     * A line in its place.
     *
     * @param sending the place of the line that sent the message which this one receives, gets back or loses, from 0
     */
    record Placed(EventLog.Numbered line, OptionalInt sending) {}

    private record Link(ProcessId from, Neighbour to) {}

    private record Sent(Object message, int at) {}

    /** The message that a line takes from a link. */
    private record Receipt(Link link, Object message) {}

    private final List<Queue<EventLog.Numbered>> logs = new ArrayList<>();
    private final Map<Link, LinkedList<Sent>> inTransit = new HashMap<>();
    private int placed;

    /** Another log, which has no lines yet; its number. */
    int log() {
        logs.add(new ArrayDeque<>());
        return logs.size() - 1;
    }

    /** The next line of a log. */
    void add(int log, EventLog.Numbered line) {
        logs.get(log).add(line);
    }

    /**
     * The line that goes next.
     *
     * @param all whether all lines are there: then a receipt of which no log has the sending goes last, when nothing
     *     else can go; otherwise it stays
     */
    Optional<Placed> next(boolean all) {
        Queue<EventLog.Numbered> first = null;
        boolean ready = false;
        for (Queue<EventLog.Numbered> log : logs) {
            if (!log.isEmpty()) {
                LogLine line = log.peek().line();
                boolean may = received(line).map(this::isInTransit).orElse(true);
                if (first == null
                        || may && !ready
                        || may == ready
                                && time(line).compareTo(time(first.peek().line())) < 0) {
                    first = log;
                    ready = may;
                }
            }
        }
        return first == null || !ready && !all ? Optional.empty() : Optional.of(place(first.remove()));
    }

    /** In the order of letters: that of the times, without the letter behind a fraction of a second. */
    private static String time(LogLine line) {
        return line.at().map(at -> at.substring(0, at.length() - 1)).orElse("");
    }

    private static Optional<Receipt> received(LogLine line) {
        if (line instanceof LogLine.Happened happened && happened.event() instanceof TraceEvent.MessageLost lost) {
            Neighbour from = lost.from();
            return Optional.of(new Receipt(new Link(from.id(), from.seenBack(lost.process())), lost.message()));
        }
        if (line instanceof LogLine.Happened happened && happened.event() instanceof TraceEvent.Stepped stepped) {
            ProcessId self = stepped.process();
            if (stepped.event() instanceof Event.Received<?, ?> received) {
                Neighbour from = received.from();
                return Optional.of(new Receipt(new Link(from.id(), from.seenBack(self)), received.message()));
            }
            if (stepped.event() instanceof Event.Undeliverable<?, ?> back) {
                return Optional.of(new Receipt(new Link(self, back.to()), back.message()));
            }
        }
        return Optional.empty();
    }

    private boolean isInTransit(Receipt receipt) {
        return inTransit.getOrDefault(receipt.link(), new LinkedList<>()).stream()
                .anyMatch(sent -> sent.message().equals(receipt.message()));
    }

    private Placed place(EventLog.Numbered numbered) {
        Placed here = new Placed(
                numbered, received(numbered.line()).map(this::arrives).orElse(OptionalInt.empty()));
        if (numbered.line() instanceof LogLine.Happened happened) {
            for (Effect.Send<Object, ?> send : happened.event().sends(Object.class)) {
                inTransit
                        .computeIfAbsent(new Link(happened.process(), send.to()), any -> new LinkedList<>())
                        .add(new Sent(send.message(), placed));
            }
        }
        placed++;
        return here;
    }

    /** It takes the oldest equal message of its link that has not been received. */
    private OptionalInt arrives(Receipt receipt) {
        ListIterator<Sent> each =
                inTransit.getOrDefault(receipt.link(), new LinkedList<>()).listIterator();
        while (each.hasNext()) {
            Sent sent = each.next();
            if (sent.message().equals(receipt.message())) {
                each.remove();
                return OptionalInt.of(sent.at());
            }
        }
        return OptionalInt.empty();
    }
}
