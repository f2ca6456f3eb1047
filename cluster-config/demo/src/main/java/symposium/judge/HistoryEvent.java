package symposium.judge;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.Mode;
import symposium.mutex.Fence;

/**
 * An event of a run, such as one of the torture or a demo, in the one order in which it has been recorded: by the store
 * that the clients of a torture share, or by the feed of a demo.
 *
 * @param at milliseconds since the beginning of the run
 * @param kind what happened
 * @param node the node at which it happened, from 0
 * @param client the client of the node that did it, from 0, where a node has several
 * @param nodes the nodes that it concerns besides
 * @param fences the fence of each name that was asked for, granted, read or written; none where the service has no
 *     fences
 * @param modes how a name is asked for, granted, read or written, where that is not exclusively
 * @param value the value that was read or written; the limit in milliseconds of what is expected; the seed at the
 *     beginning; the number of its clients when a node has started, where that is not 1
 * @param note more about it, in words
 * @param answer what a node has answered a client of a session
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HistoryEvent(
        long at,
        Kind kind,
        Optional<Integer> node,
        Optional<Integer> client,
        SortedSet<Integer> nodes,
        SortedMap<String, Fence> fences,
        SortedMap<String, Mode> modes,
        Optional<Long> value,
        Optional<String> note,
        Optional<SessionAnswer> answer)
        implements HistoryEventBuilder.With {

    /** What can happen. */
    public enum Kind {
        /** The run begins. */
        BEGINS,
        /**
         * Grants of different generations exclude each other. The algorithm of the run has none, so that a grant to a
         * node that others take for departed is one among theirs; or the history says of such a node that it has ended.
         */
        WITHOUT_GENERATIONS,
        /** A node has started, and its client has connected. */
        STARTED,
        /** A node that has started takes part in full: with dynamic voters, it is one. */
        READY,
        /** The process of a node has ended, and with it its client. */
        ENDED,
        /** A fault is injected; the note says which. */
        FAULT,
        /** A node starts with a clock that is wrong; the value is the right second since 1970. */
        CLOCK_WRONG,
        /** From now on nodes may take live nodes for departed. */
        DISTURBED,
        /** All faults are over, and all nodes have been served since. */
        STEADY,
        /** Each of the nodes is to be served within a time. */
        EXPECTED,
        /** None of the nodes may be granted what its client asks for from now on. */
        DENIED,
        /** These nodes may be granted again. */
        ALLOWED,
        /** A client is about to ask. */
        ASKS,
        /**
         * A request of a client has ended without a grant: it was not free, its limit has passed, or the client has
         * cancelled it.
         */
        GIVEN_UP,
        /** A client has been granted what it asked for; a leader has been told that it leads. */
        GRANTED,
        /** The store has answered a read. */
        READ,
        /** The store has accepted a write. */
        WRITTEN,
        /** The store has refused a read or a write, because it has seen a greater fence. */
        REFUSED,
        /** A client is told that it holds what the store has just refused to it. */
        STALE,
        /** A client is about to give back what it holds. */
        RELEASED,
        /** A client has been told that it no longer holds its grant. */
        LOST,
        /** The client of an election knows the leader of a term. Where the nodes name it, it has just been told. */
        FOLLOWS,
        /** A client has been told that its service has ended. */
        UNAVAILABLE,
        /** A node has answered a client of a session, or has not. */
        ANSWERED,
        /** From now on sessions may be lost: a node and its backup may depart at once, or a node come back early. */
        SESSIONS_AT_RISK,
        /** No client has a name or asks for one, no node shows more, and each name has been granted once more. */
        ALL_FREE,
        /** No client has a name or asks for it, and it is not free; the note says more. */
        LOST_NAME,
        /** A node has logged an error, found when the run was over; the note is the line. */
        LOGGED_ERROR,
        /** The run is over. */
        FINISHED
    }

    public HistoryEvent {
        nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes == null ? List.of() : nodes));
        fences = Collections.unmodifiableSortedMap(fences == null ? new TreeMap<>() : new TreeMap<>(fences));
        modes = Collections.unmodifiableSortedMap(modes == null ? new TreeMap<>() : new TreeMap<>(modes));
    }

    /** An event of a kind, and nothing more. */
    public static HistoryEvent of(Kind kind) {
        return new HistoryEvent(
                0,
                kind,
                Optional.empty(),
                Optional.empty(),
                Collections.emptySortedSet(),
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** An event of a kind at a node. */
    public static HistoryEvent of(Kind kind, int node) {
        return of(kind).withNode(Optional.of(node));
    }

    /** An event of a client, with what it asks for or has. */
    public static HistoryEvent of(Kind kind, SortedMap<String, Fence> fences) {
        return of(kind).withFences(fences);
    }

    /** How a name is asked for, granted, read or written. */
    public Mode mode(String name) {
        return modes.getOrDefault(name, Mode.EXCLUSIVE);
    }

    /** Whether others may have a name at the same time as this mode, so that its holder only reads. */
    public static boolean reads(Mode mode) {
        return mode.units() < mode.capacity();
    }

    /** A client of a node. */
    public record Client(int node, int number) {
        @Override
        public String toString() {
            return "node " + node + (number == 0 ? "" : ", client " + number);
        }
    }

    /**
     * The value.
     *
     * @throws InvalidHistory when it has none
     */
    long given() {
        return value.orElseThrow(() -> new InvalidHistory("an event " + kind + " has no value: " + this));
    }

    /**
     * The client at which it happened.
     *
     * @throws InvalidHistory when it names no node
     */
    public Client actor() {
        return new Client(
                node.orElseThrow(() -> new InvalidHistory("an event " + kind + " names no node: " + this)),
                client.orElse(0));
    }
}
