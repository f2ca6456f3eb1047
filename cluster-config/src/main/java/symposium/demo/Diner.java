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
import symposium.cluster.Seat;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** Thinks, gets hungry, dines at the seat of its node, where it shares forks with its neighbours, and thinks again. */
final class Diner {

    /** What can be said to it. */
    sealed interface Command {}

    private enum Feeling implements Command {
        HUNGRY
    }

    private record Sated(long meal) implements Command {}

    private record SeatSays(Seat.Reply reply) implements Command {}

    private final TimerScheduler<Command> timers;
    private final ProcessId self;
    private final ActorRef<Seat.Command> seat;
    private final ActorRef<Seat.Reply> replies;
    private final Appetite appetite;
    private final RandomGenerator random;
    private final BooleanSupplier lastMeal;
    private final Consumer<Happening> chronicle;

    private Diner(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ProcessId self,
            ActorRef<Seat.Command> seat,
            Appetite appetite,
            RandomGenerator random,
            BooleanSupplier lastMeal,
            Consumer<Happening> chronicle) {
        this.timers = timers;
        this.self = self;
        this.seat = seat;
        this.replies = context.messageAdapter(Seat.Reply.class, SeatSays::new);
        this.appetite = appetite;
        this.random = random;
        this.lastMeal = lastMeal;
        this.chronicle = chronicle;
    }

    /**
     * The user of the process {@code self}, thinking.
     *
     * @param seat that of the node
     * @param random decides how long it thinks and eats
     * @param lastMeal asked at every meal: whether this one is not to end, because the node will die meanwhile
     * @param chronicle is told what the philosopher does, before it does it
     */
    static Behavior<Command> create(
            ProcessId self,
            ActorRef<Seat.Command> seat,
            Appetite appetite,
            RandomGenerator random,
            BooleanSupplier lastMeal,
            Consumer<Happening> chronicle) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            Diner diner = new Diner(context, timers, self, seat, appetite, random, lastMeal, chronicle);
            diner.think();
            return Behaviors.receiveMessage(diner::onCommand);
        }));
    }

    private Behavior<Command> onCommand(Command command) {
        if (command instanceof SeatSays says) {
            return onReply(says.reply());
        }
        if (command instanceof Sated sated) {
            chronicle.accept(new Happening.Sated(self, Fence.NONE));
            seat.tell(new Seat.Finish(sated.meal(), replies));
            think();
        } else {
            chronicle.accept(new Happening.Hungry(self));
            seat.tell(new Seat.Dine(replies));
        }
        return Behaviors.same();
    }

    private Behavior<Command> onReply(Seat.Reply reply) {
        if (reply instanceof Seat.Eats eats) {
            boolean last = lastMeal.getAsBoolean();
            chronicle.accept(new Happening.Dining(self, eats.uses()));
            if (!last) {
                next(new Sated(eats.meal()), appetite.meal(random));
            }
        } else if (reply instanceof Seat.Lost) {
            chronicle.accept(new Happening.Robbed(self, Fence.NONE));
            think();
        } else if (reply instanceof Seat.Unavailable) {
            return Behaviors.stopped();
        }
        return Behaviors.same();
    }

    private void think() {
        next(Feeling.HUNGRY, appetite.thought(random));
    }

    /** There is one thing that it looks forward to. */
    private void next(Command what, Duration after) {
        timers.startSingleTimer(Diner.class, what, after);
    }
}
