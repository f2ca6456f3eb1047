package symposium.cluster.participant;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.cluster.hosted.HostEvent;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.service.member.MembershipView;
import symposium.service.member.Warning;
import symposium.service.participant.Lock;
import symposium.service.participant.Lock.Acquire;
import symposium.service.participant.Lock.Command;
import symposium.service.participant.Lock.GetStatus;
import symposium.service.participant.Lock.Granted;
import symposium.service.participant.Lock.Lost;
import symposium.service.participant.Lock.NotHeld;
import symposium.service.participant.Lock.Place;
import symposium.service.participant.Lock.Release;
import symposium.service.participant.Lock.Released;
import symposium.service.participant.Lock.Reply;
import symposium.service.participant.Lock.Status;
import symposium.service.participant.Lock.Unavailable;

/** Carries out {@link Lock}. */
public final class LockActor extends AbstractBehavior<Command> {

    /** What the host of the process tells. */
    public record FromHost(HostEvent<Output> event) implements Command {}

    /** A watched actor has stopped. */
    public record Stopped(ActorRef<?> actor) implements Command {}

    private final ClientQueue<Command, Reply> turns;
    private Fence latest = Fence.NONE;
    private Optional<String> closed = Optional.empty();
    private Optional<Warning> warning = Optional.empty();
    private MembershipView view;

    private LockActor(ActorContext<Command> context, MembershipView view, Consumer<Input> process) {
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
    public static Behavior<Command> create(MembershipView view, Consumer<Input> process) {
        return Behaviors.setup(context -> new LockActor(context, view, process));
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
        Optional<String> unavailable = closed.or(view::unformed);
        if (unavailable.isPresent()) {
            acquire.replyTo().tell(new Unavailable(unavailable.get()));
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
            view.unformed().ifPresent(why -> turns.refuse(waiter -> waiter.tell(new Unavailable(why))));
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
