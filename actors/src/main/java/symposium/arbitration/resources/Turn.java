package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import symposium.arbitration.resources.Resources.Fault;
import symposium.arbitration.resources.ResourcesMessage.Fork;
import symposium.arbitration.resources.ResourcesMessage.Hello;
import symposium.arbitration.resources.ResourcesMessage.News;
import symposium.arbitration.resources.ResourcesMessage.Request;
import symposium.arbitration.resources.ResourcesMessage.Tabled;
import symposium.arbitration.resources.ResourcesMessage.Undirected;
import symposium.arbitration.resources.ResourcesState.Sitting;
import symposium.arbitration.resources.ResourcesState.Tie;
import symposium.kernel.Effect;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.mutex.Fence;

/** One step of a process while it is made; it lives no longer than that. */
final class Turn {

    private final ProcessId self;
    private final int quorum;
    private final Fault fault;
    private final long generationBefore;
    private final SortedMap<ProcessId, Tie> ties;
    private final SortedSet<ProcessId> departed;
    private final List<Wish.Take> waiting;
    private final SortedMap<Fence, Sitting> tabled;
    private final SortedSet<ProcessId> fresh = new TreeSet<>();
    private final List<Effect<ResourcesMessage, Reserved>> effects = new ArrayList<>();

    private long generation;
    private Fence latest;
    private ResourcesRule rule;

    Turn(ResourcesState state, int quorum, Fault fault) {
        this.self = state.self();
        this.quorum = quorum;
        this.fault = fault;
        this.generation = state.generation();
        this.generationBefore = generation;
        this.latest = state.latest();
        this.ties = new TreeMap<>(state.ties());
        this.departed = new TreeSet<>(state.departed());
        this.waiting = new ArrayList<>(state.waiting());
        this.tabled = new TreeMap<>(state.tabled());
    }

    ResourcesState state() {
        return new ResourcesState(self, generation, latest, ties, departed, waiting, tabled);
    }

    void by(ResourcesRule other) {
        rule = other;
    }

    void want(Wish.Take take) {
        waiting.add(take);
    }

    void tie(ProcessId other, UnaryOperator<Tie> change) {
        ties.put(other, change.apply(ties.get(other)));
    }

    void latest(Fence other) {
        latest = latest.compareTo(other) < 0 ? other : latest;
    }

    // --- sessions

    /** T2: the session is tabled no more, and whoever knows that it was is told. */
    void undirect(Fence fence) {
        Sitting sitting = tabled.remove(fence);
        for (ProcessId other : sitting.told()) {
            if (fault != Fault.NO_UNDIRECTING) {
                send(other, new Undirected(fence));
            }
        }
        disappear(fence);
    }

    /** No arrow leads to this session any more. Whoever is left without one: T1. */
    void disappear(Fence fence) {
        for (Map.Entry<Fence, Sitting> each : tabled.entrySet()) {
            Sitting sitting = each.getValue();
            if (sitting.arrows().contains(fence)) {
                SortedSet<Fence> fewer = new TreeSet<>(sitting.arrows());
                fewer.remove(fence);
                if (fault == Fault.EARLY) {
                    fewer.clear();
                }
                each.setValue(sitting.withArrows(fewer));
                if (fewer.isEmpty()) {
                    by(
                            rule == ResourcesRule.T2 || rule == ResourcesRule.T2_T1
                                    ? ResourcesRule.T2_T1
                                    : ResourcesRule.T1);
                    taken(each.getKey(), sitting);
                }
            }
        }
    }

    /** What is tabled elsewhere, and arrows to what no longer is there disappear. */
    SortedMap<Fence, SortedSet<String>> replaced(Tie tie, List<Tabled> now) {
        SortedMap<Fence, SortedSet<String>> sessions = new TreeMap<>();
        now.forEach(each -> sessions.put(each.fence(), each.resources()));
        tie.tabled().keySet().stream()
                .filter(fence -> !sessions.containsKey(fence))
                .forEach(this::disappear);
        return sessions;
    }

    private void taken(Fence fence, Sitting sitting) {
        effects.add(new Effect.Output<>(new Reserved.Taken(sitting.ticket(), sitting.resources(), fence)));
    }

    /** T0 for every session that waits: an arrow leads to each that is tabled and shares a resource with it. */
    private void t0() {
        boolean arrows = false;
        for (Wish.Take take : waiting) {
            SortedSet<Fence> before = new TreeSet<>();
            if (fault != Fault.NO_ARROWS) {
                ties.values().forEach(tie -> tie.tabled().forEach((fence, resources) -> {
                    if (conflict(take.resources(), resources)) {
                        before.add(fence);
                    }
                }));
            }
            tabled.forEach((fence, sitting) -> {
                if (conflict(take.resources(), sitting.resources())) {
                    before.add(fence);
                }
            });
            latest = generation > latest.generation() ? Fence.start(generation).next() : latest.next();
            Sitting sitting = new Sitting(take.ticket(), take.resources(), before, Collections.emptySortedSet());
            tabled.put(latest, sitting);
            arrows |= !sitting.taken();
            if (sitting.taken()) {
                taken(latest, sitting);
            }
        }
        waiting.clear();
        by(arrows ? ResourcesRule.T0 : ResourcesRule.T0_T1);
    }

    private boolean conflict(SortedSet<String> one, SortedSet<String> other) {
        return fault == Fault.ALL_ARROWS || !Collections.disjoint(one, other);
    }

    // --- who is there, and in which generation

    /** Whoever has departed: its sessions and its forks are gone, and what is taken from now on is of a greater generation. */
    void depart(ProcessId other) {
        if (other.equals(self) || !departed.add(other)) {
            return;
        }
        Tie tie = ties.remove(other);
        if (tie != null) {
            forget(other);
            tie.tabled().keySet().forEach(this::disappear);
            if (fault != Fault.SAME_GENERATION) {
                generation++;
            }
        }
    }

    /**
     * Another is in this generation, and knows these to have departed. If it does not know of all of whom this one knows, its generation does not count
     * them.
     */
    void hear(ProcessId from, long in, SortedSet<ProcessId> gone) {
        boolean behind = !gone.containsAll(departed);
        gone.forEach(this::depart);
        generation = Math.max(generation, behind && fault != Fault.SAME_GENERATION ? in + 1 : in);
    }

    /** These are there according to another. */
    void meet(SortedSet<ProcessId> there) {
        if (fault != Fault.DEAF_TO_OTHERS) {
            for (ProcessId other : there) {
                if (!other.equals(self) && !departed.contains(other)) {
                    ties.putIfAbsent(other, Tie.UNLINKED);
                }
            }
        }
    }

    void unlink(ProcessId other) {
        tie(other, Tie::unlink);
        forget(other);
    }

    private void forget(ProcessId other) {
        tabled.replaceAll((fence, sitting) -> sitting.untell(other));
    }

    void link(ProcessId other) {
        ties.put(other, ties.getOrDefault(other, Tie.UNLINKED).link());
        fresh.add(other);
    }

    /** Without a quorum within reach nothing is taken: what was is lost, and whoever had done T0 has to do it again. */
    private void lose() {
        List<Wish.Take> again = new ArrayList<>();
        for (Fence fence : new TreeSet<>(tabled.keySet())) {
            Sitting sitting = tabled.remove(fence);
            sitting.told().forEach(other -> send(other, new Undirected(fence)));
            if (sitting.taken()) {
                effects.add(new Effect.Output<>(new Reserved.Lost(sitting.ticket(), fence)));
                by(ResourcesRule.LOST);
            } else {
                again.add(new Wish.Take(sitting.ticket(), sitting.resources()));
            }
        }
        waiting.addAll(0, again);
    }

    private void greet() {
        SortedSet<ProcessId> there = new TreeSet<>(ties.keySet());
        for (ProcessId other : fresh) {
            send(
                    other,
                    new Hello(
                            generation,
                            Collections.unmodifiableSortedSet(there),
                            Collections.unmodifiableSortedSet(new TreeSet<>(departed)),
                            latest,
                            tell(other)));
        }
    }

    private void announce() {
        ties.forEach((other, tie) -> {
            if (tie.linked() && !fresh.contains(other)) {
                send(other, new News(generation, Collections.unmodifiableSortedSet(new TreeSet<>(departed))));
            }
        });
    }

    // --- forks of the first stage

    /** Hands over what is asked for and not owned, and asks for the first fork that is missing. */
    private void forks() {
        for (ProcessId other : List.copyOf(ties.keySet())) {
            Tie tie = ties.get(other);
            if (tie.blocked() && tie.fork() && !state().owns(other, quorum) && fault != Fault.NO_YIELDING) {
                tie(other, Tie::hand);
                send(other, new Fork(latest, tell(other)));
                if (rule == ResourcesRule.BLOCK) {
                    by(ResourcesRule.YIELD);
                }
            }
        }
        if (!waiting.isEmpty() && state().reach() >= quorum) {
            for (Map.Entry<ProcessId, Tie> each : ties.entrySet()) {
                Tie tie = each.getValue();
                if (!tie.fork()) {
                    if (tie.greeted() && !tie.asked()) {
                        each.setValue(tie.ask());
                        send(each.getKey(), new Request());
                    }
                    return;
                }
            }
        }
    }

    /** What is tabled here, for {@code other} to know. */
    private List<Tabled> tell(ProcessId other) {
        List<Tabled> known = new ArrayList<>();
        tabled.replaceAll((fence, sitting) -> {
            known.add(new Tabled(fence, sitting.resources()));
            return sitting.tell(other);
        });
        return known;
    }

    private void send(ProcessId to, ResourcesMessage message) {
        effects.add(new Effect.Send<>(Neighbour.of(to), message));
    }

    /** The step, with everything that follows. */
    Step<ResourcesState, ResourcesMessage, Reserved> step() {
        if (state().reach() < quorum) {
            lose();
        }
        greet();
        if (generation > generationBefore) {
            announce();
        }
        if (!waiting.isEmpty() && ready()) {
            t0();
        }
        forks();
        return new Step<>(rule, state(), effects);
    }

    private boolean ready() {
        if (fault == Fault.ALONE_IN_GENERATION) {
            return state().reach() >= quorum && ties.values().stream().allMatch(Tie::fork);
        }
        return state().ready(quorum);
    }
}
