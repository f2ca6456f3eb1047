package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceRule.BACKED;
import static symposium.arbitration.resources.ResourceRule.BACKUP;
import static symposium.arbitration.resources.ResourceRule.DISMISS;
import static symposium.arbitration.resources.ResourceRule.DISMISSED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.arbitration.resources.ResourceMessage.Backed;
import symposium.arbitration.resources.ResourceMessage.Backup;
import symposium.arbitration.resources.ResourceMessage.Dismiss;
import symposium.arbitration.resources.ResourceMessage.Dismissed;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Keep;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceState.Keeping;
import symposium.arbitration.resources.ResourceState.Keeping.Stage;
import symposium.arbitration.resources.ResourceState.PendingRequest;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/**
 * Sessions that outlive their process: each has a backup, which takes it over when the process departs. See the
 * package, "Sessions that outlive their process".
 */
abstract class KeptSessions extends ResourceSessions {

    KeptSessions(int quorum, Parts parts, int most, int many) {
        super(quorum, parts, most, many);
    }

    @Override
    final Transition<ResourceState, ResourceMessage, Grant> onKeep(
            Keep keep, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        if (p.tickets().containsKey(keep.ticket())) {
            step.next(p.keep(keep.ticket(), Keeping.wanted(keep.key(), Optional.empty())));
            backUp(keep.ticket(), step);
        }
        return step;
    }

    /**
     * Asks a process to be the backup of a session that has taken its set: the one that is the backup of the other
     * sessions of this process, so that one process takes over all of them.
     */
    @Override
    final void backUp(long ticket, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        Keeping keeping = p.kept().get(ticket);
        Optional<Fence> fence = p.tabled(ticket).filter(it -> p.tabled().get(it).taken());
        if (keeping == null || keeping.stage() != Stage.WANTED || fence.isEmpty()) {
            return;
        }
        if (p.peers().isEmpty()) {
            step.tell(new Grant.BackedUp(ticket));
        }
        backupOfAll(p).filter(other -> p.peers().get(other).greeted()).ifPresent(other -> {
            PendingRequest session = p.tabled().get(fence.get());
            step.next(p.keep(ticket, asking(keeping, other, ticket, step)))
                    .send(other, new Backup(fence.get(), session.modes(), keeping.key(), keeping.known()));
        });
    }

    /** That session while another process is asked to be its backup. */
    Keeping asking(
            Keeping keeping, ProcessId other, long ticket, Transition<ResourceState, ResourceMessage, Grant> step) {
        return keeping.withBackup(Optional.of(other));
    }

    /** The backup of the sessions that have one; before, the next process in the order of names that is greeted. */
    Optional<ProcessId> backupOfAll(ResourceState p) {
        return common(p).or(() -> greetedAfter(p.self(), p));
    }

    private static Optional<ProcessId> common(ResourceState p) {
        return p.kept().values().stream()
                .flatMap(keeping -> keeping.backup().stream())
                .filter(p.peers()::containsKey)
                .findFirst();
    }

    static Optional<ProcessId> greetedAfter(ProcessId self, ResourceState p) {
        return first(p.peers().tailMap(self)).or(() -> first(p.peers()));
    }

    private static Optional<ProcessId> first(SortedMap<ProcessId, PeerState> peers) {
        return peers.entrySet().stream()
                .filter(each -> each.getValue().greeted())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    boolean endsLater(Fence fence, Stage how, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        long ticket = p.tabled().get(fence).ticket();
        Keeping keeping = p.kept().get(ticket);
        if (keeping == null || keeping.backup().isEmpty()) {
            return false;
        }
        step.next(p.keep(ticket, keeping.withStage(how)));
        dismiss(fence, keeping.backup().get(), step);
        return true;
    }

    private static void dismiss(Fence fence, ProcessId backup, Transition<ResourceState, ResourceMessage, Grant> step) {
        if (step.state().peers().get(backup).greeted()) {
            step.send(backup, new Dismiss(fence));
        }
    }

    @Override
    final void endKeeping(long ticket, Stage how, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        if (p.kept().containsKey(ticket)) {
            step.next(p.keepNoMore(ticket))
                    .tell(how == Stage.WITHDRAWN ? new Grant.Withdrawn(ticket) : new Grant.Ended(ticket));
            if (p.kept().get(ticket).backup().isPresent()) {
                backUpTheRest(step);
            }
        }
    }

    /** Asks a process to be the backup of the sessions that have none, if no other session has one. */
    private void backUpTheRest(Transition<ResourceState, ResourceMessage, Grant> step) {
        if (common(step.state()).isEmpty()) {
            step.state().kept().keySet().forEach(ticket -> backUp(ticket, step));
        }
    }

    /** This process is a backup of another from now on. */
    static Transition<ResourceState, ResourceMessage, Grant> onBackup(
            ProcessId from, Backup asked, Transition<ResourceState, ResourceMessage, Grant> step) {
        PeerState.Backup backup = new PeerState.Backup(asked.modes(), asked.key(), asked.known());
        return step.by(BACKUP)
                .next(step.state()
                        .withPeer(from, it -> it.withBackups(Sorted.with(it.backups(), asked.fence(), backup))))
                .send(from, new Backed(asked.fence()));
    }

    /** This process is no longer the backup of that session. */
    static Transition<ResourceState, ResourceMessage, Grant> onDismiss(
            ProcessId from, Dismiss told, Transition<ResourceState, ResourceMessage, Grant> step) {
        return step.by(DISMISS)
                .next(step.state().withPeer(from, it -> it.withBackups(Sorted.without(it.backups(), told.fence()))))
                .send(from, new Dismissed(told.fence()));
    }

    /** Another process is the backup of a session of this one. */
    static Transition<ResourceState, ResourceMessage, Grant> onBacked(
            ProcessId from, Backed told, Transition<ResourceState, ResourceMessage, Grant> step) {
        step.by(BACKED);
        ResourceState p = step.state();
        keeping(from, told.fence(), p).filter(it -> it.stage() == Stage.WANTED).ifPresent(keeping -> {
            long ticket = p.tabled().get(told.fence()).ticket();
            step.next(p.keep(ticket, keeping.withStage(Stage.BACKED))).tell(new Grant.BackedUp(ticket));
        });
        return step;
    }

    /** Another process is no longer the backup of a session of this one. */
    final Transition<ResourceState, ResourceMessage, Grant> onDismissed(
            ProcessId from, Dismissed told, Transition<ResourceState, ResourceMessage, Grant> step) {
        step.by(DISMISSED);
        keeping(from, told.fence(), step.state())
                .filter(it -> it.stage().ends())
                .ifPresent(keeping -> endNow(told.fence(), step));
        return step;
    }

    private static Optional<Keeping> keeping(ProcessId backup, Fence fence, ResourceState p) {
        return Optional.ofNullable(p.tabled().get(fence))
                .map(session -> p.kept().get(session.ticket()))
                .filter(it -> it.backup().equals(Optional.of(backup)));
    }

    private void endNow(Fence fence, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        long ticket = p.tabled().get(fence).ticket();
        Stage how = p.kept().get(ticket).stage();
        t2(fence, step);
        endKeeping(ticket, how, step);
    }

    /** A link has come up: what its other end may not have been told, as a backup, it is told again. */
    final void backUpAgain(ProcessId other, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (long ticket : step.state().kept().keySet()) {
            ResourceState p = step.state();
            Keeping keeping = p.kept().get(ticket);
            if (keeping.backup().isEmpty()) {
                backUp(ticket, step);
            } else if (keeping.backup().get().equals(other)) {
                Fence fence = p.tabled(ticket).orElseThrow();
                if (keeping.stage().ends()) {
                    dismiss(fence, other, step);
                } else if (keeping.stage() == Stage.WANTED) {
                    step.send(other, new Backup(fence, p.tabled().get(fence).modes(), keeping.key(), keeping.known()));
                }
            }
        }
    }

    /**
     * A process has departed. The sessions of which it was the backup have another, or end; those of which this process
     * is the backup are taken over: they do T0 before all others that share a fork with them, for these know that their
     * parts are reserved.
     */
    final void succeed(ProcessId departed, PeerState peer, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (long ticket : step.state().kept().keySet()) {
            ResourceState p = step.state();
            Keeping keeping = p.kept().get(ticket);
            if (keeping.backup().equals(Optional.of(departed))
                    && !keeping.stage().ends()) {
                step.next(p.keep(ticket, Keeping.wanted(keeping.key(), keeping.known())));
            }
        }
        backUpTheRest(step);
        for (long ticket : step.state().kept().keySet()) {
            ResourceState p = step.state();
            if (p.kept().get(ticket).backup().equals(Optional.of(departed))) {
                endNow(p.tabled(ticket).orElseThrow(), step);
            }
        }
        peer.backups().forEach((fence, backup) -> takeOver(fence, backup, step));
    }

    /** A session of a departed process is taken over. */
    void takeOver(Fence fence, PeerState.Backup backup, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        long ticket = p.unused();
        Fence known = known(fence, backup);
        step.next(p.wait(new Take(ticket, backup.modes(), false), p.leastBid(), parts(backup.modes()))
                        .keep(ticket, Keeping.wanted(backup.key(), Optional.of(known))))
                .tell(new Grant.TakingOver(ticket, backup.key(), backup.modes(), fence, known));
    }

    /** The fence under which the user knows a session that is taken over. */
    Fence known(Fence fence, PeerState.Backup backup) {
        return backup.known().orElse(fence);
    }

    /** The parts of the sessions that are taken over and are before T0, as others are told. */
    List<Integer> reserved(ResourceState p) {
        SortedSet<Long> takeovers = p.takeovers();
        if (takeovers.isEmpty()) {
            return List.of();
        }
        SortedSet<Integer> parts = new TreeSet<>();
        for (long ticket : takeovers) {
            parts.addAll(parts(p.waiting().get(ticket).take().modes()));
        }
        return portions.reserved(new ArrayList<>(parts));
    }
}
