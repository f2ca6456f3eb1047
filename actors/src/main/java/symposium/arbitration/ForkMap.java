package symposium.arbitration;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import symposium.kernel.ProcessId;

/** An immutable map from neighbours to numbers of uses, in two arrays, for the reason of {@link ForkSet}. */
final class ForkMap extends AbstractMap<ProcessId, Long> implements SortedMap<ProcessId, Long> {

    static final ForkMap NONE = unused(new ProcessId[0]);

    private final ProcessId[] neighbours;
    /** By the places of the neighbours; null where none has been used, or uses are not counted. */
    private final long[] uses;

    /** @param neighbours in ascending order, each once; neither array is changed any more */
    private ForkMap(ProcessId[] neighbours, long[] uses) {
        this.neighbours = neighbours;
        this.uses = uses;
    }

    static ForkMap of(SortedMap<ProcessId, Long> map) {
        if (map instanceof ForkMap already) {
            return already;
        }
        return new ForkMap(
                map.keySet().toArray(new ProcessId[0]),
                map.values().stream().mapToLong(Long::longValue).toArray());
    }

    /** Forks shared with these, in ascending order, never used. */
    static ForkMap unused(ProcessId[] neighbours) {
        return new ForkMap(neighbours, null);
    }

    private long uses(int at) {
        return uses == null ? 0 : uses[at];
    }

    private long[] counted() {
        return uses == null ? new long[neighbours.length] : uses.clone();
    }

    ForkMap with(ProcessId one, long number) {
        int at = Arrays.binarySearch(neighbours, one);
        if (at >= 0) {
            long[] later = counted();
            later[at] = number;
            return new ForkMap(neighbours, later);
        }
        int place = -1 - at;
        ProcessId[] more = ForkSet.inserted(neighbours, place, one);
        if (uses == null && number == 0) {
            return new ForkMap(more, null);
        }
        long[] later = new long[more.length];
        for (int each = 0; each < more.length; each++) {
            later[each] = each == place ? number : uses(each < place ? each : each - 1);
        }
        return new ForkMap(more, later);
    }

    ForkMap only(Predicate<ProcessId> condition) {
        ProcessId[] kept = new ProcessId[neighbours.length];
        long[] numbers = uses == null ? null : new long[neighbours.length];
        int count = 0;
        for (int at = 0; at < neighbours.length; at++) {
            if (condition.test(neighbours[at])) {
                kept[count] = neighbours[at];
                if (numbers != null) {
                    numbers[count] = uses[at];
                }
                count++;
            }
        }
        if (count == neighbours.length) {
            return this;
        }
        return new ForkMap(Arrays.copyOf(kept, count), numbers == null ? null : Arrays.copyOf(numbers, count));
    }

    ForkMap used() {
        long[] later = counted();
        for (int at = 0; at < later.length; at++) {
            later[at]++;
        }
        return new ForkMap(neighbours, later);
    }

    @Override
    public boolean containsKey(Object other) {
        return other instanceof ProcessId process && Arrays.binarySearch(neighbours, process) >= 0;
    }

    @Override
    public Long get(Object other) {
        int at = other instanceof ProcessId process ? Arrays.binarySearch(neighbours, process) : -1;
        return at < 0 ? null : Long.valueOf(uses(at));
    }

    @Override
    public int size() {
        return neighbours.length;
    }

    @Override
    public Set<ProcessId> keySet() {
        return new ForkSet(neighbours);
    }

    @Override
    public Set<Entry<ProcessId, Long>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return neighbours.length;
            }

            @Override
            public Iterator<Entry<ProcessId, Long>> iterator() {
                Iterator<ProcessId> all = keySet().iterator();
                return new Iterator<>() {
                    private int at;

                    @Override
                    public boolean hasNext() {
                        return all.hasNext();
                    }

                    @Override
                    public Entry<ProcessId, Long> next() {
                        return Map.entry(all.next(), uses(at++));
                    }
                };
            }
        };
    }

    @Override
    public Comparator<? super ProcessId> comparator() {
        return null;
    }

    @Override
    public ProcessId firstKey() {
        return new ForkSet(neighbours).first();
    }

    @Override
    public ProcessId lastKey() {
        return new ForkSet(neighbours).last();
    }

    @Override
    public SortedMap<ProcessId, Long> subMap(ProcessId from, ProcessId to) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(this).subMap(from, to));
    }

    @Override
    public SortedMap<ProcessId, Long> headMap(ProcessId to) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(this).headMap(to));
    }

    @Override
    public SortedMap<ProcessId, Long> tailMap(ProcessId from) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(this).tailMap(from));
    }
}
