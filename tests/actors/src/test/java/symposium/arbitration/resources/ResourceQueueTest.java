package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceQueue.Queued;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** The queue of a resource, compared with the definition: room beside all sessions to which arrows lead. */
@Tag("fast")
class ResourceQueueTest {

    private static final int RUNS = 400;
    private static final int STEPS = 60;
    private static final int FENCES = 24;
    private static final List<Mode> MODES = List.of(
            Mode.SHARED,
            Mode.SHARED,
            Mode.EXCLUSIVE,
            Mode.permits(1, 3),
            Mode.permits(2, 3),
            Mode.permits(1, 4),
            Mode.permits(3, 7));

    /** Sessions come at the end or before others, as after a hello, are told again, and end in any order. */
    @Test
    void thoseThatHaveRoomAreTheFirst() {
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            List<Mode> modes = MODES.subList(random.nextInt(3), 3 + random.nextInt(MODES.size() - 2));
            SortedMap<Fence, Queued> model = new TreeMap<>();
            ResourceQueue queue = ResourceQueue.EMPTY;
            for (int step = 0; step < STEPS; step++) {
                Fence fence = new Fence(1, 1 + random.nextInt(FENCES));
                Queued session = new Queued(ProcessId.of(random.nextInt(3)), modes.get(random.nextInt(modes.size())));
                ResourceQueue before = queue;
                SortedSet<Fence> had = admitted(model);
                if (random.nextBoolean()) {
                    queue = queue.with(fence, session);
                    model.putIfAbsent(fence, session);
                } else {
                    queue = queue.without(fence);
                    model.remove(fence);
                    SortedSet<Fence> more = admitted(model);
                    more.removeAll(had);
                    assertEquals(List.copyOf(more), queue.admittedSince(before), "seed " + seed);
                }
                assertSame(model, queue, "seed " + seed + ", step " + step);
            }
        }
    }

    private static void assertSame(SortedMap<Fence, Queued> model, ResourceQueue queue, String when) {
        assertEquals(model, queue.sessions(), when);
        SortedSet<Fence> admitted = admitted(model);
        model.forEach((fence, session) -> {
            assertEquals(admitted.contains(fence), queue.admits(fence), when);
            assertEquals(arrows(model, fence, session.mode()), queue.arrows(fence, session.mode()), when);
            for (int number = 0; number < 3; number++) {
                ProcessId process = ProcessId.of(number);
                assertEquals(
                        model.tailMap(fence.next()).entrySet().stream()
                                .filter(each -> each.getValue().process().equals(process))
                                .anyMatch(each -> arrows(
                                                model,
                                                each.getKey(),
                                                each.getValue().mode())
                                        .contains(fence)),
                        queue.arrowFrom(process, fence, session.mode()),
                        when);
            }
        });
        for (Mode mode : MODES) {
            assertEquals(fits(model, new Fence(2, 1), mode), queue.hasRoom(mode), when);
        }
        // A queue is what it holds, whatever it has held.
        ResourceQueue again = ResourceQueue.EMPTY;
        for (Map.Entry<Fence, Queued> each : model.entrySet()) {
            again = again.with(each.getKey(), each.getValue());
        }
        assertEquals(again, queue, when);
    }

    private static SortedSet<Fence> admitted(SortedMap<Fence, Queued> model) {
        SortedSet<Fence> admitted = new TreeSet<>();
        model.forEach((fence, session) -> {
            if (fits(model, fence, session.mode())) {
                admitted.add(fence);
            }
        });
        return admitted;
    }

    private static List<Fence> arrows(SortedMap<Fence, Queued> model, Fence fence, Mode mode) {
        return model.headMap(fence).entrySet().stream()
                .filter(each -> mode.mayConflict(each.getValue().mode()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean fits(SortedMap<Fence, Queued> model, Fence fence, Mode mode) {
        List<Mode> together = new ArrayList<>(List.of(mode));
        arrows(model, fence, mode).forEach(each -> together.add(model.get(each).mode()));
        return Mode.fit(together);
    }
}
