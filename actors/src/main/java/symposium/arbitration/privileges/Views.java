package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeRule.CHANGED;
import static symposium.arbitration.privileges.PrivilegeRule.LATE;
import static symposium.arbitration.privileges.PrivilegeRule.VIEW;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import symposium.arbitration.privileges.PrivilegeMessage.Portion;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeMessage.View;
import symposium.arbitration.privileges.PrivilegeMessage.ViewId;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/**
 * Membership and views. A process does T0 when all members of its view have announced it, with what they have tabled.
 * So the privileges of a view begin where all members know them to be.
 */
class Views {

    private static final int MOST_UNSETTLED = 100;

    private final Sessions sessions;

    Views(Sessions sessions) {
        this.sessions = sessions;
    }

    void onNeighboursChanged(
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(CHANGED);
        departed.forEach(other -> depart(other, step));
        PrivilegeState p = step.state();
        SortedSet<ProcessId> linked = Sorted.without(Sorted.ids(neighbours), p.departed());
        SortedSet<ProcessId> come = Sorted.without(linked, p.linked());
        step.next(p.withLinked(linked)
                .withEntered(Sorted.only(p.entered(), linked::contains))
                .withComing(Sorted.only(p.coming(), linked::contains)));
        if (!come.isEmpty()) {
            // Messages that were in transit over the link are lost.
            enter(p.view().next(), Sorted.union(p.members(), come), step);
        }
    }

    /** The sessions of a departed process are gone, and the others enter another view. */
    private void depart(ProcessId other, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        if (p.departed().contains(other)) {
            return;
        }
        step.next(p.with(next -> next.departed(Sorted.with(p.departed(), other))
                .linked(Sorted.without(p.linked(), other))
                .entered(Sorted.without(p.entered(), other))
                .coming(Sorted.without(p.coming(), other))));
        if (p.members().contains(other) && !other.equals(p.self())) {
            sessions.forget(other, step);
            enter(after(p.view()), Sorted.without(p.members(), other), step);
            sessions.backups().succeed(other, step);
        }
    }

    /** This process enters a view. Sessions that wait do T0 again in it. */
    void enter(ViewId view, SortedSet<ProcessId> members, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        sessions.waitAgain(step);
        step.next(step.state().enter(view, members));
    }

    /** The view that follows when a process has departed. */
    ViewId after(ViewId view) {
        return view.nextGeneration();
    }

    /**
     * The view that follows when a session is lost without a quorum within reach. Its user may be far away, or ask only
     * now and then, and not know of the loss when another takes the same: that is in a later generation.
     */
    ViewId afterLoss(ViewId view) {
        return view.nextGeneration();
    }

    /** Another process is in this view, or in another one. */
    void onView(ProcessId from, View view, Portion former, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(VIEW);
        view.departed().forEach(other -> depart(other, step));
        PrivilegeState p = step.state();
        if (p.departed().contains(from)) {
            return;
        }
        SortedSet<ProcessId> all = Sorted.without(Sorted.union(p.members(), view.members()), p.departed());
        boolean itsAll = all.equals(view.members());
        SortedSet<ProcessId> forgotten = forgotten(p, view);
        if (!forgotten.isEmpty()) {
            // The sender does not know that they have departed.
            step.next(p.withSettled(Sorted.without(p.settled(), forgotten)));
            enter(after(p.view().max(view.id())), all, step);
        } else if (itsAll && view.id().compareTo(p.view()) > 0) {
            enter(view.id(), all, step);
        } else if (!all.equals(p.members()) || !itsAll && view.id().compareTo(p.view()) >= 0) {
            // What a departed member has taken in the sender's view may not be known here.
            ViewId greatest = p.view().max(view.id());
            boolean gone = view.members().stream().anyMatch(p.departed()::contains);
            enter(gone ? after(greatest) : greatest.next(), all, step);
        }
        PrivilegeState now = step.state();
        // What it says again in a view may have changed since others have begun.
        if (view.id().equals(now.view())
                && view.members().equals(now.members())
                && !now.entered().containsKey(from)) {
            step.next(now.withAnnounced(now.announced().max(view.latest())));
            entered(from, former.with(new Portion(view.tabled(), view.takeovers())), step);
        }
        step.next(step.state().withLatest(step.state().latest().max(view.latest())));
    }

    /** The departed processes that the sender of a view counts, because no message names them any more. */
    SortedSet<ProcessId> forgotten(PrivilegeState p, View view) {
        return Sorted.only(p.settled(), view.members()::contains);
    }

    /** Another process is in this view. */
    private void entered(ProcessId from, Portion said, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.next(step.state().withEntered(Sorted.with(step.state().entered(), from, said)));
        Set<Fence> tabled = said.tabled().stream().map(Tabled::fence).collect(Collectors.toSet());
        for (Fence fence : step.state().awaited(from).keySet()) {
            if (!tabled.contains(fence)) {
                sessions.undirected(from, fence, step);
            }
        }
        List<Fence> awaited = List.copyOf(step.state().awaited(from).keySet());
        if (!awaited.isEmpty()) {
            sessions.await(from, awaited, step);
        }
        sessions.backups().again(from, step);
    }

    /** Whether all members are in the view, since this step. */
    static boolean begins(PrivilegeState before, PrivilegeState p) {
        return p.open()
                && !(before.open()
                        && before.view().equals(p.view())
                        && before.members().equals(p.members()));
    }

    /**
     * A message comes from a process that has departed according to others. It may be alive, and is notified; and it
     * may regard this process as departed.
     */
    void late(ProcessId from, PrivilegeMessage message, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(LATE);
        if (message instanceof View view && step.state().departed().contains(from)) {
            if (view.departed().contains(step.state().self())) {
                depart(step.state().self(), step);
            }
            // It is named again, also if its departure is settled.
            PrivilegeState p = step.state();
            send(from, view(p.withSettled(Sorted.without(p.settled(), from))), step);
        }
    }

    /** Announces the view of this process, if it or the known departures have changed. */
    void tell(PrivilegeState before, boolean changed, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        if (!p.view().equals(before.view())
                || !p.members().equals(before.members())
                || !p.departed().equals(before.departed())) {
            SortedSet<ProcessId> gone = changed ? Sorted.set() : toldOf(before, p);
            View view = view(p);
            Sorted.union(p.linked(), gone).forEach(other -> send(other, view, step));
        }
    }

    /** The processes that have departed according to others, and may live: they are notified. */
    SortedSet<ProcessId> toldOf(PrivilegeState before, PrivilegeState p) {
        return Sorted.only(before.linked(), other -> p.departed().contains(other));
    }

    /** From this number of departures on, they are settled once all members are in a view. */
    int mostUnsettled() {
        return MOST_UNSETTLED;
    }

    /**
     * The departures are settled, if they are many and all members are in this view: none of them is a member. A
     * process that counts one of them later receives its name again.
     */
    void settle(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        if (p.departed().size() - p.settled().size() > mostUnsettled() && p.open()) {
            step.next(p.withSettled(p.departed()));
        }
    }

    View view(PrivilegeState p) {
        List<Tabled> tabled = p.tabled().entrySet().stream()
                .map(each -> new Tabled(each.getKey(), p.self(), each.getValue().modes()))
                .toList();
        return new View(
                p.view(),
                p.members(),
                p.unsettled(),
                p.announced(),
                tabled,
                List.copyOf(p.takeovers().values()));
    }

    /** Sends a view, in as many messages as it needs. */
    private void send(ProcessId other, View view, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        List<List<Tabled>> tabled = sessions.portions().of(view.tabled(), Portions::size);
        List<List<SortedMap<String, Mode>>> takeovers = sessions.portions().of(view.takeovers(), Portions::size);
        int last = tabled.size() - 1;
        int end = takeovers.size() - 1;
        tabled.subList(0, last).forEach(some -> step.send(other, new Portion(some, List.of())));
        takeovers.subList(0, end).forEach(some -> step.send(other, new Portion(List.of(), some)));
        step.send(
                other,
                new View(
                        view.id(),
                        view.members(),
                        view.departed(),
                        view.latest(),
                        tabled.get(last),
                        takeovers.get(end)));
    }
}
