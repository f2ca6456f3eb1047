package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;
import symposium.arbitration.resources.Reserved;
import symposium.arbitration.resources.Wish;

/** Sets of resources: applications use the {@link Resources}. */
record ResourcesBinding() implements ServiceBinding<Wish, Reserved> {

    /** The table of a node. */
    record Open(ActorRef<Resources.Command> table) implements HostedService<Reserved> {
        @Override
        public void told(Reserved told) {
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
    public Open open(ActorContext<?> context, MembershipView view, Consumer<Wish> process) {
        return new Open(context.spawn(Resources.create(view, process), Resources.NAME));
    }

    /** Its processes are told where their generations begin. */
    @Override
    public Reserved raised(Reserved told, long floor) {
        return told;
    }
}
