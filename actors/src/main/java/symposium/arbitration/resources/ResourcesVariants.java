package symposium.arbitration.resources;

import java.util.List;
import symposium.arbitration.resources.Resources.Fault;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Variant;

/** What must fail. */
final class ResourcesVariants {

    private ResourcesVariants() {}

    /** Each that fails even when all processes are there at the start. */
    static List<Variant<ResourcesState, ResourcesMessage, Wish, Reserved>> all(Start start) {
        return List.of(
                variant(
                        start,
                        Fault.NO_ARROWS,
                        "T0 directs no arrows to sessions of others",
                        shows(2, ResourcesLaws.NO_RESOURCE_TWICE)),
                variant(start, Fault.NO_UNDIRECTING, "T2 tells nobody", shows(2, "no deadlock")),
                variant(start, Fault.EARLY, "T1 when the first arrow disappears", shows(3, ResourcesLaws.Q0)),
                variant(start, Fault.NO_YIELDING, "w.yield hands no fork over, against P0", shows(2, "no deadlock")),
                variant(
                        start,
                        Fault.SAME_GENERATION,
                        "m.changed starts no new generation",
                        shows(3, Sharing.FENCES_GROW).withFault(symposium.kernel.Fault.CRASH, 1)));
    }

    private static Scenario shows(int processes, String invariant) {
        return Scenario.of(processes, invariant).withRequests(1);
    }

    private static Variant<ResourcesState, ResourcesMessage, Wish, Reserved> variant(
            Start start, Fault fault, String name, Scenario exhibit) {
        return new Variant<ResourcesState, ResourcesMessage, Wish, Reserved>(
                        name, new Resources(start.quorum(), ResourcesAlgorithm.FIRST, fault))
                .showing(exhibit);
    }
}
