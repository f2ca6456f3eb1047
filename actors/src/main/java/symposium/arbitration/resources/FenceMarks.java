package symposium.arbitration.resources;

import java.util.Map;
import java.util.SortedMap;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * The greatest fence of each mode that a protected resource has seen, and the rule by which it refuses an access: its
 * fence is smaller than that of a mode which {@linkplain Mode#excludes excludes} its own.
 *
 * <p>A resource that is only ever taken exclusively needs one number, and one with readers and writers two. With
 * permits, a resource needs a number for each number of permits that sessions take. One number for all modes would
 * refuse holders, because sessions that hold together may be granted in any order of their fences.
 *
 * <ul>
 *   <li>The rule refuses no holder while no live process is taken for departed. A grant has a greater fence than all
 *       grants before it that exclude it, and no grant that excludes it follows while it is held.
 *   <li>After an access, the rule refuses every session with a smaller fence that may not hold at the same time as
 *       the one that accessed. So a holder that has lost its set without knowing it does no harm.
 *   <li>The rule does not count permits. A holder that has lost a permit without knowing it is not refused on account
 *       of others that hold one.
 * </ul>
 *
 * @param greatest the greatest fence by mode
 */
public record FenceMarks(SortedMap<Mode, Fence> greatest) {

    /** Those of a resource that has not been accessed. */
    public static final FenceMarks NONE = new FenceMarks(Sorted.map());

    /** The greatest fence of all modes that exclude this one; {@link Fence#NONE} if there is none. */
    public Fence against(Mode mode) {
        return greatest.entrySet().stream()
                .filter(each -> mode.excludes(each.getKey()))
                .map(Map.Entry::getValue)
                .reduce(Fence.NONE, Fence::max);
    }

    /** Whether the resource accepts an access in this mode under this fence. */
    public boolean admits(Mode mode, Fence fence) {
        return fence.compareTo(against(mode)) >= 0;
    }

    /** These after an access in this mode under this fence. */
    public FenceMarks with(Mode mode, Fence fence) {
        return new FenceMarks(
                Sorted.with(greatest, mode, greatest.getOrDefault(mode, fence).max(fence)));
    }
}
