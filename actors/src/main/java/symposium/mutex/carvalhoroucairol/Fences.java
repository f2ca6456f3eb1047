package symposium.mutex.carvalhoroucairol;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * The knowledge of a process about fences, which the paper has none of. A grant is made under the next fence after the
 * greatest that the process knows.
 *
 * <p>A departed process may have been granted a request under a fence that only it knew. So each process that is told
 * of a departure announces a generation greater than all that it has heard of, and is granted nothing before all others
 * have noted that generation. A process that uses a generation has had it noted by all processes then alive, so each of
 * them announces a greater one when it is told of its departure.
 *
 * @param greatest the greatest fence that the process knows to be used; that of its own grant while it is critical
 * @param generation the greatest generation that the process has announced or has been told
 * @param announced the generation that the process has announced last; 0 for none
 * @param unconfirmed the processes that have not yet noted {@code announced}
 */
@RecordBuilder
public record Fences(Fence greatest, long generation, long announced, SortedSet<ProcessId> unconfirmed)
        implements FencesBuilder.With {

    /** No request has been granted, and no process has departed. */
    static final Fences START = new Fences(Fence.NONE, 0, 0, Sorted.set());

    /** Whether the next fence may be used: all others have noted the last announcement. */
    boolean confirmed() {
        return unconfirmed.isEmpty();
    }

    /** After a grant: under the next fence, of the generation announced last where that is greater. */
    Fences used() {
        return withGreatest(greatest.max(Fence.start(announced)).next());
    }

    /** After a message from a process that knows this fence. */
    Fences knowing(Fence fence) {
        return withGreatest(greatest.max(fence));
    }

    /** After another process has announced this generation. */
    Fences hearing(long of) {
        return withGeneration(Math.max(generation, of));
    }

    /** A new generation is announced to these processes. */
    Fences announcing(SortedSet<ProcessId> to) {
        return new Fences(greatest, generation + 1, generation + 1, to);
    }

    /** After {@code by} has noted a generation: the one announced last or one before. */
    Fences noted(long of, ProcessId by) {
        return of == announced ? withUnconfirmed(Sorted.without(unconfirmed, by)) : this;
    }
}
