package symposium.mutex.suzukikasami;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import symposium.kernel.ProcessId;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Token;

/**
 * How four places of the print are read; all but one way are misreadings, and refuted.
 *
 * @param noted what {@code request(j)} becomes, of what it was and the number that has come
 * @param pending whether a request is to be granted
 * @param order the order of the search for somebody to give the token to
 * @param breaks whether the search ends when the token has been sent
 */
record Reading(IntBinaryOperator noted, Pending pending, Order order, boolean breaks) {

    /** As it has to be read. */
    static final Reading RIGHT = new Reading(
            Math::max, (request, token, i, j) -> request > token.of(j), Reading::roundTheRingFromSuccessor, true);

    /** Whether P_i takes P_j's last request, as it knows it, for one that has not been granted. */
    @FunctionalInterface
    interface Pending {
        boolean holds(int request, Token token, ProcessId i, ProcessId j);
    }

    /** In which order P_i looks at the others. */
    @FunctionalInterface
    interface Order {
        List<ProcessId> of(Token token, ProcessId i);
    }

    Reading noting(IntBinaryOperator other) {
        return new Reading(other, pending, order, breaks);
    }

    Reading granting(Pending other) {
        return new Reading(noted, other, order, breaks);
    }

    Reading searching(Order other) {
        return new Reading(noted, pending, other, breaks);
    }

    Reading withoutBreak() {
        return new Reading(noted, pending, order, false);
    }

    /** {@code for j from i+1 to n, 1 to i-1}. */
    private static List<ProcessId> roundTheRingFromSuccessor(Token token, ProcessId i) {
        List<ProcessId> others = new ArrayList<>(token.array().tailMap(i).keySet());
        others.remove(i);
        others.addAll(token.array().headMap(i).keySet());
        return others;
    }

    /** {@code for j from 1 to n}, but i. */
    static List<ProcessId> fromTheFirst(Token token, ProcessId i) {
        List<ProcessId> others = new ArrayList<>(token.array().keySet());
        others.remove(i);
        return others;
    }
}
