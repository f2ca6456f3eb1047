package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/** Mutual exclusion: applications use the {@link Lock}. */
record LockBinding() implements ServiceBinding<Input, Output> {

    /** The lock of a node. */
    record Open(ActorRef<Lock.Command> lock) implements HostedService<Output> {
        @Override
        public void told(Output told) {
            lock.tell(new Lock.UserTold(told));
        }

        @Override
        public void seen(MembershipView view) {
            lock.tell(new Lock.Seen(view));
        }

        @Override
        public void warned(Warning warning) {
            lock.tell(new Lock.Warned(warning));
        }

        @Override
        public void closed(String why) {
            lock.tell(new Lock.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, MembershipView view, Consumer<Input> process) {
        return new Open(context.spawn(Lock.create(view, process), "service"));
    }

    /** Processes that begin together number their fences from the first on; the floor keeps those of a restarted cluster greater. */
    @Override
    public Output raised(Output told, long floor) {
        if (told instanceof Output.Granted granted) {
            return new Output.Granted(raised(granted.fence(), floor));
        }
        return new Output.Lost(raised(((Output.Lost) told).fence(), floor));
    }

    private static Fence raised(Fence fence, long floor) {
        return fence.equals(Fence.NONE) ? fence : new Fence(fence.generation() + floor, fence.grant());
    }
}
