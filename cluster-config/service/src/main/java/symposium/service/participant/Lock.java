package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;

/**
 * The lock, for the applications of one node.
 *
 * <p>A process has one user. The applications of its node are that user, one after the other, in the order in which
 * they ask; between two of them other nodes that wait are granted the lock.
 *
 * <p>Every grant carries a {@link Fence}. The holder hands it to the resource that the lock protects, which refuses a
 * smaller one than it has seen, and names it in the release.
 *
 * <p>The <em>owner</em> of a grant is an actor, which is watched: what it waits for and holds is given back when it
 * stops. It is named apart from the one that is answered, which may be the temporary reference of an ask. If that stops
 * while the request waits, the request is given up.
 *
 * @since 1.0
 */
public final class Lock {

    /** What can be sent to the lock. */
    public interface Command {}

    /**
     * Asks for the lock. The answer is {@link Granted}, at any later time, followed by {@link Lost} if the lock is
     * lost.
     *
     * @param owner has the lock until it releases it, loses it, or stops
     * @param replyTo is told the answer
     * @param lostTo is told of the loss
     */
    public record Acquire(ActorRef<?> owner, ActorRef<Reply> replyTo, ActorRef<Reply> lostTo) implements Command {
        public Acquire {
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /** Of an owner that is told everything itself; not for an ask, whose {@code replyTo} stops with the answer. */
        public Acquire(ActorRef<Reply> owner) {
            this(owner, owner, owner);
        }
    }

    /**
     * Releases the lock. The answer is {@link Released} or {@link NotHeld}.
     *
     * @param fence that of the grant
     */
    public record Release(Fence fence, ActorRef<Reply> replyTo) implements Command {
        public Release {
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} at this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** The answers. */
    public sealed interface Reply {}

    /** The application holds the lock, under this fence. */
    public record Granted(Fence fence) implements Reply {}

    /** The application no longer holds the lock: its node has been cut off, and others may be granted it. */
    public record Lost(Fence fence) implements Reply {}

    /** The lock of this fence has been released. */
    public record Released(Fence fence) implements Reply {}

    /**
     * No application of this node holds the lock under this fence.
     *
     * @param why the reason, in one line
     */
    public record NotHeld(Fence fence, String why) implements Reply {}

    /**
     * The lock of this node has ended, or the cluster has not formed in {@code symposium.formation-timeout}.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements Reply {}

    /** Where the lock is, seen from one node. */
    public enum Place {
        /** Here, with an application of this node. */
        HELD_HERE,
        /** Elsewhere, and an application of this node waits for it. */
        AWAITED,
        /** No application of this node holds it or waits for it. */
        IDLE
    }

    /**
     * The status at one node.
     *
     * @param place where the lock is
     * @param fence the latest that was granted at this node, {@link Fence#NONE} before the first; its generation is the
     *     highest that this node knows to have granted
     * @param waiting how many applications of this node wait
     * @param view the membership
     * @param warning why those that wait may wait for ever, if the reason is known
     */
    public record Status(Place place, Fence fence, int waiting, MembershipView view, Optional<Warning> warning) {}

    private Lock() {}
}
