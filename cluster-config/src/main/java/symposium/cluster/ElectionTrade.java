package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.time.Duration;
import java.util.function.Consumer;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.News;

/**
 * Elections: applications use the {@link Election}.
 *
 * @param patience for how long nobody may lead before an election is asked for
 */
record ElectionTrade(Duration patience) implements Trade<Call, News> {

    /** The elections of a node. */
    record Open(ActorRef<Election.Command> election) implements Service<News> {
        @Override
        public void told(News told) {
            election.tell(new Election.UserTold(told));
        }

        @Override
        public void seen(View view) {
            election.tell(new Election.Seen(view));
        }

        @Override
        public void remarked(Remark remark) {
            // Nothing that a process which stands any change could have to say.
        }

        @Override
        public void closed(String why) {
            election.tell(new Election.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, View view, Consumer<Call> process) {
        return new Open(context.spawn(Election.create(view, patience, process), Election.NAME));
    }

    /** Its processes are told where their terms begin. */
    @Override
    public News raised(News told, long floor) {
        return told;
    }
}
