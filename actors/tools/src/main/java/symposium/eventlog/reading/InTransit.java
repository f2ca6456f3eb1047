package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** The messages in transit over each link, oldest first, and the lines that sent them. */
final class InTransit<M> {

    /** A link, as its sender names it. */
    record Link(ProcessId from, Neighbour to) {}

    /**
     * A message that is or was in transit.
     *
     * @param sent the line that sent it
     * @param ended the line with which it was received, returned or lost; {@link #NEVER} if none has been
     */
    record Transit<M>(Link link, M message, int sent, int ended) {}

    /** No line. */
    static final int NEVER = Integer.MAX_VALUE;

    private final Map<Link, List<Transit<M>>> links = new HashMap<>();
    private final boolean remembers;
    private final List<Transit<M>> over = new ArrayList<>();

    /** @param remembers whether messages that are no longer in transit are kept for {@link #all()} */
    InTransit(boolean remembers) {
        this.remembers = remembers;
    }

    void add(ProcessId from, Neighbour to, int line, M message) {
        Link link = new Link(from, to);
        links.computeIfAbsent(link, any -> new ArrayList<>()).add(new Transit<>(link, message, line, NEVER));
    }

    /** Takes the oldest message that is equal to this one; false when there is none. */
    boolean take(ProcessId from, Neighbour to, int line, Object message) {
        List<Transit<M>> sent = links.getOrDefault(new Link(from, to), List.of());
        for (int each = 0; each < sent.size(); each++) {
            if (sent.get(each).message().equals(message)) {
                end(sent.remove(each), line);
                return true;
            }
        }
        return false;
    }

    /** Messages are lost: those of a link, sent by a line, that satisfy a condition. */
    void forget(int line, BiPredicate<Link, Integer> which) {
        links.forEach((link, sent) -> sent.removeIf(each -> {
            boolean forgotten = which.test(link, each.sent());
            if (forgotten) {
                end(each, line);
            }
            return forgotten;
        }));
    }

    private void end(Transit<M> message, int line) {
        if (remembers) {
            over.add(new Transit<>(message.link(), message.message(), message.sent(), line));
        }
    }

    /** All messages so far, in the order of their sending. */
    List<Transit<M>> all() {
        return Stream.concat(over.stream(), links.values().stream().flatMap(List::stream))
                .sorted(Comparator.comparingInt(Transit::sent))
                .toList();
    }

    Map<Link, List<M>> copy() {
        Map<Link, List<M>> copy = new HashMap<>();
        links.forEach((link, sent) -> {
            if (!sent.isEmpty()) {
                copy.put(link, sent.stream().map(Transit::message).toList());
            }
        });
        return copy;
    }
}
