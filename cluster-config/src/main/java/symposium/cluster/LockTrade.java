package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.Told;

/** Mutual exclusion: applications use the {@link Lock}. */
record LockTrade() implements Trade<Ask, Told> {

    /** The lock of a node. */
    record Open(ActorRef<Lock.Command> lock) implements Service<Told> {
        @Override
        public void told(Told told) {
            lock.tell(new Lock.UserTold(told));
        }

        @Override
        public void seen(View view) {
            lock.tell(new Lock.Seen(view));
        }

        @Override
        public void remarked(Remark remark) {
            lock.tell(new Lock.Remarked(remark));
        }

        @Override
        public void closed(String why) {
            lock.tell(new Lock.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, View view, Consumer<Ask> process) {
        return new Open(context.spawn(Lock.create(view, process), "lock"));
    }

    /** Processes that begin together count their fences from the first on, and this is not to be the first time that they begin. */
    @Override
    public Told raised(Told told, long floor) {
        if (told instanceof Told.Granted granted) {
            return new Told.Granted(raised(granted.fence(), floor));
        }
        return new Told.Lost(raised(((Told.Lost) told).fence(), floor));
    }

    private static Fence raised(Fence fence, long floor) {
        return fence.equals(Fence.NONE) ? fence : new Fence(fence.generation() + floor, fence.grant());
    }
}
