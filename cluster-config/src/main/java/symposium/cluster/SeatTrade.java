package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.arbitration.Appetite;
import symposium.arbitration.Served;
import symposium.kernel.ProcessId;

/** Philosophers on a graph: applications use the {@link Seat}. */
record SeatTrade() implements Trade<Appetite, Served> {

    /** A fork is used less often than this in a second. */
    private static final long USES_PER_GENERATION = 1_000_000;

    /** The seat of a node. */
    record Open(ActorRef<Seat.Command> seat) implements Service<Served> {
        @Override
        public void told(Served told) {
            seat.tell(new Seat.UserTold(told));
        }

        @Override
        public void seen(View view) {}

        @Override
        public void remarked(Remark remark) {}

        @Override
        public void closed(String why) {
            seat.tell(new Seat.Closed(why));
        }
    }

    @Override
    public Open open(ActorContext<?> context, View view, Consumer<Appetite> process) {
        return new Open(context.spawn(Seat.create(process), "seat"));
    }

    /** Philosophers that begin together count the uses of forks from the first on; the floor is one of seconds, as that of generations is. */
    @Override
    public Served raised(Served told, long floor) {
        if (!(told instanceof Served.Eats eats)) {
            return told;
        }
        SortedMap<ProcessId, Long> raised = new TreeMap<>(eats.fences());
        raised.replaceAll((neighbour, use) -> use + floor * USES_PER_GENERATION);
        return new Served.Eats(raised);
    }
}
