package symposium.cluster.participant;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.function.Consumer;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.cluster.hosted.HostEvent;
import symposium.service.member.MembershipView;
import symposium.service.participant.Philosopher;

/** Carries out {@link Philosopher}. */
public final class PhilosopherActor
        extends ParticipantActor<Philosopher.Command, Philosopher.Reply, Long, Input, Output> {

    /** What the host of the process tells. */
    public record FromHost(HostEvent<Output> event) implements Philosopher.Command {}

    private record Stopped(ActorRef<?> actor) implements Philosopher.Command {}

    private static final Words<Philosopher.Command, Philosopher.Reply, Long, Input> WORDS =
            new Words<>(Input.HUNGRY, Input.SATED, Stopped::new, Philosopher.Unavailable::new, Philosopher.Lost::new);

    private long meals;

    private PhilosopherActor(ActorContext<Philosopher.Command> context, MembershipView view, Consumer<Input> process) {
        super(context, view, process, WORDS);
    }

    /**
     * The philosopher of a node; {@code process} takes the requests.
     *
     * @param view the membership at the start
     */
    public static Behavior<Philosopher.Command> create(MembershipView view, Consumer<Input> process) {
        return Behaviors.setup(context -> new PhilosopherActor(context, view, process));
    }

    @Override
    public Receive<Philosopher.Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(
                        Philosopher.Dine.class,
                        asked -> onRequest(new Client<>(asked.owner(), asked.replyTo(), asked.lostTo())))
                .onMessage(Philosopher.Finish.class, this::onFinish)
                .onMessage(Stopped.class, stopped -> onStopped(stopped.actor()))
                .onMessage(FromHost.class, from -> onEvent(from.event()))
                .build();
    }

    private Behavior<Philosopher.Command> onFinish(Philosopher.Finish finish) {
        long meal = finish.meal();
        finish.replyTo().tell(givesBack(meal) ? new Philosopher.Finished(meal) : new Philosopher.NotEating(meal));
        return this;
    }

    /** Counts the meals that an application eats. A loss is that of the latest. */
    @Override
    public void told(Output output) {
        if (!(output instanceof Output.Eats eats)) {
            lost(meals);
        } else if (granted(meals + 1, new Philosopher.Eats(meals + 1, eats.fences()))) {
            meals++;
        }
    }
}
