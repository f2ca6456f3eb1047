package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * The tabled sessions that take one resource, here or elsewhere, as far as a process knows, in the order of their
 * fences. An arrow leads from each to every one before it with which it may conflict.
 *
 * <p>A session that has no room leaves none to those behind it. So the sessions that have room at the resource are the
 * first of the queue, and the end of one concerns only the first that has none. That takes logarithmic time, however
 * many wait behind.
 *
 * @param sessions by their fences
 * @param groups the modes of the sessions of each process, by their fences
 * @param admitted how many sessions have room, by their modes
 * @param next the first session without room; {@link Fence#NONE} if all have room
 */
public record ResourceQueue(
        SortedMap<Fence, Queued> sessions,
        SortedMap<Group, SortedMap<Fence, Mode>> groups,
        SortedMap<Mode, Integer> admitted,
        Fence next) {

    /** A session of this process, which takes the resource in this mode. */
    public record Queued(ProcessId process, Mode mode) {
        Group group() {
            return new Group(process, mode.equals(Mode.SHARED));
        }
    }

    /** The readers of a process, or its other sessions. */
    public record Group(ProcessId process, boolean readers) implements Comparable<Group> {
        @Override
        public int compareTo(Group other) {
            int byProcess = process.compareTo(other.process);
            return byProcess != 0 ? byProcess : Boolean.compare(readers, other.readers);
        }
    }

    /** That of a resource that no session takes. */
    public static final ResourceQueue EMPTY = new ResourceQueue(Sorted.map(), Sorted.map(), Sorted.map(), Fence.NONE);

    public boolean isEmpty() {
        return sessions.isEmpty();
    }

    /** Whether a session of the queue has room beside those to which arrows lead from it. */
    public boolean admits(Fence fence) {
        return next.equals(Fence.NONE) || fence.compareTo(next) < 0;
    }

    /** Whether a session with this mode would have room at the end of the queue. */
    public boolean hasRoom(Mode mode) {
        return next.equals(Fence.NONE) && Mode.fit(count(admitted, mode, 1));
    }

    /** The sessions to which arrows lead from one with this fence and mode. */
    public List<Fence> arrows(Fence fence, Mode mode) {
        return sessions.entrySet().stream()
                .takeWhile(each -> each.getKey().compareTo(fence) < 0)
                .filter(each -> mode.mayConflict(each.getValue().mode()))
                .map(SortedMap.Entry::getKey)
                .toList();
    }

    /** Whether an arrow leads to one with this fence and mode from a session of this process. */
    public boolean arrowFrom(ProcessId process, Fence fence, Mode mode) {
        return conflicting(process, mode).anyMatch(group -> group.lastKey().compareTo(fence) > 0);
    }

    private Stream<SortedMap<Fence, Mode>> conflicting(ProcessId process, Mode mode) {
        return Stream.of(new Group(process, false), new Group(process, true))
                .filter(group -> !(group.readers() && mode.equals(Mode.SHARED)))
                .map(group -> groups.getOrDefault(group, Sorted.map()))
                .filter(group -> !group.isEmpty());
    }

    /** The sessions that have room here, and had none in that queue, which had more sessions. */
    public List<Fence> admittedSince(ResourceQueue before) {
        List<Fence> admitted = new ArrayList<>();
        if (!before.next.equals(Fence.NONE)) {
            Fence fence = sessions.containsKey(before.next) ? before.next : after(sessions, before.next);
            while (!fence.equals(Fence.NONE) && admits(fence)) {
                admitted.add(fence);
                fence = after(sessions, fence);
            }
        }
        return admitted;
    }

    /** With one more session, unless it is there: a view tells again what has been told. */
    public ResourceQueue with(Fence fence, Queued session) {
        if (sessions.containsKey(fence)) {
            return this;
        }
        SortedMap<Fence, Queued> more = Sorted.with(sessions, fence, session);
        SortedMap<Mode, Integer> room = admitted;
        Fence first = next;
        if (admits(fence)) {
            room = count(room, session.mode(), 1);
            while (!Mode.fit(room)) {
                first = first.equals(Fence.NONE)
                        ? more.lastKey()
                        : Sorted.before(more, first).orElseThrow();
                room = count(room, more.get(first).mode(), -1);
            }
        }
        Group group = session.group();
        SortedMap<Fence, Mode> beside = groups.getOrDefault(group, Sorted.map());
        return new ResourceQueue(
                more, Sorted.with(groups, group, Sorted.with(beside, fence, session.mode())), room, first);
    }

    /** Without a session, if it is there. */
    public ResourceQueue without(Fence fence) {
        Queued session = sessions.get(fence);
        if (session == null) {
            return this;
        }
        SortedMap<Fence, Queued> fewer = Sorted.without(sessions, fence);
        SortedMap<Mode, Integer> room = admits(fence) ? count(admitted, session.mode(), -1) : admitted;
        Fence first = fence.equals(next) ? after(fewer, fence) : next;
        while (!first.equals(Fence.NONE)) {
            SortedMap<Mode, Integer> beside = count(room, fewer.get(first).mode(), 1);
            if (!Mode.fit(beside)) {
                break;
            }
            room = beside;
            first = after(fewer, first);
        }
        return new ResourceQueue(fewer, ungrouped(fence, session.group()), room, first);
    }

    private SortedMap<Group, SortedMap<Fence, Mode>> ungrouped(Fence fence, Group group) {
        SortedMap<Fence, Mode> left = Sorted.without(groups.get(group), fence);
        return left.isEmpty() ? Sorted.without(groups, group) : Sorted.with(groups, group, left);
    }

    private static Fence after(SortedMap<Fence, Queued> sessions, Fence fence) {
        return Sorted.after(sessions, fence).orElse(Fence.NONE);
    }

    private static SortedMap<Mode, Integer> count(SortedMap<Mode, Integer> counts, Mode mode, int more) {
        int count = counts.getOrDefault(mode, 0) + more;
        return count == 0 ? Sorted.without(counts, mode) : Sorted.with(counts, mode, count);
    }
}
