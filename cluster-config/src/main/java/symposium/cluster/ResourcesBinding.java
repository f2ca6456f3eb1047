package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;

/** Sets of resources: applications use the {@link Resources}. */
record ResourcesBinding() implements ServiceBinding<Request, Grant> {

    /** The table of a node. */
    record Open(ActorRef<Resources.Command> resources) implements HostedService<Grant> {
        @Override
        public void told(Grant told) {
            resources.tell(new Resources.UserTold(told));
        }

        @Override
        public void seen(MembershipView view) {
            resources.tell(new Resources.Seen(view));
        }

        @Override
        public void warned(Warning warning) {
            // A process that tolerates any change has no warning to give.
        }

        @Override
        public void closed(String why) {
            resources.tell(new Resources.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, MembershipView view, Consumer<Request> process) {
        return new Open(context.spawn(Resources.create(view, process), "service"));
    }
}
