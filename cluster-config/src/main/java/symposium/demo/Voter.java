package symposium.demo;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.Consumer;
import symposium.cluster.Election;
import symposium.kernel.ProcessId;

/** Wants to know who leads, and takes it down. */
final class Voter {

    private Voter() {}

    /**
     * An application of the node of {@code self}.
     *
     * @param election that of the node
     * @param chronicle is told of what it is told
     */
    static Behavior<Election.News> create(
            ProcessId self, ActorRef<Election.Command> election, Consumer<Happening> chronicle) {
        return Behaviors.setup(context -> {
            election.tell(new Election.Subscribe(context.getSelf()));
            return Behaviors.receiveMessage(news -> {
                chronicle.accept(new Happening.News(self, news));
                return Behaviors.same();
            });
        });
    }
}
