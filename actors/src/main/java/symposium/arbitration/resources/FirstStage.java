package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceRule.BLOCK;
import static symposium.arbitration.resources.ResourceRule.YIELD;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.PeerState.Asked;
import symposium.arbitration.resources.ResourceMessage.Ask;
import symposium.arbitration.resources.ResourceMessage.Backed;
import symposium.arbitration.resources.ResourceMessage.Backup;
import symposium.arbitration.resources.ResourceMessage.Dismiss;
import symposium.arbitration.resources.ResourceMessage.Dismissed;
import symposium.arbitration.resources.ResourceMessage.Fork;
import symposium.arbitration.resources.ResourceMessage.Request;
import symposium.arbitration.resources.ResourceMessage.Sessions;
import symposium.arbitration.resources.ResourceMessage.Undirected;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceState.Waiting;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;

/**
 * The first stage: forks of the parts of the names, by which T0's of one part follow one another. Which session is
 * ready for T0, which forks are asked for, and which are handed over.
 */
abstract class FirstStage extends KeptSessions {

    FirstStage(int quorum, Parts parts, int most, int many) {
        super(quorum, parts, most, many);
    }

    /** The parts whose forks these sessions have kept here until their T0. */
    SortedSet<Integer> free(List<Take> done) {
        SortedSet<Integer> free = new TreeSet<>();
        done.forEach(take -> free.addAll(parts(take.modes())));
        return free;
    }

    /** The parts of which forks or sessions before T0 may have changed in this step: mostly those of the event. */
    final SortedSet<Integer> touched(
            ResourceState before, Event<ResourceMessage, ResourceSharing.Request> event, ResourceState p) {
        SortedSet<Integer> touched = new TreeSet<>();
        if (event instanceof Event.Input<ResourceMessage, ResourceSharing.Request> asked) {
            Optional.ofNullable(before.waiting().get(asked.input().ticket()))
                    .or(() -> Optional.ofNullable(p.waiting().get(asked.input().ticket())))
                    .ifPresent(waiting -> touched.addAll(parts(waiting.take().modes())));
            return touched;
        }
        if (event instanceof Event.Received<ResourceMessage, ?> received) {
            if (received.message() instanceof Request request) {
                request.asks().forEach(ask -> touched.add(ask.part()));
                return touched;
            }
            if (received.message() instanceof Fork fork) {
                touched.addAll(fork.parts());
                fork.asks().forEach(ask -> touched.add(ask.part()));
                return touched;
            }
            if (received.message() instanceof Sessions
                    || received.message() instanceof Undirected
                    || received.message() instanceof Backup
                    || received.message() instanceof Backed
                    || received.message() instanceof Dismiss
                    || received.message() instanceof Dismissed) {
                return touched;
            }
        }
        touched.addAll(p.wanted().keySet());
        p.peers().values().forEach(peer -> touched.addAll(peer.blocked().keySet()));
        return touched;
    }

    /** The sessions whose T0 this step makes possible, in the order of their bids. */
    final List<Take> ready(
            Event<ResourceMessage, ResourceSharing.Request> event, SortedSet<Integer> touched, ResourceState p) {
        if (!wants(p) || !inGeneration(p)) {
            return List.of();
        }
        boolean reserved = anyReserved(p);
        SortedMap<Long, Take> ready = new TreeMap<>();
        if (event instanceof Event.Input<ResourceMessage, ResourceSharing.Request> asked) {
            // It does not make T0 possible for those that have waited before.
            Optional.ofNullable(p.waiting().get(asked.input().ticket()))
                    .filter(waiting -> touched.stream().allMatch(p::has) && !(reserved && givesWay(waiting, p)))
                    .ifPresent(waiting -> ready.put(waiting.bid(), waiting.take()));
        } else {
            for (int part : touched) {
                if (p.wanted().containsKey(part) && p.has(part)) {
                    p.wanted().get(part).forEach((bid, ticket) -> {
                        Take take = p.waiting().get(ticket).take();
                        if (parts(take.modes()).stream().allMatch(p::has)
                                && !(reserved && givesWay(p.waiting().get(ticket), p))) {
                            ready.put(bid, take);
                        }
                    });
                }
            }
        }
        return List.copyOf(ready.values());
    }

    private static boolean anyReserved(ResourceState p) {
        for (PeerState peer : p.peers().values()) {
            if (!peer.reserved().isEmpty()) {
                return true;
            }
        }
        return !p.takeovers().isEmpty();
    }

    /** Whether a session does T0 after one that is taken over, here or elsewhere. */
    boolean givesWay(Waiting waiting, ResourceState p) {
        return !waiting.takesOver()
                && parts(waiting.take().modes()).stream()
                        .anyMatch(part -> p.wanted().get(part).firstKey() <= ResourceState.GREATEST_TAKEOVER
                                || p.peers().values().stream().anyMatch(peer -> peer.reserves(part)));
    }

    /** Whether all others are in the same generation at least: a process does no T0 before. */
    boolean inGeneration(ResourceState p) {
        return p.peers().values().stream().allMatch(peer -> peer.generation() >= p.generation());
    }

    final boolean wants(ResourceState p) {
        return !p.waiting().isEmpty() && quorate(p);
    }

    /**
     * Whether the fork of a part stays here until the next T0 that needs it, although the other process has asked for
     * it by this bid.
     */
    boolean keeps(ProcessId other, int part, long bid, ResourceState p) {
        long least = wants(p) ? p.bid(part).orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
        if (p.peers().get(other).reserves(part)) {
            // It may have been asked for by a greater bid, of a session that was there before.
            return least <= ResourceState.GREATEST_TAKEOVER && p.self().compareTo(other) < 0;
        }
        return least < bid || least == bid && p.self().compareTo(other) < 0;
    }

    /** Hands over what others have asked for, unless it stays here, and asks for what is missing. */
    final void moveForks(SortedSet<Integer> touched, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (ProcessId other : step.state().peers().keySet()) {
            PeerState peer = step.state().peers().get(other);
            if (peer.greeted() && !(touched.isEmpty() && peer.held().isEmpty())) {
                List<Integer> given = handedOver(other, touched, step.state());
                for (int part : given) {
                    step.next(step.state().withPeer(other, it -> it.go(part)));
                }
                List<Ask> asks = asks(other, touched, !given.isEmpty(), step);
                for (Ask ask : asks) {
                    step.next(step.state()
                            .withPeer(other, it -> it.withAsked(it.asked().with(ask))));
                }
                send(other, given, asks, step);
            }
        }
    }

    /** The parts of which the forks are handed over. */
    private List<Integer> handedOver(ProcessId other, SortedSet<Integer> touched, ResourceState p) {
        SortedMap<Integer, Long> blocked = p.peers().get(other).blocked();
        List<Integer> given = new ArrayList<>();
        if (!blocked.isEmpty()) {
            for (int part : touched) {
                Long bid = blocked.get(part);
                if (bid != null && !keeps(other, part, bid, p)) {
                    given.add(part);
                }
            }
        }
        return given;
    }

    /**
     * What is asked for now: forks that are needed, are not here, and have not been asked for. What is held is asked
     * for with the next fork that comes or goes.
     */
    List<Ask> asks(
            ProcessId other,
            SortedSet<Integer> touched,
            boolean gives,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        ResourceState p = step.state();
        PeerState peer = p.peers().get(other);
        boolean all = gives || peer.asked().answered() || peer.asked().parts().isEmpty();
        SortedSet<Integer> some = touched;
        if (all && !peer.held().isEmpty()) {
            some = Sorted.union(touched, peer.held().all());
            step.next(p.withPeer(other, it -> it.withHeld(Parts.PartSet.EMPTY)));
        }
        List<Ask> asks = new ArrayList<>();
        Parts.PartSet before = step.state().peers().get(other).held();
        Parts.PartSet held = before;
        for (int part : wants(p) ? some : Sorted.<Integer>set()) {
            OptionalLong bid = p.bid(part);
            if (bid.isPresent() && peer.lacks(part)) {
                if (all || !holds(bid.getAsLong(), peer.asked())) {
                    asks.add(new Ask(part, bid.getAsLong()));
                    held = held.contains(part) ? held.toggled(part) : held;
                } else if (!held.contains(part)) {
                    held = held.toggled(part);
                }
            }
        }
        Parts.PartSet left = held;
        if (left != before) {
            step.next(step.state().withPeer(other, it -> it.withHeld(left)));
        }
        return asks;
    }

    /** Whether a request by this bid waits for the next fork. */
    boolean holds(long bid, Asked asked) {
        return asked.holds(bid, many);
    }

    /**
     * Sends forks, with what the other process has not been told, and requests: if few, in one message. A fork is not
     * asked back before it has been sent.
     */
    private void send(
            ProcessId other,
            List<Integer> given,
            List<Ask> asks,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        List<List<Ask>> requests = portions.ofForks(asks);
        List<List<Integer>> forks = portions.ofForks(given);
        for (int each = 0; each < forks.size(); each++) {
            ResourceState p = step.state();
            boolean last = each == forks.size() - 1;
            Fork fork = new Fork(
                    forks.get(each),
                    p.latest(),
                    portions.lastPart(other, p.untold(other), step),
                    portions.lastEnded(other, p.peers().get(other), step),
                    last && !requests.isEmpty() ? requests.get(0) : List.of());
            step.next(p.withPeer(other, it -> it.withEnded(Sorted.map())).told(other, true))
                    .send(other, fork);
        }
        requests.stream().skip(forks.isEmpty() ? 0 : 1).forEach(some -> step.send(other, new Request(some)));
    }

    /** Forks come, with what is tabled and what has ended at the other process since it has sent the last ones. */
    final Transition<ResourceState, ResourceMessage, Grant> onFork(
            ProcessId from, Fork fork, Transition<ResourceState, ResourceMessage, Grant> step) {
        step.require(
                step.state().peers().get(from).asked().parts().keySet().containsAll(fork.parts()),
                "a fork comes to a process that has asked for it");
        undirected(from, fork.ended(), step);
        hear(from, fork.tabled(), step);
        for (int part : fork.parts()) {
            step.next(step.state().withPeer(from, it -> it.come(part)));
        }
        step.next(step.state().withPeer(from, it -> it.withSpoken(false)));
        step.next(step.state().withLatest(step.state().latest().max(fork.latest())));
        asked(from, fork.asks(), step);
        return step;
    }

    /** The other process asks for forks, which lie here; the step ends with what becomes of that. */
    static void asked(ProcessId other, List<Ask> asks, Transition<ResourceState, ResourceMessage, Grant> step) {
        for (Ask ask : asks) {
            ResourceState p = step.state();
            step.require(p.peers().get(other).has(ask.part()), "a fork is asked for where it lies");
            step.next(p.withClock(Math.max(p.clock(), ask.bid()))
                    .withPeer(other, it -> it.withBlocked(Sorted.with(it.blocked(), ask.part(), ask.bid()))));
        }
    }

    /** A request has been answered by some forks, or by none. */
    static void yielded(ProcessId other, Request request, Transition<ResourceState, ResourceMessage, Grant> step) {
        PeerState peer = step.state().peers().get(other);
        if (step.rule() == BLOCK
                && request.asks().stream().anyMatch(ask -> !peer.blocked().containsKey(ask.part()))) {
            step.by(YIELD);
        }
    }

    /** Tells a process whose forks have come of ends that have waited for that. */
    final void tellEnded(
            ResourceState before, ProcessId other, Fork fork, Transition<ResourceState, ResourceMessage, Grant> step) {
        PeerState peer = before.peers().get(other);
        if (step.state().linked(other)
                && peer != null
                && (peer.spoken() || fork.parts().stream().anyMatch(peer.asked()::spoken))) {
            tellEnded(other, step);
        }
    }
}
