package symposium.cluster.guest;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import symposium.cluster.settings.Settings;
import symposium.links.Frame;
import symposium.links.LinkState;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/**
 * The requests of a member without the role, on the node that hosts them. They end with the link to that member: by
 * then it has asked another node, or has notified its owners of the loss.
 */
public final class GuestActor extends AbstractBehavior<GuestActor.Command> implements GuestLink.Listener {

    /** A message to this actor. */
    public sealed interface Command {}

    /** A frame of the member. */
    public record Received(GuestFrame frame) implements Command {}

    private record Told(Reply reply) implements Command {}

    private enum Signal implements Command {
        REMIND,
        GONE
    }

    private final ActorRef<LockService.Command> service;
    private final TimerScheduler<Command> timers;
    private final ActorRef<Reply> replies;
    private final Duration interval;
    private final GuestLink link;
    private boolean first = true;
    /** The requests whose last answer the service has not given, by their ids. */
    private final Map<String, GuestMessage.Ask> requests = new HashMap<>();

    /**
     * The actor for one member.
     *
     * @param ends the number of such actors that the node has had before
     * @param guest receives the frames of this end of the link
     * @param service receives the requests
     * @param node receives the frames of the member
     */
    public static Behavior<Command> create(
            int ends,
            ActorRef<GuestFrame> guest,
            ActorRef<LockService.Command> service,
            ActorRef<LockService.Command> node) {
        return Behaviors.setup(
                context -> Behaviors.withTimers(timers -> new GuestActor(context, timers, ends, guest, service, node)));
    }

    private GuestActor(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            int ends,
            ActorRef<GuestFrame> guest,
            ActorRef<LockService.Command> service,
            ActorRef<LockService.Command> node) {
        super(context);
        this.service = service;
        this.timers = timers;
        this.replies = context.messageAdapter(Reply.class, Told::new);
        this.interval = context.getSystem().settings().config().getDuration(Settings.HANDSHAKE_INTERVAL);
        this.link = new GuestLink(ends, node.narrow(), guest, this);
        context.watchWith(guest, Signal.GONE);
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Received.class, this::onReceived)
                .onMessage(Told.class, this::onTold)
                .onMessageEquals(Signal.REMIND, this::onRemind)
                .onMessageEquals(Signal.GONE, this::onGone)
                .build();
    }

    private Behavior<Command> onReceived(Received received) {
        Frame<GuestMessage> frame = received.frame().frame();
        if (first) {
            // The member may know an earlier end of this link, which has stopped. The handshake ends that incarnation.
            first = false;
            link.want(true);
        }
        if (frame instanceof Frame.Handshake<GuestMessage> handshake) {
            // This end wants the link as long as the member does.
            link.want(handshake.state() != LinkState.CLOSED);
        }
        link.receive(frame);
        return awaitReminder();
    }

    private Behavior<Command> onRemind() {
        link.remind();
        return awaitReminder();
    }

    private Behavior<Command> awaitReminder() {
        if (!link.isSilent() && !timers.isTimerActive(Signal.REMIND)) {
            timers.startSingleTimer(Signal.REMIND, interval);
        }
        return this;
    }

    private Behavior<Command> onGone() {
        ended();
        return Behaviors.stopped();
    }

    private Behavior<Command> onTold(Told told) {
        Reply reply = told.reply();
        if (requests.containsKey(reply.id())) {
            link.send(new GuestMessage.Told(reply));
            if (!(reply instanceof LockService.Granted || reply instanceof LockService.Leaving)) {
                requests.remove(reply.id());
            }
        }
        return awaitReminder();
    }

    @Override
    public void opened() {
        // The member speaks first.
    }

    @Override
    public void ended() {
        requests.forEach((id, asked) -> cancel(id, asked.owner()));
        requests.clear();
    }

    @Override
    public void delivered(GuestMessage message) {
        if (message instanceof GuestMessage.Ask asked) {
            requests.put(asked.id(), asked);
            service.tell(command(asked));
        } else if (message instanceof GuestMessage.GiveUp over) {
            requests.remove(over.id());
            cancel(over.id(), over.owner());
        } else if (message instanceof GuestMessage.Release release) {
            service.tell(new LockService.Release(release.id(), release.fence(), replies));
        }
    }

    private void cancel(String id, ActorRef<?> owner) {
        service.tell(new LockService.Cancel(id, owner, replies));
    }

    private LockService.Command command(GuestMessage.Ask asked) {
        return switch (asked.manner()) {
            case ACQUIRE ->
                new LockService.Acquire(
                        asked.id(),
                        asked.claims(),
                        asked.limit(),
                        asked.owner(),
                        replies,
                        replies.narrow(),
                        asked.label());
            case TRY_ACQUIRE ->
                new LockService.TryAcquire(
                        asked.id(),
                        asked.claims(),
                        asked.limit(),
                        asked.owner(),
                        replies,
                        replies.narrow(),
                        asked.label());
            case CAMPAIGN ->
                new LockService.Campaign(
                        asked.id(),
                        asked.claims().election().orElseThrow(),
                        asked.value().orElseThrow(),
                        asked.limit(),
                        asked.owner(),
                        replies,
                        replies.narrow(),
                        asked.label());
        };
    }
}
