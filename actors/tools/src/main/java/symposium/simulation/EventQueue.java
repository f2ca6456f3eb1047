package symposium.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * What is going to happen, in the order in which it will: by tick, at the same tick by the place of the process that
 * causes it, and of one process in the order in which it was added.
 */
final class EventQueue {

    private record Happening(int cause, long number, Runnable action) implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            return cause != other.cause ? Integer.compare(cause, other.cause) : Long.compare(number, other.number);
        }
    }

    private final TreeMap<Long, List<Happening>> ticks = new TreeMap<>();
    /** The tick to which something was added last, which is likely to be the next one, too. */
    private long latest = -1;

    private List<Happening> ofLatest = List.of();

    /** The tick that is going on: what was to happen when it began, in order, and what has been added since. */
    private long tick = -1;

    private List<Happening> current = List.of();
    private int next;
    private final PriorityQueue<Happening> added = new PriorityQueue<>();

    private long now;
    private long number;

    /** The tick that has been reached. */
    long now() {
        return now;
    }

    /** Lets time pass in which nothing happens. */
    void idleUntil(long time) {
        now = Math.max(now, time);
    }

    boolean isEmpty() {
        return next == current.size() && added.isEmpty() && ticks.isEmpty();
    }

    /**
     * Adds something that is going to happen.
     *
     * @param after how many ticks from now
     * @param cause the place of the process that causes it
     */
    void add(long after, int cause, Runnable action) {
        if (after < 0) {
            throw new IllegalArgumentException("an event " + -after + " ticks ago");
        }
        long at = Math.addExact(now, after);
        Happening happening = new Happening(cause, number++, action);
        if (at == tick) {
            added.add(happening);
            return;
        }
        if (at != latest) {
            latest = at;
            ofLatest = ticks.computeIfAbsent(at, empty -> new ArrayList<>());
        }
        ofLatest.add(happening);
    }

    /** Lets the next of them happen, unless it is later than that tick. Returns whether it has happened. */
    boolean advance(long until) {
        if (next == current.size() && added.isEmpty() && !open(until) || tick > until) {
            return false;
        }
        boolean isNew =
                next == current.size() || !added.isEmpty() && added.peek().compareTo(current.get(next)) < 0;
        Happening happening = isNew ? added.poll() : current.set(next++, null);
        happening.action().run();
        return true;
    }

    private boolean open(long until) {
        if (ticks.isEmpty() || ticks.firstKey() > until) {
            return false;
        }
        Map.Entry<Long, List<Happening>> first = ticks.pollFirstEntry();
        tick = first.getKey();
        now = tick;
        current = first.getValue();
        current.sort(null);
        next = 0;
        return true;
    }
}
