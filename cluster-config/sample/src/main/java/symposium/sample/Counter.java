package symposium.sample;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import symposium.service.Symposium;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** An actor that counts in a {@link Store} whenever it holds the lock "counter". */
final class Counter extends AbstractBehavior<Counter.Command> {

    sealed interface Command {}

    private enum Next implements Command {
        NOW
    }

    private record Told(LockService.Reply reply) implements Command {}

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final String name;
    private final Store store;
    private final TimerScheduler<Command> timers;
    private final ActorRef<LockService.Command> locks;
    private final ActorRef<LockService.Reply> answers;
    private long requests;

    private Counter(ActorContext<Command> context, TimerScheduler<Command> timers, String name, Store store) {
        super(context);
        this.name = name;
        this.store = store;
        this.timers = timers;
        this.locks = Symposium.get(context.getSystem()).locks().service();
        this.answers = context.messageAdapter(LockService.Reply.class, Told::new);
        context.getSelf().tell(Next.NOW);
    }

    static Behavior<Command> create(String name, Store store) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new Counter(context, timers, name, store)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessageEquals(Next.NOW, this::onNext)
                .onMessage(Told.class, told -> onTold(told.reply()))
                .build();
    }

    /** The actor itself is the owner: the lock is given back when it stops. */
    private Behavior<Command> onNext() {
        String id = Long.toString(++requests);
        locks.tell(new LockService.Acquire(
                id, Claims.exclusive("counter"), Optional.empty(), getContext().getSelf(), answers, answers));
        return this;
    }

    private Behavior<Command> onTold(LockService.Reply reply) throws IOException {
        if (reply instanceof LockService.Granted granted) {
            say(store.increment(granted.fence())
                    .map(value -> "counts " + value + " under fence " + granted.fence())
                    .orElse("is refused by the store: fence " + granted.fence() + " is out of date"));
            locks.tell(new LockService.Release(granted.id(), granted.fence(), answers));
            return this;
        }
        if (reply instanceof LockService.Unavailable unavailable) {
            // The node leaves or has been removed: Akka's coordinated shutdown ends the actor system.
            say("no longer asks: " + unavailable.why());
            return Behaviors.ignore();
        }
        if (reply instanceof LockService.Lost lost) {
            say("has lost the lock: " + lost.why());
        }
        timers.startSingleTimer(Next.NOW, PAUSE);
        return this;
    }

    private void say(String what) {
        System.out.println(name + " " + what);
    }
}
