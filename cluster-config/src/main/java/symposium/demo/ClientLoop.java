package symposium.demo;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import symposium.cluster.LeaderElection;
import symposium.cluster.SymposiumNode;
import symposium.demo.DemoEvent.Grant;
import symposium.kernel.ProcessId;

/**
 * A user of a service: it thinks, asks for a grant, has it for a while, gives it back, and thinks again.
 *
 * @param <R> the replies of the service
 */
final class ClientLoop<R> {

    private sealed interface Command<R> {}

    private record Hungry<R>() implements Command<R> {}

    private record Sated<R>(R reply, Grant grant) implements Command<R> {}

    private record Reply<R>(R reply) implements Command<R> {}

    private final ProcessId self;
    private final TimerScheduler<Command<R>> timers;
    private final ServicePort<R> service;
    private final ActorRef<R> replies;
    private final ThinkTimes times;
    private final RandomGenerator random;
    private final Predicate<Grant> lastMeal;
    private final Consumer<DemoEvent> feed;

    private ClientLoop(
            ActorContext<Command<R>> context,
            TimerScheduler<Command<R>> timers,
            ProcessId self,
            ServicePort<R> service,
            ThinkTimes times,
            RandomGenerator random,
            Predicate<Grant> lastMeal,
            Consumer<DemoEvent> feed) {
        this.self = self;
        this.timers = timers;
        this.service = service;
        this.replies = context.messageAdapter(service.replies(), Reply::new);
        this.times = times;
        this.random = random;
        this.lastMeal = lastMeal;
        this.feed = feed;
    }

    /**
     * Starts a user of the node's service, thinking.
     *
     * @param seed decides how long it thinks and eats
     * @param lastMeal is asked at every grant whether the user keeps it, because its node is about to be killed
     * @param feed is told what the user does, before the user does it
     */
    static void start(
            SymposiumNode node,
            DemoScript.Service service,
            ThinkTimes times,
            long seed,
            Predicate<Grant> lastMeal,
            Consumer<DemoEvent> feed) {
        RandomGenerator random = ThinkTimes.random(seed, node.process());
        node.spawn(
                create(node.process(), ServicePort.of(node, service, random), times, random, lastMeal, feed),
                "philosopher");
    }

    private static <R> Behavior<Command<R>> create(
            ProcessId self,
            ServicePort<R> service,
            ThinkTimes times,
            RandomGenerator random,
            Predicate<Grant> lastMeal,
            Consumer<DemoEvent> feed) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            ClientLoop<R> user = new ClientLoop<>(context, timers, self, service, times, random, lastMeal, feed);
            user.think();
            return Behaviors.receiveMessage(user::onCommand);
        }));
    }

    /** Starts a subscriber of the node's elections. */
    static void subscribe(SymposiumNode node, Consumer<DemoEvent> feed) {
        node.spawn(
                Behaviors.<LeaderElection.News>setup(context -> {
                    node.election().tell(new LeaderElection.Subscribe(context.getSelf()));
                    return Behaviors.receiveMessage(news -> {
                        feed.accept(new DemoEvent.News(node.process(), news));
                        return Behaviors.same();
                    });
                }),
                "subscriber");
    }

    private Behavior<Command<R>> onCommand(Command<R> command) {
        if (command instanceof Reply<R> reply) {
            return onReply(reply.reply());
        }
        if (command instanceof Sated<R> sated) {
            feed.accept(new DemoEvent.Released(self, sated.grant()));
            service.release().accept(sated.reply(), replies);
            think();
        } else {
            SortedSet<String> wanted = service.choice().get();
            feed.accept(new DemoEvent.Requested(self, wanted));
            service.request().accept(wanted, replies);
        }
        return Behaviors.same();
    }

    private Behavior<Command<R>> onReply(R reply) {
        service.granted().apply(reply).ifPresent(grant -> {
            boolean last = lastMeal.test(grant);
            feed.accept(new DemoEvent.Granted(self, grant));
            if (!last) {
                next(new Sated<>(reply, grant), times.meal(random));
            }
        });
        service.lost().apply(reply).ifPresent(fence -> {
            feed.accept(new DemoEvent.Lost(self, fence));
            think();
        });
        return service.closed().test(reply) ? Behaviors.stopped() : Behaviors.same();
    }

    private void think() {
        next(new Hungry<>(), times.thought(random));
    }

    /** A user looks forward to one thing at a time. */
    private void next(Command<R> command, Duration after) {
        timers.startSingleTimer(ClientLoop.class, command, after);
    }
}
