package symposium.service.lock;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.election.LeaderWatch;
import symposium.service.member.MembershipView;
import symposium.wire.Wire;

/**
 * The service of named locks, for the actors of one node. An owner asks for {@link Claims}: names, each exclusive,
 * shared, or some of its permits. It is granted all of them at once, under a {@link Fence}.
 *
 * <p>What conflicts is granted in the order of the requests, on one node or several; the rest side by side. Up to 32
 * requests that wait at one node may be granted together, before a request of another node that came first. An owner
 * that waits holds none of what it waits for. So there is no deadlock among owners that hold nothing else while they
 * wait; one that does should wait with a limit. See {@link symposium.arbitration.privileges}.
 *
 * <p>The <em>owner</em> of a lease is an actor, which is watched: what it waits for and holds is given back when it
 * stops. It is named apart from the one that is answered, which may be the temporary reference of an ask. If that stops
 * while its request waits, the request is cancelled: the ask has timed out. A request with a label has a separate
 * owner, for which that actor acts.
 *
 * <p>A request is known by its owner and its id. Every answer carries the id.
 *
 * <p>An election by name is such a lock, under a name that no lock has: see {@link Campaign}, and {@link LeaderWatch}
 * for those that follow the leader.
 *
 * <p>When the node leaves the cluster in good order, nothing more is granted here. Holders are told {@link Leaving},
 * and have {@code symposium.leave-timeout} to release what they hold.
 *
 * @since 1.0
 */
public final class LockService {

    /** The greatest length of a name, in characters. */
    public static final int LONGEST_NAME = 255;

    /** The greatest length of what a candidate tells of itself, in characters. */
    public static final int LONGEST_VALUE = 1024;

    /** The greatest limit of a request. Akka's scheduler measures no longer time at its finest resolution. */
    public static final Duration LONGEST_LIMIT = Duration.ofDays(24);

    /** What can be sent to the service. */
    public interface Command {}

    /**
     * Asks for a lease. The answer is {@link Granted}, {@link TimedOut}, {@link Cancelled}, {@link Refused} or
     * {@link Unavailable}. After {@code Granted}, the owner is told {@link Lost} when it no longer holds the lease,
     * unless it has released it.
     *
     * @param id by which the owner tells its requests apart; no two that wait or are held share one
     * @param claims what is asked for
     * @param limit the longest time to wait, above zero, at most {@link #LONGEST_LIMIT}; without it the request
     *     waits until it is granted or cancelled
     * @param owner has the lease until it releases it, loses it, or stops
     * @param replyTo is told the answer
     * @param lostTo is told of the loss, and before that when the node is {@link Leaving}
     * @param label of a separate owner, if the request has one, as people know it: {@code owner} acts for that and for
     *     others
     */
    public record Acquire(
            String id,
            Claims claims,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super LeaseNotice> lostTo,
            Optional<String> label)
            implements Command, Wire {
        public Acquire {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(claims, "claims");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
            label = label == null ? Optional.empty() : label;
        }

        /** Of an owner that is an actor. */
        public Acquire(
                String id,
                Claims claims,
                Optional<Duration> limit,
                ActorRef<?> owner,
                ActorRef<Reply> replyTo,
                ActorRef<? super LeaseNotice> lostTo) {
            this(id, claims, limit, owner, replyTo, lostTo, Optional.empty());
        }

        /** Of an owner that is told everything itself. */
        public Acquire(String id, Claims claims, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, claims, limit, owner, owner, owner);
        }
    }

    /**
     * Asks for a lease if it can be granted without waiting for another to release: as {@link Acquire}, but the answer
     * is {@link NotFree} when another holds a part of it, or waits for it. That comes at once when an owner of this
     * node does, and after a message to another node and back when an owner there may. While a node is unreachable, and
     * not yet removed, that is not known; the answer is {@link TimedOut} when it is not known within the limit.
     *
     * @param limit as that of {@link Acquire}; without it {@code symposium.try-timeout}
     */
    public record TryAcquire(
            String id,
            Claims claims,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super LeaseNotice> lostTo,
            Optional<String> label)
            implements Command, Wire {
        public TryAcquire {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(claims, "claims");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
            label = label == null ? Optional.empty() : label;
        }

        /** Of an owner that is an actor. */
        public TryAcquire(
                String id,
                Claims claims,
                Optional<Duration> limit,
                ActorRef<?> owner,
                ActorRef<Reply> replyTo,
                ActorRef<? super LeaseNotice> lostTo) {
            this(id, claims, limit, owner, replyTo, lostTo, Optional.empty());
        }

        /** Of an owner that is told everything itself. */
        public TryAcquire(String id, Claims claims, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, claims, limit, owner, owner, owner);
        }

        /**
         * What it claims.
         *
         * @param usual the limit where it states none
         */
        public Acquire claimed(Duration usual) {
            return new Acquire(id, claims, Optional.of(limit.orElse(usual)), owner, replyTo, lostTo, label);
        }
    }

    /**
     * Asks to lead an election. It is answered as {@link Acquire}; {@link Granted} says that the owner leads, and the
     * {@linkplain Fence#number() number} of the fence is the term. {@link Release} resigns. The owner leads until then,
     * whoever joins or leaves.
     *
     * @param election its name, as that of a lock; a lock of this name is something else
     * @param value what those that {@linkplain LeaderWatch watch} are told when the owner leads, such as an address: at
     *     most {@link #LONGEST_VALUE} characters, of those that a name may have
     */
    public record Campaign(
            String id,
            String election,
            String value,
            Optional<Duration> limit,
            ActorRef<?> owner,
            ActorRef<Reply> replyTo,
            ActorRef<? super LeaseNotice> lostTo,
            Optional<String> label)
            implements Command, Wire {
        public Campaign {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
            label = label == null ? Optional.empty() : label;
        }

        /** Of an owner that is an actor. */
        public Campaign(
                String id,
                String election,
                String value,
                Optional<Duration> limit,
                ActorRef<?> owner,
                ActorRef<Reply> replyTo,
                ActorRef<? super LeaseNotice> lostTo) {
            this(id, election, value, limit, owner, replyTo, lostTo, Optional.empty());
        }

        /** Of an owner that is told everything itself. */
        public Campaign(String id, String election, String value, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, election, value, limit, owner, owner, owner);
        }

        /** What it claims. */
        public Acquire claimed() {
            return new Acquire(id, Claims.leadership(election), limit, owner, replyTo, lostTo, label);
        }
    }

    /**
     * Gives up a request: the answer is {@link Cancelled}, to {@code replyTo} and to the one that waits for the answer
     * to the request. A lease that has been granted already is released. The answer to a request that is not known is
     * {@link NotHeld}.
     */
    public record Cancel(String id, ActorRef<?> owner, ActorRef<Reply> replyTo) implements Command, Wire {
        public Cancel {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /**
     * Releases a lease. The answer is {@link Released} or {@link NotHeld}.
     *
     * @param fence that of the grant
     * @param replyTo receives the answer. It must be the owner if two owners of one actor system use the same id: on a
     *     member that hosts no process, their leases may have the same fence
     */
    public record Release(String id, Fence fence, ActorRef<Reply> replyTo) implements Command, Wire {
        public Release {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} at this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command, Wire {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** The answers. */
    public sealed interface Reply extends Wire {

        /** That of the request. */
        String id();
    }

    /** The owner holds all that it claims, under this fence. */
    public record Granted(String id, Claims claims, Fence fence) implements Reply {}

    /** A lease that was tried is not free: another holds it, or waits for it, in part or as a whole. */
    public record NotFree(String id, Claims claims) implements Reply {}

    /**
     * A lease that has kept a request waiting.
     *
     * @param name what both claim; of an election, the word election and its name
     * @param node the address of the node at which it is held
     * @param owner its label, or its path if it is an actor of the application
     * @param since when it was granted, by the clock of the node
     */
    public record Holder(String name, String node, String owner, Fence fence, Instant since) {

        @Override
        public String toString() {
            return name + " is held by " + owner + " at " + node + " since " + since.truncatedTo(ChronoUnit.MILLIS)
                    + " under fence " + fence;
        }
    }

    /**
     * The limit has passed. The owner has nothing of what it asked for. It may come some tenths of a second later, when
     * other nodes are slow to tell who holds it.
     *
     * @param why the reason, in one line: who holds it, or that others hold it or wait for it, or that the node sees no
     *     majority
     * @param holders up to ten leases that have kept the request waiting, as far as they are known
     */
    public record TimedOut(String id, Duration limit, String why, List<Holder> holders) implements Reply {

        /** What the reason begins with while others hold it or wait for it, and who does is not known; names follow. */
        public static final String CONFLICT = "others hold or wait for ";

        /** Of a try, when the answer is not known in time. */
        public static final String UNKNOWN =
                "whether others hold it is not known: a node is slow, or unreachable and not removed yet";

        public TimedOut {
            holders = List.copyOf(holders);
        }

        /** For another reason than that others hold it. */
        public TimedOut(String id, Duration limit, String why) {
            this(id, limit, why, List.of());
        }
    }

    /** The request has been given up, or its owner has stopped. The owner has nothing of what it asked for. */
    public record Cancelled(String id) implements Reply {}

    /**
     * The request is invalid, or one too many.
     *
     * @param reason the kind of defect
     * @param why what is wrong, and what would be right, in one line
     */
    public record Refused(String id, Reason reason, String why) implements Reply {}

    /** Why a request is refused. */
    public enum Reason {
        /**
         * It claims no name, or one that is blank, too long or has characters that are not seen, as control characters
         * are; or so does its value or id; or its limit is not positive, or greater than {@link #LONGEST_LIMIT}.
         */
        INVALID,
        /** The claims of the request do not fit into one message. */
        TOO_LARGE,
        /** The owner holds or awaits what conflicts with the claims: it would wait for itself. */
        ALREADY_CLAIMED,
        /** The owner has a request of this id. */
        ID_IN_USE,
        /** As many requests wait for one of its names at this node as {@code symposium.waiters-limit} admits. */
        TOO_MANY_WAITERS,
        /** There are as many client sessions at this node, or requests of one, as the settings admit. */
        TOO_MANY
    }

    /** The lease of this fence has been released. */
    public record Released(String id, Fence fence) implements Reply {}

    /**
     * There is no such lease, or no such request, at this node.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(String id, String why) implements Reply {}

    /** What the owner is told of a lease that it holds. */
    public sealed interface LeaseNotice extends Reply {}

    /**
     * The owner no longer holds the lease of this fence, and others may be granted what it claimed.
     *
     * @param why the reason, in one line
     */
    public record Lost(String id, Fence fence, String why) implements LeaseNotice {}

    /**
     * The node is about to leave the cluster in good order: the owner should finish and release the lease, which it
     * loses otherwise.
     *
     * @param within the time that is left
     */
    public record Leaving(String id, Fence fence, Duration within) implements LeaseNotice {}

    /**
     * The service of this node has ended, or ends; or no node is reachable that hosts one.
     *
     * @param cause the kind of reason
     * @param why in one line
     */
    public record Unavailable(String id, UnavailableCause cause, String why) implements Reply {}

    /** Why a request is not served. */
    public enum UnavailableCause {
        /** The node sees no majority now, so a try is refused; a later one may succeed. */
        NO_MAJORITY,
        /** The node waits for a majority for longer than {@code symposium.formation-timeout}, and goes on trying. */
        NOT_FORMED,
        /** The node is leaving in good order, and takes no requests any more. */
        LEAVING,
        /** The service has ended. */
        ENDED,
        /** No node that hosts the service is reachable, from a member that hosts none. */
        NO_HOST
    }

    /**
     * A request of this node.
     *
     * @param owner the path of the owner, whose last part has the label of an owner that is no actor of the application
     * @param fence that of the lease; empty while the request waits
     * @param since when it was granted, or came
     */
    public record Entry(String id, String owner, Claims claims, Optional<Fence> fence, Instant since) {}

    /**
     * The status at this node.
     *
     * @param entries what its owners hold and wait for, in the order of their requests
     * @param view the membership; while it is {@linkplain MembershipView#cutOff cut off}, nothing is granted here.
     *     Empty at a member that hosts no process
     */
    public record Status(List<Entry> entries, Optional<MembershipView> view) {

        /** The leases that are held. */
        public List<Entry> held() {
            return entries.stream().filter(each -> each.fence().isPresent()).toList();
        }

        /** The requests that wait. */
        public List<Entry> waiting() {
            return entries.stream().filter(each -> each.fence().isEmpty()).toList();
        }
    }

    private LockService() {}
}
