package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;

/**
 * The lock by the configured algorithm, for the applications of one node.
 *
 * <p>A process has one user. The applications of its node take turns as that user, in the order of their requests.
 * Between two of these turns, waiting nodes are granted the lock.
 *
 * <p>Every grant carries a fencing token ({@link Fence}). The holder passes the token to the resource that the lock
 * protects, and states it in the release. The resource rejects any token that is smaller than the greatest token it
 * has seen.
 *
 * <p>The <em>owner</em> of a grant is an actor, which the service watches. When the owner stops, the service cancels
 * its requests and releases its lock. A request states the owner separately from the actor that receives the answer,
 * which may be the temporary reference of an ask. If that actor stops while the request waits, the request is
 * cancelled.
 *
 * @since 1.0
 */
public final class Lock {

    /** A message to the lock. */
    public interface Command {}

    /**
     * Requests the lock. The answer is {@link Granted}, which may arrive at any later time. It is followed by {@link
     * Lost} if the lock is lost.
     *
     * @param owner the actor that holds the lock until it releases it, loses it, or stops
     * @param replyTo receives the answer
     * @param lostTo receives {@link Lost}
     */
    public record Acquire(ActorRef<?> owner, ActorRef<Reply> replyTo, ActorRef<Reply> lostTo) implements Command {
        public Acquire {
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /**
         * Creates a request of an owner that receives all messages itself. Do not use this constructor with an ask,
         * because its {@code replyTo} stops with the answer.
         */
        public Acquire(ActorRef<Reply> owner) {
            this(owner, owner, owner);
        }
    }

    /**
     * Releases the lock. The answer is {@link Released} or {@link NotHeld}.
     *
     * @param fence the fencing token of the grant
     */
    public record Release(Fence fence, ActorRef<Reply> replyTo) implements Command {
        public Release {
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} of this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** An answer of the lock. */
    public sealed interface Reply {}

    /** Grants the lock to the application, under this fencing token. */
    public record Granted(Fence fence) implements Reply {}

    /**
     * Notifies the application that it no longer holds the lock: its node has been cut off, and other applications may
     * be granted the lock.
     */
    public record Lost(Fence fence) implements Reply {}

    /** Confirms the release of the lock with this fencing token. */
    public record Released(Fence fence) implements Reply {}

    /**
     * Reports that no application of this node holds the lock under this fencing token.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(Fence fence, String why) implements Reply {}

    /**
     * Reports that the lock of this node has ended, or that the cluster has not formed within {@code
     * symposium.formation-timeout}.
     *
     * @param why the reason, in one line
     */
    public record Unavailable(String why) implements Reply {}

    /** The location of the lock, as one node sees it. */
    public enum Place {
        /** An application of this node holds the lock. */
        HELD_HERE,
        /** The lock is elsewhere, and an application of this node waits for it. */
        AWAITED,
        /** No application of this node holds the lock or waits for it. */
        IDLE
    }

    /**
     * The status of one node.
     *
     * @param place the location of the lock
     * @param fence the latest fencing token that was granted on this node, or {@link Fence#NONE} before the first; its
     *     generation is the highest in which this node knows of a grant
     * @param waiting the number of waiting applications of this node
     * @param view the membership
     * @param warning the reason why waiting applications may wait forever, if it is known
     */
    public record Status(Place place, Fence fence, int waiting, MembershipView view, Optional<Warning> warning) {}

    private Lock() {}
}
