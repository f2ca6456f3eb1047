package symposium.arbitration;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Predicate;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * Some of a philosopher's forks, each named by the neighbour that shares it, in ascending order; immutable.
 *
 * <p>An array: 100,000 philosophers have several hundred thousand of these sets, most of few forks, and almost every
 * message makes a new one.
 */
public final class ForkSet extends AbstractSet<ProcessId> {

    /** No forks. */
    public static final ForkSet NONE = new ForkSet(new ProcessId[0]);

    private final ProcessId[] forks;

    private ForkSet(ProcessId[] ascending) {
        forks = ascending;
    }

    /** The forks that are shared with those of the neighbours that satisfy a condition. */
    public static ForkSet of(Neighbours neighbours, Predicate<ProcessId> condition) {
        return new ForkSet(neighbours.all().stream()
                .map(Neighbour::id)
                .filter(condition)
                .sorted()
                .toArray(ProcessId[]::new));
    }

    /** These and the fork that is shared with {@code one}. */
    public ForkSet with(ProcessId one) {
        int found = Arrays.binarySearch(forks, one);
        if (found >= 0) {
            return this;
        }
        int at = -1 - found;
        ProcessId[] more = new ProcessId[forks.length + 1];
        System.arraycopy(forks, 0, more, 0, at);
        more[at] = one;
        System.arraycopy(forks, at, more, at + 1, forks.length - at);
        return new ForkSet(more);
    }

    /** These without the fork that is shared with {@code one}. */
    public ForkSet without(ProcessId one) {
        return only(each -> !each.equals(one));
    }

    /** These without those. */
    public ForkSet without(ForkSet those) {
        return those.isEmpty() ? this : only(each -> !those.contains(each));
    }

    /** Those of these that are shared with one of these neighbours. */
    public ForkSet among(Neighbours neighbours) {
        return only(each -> neighbours.contains(Neighbour.of(each)));
    }

    /** Those of these that satisfy a condition. */
    public ForkSet only(Predicate<ProcessId> condition) {
        ProcessId[] kept = new ProcessId[forks.length];
        int count = 0;
        for (ProcessId each : forks) {
            if (condition.test(each)) {
                kept[count++] = each;
            }
        }
        if (count == forks.length) {
            return this;
        }
        return count == 0 ? NONE : new ForkSet(Arrays.copyOf(kept, count));
    }

    @Override
    public boolean contains(Object other) {
        return other instanceof ProcessId process && Arrays.binarySearch(forks, process) >= 0;
    }

    @Override
    public int size() {
        return forks.length;
    }

    @Override
    public Iterator<ProcessId> iterator() {
        return Arrays.asList(forks).iterator();
    }
}
