package symposium.cluster.host;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import symposium.kernel.ProcessId;
import symposium.links.Frame;
import symposium.links.LinkIncarnation;

/**
 * The messages that are sent again for the first time. Whether a frame holds a message is looked at then, and once: it
 * takes as long as to send the message.
 */
final class UncheckedFrames {

    /** The messages up to this number have been looked at, in this incarnation of a link. */
    private record Checked(LinkIncarnation in, long upTo) {}

    private final Map<ProcessId, Checked> checked = new HashMap<>();

    /** Those of the frames to another process that have not been looked at; they count as looked at from now on. */
    <F extends Frame<?>> List<F> of(ProcessId other, Collection<F> frames) {
        return frames.stream().filter(frame -> isNew(other, frame)).toList();
    }

    private boolean isNew(ProcessId other, Frame<?> frame) {
        if (!(frame instanceof Frame.Data<?> data)) {
            return false;
        }
        Checked before = checked.get(other);
        if (before != null && Objects.equals(before.in(), data.incarnation()) && data.number() <= before.upTo()) {
            return false;
        }
        checked.put(other, new Checked(data.incarnation(), data.number()));
        return true;
    }

    /** Nothing is kept of these processes any more. */
    void departed(Collection<ProcessId> gone) {
        checked.keySet().removeAll(gone);
    }
}
