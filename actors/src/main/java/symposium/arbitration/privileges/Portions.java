package symposium.arbitration.privileges;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import symposium.arbitration.privileges.PrivilegeMessage.Handed;
import symposium.arbitration.privileges.PrivilegeMessage.Request;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeMessage.Want;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.WrittenSize;
import symposium.mutex.Fence;

/**
 * Lists that are sent in messages of bounded size.
 *
 * @param most how many bytes of a list one message has at most, unless a single element is longer
 */
record Portions(int most) {

    /** The list, in portions. One of an empty list is empty. */
    <T> List<List<T>> of(List<T> all, ToLongFunction<T> size) {
        List<List<T>> portions = new ArrayList<>();
        List<T> portion = new ArrayList<>();
        long bytes = 0;
        for (T each : all) {
            long more = size.applyAsLong(each);
            if (!portion.isEmpty() && bytes + more > most) {
                portions.add(List.copyOf(portion));
                portion.clear();
                bytes = 0;
            }
            portion.add(each);
            bytes += more;
        }
        portions.add(List.copyOf(portion));
        return portions;
    }

    boolean fits(Handed handed) {
        return size(handed) <= most;
    }

    static long size(Fence fence) {
        return WrittenSize.FENCE;
    }

    static long size(Request request) {
        return WrittenSize.PART + size(request.want());
    }

    static long size(Tabled tabled) {
        return WrittenSize.FENCE + size(tabled.modes());
    }

    static long size(SortedMap<String, Mode> modes) {
        return WrittenSize.ofNames(modes.keySet());
    }

    /** With a bid. */
    private static long size(Want want) {
        return WrittenSize.FENCE + size(want.modes());
    }

    static long size(Handed handed) {
        return WrittenSize.PART
                + handed.queue().stream().mapToLong(each -> size(each.want())).sum()
                + handed.tabled().stream().mapToLong(Portions::size).sum()
                + (long) WrittenSize.FENCE * handed.left().size();
    }
}
