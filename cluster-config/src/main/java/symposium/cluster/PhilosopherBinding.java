package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.kernel.ProcessId;

/** Philosophers on a graph: applications use the {@link Philosopher}. */
record PhilosopherBinding() implements ServiceBinding<Input, Output> {

    /** A fork is used less often than this in a second. */
    private static final long USES_PER_GENERATION = 1_000_000;

    /** The philosopher of a node. */
    record Open(ActorRef<Philosopher.Command> philosopher) implements HostedService<Output> {
        @Override
        public void told(Output told) {
            philosopher.tell(new Philosopher.UserTold(told));
        }

        @Override
        public void seen(MembershipView view) {}

        @Override
        public void warned(Warning warning) {}

        @Override
        public void closed(String why) {
            philosopher.tell(new Philosopher.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, MembershipView view, Consumer<Input> process) {
        return new Open(context.spawn(Philosopher.create(process), "service"));
    }

    /** Philosophers that begin together count the uses of forks from the first on; the floor, in seconds, keeps those of a restarted cluster greater. */
    @Override
    public Output raised(Output told, long floor) {
        if (!(told instanceof Output.Eats eats)) {
            return told;
        }
        SortedMap<ProcessId, Long> raised = new TreeMap<>(eats.fences());
        raised.replaceAll((neighbour, use) -> use + floor * USES_PER_GENERATION);
        return new Output.Eats(raised);
    }
}
