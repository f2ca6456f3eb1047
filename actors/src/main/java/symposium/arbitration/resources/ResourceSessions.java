package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceRule.END;
import static symposium.arbitration.resources.ResourceRule.KEEP;
import static symposium.arbitration.resources.ResourceRule.LOST;
import static symposium.arbitration.resources.ResourceRule.RELEASE_LOST;
import static symposium.arbitration.resources.ResourceRule.T0;
import static symposium.arbitration.resources.ResourceRule.T0_NOT;
import static symposium.arbitration.resources.ResourceRule.T0_T1;
import static symposium.arbitration.resources.ResourceRule.T1;
import static symposium.arbitration.resources.ResourceRule.T2;
import static symposium.arbitration.resources.ResourceRule.T2_T1;
import static symposium.arbitration.resources.ResourceRule.WANT;
import static symposium.arbitration.resources.ResourceRule.WITHDRAW;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.resources.PeerState.Asked;
import symposium.arbitration.resources.ResourceMessage.Tabled;
import symposium.arbitration.resources.ResourceMessage.Undirected;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Keep;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.Request.Withdraw;
import symposium.arbitration.resources.ResourceState.Keeping.Stage;
import symposium.arbitration.resources.ResourceState.PendingRequest;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/**
 * Sessions and arrows: T0, T1 and T2 of section 5, of the sessions that are tabled here and of those of which this
 * process knows elsewhere.
 */
abstract class ResourceSessions implements Protocol<ResourceState, ResourceMessage, ResourceSharing.Request, Grant> {

    private final int quorum;
    private final Parts parts;
    /** With this number of forks asked for at another process, later requests and ends are told together. */
    final int many;

    /** What goes into one message. */
    final Portions portions;

    ResourceSessions(int quorum, Parts parts, int most, int many) {
        this.quorum = quorum;
        this.parts = parts;
        this.many = many;
        this.portions = new Portions(most);
    }

    @Override
    public List<ResourceRule> rules() {
        return List.of(ResourceRule.values());
    }

    /** Whether enough processes are within reach. */
    final boolean quorate(ResourceState p) {
        return p.reach() >= quorum;
    }

    /** The parts of the names that a session takes. */
    final SortedSet<Integer> parts(SortedMap<String, Mode> modes) {
        return parts.of(modes);
    }

    @Override
    public Transition<ResourceState, ResourceMessage, Grant> onInput(
            ResourceSharing.Request request, ResourceState p, Transition<ResourceState, ResourceMessage, Grant> step) {
        if (request instanceof Take take) {
            return onTake(take, p, step);
        }
        if (request instanceof Keep keep) {
            return onKeep(keep, step.by(KEEP));
        }
        return request instanceof Withdraw
                ? onWithdraw(request.ticket(), p, step)
                : onRelease(request.ticket(), p, step);
    }

    private Transition<ResourceState, ResourceMessage, Grant> onTake(
            Take take, ResourceState p, Transition<ResourceState, ResourceMessage, Grant> step) {
        step.require(
                !take.modes().isEmpty() && take.modes().keySet().stream().noneMatch(String::isBlank),
                "what is taken is at least one resource, each with a name");
        step.require(
                p.tabled(take.ticket()).isEmpty() && !p.waiting(take.ticket()), "each take has a ticket of its own");
        return step.by(WANT, p.wait(take, parts(take.modes())));
    }

    private Transition<ResourceState, ResourceMessage, Grant> onRelease(
            long ticket, ResourceState p, Transition<ResourceState, ResourceMessage, Grant> step) {
        Optional<Fence> fence = p.tabled(ticket);
        step.require(
                !p.waiting(ticket)
                        && fence.map(p.tabled()::get).map(PendingRequest::taken).orElse(true),
                "what is given back has been taken");
        if (fence.isEmpty() || p.ending(ticket)) {
            return step.by(RELEASE_LOST);
        }
        if (!endsLater(fence.get(), Stage.RELEASED, step.by(END))) {
            t2(fence.get(), step.by(T2));
            endKeeping(ticket, Stage.RELEASED, step);
        }
        return step;
    }

    /** The user asks that another process takes a session over when this one departs. */
    abstract Transition<ResourceState, ResourceMessage, Grant> onKeep(
            Keep keep, Transition<ResourceState, ResourceMessage, Grant> step);

    /** A session has taken its resources: if it is to be kept, a backup is asked. */
    abstract void backUp(long ticket, Transition<ResourceState, ResourceMessage, Grant> step);

    /**
     * The user no longer has a session. If another process is its backup, that is to know before others may take what
     * it takes.
     *
     * @return whether it stays tabled until the backup has answered
     */
    abstract boolean endsLater(Fence fence, Stage how, Transition<ResourceState, ResourceMessage, Grant> step);

    /** A session has ended: if it was kept, the user is told. */
    abstract void endKeeping(long ticket, Stage how, Transition<ResourceState, ResourceMessage, Grant> step);

    /** A session gives up, or gives back, whatever has become of it. */
    private Transition<ResourceState, ResourceMessage, Grant> onWithdraw(
            long ticket, ResourceState p, Transition<ResourceState, ResourceMessage, Grant> step) {
        Optional<Fence> tabled = p.tabled(ticket);
        if (tabled.isPresent() && endsLater(tabled.get(), Stage.WITHDRAWN, step.by(END))) {
            return step;
        }
        step.tell(new Grant.Withdrawn(ticket));
        if (p.waiting(ticket)) {
            return step.by(
                    WITHDRAW,
                    p.waitNoMore(ticket, parts(p.waiting().get(ticket).take().modes()))
                            .keepNoMore(ticket));
        }
        step.by(RELEASE_LOST);
        tabled.ifPresent(fence -> withdraw(fence, step.by(T2)));
        return step.next(step.state().keepNoMore(ticket));
    }

    /** A tabled session gives up, or gives back. */
    void withdraw(Fence fence, Transition<ResourceState, ResourceMessage, Grant> step) {
        t2(fence, step);
    }

    /** T0 for these sessions; one that is not to wait is tabled only if T1 can follow at once. */
    final void t0(List<Take> ready, Transition<ResourceState, ResourceMessage, Grant> step) {
        if (!ready.isEmpty()) {
            step.by(T0_T1);
        }
        for (Take take : ready) {
            ResourceState p = directing(take.modes(), step.state().waitNoMore(take.ticket(), parts(take.modes())));
            PendingRequest session = new PendingRequest(take.ticket(), take.modes(), p.hasRoom(take.modes()));
            if (tables(take, session)) {
                Fence fence = fence(take.modes(), p);
                step.next(p.table(session, fence));
                if (session.taken()) {
                    step.tell(session.granted(fence));
                    backUp(session.ticket(), step);
                } else {
                    step.by(T0);
                }
            } else {
                step.next(p.keepNoMore(take.ticket()))
                        .by(step.rule() == T0 ? T0 : T0_NOT)
                        .tell(new Grant.NotFree(take.ticket()));
            }
        }
    }

    /** The fence of a session that does T0 now: greater than all that are known, whatever they take. */
    Fence fence(SortedMap<String, Mode> modes, ResourceState p) {
        return p.next();
    }

    /** Whether T0 tables this session. */
    boolean tables(Take take, PendingRequest session) {
        return session.taken() || take.waits();
    }

    /** The state in whose queues T0 of a session that takes these finds all sessions to which it directs an arrow. */
    ResourceState directing(SortedMap<String, Mode> modes, ResourceState p) {
        return p;
    }

    /** Whether two sessions may conflict at a resource. */
    static boolean mayConflict(SortedMap<String, Mode> some, SortedMap<String, Mode> others) {
        return some.entrySet().stream().anyMatch(each -> {
            Mode other = others.get(each.getKey());
            return other != null && each.getValue().mayConflict(other);
        });
    }

    /** T2: the session is no longer tabled, and the processes that know that it was are told. */
    final void t2(Fence fence, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        SortedMap<String, Mode> modes = p.tabled().get(fence).modes();
        step.next(p.untable(fence));
        for (ProcessId other : p.peers().keySet()) {
            if (!step.state().defers(other, fence, modes, parts(modes), many)) {
                tellEnded(other, step);
            }
        }
        disappear(p, modes, step);
    }

    /** Tells another process of all sessions that are no longer tabled, and of which it has not been told. */
    final void tellEnded(ProcessId other, Transition<ResourceState, ResourceMessage, Grant> step) {
        PeerState peer = step.state().peers().get(other);
        if (!peer.ended().isEmpty()) {
            Asked asked = peer.asked();
            if (!asked.parts().isEmpty()) {
                for (SortedMap<String, Mode> modes : peer.ended().values()) {
                    for (int part : parts(modes)) {
                        asked = asked.speak(part);
                    }
                }
            }
            Asked spoken = asked;
            step.next(step.state()
                            .withPeer(
                                    other,
                                    it -> it.with(next -> next.ended(Sorted.map())
                                            .asked(spoken)
                                            .spoken(!spoken.parts().isEmpty()))))
                    .send(other, new Undirected(portions.lastEnded(other, peer, step)));
        }
    }

    /** These sessions are tabled at another process. */
    void hear(ProcessId other, List<Tabled> tabled, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (Tabled each : tabled) {
            ResourceState p = step.state();
            boolean greeted = p.peers().get(other).greeted();
            ResourceState next = p.withPeer(
                    other,
                    it -> greeted
                            ? it.withTabled(Sorted.with(it.tabled(), each.fence(), each.modes()))
                            : it.withComing(Sorted.with(it.coming(), each.fence(), each.modes())));
            step.next(greeted ? next.queued(other, each.fence(), each.modes()) : next);
        }
    }

    /** These sessions are no longer tabled at another process. */
    final void undirected(ProcessId other, List<Fence> fences, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (Fence fence : fences) {
            ResourceState p = step.state();
            SortedMap<String, Mode> modes = p.peers().get(other).tabled().get(fence);
            step.require(modes != null, "what becomes undirected is known to be tabled");
            step.next(p.withPeer(other, peer -> peer.withTabled(Sorted.without(peer.tabled(), fence)))
                    .unqueued(fence, modes));
            disappear(p, modes, step);
        }
    }

    /** Arrows to sessions of another process that are no longer tabled disappear: to all but these. */
    void forget(PeerState peer, Set<Fence> now, Transition<ResourceState, ResourceMessage, Grant> step) {
        peer.tabled().forEach((fence, modes) -> {
            if (!now.contains(fence)) {
                ResourceState p = step.state();
                step.next(p.unqueued(fence, modes));
                disappear(p, modes, step);
            }
        });
    }

    /**
     * No arrow leads any more to a session that was in the queues of these resources. T1 for each session that has room
     * for its resources by that.
     */
    final void disappear(
            ResourceState before,
            SortedMap<String, Mode> modes,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        for (Fence fence : admittedSince(before, modes, step.state())) {
            ResourceState p = step.state();
            PendingRequest session = p.tabled().get(fence);
            if (session != null && !session.taken() && p.admits(fence, session.modes())) {
                step.next(p.withTabled(Sorted.with(p.tabled(), fence, session.withTaken(true))))
                        .by(step.rule() == T2 || step.rule() == T2_T1 ? T2_T1 : T1)
                        .tell(session.granted(fence));
                backUp(session.ticket(), step);
            }
        }
    }

    /** The known sessions that one of these resources has room for, and had not before. */
    private static SortedSet<Fence> admittedSince(
            ResourceState before, SortedMap<String, Mode> modes, ResourceState p) {
        return Sorted.set(modes.keySet().stream()
                .flatMap(resource -> p.queue(resource).admittedSince(before.queue(resource)).stream())
                .toList());
    }

    /**
     * Without a quorum within reach nothing is taken: what was is lost, sessions that wait have to do T0 again, and
     * those that are not to wait have ended.
     */
    final void lose(Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        if (!p.tabled().isEmpty() || !p.trying().isEmpty()) {
            loseAll(p, step);
        }
        p.peers().keySet().forEach(other -> tellEnded(other, step));
    }

    private void loseAll(ResourceState p, Transition<ResourceState, ResourceMessage, Grant> step) {
        List<Take> again = new ArrayList<>();
        ResourceState left = p;
        List<Long> kept = new ArrayList<>();
        for (Map.Entry<Fence, PendingRequest> each : p.tabled().entrySet()) {
            PendingRequest session = each.getValue();
            if (p.ending(session.ticket()) && !p.excluded()) {
                continue;
            }
            if (session.taken() && !p.ending(session.ticket())) {
                step.by(LOST).tell(new Grant.Lost(session.ticket(), each.getKey()));
                if (p.kept().containsKey(session.ticket()) && !p.excluded()) {
                    kept.add(session.ticket());
                    continue;
                }
            } else if (!session.taken()) {
                again.add(new Take(session.ticket(), session.modes()));
            }
            left = left.untable(each.getKey());
        }
        for (Take take : p.trying().values()) {
            left = left.waitNoMore(take.ticket(), parts(take.modes())).keepNoMore(take.ticket());
            step.tell(new Grant.NotFree(take.ticket()));
        }
        step.next(left);
        waitAgain(again, step);
        for (long ticket : kept) {
            Fence fence = left.tabled(ticket).orElseThrow();
            if (!endsLater(fence, Stage.LOST, step)) {
                step.next(step.state().untable(fence));
                endKeeping(ticket, Stage.LOST, step);
            }
        }
    }

    /** These sessions are before T0 again. */
    final void waitAgain(List<Take> again, Transition<ResourceState, ResourceMessage, Grant> step) {
        again.forEach(take -> step.next(step.state().wait(take, parts(take.modes()))));
    }

    /** Nothing that waits will be taken, here or later: the user is told once, and whenever it asks again. */
    static void exclude(ResourceState before, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        if (!before.excluded() || !p.waiting().isEmpty()) {
            SortedMap<Long, Fence> tabled = Sorted.only(p.tickets(), ticket -> !p.waiting(ticket));
            step.next(p.with(next -> next.waiting(Sorted.map())
                            .trying(Sorted.map())
                            .wanted(Sorted.map())
                            .tickets(tabled)
                            .kept(Sorted.map())))
                    .tell(new Grant.Excluded());
        }
    }
}
