package symposium.checker;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import symposium.kernel.Invariant;
import symposium.kernel.Problem;

/** Evaluates invariants on local states, on contents of links, and on pairs of these; caches each result. */
final class InvariantCache<S, M, U> {

    /**
     * A global state as numbers: first the local states of the processes; from {@link #firstLink} on, the messages in
     * transit on each link.
     */
    interface VisitedState {

        /** The number in a slot. */
        int number(int slot);

        /** The slot of the first link. */
        int firstLink();

        int slots();

        /** The process at the receiving end of a link. */
        int recipient(int link);

        /** Whether the link delivers its messages in transit. */
        boolean carries(int link);
    }

    private static final int FINE = -1;
    private static final int LANE = 15;
    private static final int LANES = 4;

    /**
     * Why an invariant could not be evaluated.
     *
     * @param process the process whose state it looked at, or the first
     * @param why the exception
     */
    record Failure(int process, String why) {}

    /** Where an invariant is evaluated: a local state, a content, a delivery, a pair of contents, or everything. */
    record Place(int process, int local, int content, int other) {
        static final Place EVERYTHING = new Place(NONE, NONE, NONE, NONE);

        static Place local(int process, int local) {
            return new Place(process, local, NONE, NONE);
        }

        static Place content(int content) {
            return new Place(NONE, NONE, content, NONE);
        }

        static Place delivery(int process, int local, int content) {
            return new Place(process, local, content, NONE);
        }

        static Place pair(int content, int other) {
            return new Place(NONE, NONE, content, other);
        }
    }

    private static final int NONE = -1;

    private final List<Invariant<S, M, U>> invariants;
    /** By place, and by name of the invariant there. */
    private final Map<Place, Map<String, Failure>> failures = new HashMap<>();
    /** Where the invariant found broken last is broken. */
    private Place brokenAt = Place.EVERYTHING;

    private final boolean[] tested;
    private final int processes;

    private final List<Invariant.OfProcess<S, M, U>> ofProcess = new java.util.ArrayList<>();
    private final List<Invariant.OfDelivery<S, M, U>> ofDelivery = new java.util.ArrayList<>();
    private final List<Invariant.OfLink<S, M, U>> ofLink = new java.util.ArrayList<>();
    private final List<Invariant.Count<S, M, U>> counts = new java.util.ArrayList<>();

    private final LocalState<S, U>[][] locals;
    /** By process and local state: the invariant violated there, or FINE. */
    private final int[][] broken;

    /** By content: the invariant that it violates by itself, or FINE. */
    private int[] brokenContents = new int[16];

    private boolean anyBroken;
    private final boolean[][] waits;
    private final boolean[][] alive;
    private final boolean[][] leaves;
    /** By process and local state: the number of the process's membership knowledge. */
    private final int[][] knowledges;
    /** By process and local state, and by content: the counts of up to four invariants, packed into one word. */
    private final long[][][] localCounts;

    private long[][] contentCounts = new long[16][];
    private List<M>[] contents = lists(16);
    /** By link: the link in the other direction, or -1. */
    private int[] opposite = new int[0];

    /**
     * By recipient, its local state and a content in transit to it: the violated invariant plus two, 0 if not yet
     * evaluated.
     */
    private final int[][][] deliveries;
    /** By the contents of both directions of a link, encoded like {@link #deliveries}. */
    private int[][] pairs = new int[16][];

    private final long[] sums;
    private final boolean delivering;
    private final boolean linking;
    private final int[] least;
    private final int[] most;

    @SuppressWarnings("unchecked")
    private static <M> List<M>[] lists(int length) {
        return (List<M>[]) new List<?>[length];
    }

    @SuppressWarnings("unchecked")
    InvariantCache(List<Invariant<S, M, U>> invariants, int processes) {
        this.invariants = invariants;
        this.processes = processes;
        this.tested = new boolean[invariants.size()];
        for (Invariant<S, M, U> invariant : invariants) {
            if (invariant instanceof Invariant.OfProcess<S, M, U> each) {
                ofProcess.add(each);
            } else if (invariant instanceof Invariant.OfDelivery<S, M, U> each) {
                ofDelivery.add(each);
            } else if (invariant instanceof Invariant.OfLink<S, M, U> each) {
                ofLink.add(each);
            } else if (invariant instanceof Invariant.Count<S, M, U> each) {
                counts.add(each);
            }
        }
        delivering = !ofDelivery.isEmpty();
        linking = !ofLink.isEmpty();
        least = counts.stream().mapToInt(Invariant.Count::least).toArray();
        most = counts.stream().mapToInt(Invariant.Count::most).toArray();
        sums = new long[(counts.size() + LANES - 1) / LANES];
        locals = (LocalState<S, U>[][]) new LocalState<?, ?>[processes][16];
        broken = new int[processes][16];
        waits = new boolean[processes][16];
        alive = new boolean[processes][16];
        leaves = new boolean[processes][16];
        knowledges = new int[processes][16];
        localCounts = new long[processes][16][];
        deliveries = new int[processes][16][];
    }

    /** Registers a new local state. */
    void local(int process, int number, LocalState<S, U> local, Problem<U, ?, ?> problem) {
        if (number >= locals[process].length) {
            int length = number * 2;
            locals[process] = Arrays.copyOf(locals[process], length);
            broken[process] = Arrays.copyOf(broken[process], length);
            waits[process] = Arrays.copyOf(waits[process], length);
            alive[process] = Arrays.copyOf(alive[process], length);
            leaves[process] = Arrays.copyOf(leaves[process], length);
            knowledges[process] = Arrays.copyOf(knowledges[process], length);
            localCounts[process] = Arrays.copyOf(localCounts[process], length);
        }
        locals[process][number] = local;
        broken[process][number] = FINE;
        alive[process][number] = local.alive();
        leaves[process][number] = local.leaving();
        knowledges[process][number] = local.knowledge();
        waits[process][number] = local.alive() && problem.waits(local.user());
        long[] seen = new long[sums.length];
        if (local.alive()) {
            for (Invariant.OfProcess<S, M, U> invariant : ofProcess) {
                if (!holds(invariant, Place.local(process, number), () -> {
                    if (!invariant.situation().test(local.state(), local.user())) {
                        return true;
                    }
                    test(invariant);
                    return invariant.condition().test(local.state(), local.user());
                })) {
                    breakAt(process, number, invariant);
                }
            }
            for (int at = 0; at < counts.size(); at++) {
                Invariant.Count<S, M, U> invariant = counts.get(at);
                if (!count(at, Place.local(process, number), seen, () -> invariant
                        .ofProcess()
                        .applyAsInt(local.state(), local.user()))) {
                    breakAt(process, number, invariant);
                }
            }
        }
        localCounts[process][number] = seen;
    }

    private void breakAt(int process, int number, Invariant<S, M, U> invariant) {
        if (broken[process][number] == FINE) {
            broken[process][number] = invariants.indexOf(invariant);
            anyBroken = true;
        }
    }

    /** Registers a new content of links. */
    void content(int number, List<M> content) {
        if (number >= contents.length) {
            contents = Arrays.copyOf(contents, number * 2);
            contentCounts = Arrays.copyOf(contentCounts, number * 2);
            brokenContents = Arrays.copyOf(brokenContents, number * 2);
        }
        contents[number] = content;
        brokenContents[number] = FINE;
        long[] seen = new long[sums.length];
        for (int at = 0; at < counts.size(); at++) {
            Invariant.Count<S, M, U> invariant = counts.get(at);
            boolean counted = count(at, Place.content(number), seen, () -> {
                int sum = 0;
                for (M message : content) {
                    sum += natural(invariant.ofMessage().applyAsInt(message));
                }
                return sum;
            });
            if (!counted && brokenContents[number] == FINE) {
                brokenContents[number] = invariants.indexOf(invariant);
                anyBroken = true;
            }
        }
        contentCounts[number] = seen;
    }

    /** Adds what an invariant counts to {@code seen}; false when it cannot be counted. */
    private boolean count(int invariant, Place place, long[] seen, IntSupplier number) {
        return holds(counts.get(invariant), place, () -> {
            int count = natural(number.getAsInt());
            if (count > 0) {
                test(counts.get(invariant));
            }
            seen[invariant / LANES] |= (long) count << invariant % LANES * LANE;
            return true;
        });
    }

    private static int natural(int count) {
        if (count < 0 || count >= 1 << LANE) {
            throw new IllegalArgumentException(
                    "it counts " + count + " at one place, and a count is from 0 to " + ((1 << LANE) - 1));
        }
        return count;
    }

    /** Whether a condition holds; an exception in it is a violation, and remembered. */
    boolean holds(Invariant<S, M, U> invariant, Place place, BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (RuntimeException | StackOverflowError exception) {
            failures.computeIfAbsent(place, first -> new HashMap<>())
                    .put(
                            invariant.name(),
                            new Failure(
                                    Math.max(place.process(), 0),
                                    "the invariant \"" + invariant.name() + "\" throws " + exception));
            test(invariant);
            return false;
        }
    }

    /** The exception that violates the invariant found broken last, if it is broken by one. */
    Optional<Failure> failure(String invariant) {
        return Optional.ofNullable(failures.getOrDefault(brokenAt, Map.of()).get(invariant));
    }

    private int broken(int invariant, Place place) {
        brokenAt = place;
        return invariant;
    }

    /** Registers a new link, and the link in the other direction, or -1. */
    void link(int link, int back) {
        opposite = Arrays.copyOf(opposite, link + 1);
        opposite[link] = back;
        if (back >= 0) {
            opposite[back] = link;
        }
    }

    boolean alive(int process, int number) {
        return alive[process][number];
    }

    /** Whether the process was asked to leave and has not left yet. */
    boolean leaves(int process, int number) {
        return leaves[process][number];
    }

    /** The number of the process's membership knowledge. */
    int knowledge(int process, int number) {
        return knowledges[process][number];
    }

    boolean waits(int process, int number) {
        return waits[process][number];
    }

    boolean tested(Invariant<S, M, U> invariant) {
        return tested[invariants.indexOf(invariant)];
    }

    void test(Invariant<S, M, U> invariant) {
        tested[invariants.indexOf(invariant)] = true;
    }

    /**
     * The invariant violated in the state that {@code space} visits.
     *
     * @return its index among the invariants, or -1
     */
    int broken(VisitedState space) {
        Arrays.fill(sums, 0);
        brokenAt = Place.EVERYTHING;
        for (int process = 0; process < processes; process++) {
            int number = space.number(process);
            if (anyBroken && broken[process][number] != FINE) {
                return broken(broken[process][number], Place.local(process, number));
            }
            add(localCounts[process][number]);
        }
        for (int slot = space.firstLink(); slot < space.slots(); slot++) {
            int content = space.number(slot);
            if (content != 0) {
                if (anyBroken && brokenContents[content] != FINE) {
                    return broken(brokenContents[content], Place.content(content));
                }
                add(contentCounts[content]);
                int at = inTransit(space, slot - space.firstLink(), content);
                if (at != FINE) {
                    return at;
                }
            }
        }
        for (int invariant = 0; invariant < least.length; invariant++) {
            int sum = (int) (sums[invariant / LANES] >>> invariant % LANES * LANE) & (1 << LANE) - 1;
            if (sum < least[invariant] || sum > most[invariant]) {
                return invariants.indexOf(counts.get(invariant));
            }
        }
        return FINE;
    }

    private void add(long[] seen) {
        if (seen.length == 1) {
            sums[0] += seen[0];
            return;
        }
        for (int group = 0; group < seen.length; group++) {
            sums[group] += seen[group];
        }
    }

    private int inTransit(VisitedState space, int link, int content) {
        if (delivering && space.carries(link)) {
            int to = space.recipient(link);
            int at = delivered(to, space.number(to), content);
            if (at != FINE) {
                return broken(at, Place.delivery(to, space.number(to), content));
            }
        }
        if (linking) {
            int back = opposite[link];
            int other =
                    back < 0 || space.firstLink() + back >= space.slots() ? 0 : space.number(space.firstLink() + back);
            int at = paired(content, other);
            return at == FINE ? FINE : broken(at, Place.pair(content, other));
        }
        return FINE;
    }

    private int delivered(int to, int number, int content) {
        int[] known = number < deliveries[to].length ? deliveries[to][number] : null;
        if (known != null && content < known.length && known[content] != 0) {
            return known[content] - 2;
        }
        int found = FINE;
        LocalState<S, U> local = locals[to][number];
        for (Invariant.OfDelivery<S, M, U> invariant : ofDelivery) {
            for (M message : contents[content]) {
                boolean holds = !local.alive()
                        || holds(invariant, Place.delivery(to, number, content), () -> {
                            if (!invariant.kind().test(message)) {
                                return true;
                            }
                            test(invariant);
                            return invariant.condition().test(message, local.state());
                        });
                if (found == FINE && !holds) {
                    found = invariants.indexOf(invariant);
                }
            }
        }
        if (number >= deliveries[to].length) {
            deliveries[to] = Arrays.copyOf(deliveries[to], number * 2);
        }
        deliveries[to][number] = remember(known, content, found);
        return found;
    }

    private int paired(int content, int other) {
        int[] known = content < pairs.length ? pairs[content] : null;
        if (known != null && other < known.length && known[other] != 0) {
            return known[other] - 2;
        }
        int found = FINE;
        for (Invariant.OfLink<S, M, U> invariant : ofLink) {
            test(invariant);
            if (found == FINE
                    && !holds(invariant, Place.pair(content, other), () -> invariant
                            .condition()
                            .test(contents[content], contents[other]))) {
                found = invariants.indexOf(invariant);
            }
        }
        if (content >= pairs.length) {
            pairs = Arrays.copyOf(pairs, content * 2);
        }
        pairs[content] = remember(known, other, found);
        return found;
    }

    private static int[] remember(int[] known, int at, int found) {
        int[] longer = known == null ? new int[at + 4] : at < known.length ? known : Arrays.copyOf(known, at * 2);
        longer[at] = found + 2;
        return longer;
    }
}
