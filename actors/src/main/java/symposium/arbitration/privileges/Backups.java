package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeRule.BACKED;
import static symposium.arbitration.privileges.PrivilegeRule.BACKUP;
import static symposium.arbitration.privileges.PrivilegeRule.DISMISS;
import static symposium.arbitration.privileges.PrivilegeRule.DISMISSED;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import symposium.arbitration.privileges.PrivilegeMessage.Backed;
import symposium.arbitration.privileges.PrivilegeMessage.Backup;
import symposium.arbitration.privileges.PrivilegeMessage.Dismiss;
import symposium.arbitration.privileges.PrivilegeMessage.Dismissed;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeState.Keeping;
import symposium.arbitration.privileges.PrivilegeState.Keeping.Stage;
import symposium.arbitration.privileges.PrivilegeState.Session;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Keep;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/**
 * Sessions that outlive their process. Each has a backup: another process, which takes it over when its process
 * departs.
 */
class Backups implements Sessions.Kept {

    private final Sessions sessions;

    Backups(Sessions sessions) {
        this.sessions = sessions;
    }

    // --- a session gets a backup

    @Override
    public void onKeep(Keep keep, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        if (p.tickets().containsKey(keep.ticket())) {
            step.next(p.keep(keep.ticket(), Keeping.wanted(keep.key(), Optional.empty())));
            backUp(keep.ticket(), step);
        }
    }

    /**
     * Asks a process to be the backup of a session that has taken its resources: the one that is the backup of the
     * other sessions of this process, so that one process takes over all of them.
     */
    @Override
    public void backUp(long ticket, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        Keeping keeping = p.kept().get(ticket);
        Optional<Fence> fence = p.tabled(ticket).filter(it -> p.tabled().get(it).taken());
        if (keeping == null || keeping.stage() != Stage.WANTED || fence.isEmpty()) {
            return;
        }
        if (p.members().size() == 1) {
            step.tell(new Grant.BackedUp(ticket));
        }
        common(p).or(() -> next(p)).filter(p::linked).ifPresent(other -> {
            Session session = p.tabled().get(fence.get());
            step.next(p.keep(ticket, asking(keeping, other, ticket, step)))
                    .send(other, new Backup(fence.get(), session.modes(), keeping.key(), keeping.known()));
        });
    }

    /** That session while another process is asked to be its backup. */
    Keeping asking(
            Keeping keeping, ProcessId other, long ticket, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        return keeping.withBackup(Optional.of(other));
    }

    /** The backup of the sessions that have one. */
    private static Optional<ProcessId> common(PrivilegeState p) {
        return p.kept().values().stream()
                .flatMap(keeping -> keeping.backup().stream())
                .findFirst();
    }

    /** The next member, in the order of names, to which there is a link. */
    private static Optional<ProcessId> next(PrivilegeState p) {
        return p.members().tailSet(p.self()).stream()
                .filter(p::linked)
                .findFirst()
                .or(() -> p.members().stream().filter(p::linked).findFirst());
    }

    @Override
    public void onMessage(
            ProcessId from,
            PrivilegeMessage.OfBackup message,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        if (message instanceof Backup backup) {
            onBackup(from, backup, step);
        } else if (message instanceof Backed backed) {
            onBacked(from, backed, step);
        } else if (message instanceof Dismiss dismiss) {
            onDismiss(from, dismiss, step);
        } else {
            onDismissed(from, (Dismissed) message, step);
        }
    }

    /** This process is a backup of another from now on. */
    private void onBackup(ProcessId from, Backup asked, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        step.by(BACKUP, p.backing(from, Sorted.with(p.backing(from), asked.fence(), asked)))
                .send(from, new Backed(asked.fence()));
    }

    /** Another process is the backup of a session of this one. */
    private void onBacked(ProcessId from, Backed told, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(BACKED);
        PrivilegeState p = step.state();
        keeping(from, told.fence(), p).filter(it -> it.stage() == Stage.WANTED).ifPresent(keeping -> {
            long ticket = p.tabled().get(told.fence()).ticket();
            step.next(p.keep(ticket, keeping.withStage(Stage.BACKED))).tell(new Grant.BackedUp(ticket));
        });
    }

    private static Optional<Keeping> keeping(ProcessId backup, Fence fence, PrivilegeState p) {
        return Optional.ofNullable(p.tabled().get(fence))
                .map(session -> p.kept().get(session.ticket()))
                .filter(it -> it.backup().equals(Optional.of(backup)));
    }

    // --- a session ends

    @Override
    public boolean endsLater(Fence fence, Stage how, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        long ticket = p.tabled().get(fence).ticket();
        Keeping keeping = p.kept().get(ticket);
        if (keeping == null || keeping.backup().isEmpty()) {
            return false;
        }
        step.next(p.keep(ticket, keeping.withStage(how)));
        if (how != Stage.LOST) {
            dismiss(fence, keeping.backup().get(), step);
        }
        return true;
    }

    private static void dismiss(
            Fence fence, ProcessId backup, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        if (step.state().linked(backup)) {
            step.send(backup, new Dismiss(fence));
        }
    }

    @Override
    public void end(long ticket, Stage how, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        if (p.kept().containsKey(ticket)) {
            step.next(p.keepNoMore(ticket))
                    .tell(how == Stage.WITHDRAWN ? new Grant.Withdrawn(ticket) : new Grant.Ended(ticket));
            if (p.kept().get(ticket).backup().isPresent()) {
                backUpTheRest(step);
            }
        }
    }

    /** Asks a process to be the backup of the sessions that have none, if no other session has one. */
    private void backUpTheRest(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        if (common(step.state()).isEmpty()) {
            step.state().kept().keySet().forEach(ticket -> backUp(ticket, step));
        }
    }

    /** This process is no longer the backup of that session. */
    private void onDismiss(ProcessId from, Dismiss told, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        step.by(DISMISS, p.backing(from, Sorted.without(p.backing(from), told.fence())))
                .send(from, new Dismissed(told.fence()));
    }

    /** Another process is no longer the backup of a session of this one. */
    private void onDismissed(ProcessId from, Dismissed told, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(DISMISSED);
        keeping(from, told.fence(), step.state())
                .filter(it -> it.stage().ends())
                .ifPresent(keeping -> endNow(told.fence(), step));
    }

    private void endNow(Fence fence, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        long ticket = p.tabled().get(fence).ticket();
        Stage how = p.kept().get(ticket).stage();
        sessions.t2(fence, step);
        end(ticket, how, step);
    }

    // --- views

    @Override
    public void again(ProcessId other, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        for (long ticket : step.state().kept().keySet()) {
            PrivilegeState p = step.state();
            Keeping keeping = p.kept().get(ticket);
            if (keeping.backup().isEmpty()) {
                backUp(ticket, step);
            } else if (keeping.backup().get().equals(other)) {
                Fence fence = p.tabled(ticket).orElseThrow();
                if (keeping.stage().ends() && keeping.stage() != Stage.LOST) {
                    dismiss(fence, other, step);
                } else if (keeping.stage() == Stage.WANTED) {
                    step.send(other, new Backup(fence, p.tabled().get(fence).modes(), keeping.key(), keeping.known()));
                }
            }
        }
    }

    @Override
    public void succeed(ProcessId departed, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        for (long ticket : step.state().kept().keySet()) {
            PrivilegeState p = step.state();
            Keeping keeping = p.kept().get(ticket);
            if (keeping.backup().equals(Optional.of(departed))
                    && !keeping.stage().ends()) {
                step.next(p.keep(ticket, Keeping.wanted(keeping.key(), keeping.known())));
            }
        }
        backUpTheRest(step);
        for (long ticket : step.state().kept().keySet()) {
            PrivilegeState p = step.state();
            if (p.kept().get(ticket).backup().equals(Optional.of(departed))) {
                endNow(p.tabled(ticket).orElseThrow(), step);
            }
        }
        SortedMap<Fence, Backup> backing = step.state().backing(departed);
        step.next(step.state().backing(departed, Sorted.map()));
        backing.values().forEach(backup -> takeOver(backup, step));
    }

    /** A session of a departed process is taken over, as soon as all members are in the view. */
    private void takeOver(Backup backup, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        long ticket = p.unused();
        Fence known = known(backup);
        step.next(p.with(next -> next.takeovers(Sorted.with(p.takeovers(), ticket, backup.modes()))
                        .kept(Sorted.with(p.kept(), ticket, Keeping.wanted(backup.key(), Optional.of(known))))))
                .tell(new Grant.TakingOver(ticket, backup.key(), backup.modes(), backup.fence(), known));
    }

    /** The fence under which the user knows a session that is taken over. */
    Fence known(Backup backup) {
        return backup.known().orElse(backup.fence());
    }

    @Override
    public void begin(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        List<Tabled> others = new ArrayList<>();
        p.entered().values().forEach(member -> others.addAll(member.tabled()));
        Map<Long, Tabled> own = new LinkedHashMap<>();
        Fence fence = p.start(p.announced());
        for (ProcessId member : p.members()) {
            if (member.equals(p.self())) {
                for (Map.Entry<Long, SortedMap<String, Mode>> each :
                        p.takeovers().entrySet()) {
                    fence = fence.next();
                    own.put(each.getKey(), new Tabled(fence, member, each.getValue()));
                }
            } else {
                for (SortedMap<String, Mode> modes : p.entered().get(member).takeovers()) {
                    fence = fence.next();
                    others.add(new Tabled(fence, member, modes));
                }
            }
        }
        SortedMap<ProcessId, PrivilegeMessage.Portion> nothing = Sorted.map();
        for (ProcessId member : p.entered().keySet()) {
            nothing = Sorted.with(nothing, member, PrivilegeMessage.Portion.NOTHING);
        }
        step.next(p.withEntered(nothing)
                .withTakeovers(Sorted.map())
                .withLatest(p.latest().max(fence)));
        others.forEach(session -> step.next(step.state().knows(session, sessions.parts())));
        own.forEach((ticket, session) -> {
            // Unless its user has withdrawn, of which the others do not know.
            if (p.kept().containsKey(ticket)) {
                sessions.takeOver(ticket, session, others, step);
            }
        });
        own.keySet().forEach(ticket -> backUp(ticket, step));
        sessions.tellNotTakenOver(step);
        dismissLost(step);
    }

    /**
     * This process is back. Before, it could be removed, and the backups of its sessions were to take over what it has
     * lost.
     */
    private static void dismissLost(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        p.kept().forEach((ticket, keeping) -> {
            if (keeping.stage() == Stage.LOST) {
                dismiss(p.tabled(ticket).orElseThrow(), keeping.backup().orElseThrow(), step);
            }
        });
    }
}
