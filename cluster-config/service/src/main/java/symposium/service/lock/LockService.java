package symposium.service.lock;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.wire.Wire;

/**
 * The service of named locks, for the actors of one node. An owner requests {@link Claims}: one or more names, each in
 * exclusive mode, in shared mode, or for some of its permits. All claims of a request are granted together, under one
 * fencing token ({@link Fence}).
 *
 * <p>Conflicting requests are granted in order, on one node or across nodes. Requests that do not conflict are granted
 * concurrently. Up to 32 requests that wait on one node may be granted together, ahead of an earlier request of
 * another node. A waiting owner holds none of the names that it waits for. Owners that hold no other lease while they
 * wait therefore cannot deadlock. An owner that does hold another lease should set a limit on its wait. See {@link
 * symposium.arbitration.privileges}.
 *
 * <p>The <em>owner</em> of a lease is an actor, which the service watches. When the owner stops, the service cancels
 * its requests and releases its leases. A request states the owner separately from the actor that receives the answer,
 * which may be the temporary reference of an ask. If that actor stops while its request waits, the request is
 * cancelled, because the ask has timed out. A request with a label has a separate owner, and the owner actor acts on
 * its behalf.
 *
 * <p>A request is identified by its owner and its id. Every answer carries the id.
 *
 * <p>A named election is also such a lock, under a name that no ordinary lock can have. To take part, send {@link
 * Campaign}. To follow the leader, see {@link symposium.service.election.LeaderWatch}.
 *
 * <p>When the node leaves the cluster gracefully, it stops granting requests. Each holder receives {@link Leaving} and
 * has {@code symposium.leave-timeout} to release its lease.
 *
 * @since 1.0
 */
public final class LockService {

    /** The greatest length of a name, in characters. */
    public static final int LONGEST_NAME = 255;

    /** The greatest length of the value that a candidate publishes, in characters. */
    public static final int LONGEST_VALUE = 1024;

    /** The greatest limit of a request. At its finest resolution, Akka's scheduler cannot measure a longer time. */
    public static final Duration LONGEST_LIMIT = Duration.ofDays(24);

    /** A message to the service. */
    public interface Command {}

    /**
     * Requests a lease. The answer is {@link Granted}, {@link TimedOut}, {@link Cancelled}, {@link Refused} or {@link
     * Unavailable}. After {@code Granted}, the owner receives {@link Lost} if it no longer holds the lease, unless it
     * has released it.
     *
     * @param id distinguishes the requests of one owner; two requests of an owner that wait or are held must not have
     *     the same id
     * @param claims the requested names, each with its mode
     * @param limit the maximum time to wait, greater than zero and at most {@link #LONGEST_LIMIT}; without it, the
     *     request waits until it is granted or cancelled
     * @param owner the actor that holds the lease until it releases it, loses it, or stops
     * @param replyTo receives the answer
     * @param lostTo receives {@link Lost}, and before that {@link Leaving} if the node is about to leave
     * @param label the label of a separate owner, as shown to people, if the request has one; {@code owner} then acts
     *     for that owner and for others
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

        /** Creates a request of an owner that is itself an actor. */
        public Acquire(
                String id,
                Claims claims,
                Optional<Duration> limit,
                ActorRef<?> owner,
                ActorRef<Reply> replyTo,
                ActorRef<? super LeaseNotice> lostTo) {
            this(id, claims, limit, owner, replyTo, lostTo, Optional.empty());
        }

        /** Creates a request of an owner that receives all messages itself. */
        public Acquire(String id, Claims claims, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, claims, limit, owner, owner, owner);
        }
    }

    /**
     * Requests a lease only if it can be granted without waiting for another owner to release. The answers are those
     * of {@link Acquire}, and {@link NotFree} if another owner holds or awaits a part of the claims. If the other
     * owner is on this node, the service answers immediately. If the other owner may be on another node, the answer
     * takes one message round trip to that node. While a node is unreachable but not yet removed, the service cannot
     * know whether the claims are free. If it does not learn this within the limit, the answer is {@link TimedOut}.
     *
     * @param limit as in {@link Acquire}; the default is {@code symposium.try-timeout}
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

        /** Creates a request of an owner that is itself an actor. */
        public TryAcquire(
                String id,
                Claims claims,
                Optional<Duration> limit,
                ActorRef<?> owner,
                ActorRef<Reply> replyTo,
                ActorRef<? super LeaseNotice> lostTo) {
            this(id, claims, limit, owner, replyTo, lostTo, Optional.empty());
        }

        /** Creates a request of an owner that receives all messages itself. */
        public TryAcquire(String id, Claims claims, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, claims, limit, owner, owner, owner);
        }

        /**
         * Returns the request as an {@link Acquire}.
         *
         * @param usual the limit to use if the request states none
         */
        public Acquire claimed(Duration usual) {
            return new Acquire(id, claims, Optional.of(limit.orElse(usual)), owner, replyTo, lostTo, label);
        }
    }

    /**
     * Requests the leadership of an election. The answers are those of {@link Acquire}. {@link Granted} means that the
     * owner leads, and the {@linkplain Fence#number() number} of the fencing token is the term. The owner resigns with
     * {@link Release}. It leads until then, even if nodes join or leave.
     *
     * @param election the name of the election, which follows the rules for names of locks; a lock with the same name
     *     is unrelated
     * @param value the text that {@linkplain symposium.service.election.LeaderWatch followers} receive when the owner
     *     leads, such as an address: at most {@link #LONGEST_VALUE} characters, each of which must be allowed in a
     *     name
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

        /** Creates a request of an owner that is itself an actor. */
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

        /** Creates a request of an owner that receives all messages itself. */
        public Campaign(String id, String election, String value, Optional<Duration> limit, ActorRef<Reply> owner) {
            this(id, election, value, limit, owner, owner, owner);
        }

        /** Returns the request as an {@link Acquire}. */
        public Acquire claimed() {
            return new Acquire(id, Claims.leadership(election), limit, owner, replyTo, lostTo, label);
        }
    }

    /**
     * Cancels a request. The service sends {@link Cancelled} both to {@code replyTo} and to the actor that waits for
     * the answer to the request. If the lease has already been granted, the service releases it. If the request is
     * unknown, the answer is {@link NotHeld}.
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
     * @param fence the fencing token of the grant
     * @param replyTo receives the answer. It must be the owner if two owners in one actor system use the same id,
     *     because their leases may have the same fencing token on a member that hosts no process
     */
    public record Release(String id, Fence fence, ActorRef<Reply> replyTo) implements Command, Wire {
        public Release {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} of this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command, Wire {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** An answer of the service. */
    public sealed interface Reply extends Wire {

        /** Returns the id of the request. */
        String id();
    }

    /** Grants a request: the owner holds all its claims, under this fencing token. */
    public record Granted(String id, Claims claims, Fence fence) implements Reply {}

    /** Reports that a lease is not free: another owner holds or awaits it, in part or as a whole. */
    public record NotFree(String id, Claims claims) implements Reply {}

    /**
     * A lease that has kept a request waiting.
     *
     * @param name the name that both claim; for an election, the word "election" followed by its name
     * @param node the address of the node on which it is held
     * @param owner the label of its owner, or the owner's path if the owner is an actor of the application
     * @param since the time of the grant, by the clock of the node
     */
    public record Holder(String name, String node, String owner, Fence fence, Instant since) {

        @Override
        public String toString() {
            return name + " is held by " + owner + " at " + node + " since " + since.truncatedTo(ChronoUnit.MILLIS)
                    + " under fence " + fence;
        }
    }

    /**
     * Reports that the limit has passed. The owner holds none of the names that it requested. The answer may arrive
     * some tenths of a second late if other nodes are slow to report the holders of the names.
     *
     * @param why the reason, in one line: the holders of the names, or that other owners hold or await them, or that
     *     the node sees no majority
     * @param holders up to ten leases that kept the request waiting, as far as they are known
     */
    public record TimedOut(String id, Duration limit, String why, List<Holder> holders) implements Reply {

        /**
         * The prefix of the reason if other owners hold or await the names and the holders are not known. The names
         * follow it.
         */
        public static final String CONFLICT = "others hold or wait for ";

        /** The reason that a try times out with if the service does not learn in time whether the claims are free. */
        public static final String UNKNOWN =
                "whether others hold it is not known: a node is slow, or unreachable and not removed yet";

        public TimedOut {
            holders = List.copyOf(holders);
        }

        /** Creates the answer for a reason other than that other owners hold the names. */
        public TimedOut(String id, Duration limit, String why) {
            this(id, limit, why, List.of());
        }
    }

    /**
     * Reports that the request was cancelled, or that its owner has stopped. The owner holds none of the names that it
     * requested.
     */
    public record Cancelled(String id) implements Reply {}

    /**
     * Rejects a request that is invalid or that exceeds a limit.
     *
     * @param reason the reason for the rejection
     * @param why what is wrong and what would be valid, in one line
     */
    public record Refused(String id, Reason reason, String why) implements Reply {}

    /** The reasons why a request is rejected. */
    public enum Reason {
        /**
         * The request claims no name, or a name that is blank, too long, or contains invisible characters such as
         * control characters. The same applies to its value and id. The reason is also used for a limit that is not
         * positive or is greater than {@link #LONGEST_LIMIT}.
         */
        INVALID,
        /** The claims of the request do not fit into one message. */
        TOO_LARGE,
        /** The owner holds or awaits a conflicting claim, so the request would wait for its own owner. */
        ALREADY_CLAIMED,
        /** The owner already has a request with this id. */
        ID_IN_USE,
        /**
         * The number of requests that wait for one of its names on this node has reached {@code
         * symposium.waiters-limit}.
         */
        TOO_MANY_WAITERS,
        /**
         * The number of client sessions on this node, or of requests of one session, has reached the limit in the
         * settings.
         */
        TOO_MANY
    }

    /** Confirms the release of the lease with this fencing token. */
    public record Released(String id, Fence fence) implements Reply {}

    /**
     * Reports that this node has no such lease or request.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(String id, String why) implements Reply {}

    /** A notification to the owner about a lease that it holds. */
    public sealed interface LeaseNotice extends Reply {}

    /**
     * Notifies the owner that it no longer holds the lease with this fencing token, and that other owners may be
     * granted the names.
     *
     * @param why the reason, in one line
     */
    public record Lost(String id, Fence fence, String why) implements LeaseNotice {}

    /**
     * Notifies the owner that the node is about to leave the cluster gracefully. The owner should finish its work and
     * release the lease. Otherwise it loses the lease.
     *
     * @param within the remaining time
     */
    public record Leaving(String id, Fence fence, Duration within) implements LeaseNotice {}

    /**
     * Reports that the service of this node has ended or is ending, or that no node that hosts the service is
     * reachable.
     *
     * @param cause the category of the reason
     * @param why the reason, in one line
     */
    public record Unavailable(String id, UnavailableCause cause, String why) implements Reply {}

    /** The reasons why a request is not served. */
    public enum UnavailableCause {
        /** The node sees no majority now, so a try is rejected. A later one may succeed. */
        NO_MAJORITY,
        /**
         * The node has waited for a majority for longer than {@code symposium.formation-timeout}. It continues to try.
         */
        NOT_FORMED,
        /** The node is leaving gracefully and no longer accepts requests. */
        LEAVING,
        /** The service has ended. */
        ENDED,
        /** The member hosts no service, and no node that hosts the service is reachable. */
        NO_HOST
    }

    /**
     * A request of this node.
     *
     * @param owner the path of the owner; if the owner is not an actor of the application, the last part contains its
     *     label
     * @param fence the fencing token of the lease; empty while the request waits
     * @param since when the lease was granted, or the request arrived
     */
    public record Entry(String id, String owner, Claims claims, Optional<Fence> fence, Instant since) {}

    /**
     * The status of this node.
     *
     * @param entries the requests and leases of the node's owners, in the order of the requests
     * @param view the membership, or empty on a member that hosts no process; while the node is {@linkplain
     *     MembershipView#cutOff cut off}, it grants nothing
     */
    public record Status(List<Entry> entries, Optional<MembershipView> view) {

        /** Returns the leases that are held. */
        public List<Entry> held() {
            return entries.stream().filter(each -> each.fence().isPresent()).toList();
        }

        /** Returns the requests that wait. */
        public List<Entry> waiting() {
            return entries.stream().filter(each -> each.fence().isEmpty()).toList();
        }
    }

    private LockService() {}
}
