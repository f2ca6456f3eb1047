package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.time.Duration;
import java.util.function.Consumer;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.News;

/**
 * Elections: applications use the {@link LeaderElection}.
 *
 * @param patience the time without a leader after which the node asks for an election
 */
record LeaderElectionBinding(Duration patience) implements ServiceBinding<Call, News> {

    /** The elections of a node. */
    record Open(ActorRef<LeaderElection.Command> election) implements HostedService<News> {
        @Override
        public void told(News told) {
            election.tell(new LeaderElection.UserTold(told));
        }

        @Override
        public void seen(MembershipView view) {
            election.tell(new LeaderElection.Seen(view));
        }

        @Override
        public void warned(Warning warning) {
            // A process that tolerates any change has no warning to give.
        }

        @Override
        public void closed(String why) {
            election.tell(new LeaderElection.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, MembershipView view, Consumer<Call> process) {
        return new Open(context.spawn(LeaderElection.create(view, patience, process), "service"));
    }
}
