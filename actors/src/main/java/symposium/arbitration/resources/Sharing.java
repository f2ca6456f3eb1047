package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.arbitration.resources.Holdings.Claim;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/**
 * Resources that are taken several at once: no resource is in two sets that are taken at the same time, and whoever asks for a set has it in the end.
 *
 * <p>Stated over {@link Wish} and {@link Reserved} alone.
 */
public final class Sharing implements Problem<Holdings, Wish, Reserved> {

    /** The name of the law of fences. */
    public static final String FENCES_GROW = "a resource is taken under a greater fence than ever before";

    /** The name of the law of fences within a generation. */
    public static final String FENCES_GROW_WITHIN_GENERATION =
            "a resource is taken under a greater fence than ever before in the same generation";

    /** Remembers under which fence each resource was taken last. */
    private record LatestFences(SortedMap<String, Fence> fences) implements Observer<Reserved> {
        @Override
        public List<String> invariants() {
            return List.of(FENCES_GROW);
        }

        @Override
        public Observer<Reserved> sees(ProcessId process, Reserved output) {
            if (!(output instanceof Reserved.Taken taken)) {
                return this;
            }
            SortedMap<String, Fence> later = new TreeMap<>(fences);
            for (String resource : taken.resources()) {
                Fence before = later.put(resource, taken.fence());
                if (before != null && before.compareTo(taken.fence()) >= 0) {
                    throw new InvariantViolation(
                            FENCES_GROW, "process " + process + ": " + output + ", " + resource + " after " + before);
                }
            }
            return new LatestFences(Collections.unmodifiableSortedMap(later));
        }
    }

    /** Remembers of each generation under which grant each resource was taken last. */
    private record EachGeneration(SortedMap<Long, SortedMap<String, Long>> latest) implements Observer<Reserved> {
        @Override
        public List<String> invariants() {
            return List.of(FENCES_GROW_WITHIN_GENERATION);
        }

        @Override
        public Observer<Reserved> sees(ProcessId process, Reserved output) {
            if (!(output instanceof Reserved.Taken taken)) {
                return this;
            }
            Fence fence = taken.fence();
            SortedMap<String, Long> grants =
                    new TreeMap<>(latest.getOrDefault(fence.generation(), Collections.emptySortedMap()));
            for (String resource : taken.resources()) {
                Long before = grants.put(resource, fence.grant());
                if (before != null && before >= fence.grant()) {
                    throw new InvariantViolation(
                            FENCES_GROW_WITHIN_GENERATION,
                            "process " + process + ": " + output + ", " + resource + " after " + fence.generation()
                                    + "." + before);
                }
            }
            SortedMap<Long, SortedMap<String, Long>> later = new TreeMap<>(latest);
            later.put(fence.generation(), Collections.unmodifiableSortedMap(grants));
            return new EachGeneration(Collections.unmodifiableSortedMap(later));
        }
    }

    private final List<SortedSet<String>> choices;
    private final int tickets;
    private final Observer<Reserved> observer;

    /**
     * The problem for users who take one of these sets at a time, or several.
     *
     * @param choices what a user may ask for; a bounded exploration lets each ask for each of these
     * @param tickets how many it may wait for or have at once, 1 or more
     */
    public Sharing(List<Set<String>> choices, int tickets) {
        this(
                choices.stream()
                        .<SortedSet<String>>map(set -> Collections.unmodifiableSortedSet(new TreeSet<>(set)))
                        .toList(),
                tickets,
                new LatestFences(Collections.emptySortedMap()));
    }

    private Sharing(List<SortedSet<String>> choices, int tickets, Observer<Reserved> observer) {
        this.choices = choices;
        this.tickets = tickets;
        this.observer = observer;
    }

    @Override
    public String name() {
        return "sharing of resources";
    }

    @Override
    public Holdings initial() {
        return Holdings.NONE;
    }

    @Override
    public List<Wish> mayAsk(Holdings user) {
        List<Wish> wishes = new ArrayList<>();
        user.claims().forEach((ticket, claim) -> {
            if (claim.taken()) {
                wishes.add(new Wish.Release(ticket));
            }
        });
        for (long ticket = 1; ticket <= tickets; ticket++) {
            if (!user.claims().containsKey(ticket)) {
                for (SortedSet<String> choice : choices) {
                    wishes.add(new Wish.Take(ticket, choice));
                }
                return wishes;
            }
        }
        return wishes;
    }

    @Override
    public boolean demands(Wish input) {
        return input instanceof Wish.Take;
    }

    @Override
    public boolean owed(Wish input) {
        return input instanceof Wish.Release;
    }

    @Override
    public Holdings asked(Holdings user, Wish input) {
        return input instanceof Wish.Take take
                ? user.with(take.ticket(), new Claim(take.resources(), false))
                : user.without(input.ticket());
    }

    @Override
    public Holdings told(Holdings user, Reserved output) {
        Claim claim = user.claims().get(output.ticket());
        if (output instanceof Reserved.Taken taken) {
            if (claim == null || claim.taken() || !claim.resources().equals(taken.resources())) {
                throw new InvariantViolation("who takes has asked for that", output + " to a user who " + user);
            }
            return user.with(output.ticket(), new Claim(claim.resources(), true));
        }
        if (claim == null || !claim.taken()) {
            throw new InvariantViolation("who loses has taken", output + " to a user who " + user);
        }
        return user.without(output.ticket());
    }

    @Override
    public boolean waits(Holdings user) {
        return user.waits();
    }

    @Override
    public boolean serves(Reserved output) {
        return output instanceof Reserved.Taken;
    }

    @Override
    public Observer<Reserved> observer() {
        return observer;
    }

    @Override
    public Sharing underSuspicion() {
        return new Sharing(choices, tickets, new EachGeneration(Collections.emptySortedMap()));
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return Set.of(ResourcesLaws.NO_RESOURCE_TWICE);
    }
}
