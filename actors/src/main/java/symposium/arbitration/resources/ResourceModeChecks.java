package symposium.arbitration.resources;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceState.PendingRequest;
import symposium.kernel.Transition;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;

/** Statements about modes, withdrawal and takes that do not wait, left out: the checker must miss them. */
final class ResourceModeChecks {

    private ResourceModeChecks() {}

    /** For users who take a resource shared or exclusively, and may withdraw. */
    static Variants<ResourceState, ResourceMessage, Request, Grant> shared(Start start) {
        return Variants.of(new ResourceAllocation(start.quorum(), ResourceAllocation.Entry.FIRST))
                .add(
                        "T0 directs no arrows from shared sessions",
                        new Directing(start, (later, earlier) -> !later.modes().containsValue(Mode.SHARED)),
                        ResourceAllocationChecks.shows(2, ResourceAllocationChecks.WITHIN_CAPACITY))
                .add(
                        "T0 directs no arrows to shared sessions",
                        new Directing(
                                start, (later, earlier) -> !earlier.modes().containsValue(Mode.SHARED)),
                        ResourceAllocationChecks.shows(2, ResourceAllocationChecks.WITHIN_CAPACITY))
                .add(
                        "T2 of a session that withdraws tells no process",
                        new ResourceAllocation(start.quorum(), ResourceAllocation.Entry.FIRST) {
                            @Override
                            void withdraw(Fence fence, Transition<ResourceState, ResourceMessage, Grant> step) {
                                ResourceState p = step.state();
                                step.next(p.untable(fence));
                            }
                        },
                        ResourceAllocationChecks.shows(2, Scenario.NO_DEADLOCK));
    }

    /** For users who take one of two permits, or both, waiting or not. */
    static Variants<ResourceState, ResourceMessage, Request, Grant> permits(Start start) {
        return Variants.of(new ResourceAllocation(start.quorum(), ResourceAllocation.Entry.FIRST))
                .add(
                        "T0 directs no arrows to sessions that wait",
                        new Directing(start, (later, earlier) -> earlier.taken()),
                        ResourceAllocationChecks.shows(3, ResourceAllocationChecks.Q0))
                .add(
                        "T0 directs arrows only to sessions that exclude this one",
                        new Directing(start, (later, earlier) -> later.modes()
                                .get("a")
                                .excludes(earlier.modes().get("a"))),
                        ResourceAllocationChecks.shows(2, ResourceAllocationChecks.Q0))
                .add(
                        "T0 tables sessions that are not to wait",
                        new ResourceAllocation(start.quorum(), ResourceAllocation.Entry.FIRST) {
                            @Override
                            boolean tables(Take take, PendingRequest session) {
                                return true;
                            }
                        },
                        ResourceAllocationChecks.shows(2, ResourceAllocationChecks.AS_ASKED));
    }

    /** T0 directs some of the arrows that it should. */
    private static final class Directing extends ResourceAllocation {

        private final BiPredicate<PendingRequest, PendingRequest> directs;

        /** @param directs whether there is an arrow from the later session, the first, to the earlier */
        Directing(Start start, BiPredicate<PendingRequest, PendingRequest> directs) {
            super(start.quorum(), ResourceAllocation.Entry.FIRST);
            this.directs = directs;
        }

        @Override
        ResourceState directing(SortedMap<String, Mode> modes, ResourceState p) {
            PendingRequest later = new PendingRequest(0, modes, p.hasRoom(modes));
            SortedMap<Fence, SortedMap<String, Mode>> all = new TreeMap<>();
            p.tabled().forEach((fence, session) -> all.put(fence, session.modes()));
            p.peers().values().forEach(peer -> all.putAll(peer.tabled()));
            List<Fence> left = all.entrySet().stream()
                    .filter(each -> !directs.test(
                            later, new PendingRequest(0, each.getValue(), p.admits(each.getKey(), each.getValue()))))
                    .map(Map.Entry::getKey)
                    .toList();
            return ResourceAllocationChecks.without(left, p);
        }
    }
}
