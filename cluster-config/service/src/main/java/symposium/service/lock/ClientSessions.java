package symposium.service.lock;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.lock.LockService.Holder;
import symposium.service.lock.LockService.Reason;
import symposium.wire.PlainText;
import symposium.wire.Wire;

/**
 * Sessions of clients that are no members of the cluster, such as those over HTTP: each has a time to live, which the
 * client renews, and what it holds ends with it.
 *
 * <p>A session lives in the cluster and not in one node. A client may speak to any node; that passes on what it asks to
 * the node where the session is. When that departs, another node, its backup, takes the session over with all that it
 * holds, before anybody that waits: {@link symposium.arbitration.resources}, "Sessions that outlive their process". The
 * time to live starts again then. What waits is not taken over: the client asks again, with the same id.
 *
 * <p>Every request has an id that is the client's. Asked again, at any node, it has the same answer and no other
 * effect, until it is released.
 *
 * <p>A session and all that it holds is lost when its node and its backup depart at once, and when its node is cut off
 * from the majority and comes back before the others have removed it.
 *
 * @since 1.0
 */
public final class ClientSessions {

    /** The shortest time to live. */
    public static final Duration SHORTEST_LIFE = Duration.ofSeconds(1);

    /** The longest time to live. */
    public static final Duration LONGEST_LIFE = Duration.ofDays(1);

    /** The longest time to an answer while a request waits: then it is {@link Waiting}. */
    public static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);

    /**
     * The longest time to an answer of a session with this time to live: at most half of it, so that a client that asks
     * again, one request after the other, renews its session in time.
     */
    public static Duration longestAnswer(Duration life) {
        Duration half = life.dividedBy(2);
        return half.compareTo(LONGEST_ANSWER) < 0 ? half : LONGEST_ANSWER;
    }

    /** The greatest length of the id of a session or a request, in characters. */
    public static final int LONGEST_ID = 100;

    /** What can be sent to the {@link LockService} of a node about sessions. */
    public interface Command extends LockService.Command {

        /** The id of the session. */
        String session();
    }

    /**
     * Opens a session; one that is open already is renewed. The answer is {@link State}, {@link Refused} or
     * {@link Unavailable}.
     *
     * @param session its id
     * @param life how long it lives without being renewed, from {@link #SHORTEST_LIFE} to {@link #LONGEST_LIFE}
     * @param label who it is, for people: as that of an owner
     * @param forwarded whether another node passes it on
     */
    public record Open(String session, Duration life, String label, boolean forwarded, ActorRef<Answer> replyTo)
            implements Command, Wire {}

    /**
     * Asks something of a session, and renews it.
     *
     * @param forwarded whether another node passes it on
     */
    public record Ask(String session, Request request, boolean forwarded, ActorRef<Answer> replyTo)
            implements Command, Wire {}

    /**
     * Asks to be told what happens to a session: first {@link Kind#WATCHED}, and at last {@link Kind#ENDED} or
     * {@link Kind#MOVED}.
     *
     * @param forwarded whether another node passes it on
     */
    public record Watch(String session, boolean forwarded, ActorRef<Notice> watcher) implements Command, Wire {}

    /** Asks a node whether it has a session. */
    public record Probe(String session, ActorRef<Presence> replyTo) implements Command, Wire {}

    /**
     * Whether a node has a session.
     *
     * @param service of that node
     */
    public record Presence(String session, boolean here, ActorRef<LockService.Command> service) implements Wire {}

    /** What is asked of a session. */
    public sealed interface Request {}

    /** That it lives on. The answer is {@link State}. */
    public record Renew() implements Request {}

    /** What it holds and awaits; it is not renewed by that. The answer is {@link State}. */
    public record Show() implements Request {}

    /** To end, and to release all that it holds. The answer is {@link Released}. */
    public record Close() implements Request {}

    /**
     * Locks, or the leadership of an election. The answer is {@link Granted}, {@link NotGranted}, {@link Waiting},
     * {@link Refused} or {@link Unavailable}.
     *
     * @param id of the request
     * @param value what is told of the candidate, if it asks to lead
     * @param limit the longest time that the request waits; zero if it is not to wait, and without it for ever
     */
    public record Acquire(String id, Claims claims, Optional<String> value, Optional<Duration> limit)
            implements Request {}

    /** That a request ends: what it has been granted is released. The answer is {@link Released} or {@link NotHeld}. */
    public record Release(String id) implements Request {}

    /** The answers. */
    public sealed interface Answer extends Wire {}

    /** An open session, and its requests. */
    public record State(String session, Duration life, List<Held> requests) implements Answer {}

    /**
     * A request of a session.
     *
     * @param fence that of the grant; empty while the request waits
     */
    public record Held(String id, Claims claims, Optional<Fence> fence) {}

    /** The session holds all that the request claims. The fence stays the same, however many nodes take it over. */
    public record Granted(String id, Claims claims, Fence fence) implements Answer {}

    /** The request waits: ask again, with the same id. */
    public record Waiting(String id) implements Answer {}

    /**
     * The limit has passed, or it is not free.
     *
     * @param holders of what it has waited for, as far as they are known
     */
    public record NotGranted(String id, String why, List<Holder> holders) implements Answer {}

    /** The request, or the session, has ended. */
    public record Released(String id) implements Answer {}

    /** The session has no such request. */
    public record NotHeld(String id, String why) implements Answer {}

    /** What is asked is invalid, or one too many. */
    public record Refused(Reason reason, String why) implements Answer {}

    /** There is no such session: it has expired, has been closed or lost, or has never been. */
    public record NoSession(String why) implements Answer {}

    /** It may be asked again, here or at another node. */
    public record Unavailable(String why) implements Answer {}

    /** What happens to a session. */
    public enum Kind {
        /** It is watched from now on. */
        WATCHED,
        /** A request no longer holds what it has been granted. */
        LOST,
        /** The session has ended, with all that it held. */
        ENDED,
        /** Its node leaves, or is not heard any more: to be watched again, at another node. */
        MOVED
    }

    /**
     * What has happened to a session.
     *
     * @param id of the request that is lost; empty if it is about the session
     * @param why in one line
     * @param service of the node that tells it
     */
    public record Notice(String session, Kind kind, String id, String why, ActorRef<LockService.Command> service)
            implements Wire {}

    /** Whether clients and proxies remove this from the path of a URL, and change the path by that. */
    public static boolean isPathPart(String text) {
        return text.equals(".") || text.equals("..");
    }

    /** Why this cannot be the id of a session or a request, in one line; empty for a valid one. */
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

    /** Why this cannot be a time to live, in one line; empty for a valid one. */
    public static Optional<String> invalidLife(Duration life) {
        return life.compareTo(SHORTEST_LIFE) >= 0 && life.compareTo(LONGEST_LIFE) <= 0
                ? Optional.empty()
                : Optional.of("a session lives from " + SHORTEST_LIFE.toSeconds() + " to " + LONGEST_LIFE.toSeconds()
                        + " seconds without being renewed, not " + life.toMillis() + " ms");
    }

    private ClientSessions() {}
}
