package symposium.kernel;

import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;

/**
 * The neighbours of a process, each link once, in a fixed order. A process knows nothing else about the network.
 *
 * @param all the neighbours; never null, possibly empty
 */
public record Neighbours(List<Neighbour> all) implements Iterable<Neighbour> {

    private static final Neighbours NONE = new Neighbours(List.of());

    /** @throws IllegalArgumentException if a link is named twice */
    public Neighbours {
        all = List.copyOf(all);
        if (all.size() > 1 && new HashSet<>(all).size() < all.size()) {
            throw new IllegalArgumentException("a link is named once among the neighbours, not twice: " + all);
        }
    }

    /** Returns the neighbours of a process that is cut off from all others: none. */
    public static Neighbours none() {
        return NONE;
    }

    /** Returns the two neighbours on a ring. */
    public static Neighbours onRing(ProcessId left, ProcessId right) {
        return new Neighbours(List.of(new Neighbour(left, Side.LEFT), new Neighbour(right, Side.RIGHT)));
    }

    /** Returns neighbours without sides, in the given order. */
    public static Neighbours of(List<ProcessId> ids) {
        return new Neighbours(ids.stream().map(Neighbour::of).toList());
    }

    /** Returns the neighbours that are not among these processes. */
    public Neighbours without(Collection<ProcessId> some) {
        return new Neighbours(
                all.stream().filter(each -> !some.contains(each.id())).toList());
    }

    /** @throws IllegalStateException if there is no neighbour on the left */
    public Neighbour left() {
        return on(Side.LEFT);
    }

    /** @throws IllegalStateException if there is no neighbour on the right */
    public Neighbour right() {
        return on(Side.RIGHT);
    }

    public boolean contains(Neighbour neighbour) {
        return all.contains(neighbour);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public int size() {
        return all.size();
    }

    @Override
    public Iterator<Neighbour> iterator() {
        return all.iterator();
    }

    private Neighbour on(Side side) {
        for (Neighbour each : all) {
            if (each.side() == side) {
                return each;
            }
        }
        throw new IllegalStateException("no neighbour on the " + side + " among " + all);
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
