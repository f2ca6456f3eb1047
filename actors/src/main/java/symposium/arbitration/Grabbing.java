package symposium.arbitration;

import io.soabase.recordbuilder.core.RecordBuilder;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * The forks of a philosopher that grabs them one by one, in an order of its own (section 0). A fork lies at one of its
 * two philosophers, who owns it or not. A philosopher that is ready for a fork that lies elsewhere asks for it; an
 * owned fork is handed over once it is let go.
 *
 * @param order the neighbours, in the order in which the forks are grabbed
 * @param owned the number of forks that are owned: the first ones in the order
 * @param here the forks that lie here
 * @param blocked the neighbours that are ready for a fork that is owned here, or will be when it comes
 */
@RecordBuilder
public record Grabbing(Neighbours order, int owned, ForkSet here, ForkSet blocked) implements GrabbingBuilder.With {

    /** No forks. */
    public static final Grabbing NONE = new Grabbing(Neighbours.none(), 0, ForkSet.NONE, ForkSet.NONE);

    /** At the start a fork lies at the lower of its two philosophers, and is not owned. */
    public static Grabbing start(ProcessId self, Neighbours order) {
        return new Grabbing(order, 0, ForkSet.of(order, other -> self.compareTo(other) < 0), ForkSet.NONE);
    }

    /** Whether no fork is missing. */
    public boolean ownsAll() {
        return owned == order.size();
    }

    /** The neighbour that shares the fork that is grabbed next. */
    public Neighbour next() {
        return order.all().get(owned);
    }

    /** Whether the fork that is grabbed next lies here. */
    public boolean nextIsHere() {
        return here.contains(next().id());
    }

    /** Whether the fork shared with a neighbour is owned. */
    public boolean owns(ProcessId other) {
        return order.all().subList(0, owned).contains(Neighbour.of(other));
    }

    /** Whether the fork shared with a neighbour lies here, and is not owned. */
    public boolean free(ProcessId other) {
        return here.contains(other) && !owns(other);
    }

    /** Owning the next fork. */
    public Grabbing own() {
        return withOwned(owned + 1);
    }

    /** With a fork that has come. */
    public Grabbing receive(ProcessId other) {
        return withHere(here.with(other));
    }

    /** Without a fork that is handed over. */
    public Grabbing handOver(ProcessId other) {
        return withHere(here.without(other));
    }

    /** With a neighbour that has asked in vain. */
    public Grabbing block(ProcessId other) {
        return withBlocked(blocked.with(other));
    }

    /** Owning nothing; the blocked neighbours get their forks. */
    public Grabbing letGo() {
        return new Grabbing(order, 0, here.without(blocked), ForkSet.NONE);
    }

    /** Of the neighbours only these are left. */
    public Grabbing among(Neighbours left) {
        int kept = (int)
                order.all().subList(0, owned).stream().filter(left::contains).count();
        return new Grabbing(left, kept, here.among(left), blocked.among(left));
    }
}
