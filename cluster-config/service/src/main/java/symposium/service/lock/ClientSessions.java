package symposium.service.lock;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import symposium.input.PlainText;
import symposium.mutex.Fence;
import symposium.service.lock.LockService.Holder;
import symposium.service.lock.LockService.Reason;
import symposium.wire.Wire;

/**
 * The sessions of clients that are not members of the cluster, such as HTTP clients. Each session has a time to live
 * (TTL), which the client renews. The leases of a session end with the session.
 *
 * <p>A session belongs to the cluster and is not tied to one node. A client can use any node, which forwards the
 * request to the node that hosts the session. If that node is removed, its backup, another node, takes over the
 * session with all its leases before any waiting request is granted. See {@link symposium.arbitration.resources},
 * "Sessions that outlive their process". The TTL then restarts. The backup does not take over waiting requests. The
 * client must repeat them with the same id.
 *
 * <p>Every request has an id that the client chooses. If the client repeats the request, on any node, it receives the
 * same answer without further effect, until the request is released.
 *
 * <p>A session and all its leases are lost if its node and its backup are removed at the same time. They are also lost
 * if the node is cut off from the majority and reconnects before the others have removed it.
 *
 * @since 1.0
 */
public final class ClientSessions {

    /** The shortest time to live of a session. */
    public static final Duration SHORTEST_LIFE = Duration.ofSeconds(1);

    /** The longest time to live of a session. */
    public static final Duration LONGEST_LIFE = Duration.ofDays(1);

    /** The longest time until a waiting request is answered with {@link Waiting}. */
    public static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);

    /**
     * Returns the longest time until a session with this time to live is answered. It is at most half of the time to
     * live, so a client that sends one request after another renews its session in time.
     */
    public static Duration longestAnswer(Duration life) {
        Duration half = life.dividedBy(2);
        return half.compareTo(LONGEST_ANSWER) < 0 ? half : LONGEST_ANSWER;
    }

    /** The greatest length of the id of a session or a request, in characters. */
    public static final int LONGEST_ID = 100;

    /** A message about sessions to the {@link LockService} of a node. */
    public interface Command extends LockService.Command {

        /** Returns the id of the session. */
        String session();
    }

    /**
     * Opens a session, or renews it if it is already open. The answer is {@link State}, {@link Refused} or {@link
     * Unavailable}.
     *
     * @param session the id of the session
     * @param life the time to live without renewal, from {@link #SHORTEST_LIFE} to {@link #LONGEST_LIFE}
     * @param label identifies the client to people, as the label of an owner does
     * @param forwarded whether another node forwards the message
     */
    public record Open(String session, Duration life, String label, boolean forwarded, ActorRef<Answer> replyTo)
            implements Command, Wire {}

    /**
     * Sends a request to a session, and renews it.
     *
     * @param forwarded whether another node forwards the message
     */
    public record Ask(String session, Request request, boolean forwarded, ActorRef<Answer> replyTo)
            implements Command, Wire {}

    /**
     * Watches a session: the watcher first receives {@link Kind#WATCHED}, and finally {@link Kind#ENDED} or {@link
     * Kind#MOVED}.
     *
     * @param forwarded whether another node forwards the message
     */
    public record Watch(String session, boolean forwarded, ActorRef<Notice> watcher) implements Command, Wire {}

    /** Asks a node whether it has a session. */
    public record Probe(String session, ActorRef<Presence> replyTo) implements Command, Wire {}

    /**
     * Reports whether a node has a session.
     *
     * @param service the service of that node
     */
    public record Presence(String session, boolean here, ActorRef<LockService.Command> service) implements Wire {}

    /** A request to a session. */
    public sealed interface Request {}

    /** Renews the session. The answer is {@link State}. */
    public record Renew() implements Request {}

    /** Asks for the leases and requests of the session, without renewing it. The answer is {@link State}. */
    public record Show() implements Request {}

    /** Closes the session, and releases all its leases. The answer is {@link Released}. */
    public record Close() implements Request {}

    /**
     * Requests locks, or the leadership of an election. The answer is {@link Granted}, {@link NotGranted}, {@link
     * Waiting}, {@link Refused} or {@link Unavailable}.
     *
     * @param id the id of the request; an id other than the name can be used only once in a session
     * @param value the text that the candidate publishes, if it requests leadership
     * @param limit the maximum time that the request waits: zero if it must not wait, empty if it waits without a
     *     limit
     */
    public record Acquire(String id, Claims claims, Optional<String> value, Optional<Duration> limit)
            implements Request {}

    /** Ends a request, and releases what it has been granted. The answer is {@link Released} or {@link NotHeld}. */
    public record Release(String id) implements Request {}

    /** An answer of a session. */
    public sealed interface Answer extends Wire {}

    /** An open session, and its requests. */
    public record State(String session, Duration life, List<Held> requests) implements Answer {}

    /**
     * A request of a session.
     *
     * @param fence the fencing token of the grant; empty while the request waits
     */
    public record Held(String id, Claims claims, Optional<Fence> fence) {}

    /**
     * Grants a request: the session holds all its claims. The fencing token stays the same, even if other nodes take
     * over the session, any number of times.
     */
    public record Granted(String id, Claims claims, Fence fence) implements Answer {}

    /** Reports that the request still waits. The client must repeat it with the same id. */
    public record Waiting(String id) implements Answer {}

    /**
     * Reports that the limit has passed, or that the claims are not free.
     *
     * @param holders the holders of the names that the request waited for, as far as they are known
     */
    public record NotGranted(String id, String why, List<Holder> holders) implements Answer {}

    /** Confirms that the request, or the session, has ended. */
    public record Released(String id) implements Answer {}

    /** Reports that the session has no such request. */
    public record NotHeld(String id, String why) implements Answer {}

    /** Rejects a message that is invalid or that exceeds a limit. */
    public record Refused(Reason reason, String why) implements Answer {}

    /** Reports that there is no such session: it has expired, has been closed or lost, or has never existed. */
    public record NoSession(String why) implements Answer {}

    /** Reports that the node cannot answer. The client can retry on this node or on another. */
    public record Unavailable(String why) implements Answer {}

    /** The kinds of notices about a session. */
    public enum Kind {
        /** The session is watched from now on. */
        WATCHED,
        /** A request no longer holds what it was granted. */
        LOST,
        /** The session has ended, with all its leases. */
        ENDED,
        /**
         * The node of the session is leaving, or no longer responds. The watcher must watch the session again, on
         * another node.
         */
        MOVED
    }

    /**
     * A notice about a session.
     *
     * @param id the id of the request that lost its lease, or empty if the notice is about the session
     * @param why the reason, in one line
     * @param service the service of the node that sends the notice
     */
    public record Notice(String session, Kind kind, String id, String why, ActorRef<LockService.Command> service)
            implements Wire {}

    /** Returns whether clients and proxies remove this text from the path of a URL, and thereby change the path. */
    public static boolean isPathPart(String text) {
        return text.equals(".") || text.equals("..");
    }

    /** Returns why this is not a valid id of a session or a request, in one line, or empty if it is valid. */
    public static Optional<String> invalidId(String id) {
        if (isPathPart(id)) {
            return Optional.of(PlainText.quoted(id)
                    + " cannot be an id: clients and proxies remove it from the path of a URL; use another id");
        }
        boolean valid =
                !id.isBlank() && id.length() <= LONGEST_ID && !PlainText.hasControl(id) && !PlainText.isMalformed(id);
        return valid
                ? Optional.empty()
                : Optional.of(PlainText.quoted(id) + " cannot be an id: an id has 1 to " + LONGEST_ID
                        + " characters, is not blank, and has " + PlainText.NO_CONTROL);
    }

    /** Returns why this is not a valid time to live, in one line, or empty if it is valid. */
    public static Optional<String> invalidLife(Duration life) {
        return life.compareTo(SHORTEST_LIFE) >= 0 && life.compareTo(LONGEST_LIFE) <= 0
                ? Optional.empty()
                : Optional.of("a session lives from " + SHORTEST_LIFE.toSeconds() + " to " + LONGEST_LIFE.toSeconds()
                        + " seconds without being renewed, not " + life.toMillis() + " ms");
    }

    private ClientSessions() {}
}
