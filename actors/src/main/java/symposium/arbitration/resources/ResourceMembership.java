package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceRule.CHANGED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.resources.ResourceMessage.Hello;
import symposium.arbitration.resources.ResourceMessage.News;
import symposium.arbitration.resources.ResourceMessage.Tabled;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceState.PendingRequest;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.mutex.Fence;

/** Membership and generations: processes and links that come and go, and what processes say of that. */
abstract class ResourceMembership extends FirstStage {

    private static final int MOST_UNSETTLED = 100;

    ResourceMembership(int quorum, Parts parts, int most, int many) {
        super(quorum, parts, most, many);
    }

    @Override
    public Transition<ResourceState, ResourceMessage, Grant> onNeighboursChanged(
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            ResourceState p,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        step.by(CHANGED);
        departed.forEach(other -> depart(other, step));
        SortedSet<ProcessId> present =
                Sorted.without(Sorted.ids(neighbours), step.state().departed());
        for (ProcessId other : Sorted.union(present, step.state().peers().keySet())) {
            ResourceState now = step.state();
            if (now.linked(other) && !present.contains(other)) {
                step.next(now.withPeer(other, PeerState::unlink).told(other, false));
            } else if (!now.linked(other) && present.contains(other)) {
                step.next(now.withPeer(other, it -> it.unlink().withLinked(true)));
            }
        }
        return step;
    }

    /**
     * The sessions and forks of a process that has departed are gone, and T0's from now on are of a greater generation.
     */
    final void depart(ProcessId other, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        if (p.departed().contains(other)) {
            return;
        }
        step.next(p.withDeparted(Sorted.with(p.departed(), other)));
        PeerState peer = p.peers().get(other);
        if (peer != null) {
            step.next(step.state()
                    .withPeers(Sorted.without(p.peers(), other))
                    .told(other, false)
                    .withGeneration(after(p.generation())));
            again(other, peer, step);
            succeed(other, peer, step);
        } else if (crowded(step.state())) {
            step.next(step.state().withGeneration(after(p.generation())));
        }
    }

    /** From this number of departures on, they are settled once each other process knows of them. */
    int mostUnsettled() {
        return MOST_UNSETTLED;
    }

    private boolean crowded(ResourceState p) {
        return p.departed().size() - p.settled().size() > mostUnsettled();
    }

    /**
     * The departures are settled, if they are many, once all others are in this generation. Each of them has said since
     * that it knows of these: otherwise {@link #hear} would have led to a greater generation.
     */
    final void settle(Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        if (crowded(p) && inGeneration(p)) {
            step.next(p.withSettled(p.departed()));
        }
    }

    /**
     * A session that waits for one of a departed process does T0 again, in the new generation: the departed process may
     * be alive, and have what both want. A session that has taken its resources beside one of a departed process keeps
     * them.
     */
    void again(ProcessId other, PeerState departed, Transition<ResourceState, ResourceMessage, Grant> step) {
        List<Take> again = new ArrayList<>();
        for (Fence fence : step.state().tabled().keySet()) {
            ResourceState p = step.state();
            PendingRequest session = p.tabled().get(fence);
            if (!session.taken() && p.awaits(other, fence, session.modes())) {
                t2(fence, step);
                again.add(new Take(session.ticket(), session.modes()));
            }
        }
        waitAgain(again, step);
        // Until here they have left no room. No arrow leads to them any more but from sessions that have taken theirs.
        departed.tabled().forEach((fence, modes) -> step.next(step.state().unqueued(fence, modes)));
    }

    /** Another process is in a new generation. */
    final Transition<ResourceState, ResourceMessage, Grant> onNews(
            ProcessId from, News news, Transition<ResourceState, ResourceMessage, Grant> step) {
        hear(news.generation(), news.departed(), step);
        return step.state().departed().contains(from)
                ? step
                : step.next(step.state()
                        .withPeer(
                                from,
                                it -> it.with(next -> next.generation(Math.max(it.generation(), news.generation()))
                                        .reserved(Sorted.set(news.reserved())))));
    }

    /**
     * Another process is in this generation, and knows these to have departed. Its generation does not count a
     * departure that only this process knows of. Those to which there are links may live, and receive
     * news. A process that
     * says that others have departed expects that they are named to it in each generation.
     */
    final void hear(
            long generation, SortedSet<ProcessId> gone, Transition<ResourceState, ResourceMessage, Grant> step) {
        step.next(step.state().unsettle(gone));
        boolean behind = !gone.containsAll(step.state().unsettled());
        SortedSet<ProcessId> linked = Sorted.only(gone, step.state()::linked);
        gone.forEach(other -> depart(other, step));
        ResourceState p = step.state();
        ResourceState next = p.withGeneration(Math.max(p.generation(), behind ? after(generation) : generation));
        step.next(next);
        if (tells()) {
            step.sendEach(linked, new News(next.generation(), next.unsettled(), reserved(next)));
        }
    }

    /** Whether a process is told that this one takes it for departed because others say so. */
    boolean tells() {
        return true;
    }

    /** The generation that follows when a process has departed. */
    long after(long generation) {
        return generation + 1;
    }

    /** Whether T0 needs a new generation, because the fences of this one would not be numbers any more. */
    final boolean exhausted(ResourceState p) {
        long next = p.next().grant();
        return wants(p) && next > 1 && next + p.waiting().size() - 1 > mostGrants();
    }

    /** The most fences of one generation. */
    long mostGrants() {
        return Fence.MOST_GRANTS;
    }

    /** These are there according to another process. */
    void meet(SortedSet<ProcessId> there, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (ProcessId other : Sorted.without(there, step.state().departed())) {
            ResourceState p = step.state();
            if (!other.equals(p.self())) {
                step.next(p.withPeer(other, peer -> peer));
            }
        }
    }

    /** A process that counts some whose departure is settled receives their names, in a new generation. */
    void remind(SortedSet<ProcessId> there, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        ResourceState next = p.unsettle(there);
        if (next != p) {
            step.next(next.withGeneration(after(p.generation())));
        }
    }

    final Transition<ResourceState, ResourceMessage, Grant> onHello(
            ProcessId from, Hello hello, Transition<ResourceState, ResourceMessage, Grant> step) {
        remind(hello.there(), step);
        hear(hello.generation(), hello.departed(), step);
        if (step.state().departed().contains(from)) {
            return step;
        }
        meet(hello.there(), step);
        hear(from, hello.tabled(), step);
        SortedMap<Fence, SortedMap<String, Mode>> tabled =
                step.state().peers().get(from).coming();
        forget(step.state().peers().get(from), tabled.keySet(), step);
        ResourceState p = step.state();
        boolean lower = p.self().compareTo(from) < 0;
        ResourceState next = p.withPeer(
                        from, peer -> peer.greet(lower, hello.generation(), tabled, Sorted.set(hello.reserved())))
                .withLatest(p.latest().max(hello.latest()));
        for (Map.Entry<Fence, SortedMap<String, Mode>> each : tabled.entrySet()) {
            next = next.queued(from, each.getKey(), each.getValue());
        }
        backUpAgain(from, step.next(next));
        return step;
    }

    /**
     * A message comes over a link that is gone, or from a process of which others say that it has departed. If
     * that says hello it is notified; and it may say the same of this process.
     */
    final Transition<ResourceState, ResourceMessage, Grant> late(
            ProcessId from,
            ResourceMessage message,
            ResourceState p,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        boolean excludes = message instanceof News news && news.departed().contains(p.self())
                || message instanceof Hello hello && hello.departed().contains(p.self());
        if (p.departed().contains(from) && excludes) {
            depart(p.self(), step);
        }
        return p.departed().contains(from) && message instanceof Hello
                ? step.send(from, new News(p.generation(), Sorted.with(p.unsettled(), from), List.of()))
                : step;
    }

    /** Says hello over each link that has come up in this step, and a new generation over all others. */
    final void greet(ResourceState before, Transition<ResourceState, ResourceMessage, Grant> step) {
        SortedSet<ProcessId> linked = Sorted.set();
        for (ProcessId other : step.state().peers().keySet()) {
            ResourceState p = step.state();
            if (p.linked(other) && !before.linked(other)) {
                List<Tabled> part = portions.lastPart(other, p.untold(other), step);
                step.next(p.told(other, true))
                        .send(
                                other,
                                new Hello(
                                        p.generation(),
                                        Sorted.set(p.peers().keySet()),
                                        p.unsettled(),
                                        p.latest(),
                                        part,
                                        reserved(p)));
            } else if (p.linked(other)) {
                linked = Sorted.with(linked, other);
            }
        }
        if (step.state().generation() > before.generation()) {
            linked.forEach(other -> endedBeforeNews(other, step));
            tellNews(linked, step);
        }
    }

    /**
     * Sends all ends before the news of a new generation. A session that is taken over then does not wait, and finds
     * room as soon as all others are in that generation.
     */
    void endedBeforeNews(ProcessId other, Transition<ResourceState, ResourceMessage, Grant> step) {
        tellEnded(other, step);
    }

    private void tellNews(SortedSet<ProcessId> others, Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        step.sendEach(others, new News(p.generation(), p.unsettled(), reserved(p)));
    }

    /** The parts of which all others within reach have been told that they are reserved. */
    final List<Integer> toldReserved(ResourceState before, ResourceState greeted) {
        return reserved(greeted.generation() > before.generation() ? greeted : before);
    }

    /**
     * Tells all others that parts are not reserved any more, because sessions that were taken over have done T0 since,
     * or have ended before.
     */
    final void unreserve(List<Integer> told, Transition<ResourceState, ResourceMessage, Grant> step) {
        if (!told.equals(reserved(step.state()))) {
            tellNews(Sorted.only(Sorted.set(step.state().peers().keySet()), step.state()::linked), step);
        }
    }
}
