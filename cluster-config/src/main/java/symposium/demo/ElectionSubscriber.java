package symposium.demo;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.Consumer;
import symposium.cluster.LeaderElection;
import symposium.kernel.ProcessId;

/** Wants to know who leads, and takes it down. */
final class ElectionSubscriber {

    private ElectionSubscriber() {}

    /**
     * An application of the node of {@code self}.
     *
     * @param election that of the node
     * @param chronicle is told of what it is told
     */
    static Behavior<LeaderElection.News> create(
            ProcessId self, ActorRef<LeaderElection.Command> election, Consumer<DemoEvent> chronicle) {
        return Behaviors.setup(context -> {
            election.tell(new LeaderElection.Subscribe(context.getSelf()));
            return Behaviors.receiveMessage(news -> {
                chronicle.accept(new DemoEvent.News(self, news));
                return Behaviors.same();
            });
        });
    }
}
