package symposium.arbitration.resources;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.ResourcesMessage.Fork;
import symposium.arbitration.resources.ResourcesMessage.Hello;
import symposium.arbitration.resources.ResourcesMessage.News;
import symposium.arbitration.resources.ResourcesMessage.Request;
import symposium.arbitration.resources.ResourcesMessage.Undirected;
import symposium.arbitration.resources.ResourcesState.Tie;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.mutex.Fence;

/**
 * A process whose user takes sets of resources: a philosopher of section 5 for each of them. All of them share the process's forks of the first stage,
 * and do T0 together.
 */
public final class Resources implements Protocol<ResourcesState, ResourcesMessage, Wish, Reserved> {

    /** What a variant may leave out. */
    enum Fault {
        NONE,
        /** T0 directs no arrow to sessions of other processes. */
        NO_ARROWS,
        /** T0 directs an arrow to every session, whether or not the two share a resource. */
        ALL_ARROWS,
        /** T2 keeps the news to itself. */
        NO_UNDIRECTING,
        /** T1 as soon as one arrow has disappeared. */
        EARLY,
        /** A fork is kept that is asked for, though it is not owned. */
        NO_YIELDING,
        /** A departure starts no new generation. */
        SAME_GENERATION,
        /** T0 is done though others may not be in the generation yet. */
        ALONE_IN_GENERATION,
        /** Nobody heeds who else there is according to others. */
        DEAF_TO_OTHERS
    }

    private final int quorum;
    private final long first;
    private final Fault fault;

    /**
     * The protocol of every process of a run.
     *
     * @param quorum without so many within reach nothing is taken
     * @param first the generation in which each starts
     */
    public Resources(int quorum, long first) {
        this(quorum, first, Fault.NONE);
    }

    Resources(int quorum, long first, Fault fault) {
        this.quorum = quorum;
        this.first = first;
        this.fault = fault;
    }

    @Override
    public List<ResourcesRule> rules() {
        return List.of(ResourcesRule.values());
    }

    /** Whoever is a neighbour at the start has nothing tabled, and the fork shared with it lies at the lower of the two. */
    @Override
    public ResourcesState initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, Tie> ties = new TreeMap<>();
        for (Neighbour neighbour : neighbours) {
            ProcessId other = neighbour.id();
            ties.put(other, Tie.UNLINKED.link().greet(lower(self, other), first, Collections.emptySortedMap()));
        }
        return new ResourcesState(
                self, first, Fence.NONE, ties, Collections.emptySortedSet(), List.of(), Collections.emptySortedMap());
    }

    private static boolean lower(ProcessId one, ProcessId other) {
        return one.compareTo(other) < 0;
    }

    @Override
    public Step<ResourcesState, ResourcesMessage, Reserved> step(
            ResourcesState state, Event<ResourcesMessage, Wish> event) {
        Turn turn = new Turn(state, quorum, fault);
        if (event instanceof Event.Input<ResourcesMessage, Wish> input) {
            if (input.input() instanceof Wish.Take take) {
                take(state, turn, take);
            } else {
                release(turn, input.input().ticket());
            }
        } else if (event instanceof Event.Received<ResourcesMessage, Wish> received) {
            received(turn, received.from().id(), received.message());
        } else if (event instanceof Event.NeighboursChanged<ResourcesMessage, Wish> changed) {
            neighboursChanged(turn, changed.neighbours(), changed.departed());
        } else if (event instanceof Event.Undeliverable<ResourcesMessage, Wish>) {
            turn.by(ResourcesRule.RETURNED);
        } else {
            throw new InvariantViolation("there are no timers, and nobody is asked to leave", event + " at " + state);
        }
        return turn.step();
    }

    // --- what the user asks

    private static void take(ResourcesState state, Turn turn, Wish.Take take) {
        if (take.resources().isEmpty() || take.resources().stream().anyMatch(String::isBlank)) {
            throw new InvariantViolation("what is taken is at least one resource, each with a name", take.toString());
        }
        if (state.fenceOf(take.ticket()) != null || waits(state, take.ticket())) {
            throw new InvariantViolation("each take has a ticket of its own", take + " at " + state);
        }
        turn.by(ResourcesRule.WANT);
        turn.want(take);
    }

    private static boolean waits(ResourcesState state, long ticket) {
        return state.waiting().stream().anyMatch(take -> take.ticket() == ticket);
    }

    private static void release(Turn turn, long ticket) {
        ResourcesState state = turn.state();
        Fence fence = state.fenceOf(ticket);
        if (waits(state, ticket) || fence != null && !state.tabled().get(fence).taken()) {
            throw new InvariantViolation("what is given back has been taken", "release " + ticket + " at " + state);
        }
        if (fence == null) {
            turn.by(ResourcesRule.RELEASE_LOST);
        } else {
            turn.by(ResourcesRule.T2);
            turn.undirect(fence);
        }
    }

    // --- what others say

    private static void received(Turn turn, ProcessId from, ResourcesMessage message) {
        Tie tie = turn.state().ties().get(from);
        if (tie == null || !tie.linked()) {
            turn.by(ResourcesRule.LATE);
        } else if (message instanceof Hello hello) {
            turn.by(ResourcesRule.GREETED);
            turn.hear(from, hello.generation(), hello.departed());
            turn.meet(hello.there());
            turn.latest(hello.latest());
            turn.tie(
                    from,
                    old -> old.greet(
                            lower(turn.state().self(), from), hello.generation(), turn.replaced(old, hello.tabled())));
        } else if (message instanceof News news) {
            turn.by(ResourcesRule.NEWS);
            turn.hear(from, news.generation(), news.departed());
            turn.tie(from, old -> old.in(news.generation()));
        } else if (message instanceof Request) {
            if (!tie.fork()) {
                throw new InvariantViolation("a fork is asked for where it lies", "by " + from + " at " + turn.state());
            }
            turn.by(ResourcesRule.BLOCK);
            turn.tie(from, Tie::block);
        } else if (message instanceof Fork fork) {
            if (!tie.asked()) {
                throw new InvariantViolation(
                        "a fork comes to whoever has asked for it", "from " + from + " at " + turn.state());
            }
            turn.by(ResourcesRule.OWN);
            turn.latest(fork.latest());
            turn.tie(from, old -> old.receive(turn.replaced(old, fork.tabled())));
        } else {
            Fence fence = ((Undirected) message).fence();
            if (!tie.tabled().containsKey(fence)) {
                throw new InvariantViolation(
                        "what becomes undirected is known to be tabled", message + " at " + turn.state());
            }
            turn.by(ResourcesRule.UNDIRECTED);
            turn.tie(from, old -> old.undirect(fence));
            turn.disappear(fence);
        }
    }

    // --- who is there

    private static void neighboursChanged(Turn turn, Neighbours neighbours, SortedSet<ProcessId> departed) {
        turn.by(ResourcesRule.CHANGED);
        departed.forEach(turn::depart);
        for (ProcessId other : new TreeSet<>(turn.state().ties().keySet())) {
            if (turn.state().ties().get(other).linked() && !neighbours.contains(Neighbour.of(other))) {
                turn.unlink(other);
            }
        }
        for (Neighbour neighbour : neighbours) {
            ProcessId other = neighbour.id();
            Tie tie = turn.state().ties().get(other);
            if (!turn.state().departed().contains(other) && (tie == null || !tie.linked())) {
                turn.link(other);
            }
        }
    }
}
