package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;
import symposium.arbitration.resources.Reserved;
import symposium.arbitration.resources.Wish;

/** Sets of resources: applications use the {@link Table}. */
record TableTrade() implements Trade<Wish, Reserved> {

    /** The table of a node. */
    record Open(ActorRef<Table.Command> table) implements Service<Reserved> {
        @Override
        public void told(Reserved told) {
            table.tell(new Table.UserTold(told));
        }

        @Override
        public void seen(View view) {
            table.tell(new Table.Seen(view));
        }

        @Override
        public void remarked(Remark remark) {
            // Nothing that a process which stands any change could have to say.
        }

        @Override
        public void closed(String why) {
            table.tell(new Table.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, View view, Consumer<Wish> process) {
        return new Open(context.spawn(Table.create(view, process), Table.NAME));
    }

    /** Its processes are told where their generations begin. */
    @Override
    public Reserved raised(Reserved told, long floor) {
        return told;
    }
}
