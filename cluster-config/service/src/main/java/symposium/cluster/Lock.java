package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

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
 */
public final class Lock extends AbstractBehavior<Lock.Command> {

    /** What can be sent to the lock. */
    public sealed interface Command {}

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

    /** What the host of the process tells. */
    record FromHost(HostEvent<Output> event) implements Command {}

    /** A watched actor has stopped. */
    record Stopped(ActorRef<?> actor) implements Command {}

    /** The answers. */
    public sealed interface Reply {}

    /** The application holds the lock, under this fence. */
    public record Granted(Fence fence) implements Reply {}

    /** The application holds the lock no more: its node has been cut off, and others may be granted it. */
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
     * The lock of this node has ended.
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

    private final ClientQueue<Command, Reply> turns;
    private Fence latest = Fence.NONE;
    private Optional<String> closed = Optional.empty();
    private Optional<Warning> warning = Optional.empty();
    private MembershipView view;

    private Lock(ActorContext<Command> context, MembershipView view, Consumer<Input> process) {
        super(context);
        this.view = view;
        this.turns = new ClientQueue<>(
                context, Stopped::new, () -> process.accept(Input.ENTER), () -> process.accept(Input.RELEASE));
    }

    /**
     * The lock of a node; {@code process} takes the requests.
     *
     * @param view the membership at the start
     */
    static Behavior<Command> create(MembershipView view, Consumer<Input> process) {
        return Behaviors.setup(context -> new Lock(context, view, process));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Acquire.class, this::onAcquire)
                .onMessage(Release.class, this::onRelease)
                .onMessage(GetStatus.class, this::onStatus)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .build();
    }

    private Behavior<Command> onAcquire(Acquire acquire) {
        if (closed.isPresent()) {
            acquire.replyTo().tell(new Unavailable(closed.get()));
            return this;
        }
        turns.comes(new ClientQueue.Client<>(acquire.owner(), acquire.replyTo(), acquire.lostTo()));
        return this;
    }

    private Behavior<Command> onRelease(Release release) {
        if (isHeldUnder(release.fence())) {
            turns.over();
            release.replyTo().tell(new Released(latest));
        } else {
            String why = turns.present().isPresent()
                    ? "the lock is held here under fence " + latest
                    : "no application of this node holds the lock; it has been released, or lost when the node was cut off";
            release.replyTo().tell(new NotHeld(release.fence(), why));
        }
        return this;
    }

    private Behavior<Command> onStatus(GetStatus status) {
        Place place = turns.present().isPresent() ? Place.HELD_HERE : turns.asked() ? Place.AWAITED : Place.IDLE;
        status.replyTo().tell(new Status(place, latest, turns.waiting(), view, warning));
        return this;
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Output> told) {
            if (told.output() instanceof Output.Granted granted) {
                onGranted(granted.fence());
            } else {
                onLost(((Output.Lost) told.output()).fence());
            }
        } else if (from.event() instanceof HostEvent.Seen<Output> seen) {
            view = seen.view();
        } else if (from.event() instanceof HostEvent.Warned<Output> warned) {
            warning = Optional.of(warned.warning());
        } else {
            onClosed((HostEvent.Closed<Output>) from.event());
        }
        return this;
    }

    private void onGranted(Fence fence) {
        latest = fence;
        warning = warning.filter(said -> said.kind() != Warning.Kind.EXCLUDED);
        turns.granted().ifPresent(next -> next.replyTo().tell(new Granted(fence)));
    }

    private void onLost(Fence fence) {
        // A release may be in transit to the process that had lost the lock already; then there is no holder to be
        // told.
        if (isHeldUnder(fence)) {
            turns.present().orElseThrow().lostTo().tell(new Lost(fence));
            turns.lost();
        }
    }

    private boolean isHeldUnder(Fence fence) {
        return turns.present().isPresent() && fence.equals(latest);
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        turns.stopped(stopped.actor());
        return this;
    }

    private void onClosed(HostEvent.Closed<Output> closing) {
        closed = Optional.of(closing.why());
        turns.close(held -> held.tell(new Lost(latest)), waiter -> waiter.tell(new Unavailable(closing.why())));
        closing.replyTo().tell(Done.getInstance());
    }
}
