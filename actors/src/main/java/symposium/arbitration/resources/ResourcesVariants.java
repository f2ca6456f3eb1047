package symposium.arbitration.resources;

import java.util.List;
import java.util.stream.Stream;
import symposium.arbitration.resources.Resources.Fault;
import symposium.kernel.Start;
import symposium.kernel.Variant;

/** What must fail. */
final class ResourcesVariants {

    private ResourcesVariants() {}

    /** Each that fails even when all processes are there at the start. */
    static List<Variant<ResourcesState, ResourcesMessage, Holdings, Wish, Reserved>> all(Start start) {
        return Stream.of(
                        variant(start, Fault.NO_ARROWS, "T0 directs no arrows to sessions of others"),
                        variant(start, Fault.NO_UNDIRECTING, "T2 tells nobody"),
                        variant(start, Fault.EARLY, "T1 when the first arrow disappears"),
                        variant(start, Fault.NO_YIELDING, "w.yield hands no fork over, against P0"),
                        variant(start, Fault.SAME_GENERATION, "m.changed starts no new generation"),
                        variant(start, Fault.ALONE_IN_GENERATION, "T0 does not wait until all are in its generation"))
                .toList();
    }

    private static Variant<ResourcesState, ResourcesMessage, Holdings, Wish, Reserved> variant(
            Start start, Fault fault, String name) {
        return new Variant<>(name, new Resources(start.quorum(), ResourcesAlgorithm.FIRST, fault));
    }
}
