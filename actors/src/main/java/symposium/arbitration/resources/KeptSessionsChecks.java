package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceAllocationChecks.shows;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.arbitration.resources.ResourceState.Keeping;
import symposium.arbitration.resources.ResourceState.Keeping.Stage;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;

/** What holds of sessions that outlive their process; and what they need, left out: the checker must miss it. */
final class KeptSessionsChecks {

    /** The name of the invariant of backups. */
    static final String BACKED_UP = "a process that is the backup of a session, as its user has been told, knows of it";

    /** The name of the invariant of the one backup. */
    static final String ONE_BACKUP = "all sessions of a process have the same backup";

    private KeptSessionsChecks() {}

    static Invariants<ResourceState, ResourceMessage, User> with(
            Invariants<ResourceState, ResourceMessage, User> others) {
        return others.whole(
                        BACKED_UP,
                        at -> at.states().anyMatch(p -> p.kept().values().stream()
                                .anyMatch(keeping -> keeping.stage() == Stage.BACKED)),
                        KeptSessionsChecks::backedUp)
                .whole(ONE_BACKUP, at -> at.states().anyMatch(p -> backups(p).count() > 1), at -> at.states()
                        .allMatch(p -> backups(p).distinct().count() <= 1));
    }

    private static Stream<ProcessId> backups(ResourceState p) {
        return p.kept().values().stream().flatMap(keeping -> keeping.backup().stream());
    }

    private static boolean backedUp(Configuration<ResourceState, ResourceMessage, User> at) {
        return at.states().allMatch(p -> p.kept().entrySet().stream()
                .filter(each -> each.getValue().stage() == Stage.BACKED)
                .allMatch(each -> backedUp(
                        p.self(),
                        p.tabled(each.getKey()).orElseThrow(),
                        each.getValue().backup().orElseThrow(),
                        at)));
    }

    private static boolean backedUp(
            ProcessId process, Fence fence, ProcessId backup, Configuration<ResourceState, ResourceMessage, User> at) {
        if (!at.alive(backup) || at.state(backup).departed().contains(process)) {
            return true;
        }
        PeerState peer = at.state(backup).peers().get(process);
        return peer != null && peer.backups().containsKey(fence);
    }

    static Variants<ResourceState, ResourceMessage, Request, Grant> variants(Start start) {
        int quorum = start.quorum();
        long first = ResourceAllocation.Entry.FIRST;
        return Variants.of(new ResourceAllocation(quorum, first))
                .add(
                        "k.backed is told before the backup knows",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            Keeping asking(
                                    Keeping keeping,
                                    ProcessId other,
                                    long ticket,
                                    Transition<ResourceState, ResourceMessage, Grant> step) {
                                step.tell(new Grant.BackedUp(ticket));
                                return new Keeping(keeping.key(), keeping.known(), Optional.of(other), Stage.BACKED);
                            }
                        },
                        shows(2, BACKED_UP))
                .add(
                        "T2 before the backup knows that the session ends",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            boolean endsLater(
                                    Fence fence, Stage how, Transition<ResourceState, ResourceMessage, Grant> step) {
                                return false;
                            }
                        },
                        shows(3, ResourceSharing.TAKEN_OVER).withFault(Fault.CRASH, 1))
                .add(
                        "the parts of what is taken over are not reserved",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            List<Integer> reserved(ResourceState p) {
                                return List.of();
                            }
                        },
                        shows(3, ResourceSharing.TAKEN_OVER).withFault(Fault.CRASH, 1))
                .add(
                        "what is taken over waits its turn",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            void takeOver(
                                    Fence fence,
                                    PeerState.Backup backup,
                                    Transition<ResourceState, ResourceMessage, Grant> step) {
                                ResourceState p = step.state();
                                Take take = new Take(p.unused(), backup.modes(), false);
                                step.next(p.wait(take, parts(backup.modes()))
                                                .keep(take.ticket(), Keeping.wanted(backup.key(), Optional.of(fence))))
                                        .tell(new Grant.TakingOver(
                                                take.ticket(), backup.key(), backup.modes(), fence, fence));
                            }
                        },
                        shows(3, ResourceSharing.TAKEN_OVER).withFault(Fault.CRASH, 1));
    }
}
