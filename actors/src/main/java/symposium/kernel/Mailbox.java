package symposium.kernel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The messages that have arrived at a process and wait, in the order of arrival: its protocol does not admit them yet.
 *
 * @param <M> the algorithm's messages
 * @param <I> what a user asks
 */
public final class Mailbox<M, I> {

    private final Channels channels;
    private final List<Event.Received<M, I>> waiting = new ArrayList<>();

    /**
     * An empty mailbox.
     *
     * @param channels whether a message also waits while an earlier one of the same link waits
     */
    public Mailbox(Channels channels) {
        this.channels = channels;
    }

    /** Whether no message waits. */
    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** A message waits from now on. */
    public void add(Event.Received<M, I> message) {
        waiting.add(message);
    }

    /** Whether an earlier message of the same link has to be received first. */
    public boolean precedes(Neighbour from) {
        return channels == Channels.FIFO
                && waiting.stream().anyMatch(each -> each.from().equals(from));
    }

    /** Removes the first message that need not wait any more. */
    public Optional<Event.Received<M, I>> takeFirst(Predicate<Event.Received<M, I>> admitted) {
        Set<Neighbour> blocked = new HashSet<>();
        for (Iterator<Event.Received<M, I>> messages = waiting.iterator(); messages.hasNext(); ) {
            Event.Received<M, I> message = messages.next();
            if (!blocked.contains(message.from()) && admitted.test(message)) {
                messages.remove();
                return Optional.of(message);
            }
            if (channels == Channels.FIFO) {
                blocked.add(message.from());
            }
        }
        return Optional.empty();
    }

    /** Removes all messages from such senders, and returns them. */
    public List<Event.Received<M, I>> removeFrom(Predicate<ProcessId> senders) {
        List<Event.Received<M, I>> removed = waiting.stream()
                .filter(message -> senders.test(message.from().id()))
                .toList();
        waiting.removeIf(message -> senders.test(message.from().id()));
        return removed;
    }
}
