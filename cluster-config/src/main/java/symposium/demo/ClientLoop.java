package symposium.demo;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
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
 * @param self the process of the node
 * @param times how long it thinks and has a grant, on average
 * @param random decides how long exactly
 * @param keeps is asked at every grant whether the user never gives it back, because its node is about to be killed
 * @param feed is told what the user does, before the user does it
 * @param <R> the replies of the service
 */
record ClientLoop<R>(
        ProcessId self,
        ServicePort<R> service,
        ThinkTimes times,
        RandomGenerator random,
        Predicate<Grant> keeps,
        Consumer<DemoEvent> feed) {

    private enum Timed {
        HUNGRY
    }

    private record Sated(Object reply, Grant grant) {}

    /**
     * Starts a user of the node's service, thinking.
     *
     * @param seed decides how long it thinks and eats
     */
    static void start(
            SymposiumNode node,
            DemoScript.Service service,
            ThinkTimes times,
            long seed,
            Predicate<Grant> keeps,
            Consumer<DemoEvent> feed) {
        RandomGenerator random = ThinkTimes.random(seed, node.process());
        ServicePort<?> port = ServicePort.of(node, service, random);
        node.spawn(new ClientLoop<>(node.process(), port, times, random, keeps, feed).behavior(), "user");
    }

    /** Starts a subscriber of the node's elections. */
    static void subscribe(SymposiumNode node, Consumer<DemoEvent> feed) {
        node.spawn(
                Behaviors.<LeaderElection.News>setup(context -> {
                    node.leaderElection().tell(new LeaderElection.Subscribe(context.getSelf()));
                    return Behaviors.receiveMessage(news -> {
                        feed.accept(new DemoEvent.News(node.process(), news));
                        return Behaviors.same();
                    });
                }),
                "subscriber");
    }

    /** Takes replies, and what its timer says. */
    private Behavior<Object> behavior() {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            ActorRef<R> replies = context.getSelf().narrow();
            think(timers);
            return Behaviors.receive(Object.class)
                    .onMessage(Timed.class, hungry -> {
                        SortedSet<String> wanted = service.choice().get();
                        feed.accept(new DemoEvent.Requested(self, wanted));
                        service.request().accept(wanted, replies);
                        return Behaviors.same();
                    })
                    .onMessage(Sated.class, sated -> {
                        feed.accept(new DemoEvent.Released(self, sated.grant()));
                        service.release().accept(service.replies().cast(sated.reply()), replies);
                        think(timers);
                        return Behaviors.same();
                    })
                    .onMessage(service.replies(), reply -> onReply(reply, timers))
                    .build();
        }));
    }

    private Behavior<Object> onReply(R reply, TimerScheduler<Object> timers) {
        service.granted().apply(reply).ifPresent(grant -> {
            boolean kept = keeps.test(grant);
            feed.accept(new DemoEvent.Granted(self, grant));
            if (!kept) {
                next(timers, new Sated(reply, grant), times.meal(random));
            }
        });
        service.lost().apply(reply).ifPresent(fence -> {
            feed.accept(new DemoEvent.Lost(self, fence));
            think(timers);
        });
        return service.closed().test(reply) ? Behaviors.stopped() : Behaviors.same();
    }

    private void think(TimerScheduler<Object> timers) {
        next(timers, Timed.HUNGRY, times.thought(random));
    }

    /** A user looks forward to one thing at a time. */
    private static void next(TimerScheduler<Object> timers, Object what, Duration after) {
        timers.startSingleTimer(ClientLoop.class, what, after);
    }
}
