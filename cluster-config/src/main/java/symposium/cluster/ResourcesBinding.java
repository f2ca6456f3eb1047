package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;

/** Sets of resources: applications use the {@link Resources}. */
record ResourcesBinding() implements ServiceBinding<Request, Grant> {

    /** The table of a node. */
    record Open(ActorRef<Resources.Command> table) implements HostedService<Grant> {
        @Override
        public void told(Grant told) {
            table.tell(new Resources.UserTold(told));
        }

        @Override
        public void seen(MembershipView view) {
            table.tell(new Resources.Seen(view));
        }

        @Override
        public void remarked(Warning remark) {
            // Nothing that a process which stands any change could have to say.
        }

        @Override
        public void closed(String why) {
            table.tell(new Resources.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, MembershipView view, Consumer<Request> process) {
        return new Open(context.spawn(Resources.create(view, process), Resources.NAME));
    }

    /** Its processes are told where their generations begin. */
    @Override
    public Grant raised(Grant told, long floor) {
        return told;
    }
}
