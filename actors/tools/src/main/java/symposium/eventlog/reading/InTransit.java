package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** The messages in transit over each link, oldest first, and the lines that sent them. */
final class InTransit<M> {

    /** A link, as its sender names it. */
    record Link(ProcessId from, Neighbour to) {}

    private record Sent<M>(int line, M message) {}

    private final Map<Link, List<Sent<M>>> links = new HashMap<>();

    void add(ProcessId from, Neighbour to, int line, M message) {
        links.computeIfAbsent(new Link(from, to), any -> new ArrayList<>()).add(new Sent<>(line, message));
    }

    /** Takes the oldest message that is equal to this one; false when there is none. */
    boolean take(ProcessId from, Neighbour to, Object message) {
        List<Sent<M>> sent = links.getOrDefault(new Link(from, to), List.of());
        for (int each = 0; each < sent.size(); each++) {
            if (sent.get(each).message().equals(message)) {
                sent.remove(each);
                return true;
            }
        }
        return false;
    }

    /** Messages are lost: those of a link, sent by a line, that satisfy a condition. */
    void forget(BiPredicate<Link, Integer> which) {
        links.forEach((link, sent) -> sent.removeIf(each -> which.test(link, each.line())));
    }

    Map<Link, List<M>> copy() {
        Map<Link, List<M>> copy = new HashMap<>();
        links.forEach((link, sent) -> {
            if (!sent.isEmpty()) {
                copy.put(link, sent.stream().map(Sent::message).toList());
            }
        });
        return copy;
    }
}
