package symposium.cluster.participant;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
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

/** Carries out {@link Lock}. */
public final class LockActor extends ParticipantActor<Lock.Command, Lock.Reply, Fence, Input, Output> {

    /** What the host of the process tells. */
    public record FromHost(HostEvent<Output> event) implements Lock.Command {}

    /** A watched actor has stopped. */
    public record Stopped(ActorRef<?> actor) implements Lock.Command {}

    private static final Words<Lock.Command, Lock.Reply, Fence, Input> WORDS =
            new Words<>(Input.ENTER, Input.RELEASE, Stopped::new, Lock.Unavailable::new, Lock.Lost::new);

    private Fence latest = Fence.NONE;
    private Optional<Warning> warning = Optional.empty();

    private LockActor(ActorContext<Lock.Command> context, MembershipView view, Consumer<Input> process) {
        super(context, view, process, WORDS);
    }

    /**
     * The lock of a node; {@code process} takes the requests.
     *
     * @param view the membership at the start
     */
    public static Behavior<Lock.Command> create(MembershipView view, Consumer<Input> process) {
        return Behaviors.setup(context -> new LockActor(context, view, process));
    }

    @Override
    public Receive<Lock.Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(
                        Lock.Acquire.class,
                        asked -> onRequest(new Client<>(asked.owner(), asked.replyTo(), asked.lostTo())))
                .onMessage(Lock.Release.class, this::onRelease)
                .onMessage(Lock.GetStatus.class, this::onStatus)
                .onMessage(Stopped.class, stopped -> onStopped(stopped.actor()))
                .onMessage(FromHost.class, from -> onEvent(from.event()))
                .build();
    }

    private Behavior<Lock.Command> onRelease(Lock.Release release) {
        Fence fence = release.fence();
        release.replyTo().tell(givesBack(fence) ? new Lock.Released(fence) : new Lock.NotHeld(fence, whyNotHeld()));
        return this;
    }

    private String whyNotHeld() {
        return isHeld()
                ? "the lock is held here under fence " + latest
                : "no application of this node holds the lock; it has been released, or lost when the node was cut off,"
                        + " or never granted here";
    }

    private Behavior<Lock.Command> onStatus(Lock.GetStatus status) {
        Lock.Place place = isHeld() ? Lock.Place.HELD_HERE : isAwaited() ? Lock.Place.AWAITED : Lock.Place.IDLE;
        status.replyTo().tell(new Lock.Status(place, latest, waiting(), view(), warning));
        return this;
    }

    @Override
    public void told(Output output) {
        if (output instanceof Output.Granted granted) {
            latest = granted.fence();
            warning = warning.filter(said -> said.kind() != Warning.Kind.EXCLUDED);
            granted(latest, new Lock.Granted(latest));
        } else {
            lost(((Output.Lost) output).fence());
        }
    }

    @Override
    public void warned(Warning said) {
        warning = Optional.of(said);
    }
}
