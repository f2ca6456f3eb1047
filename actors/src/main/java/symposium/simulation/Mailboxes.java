package symposium.simulation;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** The messages that have arrived and wait, by the place of the recipient: its protocol does not admit them yet. */
final class Mailboxes<M> {

    /** A message that waits, and the neighbour that sent it. */
    record Waiting<M>(Neighbour from, M message) {}

    /** Whether a recipient admits a message now. */
    @FunctionalInterface
    interface Admission<M> {
        boolean admits(Neighbour from, M message);
    }

    private final boolean ordered;
    private final List<Waiting<M>>[] waiting;

    /**
     * Empty mailboxes.
     *
     * @param ordered whether a message also waits while an earlier one of the same link waits
     */
    @SuppressWarnings("unchecked")
    Mailboxes(int processes, boolean ordered) {
        this.ordered = ordered;
        this.waiting = (List<Waiting<M>>[]) new List<?>[processes];
    }

    boolean isEmpty(int place) {
        return waiting[place] == null || waiting[place].isEmpty();
    }

    void put(int place, Neighbour from, M message) {
        if (waiting[place] == null) {
            waiting[place] = new ArrayList<>();
        }
        waiting[place].add(new Waiting<>(from, message));
    }

    /** Whether an earlier message of the same link has to be received first. */
    boolean precedes(int place, Neighbour from) {
        return ordered && waiting[place] != null && contains(waiting[place], waiting[place].size(), from);
    }

    private static <M> boolean contains(List<Waiting<M>> messages, int end, Neighbour from) {
        for (int at = 0; at < end; at++) {
            if (messages.get(at).from().equals(from)) {
                return true;
            }
        }
        return false;
    }

    /** Takes the first message out that may be received now; null when there is none. */
    Waiting<M> takeFirst(int place, Admission<M> admission) {
        List<Waiting<M>> messages = waiting[place];
        for (int at = 0; at < messages.size(); at++) {
            Waiting<M> each = messages.get(at);
            boolean waits = ordered && contains(messages, at, each.from());
            if (!waits && admission.admits(each.from(), each.message())) {
                messages.remove(at);
                return each;
            }
        }
        return null;
    }

    /** Removes the messages that wait from such senders. */
    void remove(int place, Predicate<ProcessId> senders, Consumer<M> removed) {
        if (waiting[place] == null) {
            return;
        }
        for (Iterator<Waiting<M>> each = waiting[place].iterator(); each.hasNext(); ) {
            Waiting<M> message = each.next();
            if (senders.test(message.from().id())) {
                each.remove();
                removed.accept(message.message());
            }
        }
    }
}
