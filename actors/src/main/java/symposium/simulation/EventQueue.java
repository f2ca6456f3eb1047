package symposium.simulation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is going to happen, in the order in which it will: by tick, at the same tick by the place of the process that caused it, and of one
 * process in the order in which it was put down. What is put down lies in arrays, one set of them for each tick; a happening is no object
 * of its own.
 */
final class EventQueue {

    /** The kinds of happenings. */
    enum Kind {
        /** A message arrives: at which place, from which neighbour, which message. */
        ARRIVAL,
        /** A user asks: what, unless it no longer stands where it stood. */
        ASKING,
        /** A timer expires: which, unless it has been started anew. */
        EXPIRY,
        /** A message comes back to its sender, who caused it: to which place it went, as whom that knows the sender, which message. */
        RETURN,
        /** A fault happens to a process or a link. */
        FAULT,
        /** A process is notified of a fault of another process, or of a link of its own. */
        NOTIFICATION
    }

    /** So many ticks ahead are found without a search. */
    private static final int WINDOW = 256;

    private static final int FIRST_ROOM = 16;
    private static final Kind[] KINDS = Kind.values();

    /** All that happens at one tick. A key is the place of the cause, then the number of the slot. */
    private static final class Tick {
        private int size;
        private long[] keys = new long[FIRST_ROOM];
        private byte[] kinds = new byte[FIRST_ROOM];
        private int[] places = new int[FIRST_ROOM];
        private int[] numbers = new int[FIRST_ROOM];
        private Object[] firsts = new Object[FIRST_ROOM];
        private Object[] seconds = new Object[FIRST_ROOM];

        long add(int place, Kind kind, int number, Object first, Object second) {
            if (size == keys.length) {
                int room = Math.multiplyExact(size, 2);
                keys = Arrays.copyOf(keys, room);
                kinds = Arrays.copyOf(kinds, room);
                places = Arrays.copyOf(places, room);
                numbers = Arrays.copyOf(numbers, room);
                firsts = Arrays.copyOf(firsts, room);
                seconds = Arrays.copyOf(seconds, room);
            }
            long key = (long) place << Integer.SIZE | size;
            keys[size] = key;
            kinds[size] = (byte) kind.ordinal();
            places[size] = place;
            numbers[size] = number;
            firsts[size] = first;
            seconds[size] = second;
            size++;
            return key;
        }
    }

    private final Tick[] near = new Tick[WINDOW];
    private final TreeMap<Long, Tick> far = new TreeMap<>();
    private final Deque<Tick> spare = new ArrayDeque<>();

    /** The tick that is going on, its keys in order; what is put down for it meanwhile is in the heap. */
    private Tick current;

    private int next;
    private int sorted;
    private long[] heap = new long[FIRST_ROOM];
    private int heaped;

    private long begin;
    private long nearest;
    private long size;

    private long time;
    private int slot;
    private int place;
    private Tick holding;

    boolean isEmpty() {
        return size == 0;
    }

    /**
     * Puts a happening down.
     *
     * @param at the tick, not before that of the happening last taken
     * @param by the place of the process that causes it
     */
    void add(long at, int by, Kind kind, int number, Object first, Object second) {
        size++;
        if (current != null && at == time) {
            push(current.add(by, kind, number, first, second));
            return;
        }
        Tick tick;
        if (at - begin < WINDOW) {
            int index = (int) (at % WINDOW);
            tick = near[index];
            if (tick == null) {
                tick = fresh();
                near[index] = tick;
            }
            nearest = Math.min(nearest, at);
        } else {
            tick = far.computeIfAbsent(at, empty -> fresh());
        }
        tick.add(by, kind, number, first, second);
    }

    private Tick fresh() {
        Tick tick = spare.poll();
        return tick == null ? new Tick() : tick;
    }

    /** Takes the next happening, unless it is later than that moment or there is none. */
    boolean take(long until) {
        if (current != null && next == sorted && heaped == 0) {
            close();
        }
        if (current == null && !open(until)) {
            return false;
        }
        if (time > until) {
            return false;
        }
        long key = heaped > 0 && (next == sorted || heap[0] < current.keys[next]) ? pop() : current.keys[next++];
        place = (int) (key >>> Integer.SIZE);
        slot = (int) key;
        holding = current;
        size--;
        return true;
    }

    private void close() {
        current.size = 0;
        spare.push(current);
        current = null;
    }

    private boolean open(long until) {
        if (size == 0) {
            return false;
        }
        while (nearest < begin + WINDOW && near[(int) (nearest % WINDOW)] == null) {
            nearest++;
        }
        boolean isNear = nearest < begin + WINDOW;
        long at = isNear ? nearest : far.firstKey();
        if (at > until) {
            return false;
        }
        begin = at;
        while (!far.isEmpty() && far.firstKey() < begin + WINDOW) {
            Map.Entry<Long, Tick> entry = far.pollFirstEntry();
            near[(int) (entry.getKey() % WINDOW)] = entry.getValue();
        }
        current = near[(int) (at % WINDOW)];
        near[(int) (at % WINDOW)] = null;
        nearest = at + 1;
        time = at;
        next = 0;
        sorted = current.size;
        Arrays.sort(current.keys, 0, sorted);
        return true;
    }

    /** Looks at a happening that is put down. */
    @FunctionalInterface
    interface Look {
        /** The kind that it is from now on. */
        Kind at(long tick, int place, Kind kind, int number, Object first);
    }

    /** Looks at all that is put down, in no particular order; what has happened already is passed over. */
    void look(Look look) {
        for (int index = 0; index < WINDOW; index++) {
            if (near[index] != null) {
                long ahead = Math.floorMod(index - begin, (long) WINDOW);
                look(near[index], begin + ahead, look);
            }
        }
        far.forEach((at, tick) -> look(tick, at, look));
        if (current != null) {
            look(current, time, look);
        }
    }

    private static void look(Tick tick, long at, Look look) {
        for (int slot = 0; slot < tick.size; slot++) {
            if (tick.firsts[slot] != null) {
                Kind kind =
                        look.at(at, tick.places[slot], KINDS[tick.kinds[slot]], tick.numbers[slot], tick.firsts[slot]);
                tick.kinds[slot] = (byte) kind.ordinal();
            }
        }
    }

    // --- the happening last taken

    /** Its tick. */
    long time() {
        return time;
    }

    /** The place of the process that caused it. */
    int place() {
        return place;
    }

    Kind kind() {
        return KINDS[holding.kinds[slot]];
    }

    int number() {
        return holding.numbers[slot];
    }

    Object second() {
        return holding.seconds[slot];
    }

    /** The first of its two objects; both are forgotten. To be asked for last. */
    Object first() {
        Object first = holding.firsts[slot];
        holding.firsts[slot] = null;
        holding.seconds[slot] = null;
        return first;
    }

    // --- the heap of what is put down for the tick that is going on

    private void push(long key) {
        if (heaped == heap.length) {
            heap = Arrays.copyOf(heap, Math.multiplyExact(heaped, 2));
        }
        int at = heaped++;
        while (at > 0 && heap[(at - 1) / 2] > key) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = key;
    }

    private long pop() {
        long least = heap[0];
        long last = heap[--heaped];
        int at = 0;
        for (int child = 1; child < heaped; child = 2 * at + 1) {
            if (child + 1 < heaped && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return least;
    }
}
