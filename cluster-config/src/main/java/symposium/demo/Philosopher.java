package symposium.demo;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import symposium.cluster.Lock;
import symposium.cluster.SymposiumNode;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** Thinks, gets hungry, acquires the lock of its node, eats, releases it, and thinks again. */
final class Philosopher {

    /** What can be said to a philosopher. */
    sealed interface Command {}

    private enum Feeling implements Command {
        HUNGRY
    }

    private record Sated(Fence fence) implements Command {}

    private record LockSays(Lock.Reply reply) implements Command {}

    private final TimerScheduler<Command> timers;
    private final ProcessId self;
    private final ActorRef<Lock.Command> lock;
    private final ActorRef<Lock.Reply> replies;
    private final Appetite appetite;
    private final RandomGenerator random;
    private final BooleanSupplier lastMeal;
    private final Consumer<Happening> chronicle;

    private Philosopher(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ProcessId self,
            ActorRef<Lock.Command> lock,
            Appetite appetite,
            RandomGenerator random,
            BooleanSupplier lastMeal,
            Consumer<Happening> chronicle) {
        this.timers = timers;
        this.self = self;
        this.lock = lock;
        this.replies = context.messageAdapter(Lock.Reply.class, LockSays::new);
        this.appetite = appetite;
        this.random = random;
        this.lastMeal = lastMeal;
        this.chronicle = chronicle;
    }

    /**
     * The user of the process {@code self}, thinking.
     *
     * @param lock that of the node
     * @param random decides how long it thinks and eats
     * @param lastMeal asked at every grant: whether this meal is not to end, because the node will die meanwhile
     * @param chronicle is told what the philosopher does, before it does it
     */
    static Behavior<Command> create(
            ProcessId self,
            ActorRef<Lock.Command> lock,
            Appetite appetite,
            RandomGenerator random,
            BooleanSupplier lastMeal,
            Consumer<Happening> chronicle) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            Philosopher philosopher =
                    new Philosopher(context, timers, self, lock, appetite, random, lastMeal, chronicle);
            philosopher.think();
            return Behaviors.receiveMessage(philosopher::onCommand);
        }));
    }

    /** The user of a node's process, at its lock or at its seat, whichever it has; see {@link #create}. */
    static void at(
            SymposiumNode node, Appetite appetite, long seed, BooleanSupplier lastMeal, Consumer<Happening> chronicle) {
        ProcessId self = node.process();
        RandomGenerator chance = Appetite.chance(seed, self);
        String name = "philosopher";
        if (node.hasSeat()) {
            node.spawn(Diner.create(self, node.seat(), appetite, chance, lastMeal, chronicle), name);
        } else {
            node.spawn(create(self, node.lock(), appetite, chance, lastMeal, chronicle), name);
        }
    }

    private Behavior<Command> onCommand(Command command) {
        if (command instanceof LockSays says) {
            return onReply(says.reply());
        }
        if (command instanceof Sated sated) {
            chronicle.accept(new Happening.Sated(self, sated.fence()));
            lock.tell(new Lock.Release(sated.fence(), replies));
            think();
        } else {
            chronicle.accept(new Happening.Hungry(self));
            lock.tell(new Lock.Acquire(replies));
        }
        return Behaviors.same();
    }

    private Behavior<Command> onReply(Lock.Reply reply) {
        if (reply instanceof Lock.Granted granted) {
            boolean last = lastMeal.getAsBoolean();
            chronicle.accept(new Happening.Eating(self, granted.fence()));
            if (!last) {
                next(new Sated(granted.fence()), appetite.meal(random));
            }
        } else if (reply instanceof Lock.Lost lost) {
            chronicle.accept(new Happening.Robbed(self, lost.fence()));
            think();
        } else if (reply instanceof Lock.Unavailable) {
            return Behaviors.stopped();
        }
        return Behaviors.same();
    }

    private void think() {
        next(Feeling.HUNGRY, appetite.thought(random));
    }

    /** There is one thing that a philosopher looks forward to. */
    private void next(Command what, Duration after) {
        timers.startSingleTimer(Philosopher.class, what, after);
    }
}
