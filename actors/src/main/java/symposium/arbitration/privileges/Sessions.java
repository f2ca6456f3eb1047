package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeRule.AWAIT;
import static symposium.arbitration.privileges.PrivilegeRule.END;
import static symposium.arbitration.privileges.PrivilegeRule.ENDED;
import static symposium.arbitration.privileges.PrivilegeRule.KEPT;
import static symposium.arbitration.privileges.PrivilegeRule.LOST;
import static symposium.arbitration.privileges.PrivilegeRule.RELEASE_LOST;
import static symposium.arbitration.privileges.PrivilegeRule.T0;
import static symposium.arbitration.privileges.PrivilegeRule.T0_NOT;
import static symposium.arbitration.privileges.PrivilegeRule.T0_T1;
import static symposium.arbitration.privileges.PrivilegeRule.T1;
import static symposium.arbitration.privileges.PrivilegeRule.T2;
import static symposium.arbitration.privileges.PrivilegeRule.T2_T1;
import static symposium.arbitration.privileges.PrivilegeRule.WANT;
import static symposium.arbitration.privileges.PrivilegeRule.WITHDRAW;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import symposium.arbitration.privileges.PrivilegeMessage.Await;
import symposium.arbitration.privileges.PrivilegeMessage.Bid;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeMessage.Undirected;
import symposium.arbitration.privileges.PrivilegeState.Keeping.Stage;
import symposium.arbitration.privileges.PrivilegeState.Session;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Keep;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.Request.Withdraw;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/**
 * Sessions and arrows: T0, T1 and T2 of section 5. An arrow to a session of another process is awaited: its process
 * tells when it ends.
 */
class Sessions {

    private static final Portions PORTIONS = new Portions(8192);

    private final Parts parts;
    private final Kept backups;

    /** Sessions of which some outlive their process: these have backups. */
    Sessions(Parts parts, Function<Sessions, Kept> backups) {
        this.parts = parts;
        this.backups = backups.apply(this);
    }

    /** In how many messages long lists go. */
    Portions portions() {
        return PORTIONS;
    }

    Kept backups() {
        return backups;
    }

    /** What becomes of sessions that another process takes over when this one departs. */
    interface Kept {

        /** The user asks that another process takes a session over when this one departs. */
        void onKeep(Keep keep, Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /** A session has taken its resources: if it is to be kept, a backup is asked. */
        void backUp(long ticket, Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /**
         * The user no longer has a session. If another process is its backup, that is to know before others may take
         * its resources.
         *
         * @return whether it stays tabled until the backup has answered
         */
        boolean endsLater(Fence fence, Stage how, Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /** A session has ended: if it was kept, the user is notified. */
        void end(long ticket, Stage how, Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /** A message about a backup comes. */
        void onMessage(
                ProcessId from,
                PrivilegeMessage.OfBackup message,
                Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /** Another process is in this view: as a backup it receives again the messages that may have been lost. */
        void again(ProcessId other, Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /**
         * A process has departed. The sessions of which it was the backup have another, or end; those of which this
         * process is the backup are taken over.
         */
        void succeed(ProcessId departed, Transition<PrivilegeState, PrivilegeMessage, Grant> step);

        /**
         * All members are in the view. The sessions that they take over are tabled first, under the next fences after
         * those that members have announced, in the order of the names of the members. So all members compute the same
         * fences.
         */
        void begin(Transition<PrivilegeState, PrivilegeMessage, Grant> step);
    }

    Parts parts() {
        return parts;
    }

    // --- what the user asks

    void onInput(
            ResourceSharing.Request request,
            PrivilegeState p,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        if (request instanceof Take take) {
            step.require(
                    !take.modes().isEmpty() && take.modes().keySet().stream().noneMatch(String::isBlank),
                    "what is taken is at least one resource, each with a name");
            step.require(
                    p.tabled(take.ticket()).isEmpty() && !p.waiting(take.ticket()),
                    "each take has a ticket of its own");
            step.by(WANT, p.withClock(p.clock() + 1).wait(take, parts.of(take.modes()), p.clock() + 1));
            return;
        }
        if (request instanceof Keep keep) {
            backups.onKeep(keep, step.by(KEPT));
        } else if (request instanceof Withdraw) {
            onWithdraw(request.ticket(), p, step);
        } else {
            onRelease(request.ticket(), p, step);
        }
    }

    private void onRelease(long ticket, PrivilegeState p, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        Optional<Fence> fence = p.tabled(ticket);
        step.require(
                !p.waiting(ticket)
                        && fence.map(p.tabled()::get).map(Session::taken).orElse(true),
                "what is given back has been taken");
        if (fence.isEmpty() || p.ending(ticket)) {
            step.by(RELEASE_LOST);
        } else if (!backups.endsLater(fence.get(), Stage.RELEASED, step.by(END))) {
            t2(fence.get(), step.by(T2));
            backups.end(ticket, Stage.RELEASED, step);
        }
    }

    /** A session gives up, or gives back, whatever has become of it. */
    private void onWithdraw(long ticket, PrivilegeState p, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        Optional<Fence> fence = p.tabled(ticket);
        if (fence.isPresent() && backups.endsLater(fence.get(), Stage.WITHDRAWN, step.by(END))) {
            return;
        }
        step.by(RELEASE_LOST).tell(new Grant.Withdrawn(ticket));
        if (p.waiting(ticket)) {
            SortedMap<String, Mode> modes = p.waiting().get(ticket).take().modes();
            step.by(WITHDRAW, p.waitNoMore(ticket, parts.of(modes)));
        }
        fence.ifPresent(it -> t2(it, step.by(T2)));
        step.next(step.state().keepNoMore(ticket));
    }

    /** T2: the session is no longer tabled, and the processes with arrows to it are notified. */
    void t2(Fence fence, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        SortedMap<String, Mode> modes = p.tabled().get(fence).modes();
        step.next(p.untable(fence, parts.of(modes)));
        tellEnd(fence, p, step);
        disappear(p, modes, step);
    }

    /** Notifies the processes to which there is a link. The others learn in the next view which sessions are tabled. */
    static void tellEnd(Fence fence, PrivilegeState p, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.sendEach(
                Sorted.only(p.awaiting().getOrDefault(fence, Sorted.set()), p::linked), new Undirected(List.of(fence)));
    }

    /**
     * No arrow leads any more to a session that was in the queues of these resources. T1 for each session that has room
     * for its resources by that.
     */
    private void disappear(
            PrivilegeState before,
            SortedMap<String, Mode> modes,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        SortedSet<Fence> admitted = new TreeSet<>();
        modes.keySet()
                .forEach(resource ->
                        admitted.addAll(step.state().queue(resource).admittedSince(before.queue(resource))));
        for (Fence fence : admitted) {
            PrivilegeState p = step.state();
            Session session = p.tabled().get(fence);
            if (session != null && !session.taken() && p.admits(fence, session.modes())) {
                step.next(p.withTabled(Sorted.with(p.tabled(), fence, session.withBid(Session.NONE))))
                        .by(step.rule() == T2 || step.rule() == T2_T1 ? T2_T1 : T1)
                        .tell(session.granted(fence));
                backups.backUp(session.ticket(), step);
            }
        }
    }

    // --- T0

    /** T0 for these sessions; one that is not to wait is tabled only if T1 can follow at once. */
    void t0(List<Take> ready, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        if (!ready.isEmpty()) {
            step.by(T0_T1);
        }
        for (Take take : ready) {
            SortedSet<Integer> its = parts.of(take.modes());
            PrivilegeState left = step.state().waitNoMore(take.ticket(), its);
            SortedMap<ProcessId, List<Fence>> arrows = new TreeMap<>();
            PrivilegeState p = directing(take.modes(), its, left, arrows);
            long bid = step.state().waiting().get(take.ticket()).bid();
            boolean room = p.hasRoom(take.modes()) && (take.waits() || !overtakes(take, bid, step.state()));
            Session session = new Session(take.ticket(), take.modes(), room ? Session.NONE : bid);
            if (session.taken() || waits(take)) {
                Fence fence = p.next();
                step.next(p.table(session, fence, its));
                arrows.forEach((process, fences) -> await(process, fences, step));
                if (session.taken()) {
                    step.tell(session.granted(fence));
                    backups.backUp(session.ticket(), step);
                } else {
                    step.by(T0);
                }
            } else {
                step.next(left.keepNoMore(take.ticket()))
                        .by(step.rule() == T0 ? T0 : T0_NOT)
                        .tell(new Grant.NotFree(take.ticket()));
            }
        }
    }

    /** Whether a session would be tabled before one that it may conflict with, and that has asked before. */
    private boolean overtakes(Take take, long number, PrivilegeState p) {
        Bid bid = new Bid(number, p.self());
        return parts.of(take.modes()).stream().anyMatch(part -> p.privilege(part).queue().headMap(bid).values().stream()
                .anyMatch(want -> mayConflict(take.modes(), want.modes())));
    }

    /** Whether a session is tabled although it has to wait. */
    boolean waits(Take take) {
        return take.waits();
    }

    /**
     * T0 and T1 for a session that is taken over: no other session has taken its resources since.
     *
     * @param others the tabled sessions of all other members
     */
    void takeOver(
            long ticket, Tabled its, List<Tabled> others, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        SortedMap<ProcessId, List<Fence>> arrows = new TreeMap<>();
        for (Tabled other : others) {
            PrivilegeState p = step.state();
            if (other.fence().compareTo(its.fence()) < 0
                    && !p.awaited(other.process()).containsKey(other.fence())
                    && mayConflict(its.modes(), other.modes())) {
                step.next(p.awaits(other, other.modes()));
                arrows.computeIfAbsent(other.process(), first -> new ArrayList<>())
                        .add(other.fence());
            }
        }
        Session session = new Session(ticket, its.modes(), Session.NONE);
        step.next(step.state().table(session, its.fence(), parts.of(its.modes())));
        arrows.forEach((process, fences) -> await(process, fences, step));
        step.tell(session.granted(its.fence()));
    }

    /**
     * Directs arrows to all tabled sessions of other processes that may conflict. A privilege is judged by the names of
     * its part alone: of other names, what came with it may be out of date. A session to which an arrow has led has
     * ended if it is no longer awaited.
     *
     * @param arrows receives those to which no arrow has led before
     */
    PrivilegeState directing(
            SortedMap<String, Mode> modes,
            SortedSet<Integer> its,
            PrivilegeState p,
            SortedMap<ProcessId, List<Fence>> arrows) {
        PrivilegeState next = p;
        for (int part : its) {
            for (Tabled other : p.privilege(part).tabled().values()) {
                SortedMap<String, Mode> there = Sorted.only(other.modes(), name -> parts.of(name) == part);
                boolean awaited = next.awaited(other.process()).containsKey(other.fence());
                if (mayConflict(modes, there) && !ended(other, p)) {
                    if (!awaited) {
                        arrows.computeIfAbsent(other.process(), first -> new ArrayList<>())
                                .add(other.fence());
                    }
                    next = next.awaits(other, there);
                }
            }
        }
        return next;
    }

    /** Whether an arrow has led to a session elsewhere that is no longer awaited. The privilege may still name it. */
    boolean ended(Tabled other, PrivilegeState p) {
        return !p.awaited(other.process()).containsKey(other.fence()) && p.directed(other.fence(), other.modes());
    }

    /** Whether two sessions may conflict at a resource. */
    static boolean mayConflict(SortedMap<String, Mode> some, SortedMap<String, Mode> others) {
        for (Map.Entry<String, Mode> each : some.entrySet()) {
            Mode other = others.get(each.getKey());
            if (other != null && each.getValue().mayConflict(other)) {
                return true;
            }
        }
        return false;
    }

    // --- arrows to other processes

    void await(ProcessId other, List<Fence> fences, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        portions().of(fences, Portions::size).forEach(some -> step.send(other, new Await(some)));
    }

    /** Arrows lead to sessions here: the other process is notified of their ends, now or later. */
    void onAwait(ProcessId from, Await await, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(AWAIT);
        List<Fence> ended = new ArrayList<>();
        for (Fence fence : await.fences()) {
            PrivilegeState p = step.state();
            if (p.tabled().containsKey(fence) || mayTakeOver(fence, p)) {
                SortedSet<ProcessId> others = p.awaiting().getOrDefault(fence, Sorted.set());
                step.next(p.withAwaiting(Sorted.with(p.awaiting(), fence, Sorted.with(others, from))));
            } else {
                ended.add(fence);
            }
        }
        if (!ended.isEmpty()) {
            step.by(ENDED).send(from, new Undirected(ended));
        }
    }

    /** Whether a session may be tabled under this fence when all members are in the view. */
    boolean mayTakeOver(Fence fence, PrivilegeState p) {
        return !p.takeovers().isEmpty() && fence.compareTo(p.announced()) > 0;
    }

    /** What others have awaited that might be taken over here is not. */
    void tellNotTakenOver(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        for (Fence fence : step.state().awaiting().keySet()) {
            PrivilegeState p = step.state();
            if (!p.tabled().containsKey(fence)) {
                tellEnd(fence, p, step);
                step.next(p.withAwaiting(Sorted.without(p.awaiting(), fence)));
            }
        }
    }

    /** This session is no longer tabled at another process. */
    void undirected(ProcessId from, Fence fence, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        SortedMap<String, Mode> modes = p.awaited(from).get(fence);
        if (modes == null) {
            return;
        }
        PrivilegeState next =
                p.awaiting(from, Sorted.without(p.awaited(from), fence)).unqueued(fence, modes);
        for (int part : parts.of(modes)) {
            next = next.without(part, from, fence);
        }
        step.next(next);
        disappear(p, modes, step);
    }

    // --- sessions that are lost, or wait again

    /**
     * The sessions that wait do T0 again, by the same bids, in the new view: a departed process may be alive, and have
     * what they want. A session that has taken its resources keeps them.
     */
    void waitAgain(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        for (Fence fence : step.state().tabled().keySet()) {
            PrivilegeState p = step.state();
            Session session = p.tabled().get(fence);
            if (!session.taken()) {
                SortedSet<Integer> its = parts.of(session.modes());
                step.next(p.untable(fence, its).wait(session.take(), its, session.bid()));
            }
        }
    }

    /** No arrow leads to sessions of a departed process any more, or from them. */
    void forget(ProcessId departed, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        SortedMap<Fence, SortedMap<String, Mode>> gone = step.state().awaited(departed);
        PrivilegeState left = step.state().awaiting(departed, Sorted.map());
        for (Map.Entry<Fence, SortedMap<String, Mode>> each : gone.entrySet()) {
            left = left.unqueued(each.getKey(), each.getValue());
        }
        step.next(left.awaitedNoMore(departed));
    }

    /**
     * Without a quorum within reach nothing is taken: what was is lost, sessions that wait have to do T0 again, and
     * those that are not to wait have ended. Other processes learn what is lost in the next view, and only there. A
     * session that waits would otherwise take the same in the generation of the one that is lost.
     *
     * @return whether a session is lost
     */
    boolean lose(Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        boolean lost = false;
        waitAgain(step);
        for (Fence fence : step.state().tabled().keySet()) {
            PrivilegeState p = step.state();
            Session session = p.tabled().get(fence);
            long ticket = session.ticket();
            if (p.ending(ticket) && !p.excluded()) {
                continue;
            }
            if (!p.ending(ticket)) {
                step.by(LOST).tell(new Grant.Lost(ticket, fence));
                lost = true;
                if (!p.excluded() && backups.endsLater(fence, Stage.LOST, step)) {
                    continue;
                }
            }
            step.next(p.untable(fence, parts.of(session.modes())));
            if (!p.excluded()) {
                backups.end(ticket, Stage.LOST, step);
            }
        }
        for (Take take : step.state().trying().values()) {
            step.next(step.state()
                            .waitNoMore(take.ticket(), parts.of(take.modes()))
                            .keepNoMore(take.ticket()))
                    .tell(new Grant.NotFree(take.ticket()));
        }
        for (long ticket : step.state().takeovers().keySet()) {
            PrivilegeState p = step.state();
            if (p.kept().containsKey(ticket)) {
                step.next(p.keepNoMore(ticket)).tell(new Grant.NotFree(ticket));
            }
        }
        step.next(step.state().withTakeovers(Sorted.map()));
        tellNotTakenOver(step);
        return lost;
    }

    /** No waiting session will take its resources, here or later: the user is notified once, and at each request. */
    static void exclude(PrivilegeState before, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        if (!before.excluded() || !p.waiting().isEmpty()) {
            step.next(p.waitNoMore().withKept(Sorted.map())).tell(new Grant.Excluded());
        }
    }
}
