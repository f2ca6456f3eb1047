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
import symposium.cluster.SymposiumNode;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.script.DemoScript;
import symposium.demo.script.ServicePort;
import symposium.kernel.ProcessId;
import symposium.service.participant.LeaderElection;

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
            think(timers, replies);
            return Behaviors.receive(Object.class)
                    .onMessage(Runnable.class, timed -> {
                        timed.run();
                        return Behaviors.same();
                    })
                    .onMessage(service.replies(), reply -> onReply(reply, timers, replies))
                    .build();
        }));
    }

    private Behavior<Object> onReply(R reply, TimerScheduler<Object> timers, ActorRef<R> replies) {
        service.granted().apply(reply).ifPresent(grant -> {
            boolean kept = keeps.test(grant);
            feed.accept(new DemoEvent.Granted(self, grant));
            if (!kept) {
                next(timers, times.meal(random), () -> {
                    feed.accept(new DemoEvent.Released(self, grant));
                    service.release().accept(reply, replies);
                    think(timers, replies);
                });
            }
        });
        service.lost().apply(reply).ifPresent(fence -> {
            feed.accept(new DemoEvent.Lost(self, fence));
            think(timers, replies);
        });
        return service.closed().test(reply) ? Behaviors.stopped() : Behaviors.same();
    }

    private void think(TimerScheduler<Object> timers, ActorRef<R> replies) {
        next(timers, times.thought(random), () -> {
            SortedSet<String> wanted = service.choice().get();
            feed.accept(new DemoEvent.Requested(self, wanted));
            service.request().accept(wanted, replies);
        });
    }

    /** A user looks forward to one thing at a time. */
    private static void next(TimerScheduler<Object> timers, Duration after, Runnable what) {
        timers.startSingleTimer(ClientLoop.class, what, after);
    }
}
