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
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.cluster.hosted.HostEvent;
import symposium.service.participant.Philosopher;
import symposium.service.participant.Philosopher.Command;
import symposium.service.participant.Philosopher.Dine;
import symposium.service.participant.Philosopher.Eats;
import symposium.service.participant.Philosopher.Finish;
import symposium.service.participant.Philosopher.Finished;
import symposium.service.participant.Philosopher.Lost;
import symposium.service.participant.Philosopher.NotEating;
import symposium.service.participant.Philosopher.Reply;
import symposium.service.participant.Philosopher.Unavailable;

/** Carries out {@link Philosopher}. */
public final class PhilosopherActor extends AbstractBehavior<Command> {

    /** What the host of the process tells. */
    public record FromHost(HostEvent<Output> event) implements Command {}

    private record Stopped(ActorRef<?> actor) implements Command {}

    private final ClientQueue<Command, Reply> turns;
    private long meals;
    private Optional<String> closed = Optional.empty();

    /** Why the cluster has not formed in time. */
    private Optional<String> unformed = Optional.empty();

    private PhilosopherActor(ActorContext<Command> context, Consumer<Input> process) {
        super(context);
        this.turns = new ClientQueue<>(
                context, Stopped::new, () -> process.accept(Input.HUNGRY), () -> process.accept(Input.SATED));
    }

    /** The philosopher of a node; {@code process} takes the requests. */
    public static Behavior<Command> create(Consumer<Input> process) {
        return Behaviors.setup(context -> new PhilosopherActor(context, process));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Dine.class, this::onDine)
                .onMessage(Finish.class, this::onFinish)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .build();
    }

    private Behavior<Command> onDine(Dine dine) {
        Optional<String> unavailable = closed.or(() -> unformed);
        if (unavailable.isPresent()) {
            dine.replyTo().tell(new Unavailable(unavailable.get()));
            return this;
        }
        turns.comes(new ClientQueue.Client<>(dine.owner(), dine.replyTo(), dine.lostTo()));
        return this;
    }

    private Behavior<Command> onFinish(Finish finish) {
        if (turns.present().isPresent() && finish.meal() == meals) {
            turns.over();
            finish.replyTo().tell(new Finished(finish.meal()));
        } else {
            finish.replyTo().tell(new NotEating(finish.meal()));
        }
        return this;
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Output> told) {
            onTold(told.output());
        } else if (from.event() instanceof HostEvent.Seen<Output> seen) {
            unformed = seen.view().unformed();
            unformed.ifPresent(why -> turns.refuse(waiter -> waiter.tell(new Unavailable(why))));
        } else if (from.event() instanceof HostEvent.Closed<Output> closing) {
            onClosed(closing);
        }
        return this;
    }

    private void onTold(Output told) {
        if (told instanceof Output.Eats eats) {
            onEats(eats);
        } else if (turns.present().isPresent()) {
            // A process that was told of the end of the meal before it was cut off says nothing more of it.
            turns.present().get().lostTo().tell(new Lost(meals));
            turns.lost();
        }
    }

    private void onEats(Output.Eats eats) {
        turns.granted().ifPresent(next -> next.replyTo().tell(new Eats(++meals, eats.fences())));
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        turns.stopped(stopped.actor());
        return this;
    }

    private void onClosed(HostEvent.Closed<Output> closing) {
        closed = Optional.of(closing.why());
        turns.close(eating -> eating.tell(new Lost(meals)), waiter -> waiter.tell(new Unavailable(closing.why())));
        closing.replyTo().tell(Done.getInstance());
    }
}
