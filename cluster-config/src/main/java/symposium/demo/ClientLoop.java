package symposium.demo;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import symposium.cluster.SymposiumNode;

/**
 * Thinks, gets hungry, asks the service of its node for what it needs, eats, gives it back, and thinks again.
 *
 * @param <R> what the service replies
 */
final class ClientLoop<R> {

    /** What can be said to a philosopher. */
    sealed interface Command<R> {}

    private record Hungry<R>() implements Command<R> {}

    private record Sated<R>(ServicePort.Deed<R> end) implements Command<R> {}

    private record ServiceSays<R>(R reply) implements Command<R> {}

    private final TimerScheduler<Command<R>> timers;
    private final ServicePort<R> counter;
    private final ActorRef<R> replies;
    private final ThinkTimes appetite;
    private final RandomGenerator random;
    private final Predicate<DemoEvent> lastMeal;
    private final Consumer<DemoEvent> chronicle;

    private ClientLoop(
            ActorContext<Command<R>> context,
            TimerScheduler<Command<R>> timers,
            ServicePort<R> counter,
            ThinkTimes appetite,
            RandomGenerator random,
            Predicate<DemoEvent> lastMeal,
            Consumer<DemoEvent> chronicle) {
        this.timers = timers;
        this.counter = counter;
        this.replies = context.messageAdapter(counter.replies(), ServiceSays::new);
        this.appetite = appetite;
        this.random = random;
        this.lastMeal = lastMeal;
        this.chronicle = chronicle;
    }

    /**
     * The user of a service, thinking.
     *
     * @param random decides how long it thinks and eats
     * @param lastMeal asked at every meal, as it is told: whether this one is not to end, because the node will die meanwhile
     * @param chronicle is told what the philosopher does, before it does it
     */
    static <R> Behavior<Command<R>> create(
            ServicePort<R> counter,
            ThinkTimes appetite,
            RandomGenerator random,
            Predicate<DemoEvent> lastMeal,
            Consumer<DemoEvent> chronicle) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            ClientLoop<R> philosopher =
                    new ClientLoop<>(context, timers, counter, appetite, random, lastMeal, chronicle);
            philosopher.think();
            return Behaviors.receiveMessage(philosopher::onCommand);
        }));
    }

    /** The user of a node: at its table if that is on; else at its lock or at its seat, whichever it has; see {@link #create}. */
    static void at(
            SymposiumNode node,
            DemoScript programme,
            ThinkTimes appetite,
            long seed,
            Predicate<DemoEvent> lastMeal,
            Consumer<DemoEvent> chronicle) {
        RandomGenerator chance = ThinkTimes.chance(seed, node.process());
        ServicePort<?> counter = programme.ofResources()
                ? new ResourceClient(node.process(), node.table(), ResourceClient.OFFICE, chance)
                : ServicePort.of(node);
        node.spawn(create(counter, appetite, chance, lastMeal, chronicle), "philosopher");
    }

    private Behavior<Command<R>> onCommand(Command<R> command) {
        if (command instanceof ServiceSays<R> says) {
            return onAnswer(counter.answer(says.reply()));
        }
        if (command instanceof Sated<R> sated) {
            does(sated.end());
            think();
        } else {
            does(counter.next());
        }
        return Behaviors.same();
    }

    private Behavior<Command<R>> onAnswer(ServicePort.Answer<R> answer) {
        if (answer instanceof ServicePort.Has<R> has) {
            boolean last = lastMeal.test(has.told());
            chronicle.accept(has.told());
            if (!last) {
                next(new Sated<>(has.end()), appetite.meal(random));
            }
        } else if (answer instanceof ServicePort.Lost<R> lost) {
            chronicle.accept(lost.told());
            think();
        }
        return answer instanceof ServicePort.Closed<R> ? Behaviors.stopped() : Behaviors.same();
    }

    private void does(ServicePort.Deed<R> deed) {
        chronicle.accept(deed.told());
        deed.done().accept(replies);
    }

    private void think() {
        next(new Hungry<>(), appetite.thought(random));
    }

    /** There is one thing that a philosopher looks forward to. */
    private void next(Command<R> what, Duration after) {
        timers.startSingleTimer(ClientLoop.class, what, after);
    }
}
