package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import symposium.kernel.Invariant;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/** Evaluates invariants on local states, on contents of links, and on pairs of these; caches each result. */
final class InvariantCache<S, M, U> {

    private static final int FINE = -1;
    private static final int LANE = 15;
    private static final int LANES = 4;

    /**
     * Where an invariant is evaluated: a local state, a content, a delivery, a pair of contents, or everything. What
     * does not apply is {@link #NONE}.
     */
    private record Place(int process, int local, int content, int other) {
        static final Place EVERYTHING = new Place(NONE, NONE, NONE, NONE);
    }

    private static final int NONE = -1;

    /**
     * A local state or a content, evaluated by itself.
     *
     * @param value the local state or the content
     * @param broken the invariant that it violates, or FINE
     * @param counts its share in what invariants count, four packed into one word
     */
    private record Evaluated<T>(T value, int broken, long[] counts) {}

    private final Rows rows;
    private final Environments environments;
    private final List<ProcessId> ids;
    private final List<Invariant<S, M, U>> invariants;
    /** By place, and by name of the invariant there. */
    private final Map<Place, Map<String, TraceEvent>> failures = new HashMap<>();
    /** Where the invariant found broken last is broken. */
    private Place brokenAt = Place.EVERYTHING;

    private final boolean[] tested;

    private final List<Invariant.OfProcess<S, M, U>> ofProcess;
    private final List<Invariant.OfDelivery<S, M, U>> ofDelivery;
    private final List<Invariant.OfLink<S, M, U>> ofLink;
    private final List<Invariant.Count<S, M, U>> counts;

    /** By process and local state. */
    private final List<List<Evaluated<LocalState<S, U>>>> locals = new ArrayList<>();

    private final List<Evaluated<List<M>>> contents = new ArrayList<>();
    private final List<LinkDirection> links = new ArrayList<>();
    /** By link: the link in the other direction, or -1. */
    private final List<Integer> opposite = new ArrayList<>();

    /** By process: the invariant violated by a delivery to it, or FINE; by its local state and the content. */
    private final List<Memo<Integer>> deliveries = new ArrayList<>();
    /** The invariant violated by the contents of both directions of a link, or FINE. */
    private final Memo<Integer> pairs = new Memo<>(this::evaluatePair);

    private final long[] sums;

    InvariantCache(Model<S, M, U, ?, ?> model, Rows rows, Environments environments) {
        this.rows = rows;
        this.environments = environments;
        ids = List.copyOf(model.processes());
        invariants = model.invariants();
        tested = new boolean[invariants.size()];
        ofProcess = Invariant.ofKind(Invariant.OfProcess.class, invariants);
        ofDelivery = Invariant.ofKind(Invariant.OfDelivery.class, invariants);
        ofLink = Invariant.ofKind(Invariant.OfLink.class, invariants);
        counts = Invariant.ofKind(Invariant.Count.class, invariants);
        sums = new long[(counts.size() + LANES - 1) / LANES];
        for (int each = 0; each < ids.size(); each++) {
            int process = each;
            locals.add(new ArrayList<>());
            deliveries.add(new Memo<>((local, content) -> evaluateDelivery(process, local, content)));
        }
    }

    /** Registers a new local state. */
    void addLocal(int process, int number, LocalState<S, U> local) {
        Place place = new Place(process, number, NONE, NONE);
        long[] seen = new long[sums.length];
        int broken = FINE;
        if (local.alive()) {
            int violated = firstBroken(
                    ofProcess,
                    each -> holds(
                            each,
                            place,
                            () -> each.situation().test(local.state(), local.user()),
                            () -> each.condition().test(local.state(), local.user())));
            int uncounted = count(place, seen, each -> each.ofProcess().applyAsInt(local.state(), local.user()));
            broken = violated == FINE ? uncounted : violated;
        }
        locals.get(process).add(new Evaluated<>(local, broken, seen));
    }

    /** Registers a new content of links. */
    void addContent(List<M> content) {
        long[] seen = new long[sums.length];
        int broken = count(new Place(NONE, NONE, contents.size(), NONE), seen, each -> content.stream()
                .mapToInt(message -> natural(each.ofMessage().applyAsInt(message)))
                .sum());
        contents.add(new Evaluated<>(content, broken, seen));
    }

    /** Adds what invariants count at a place to {@code seen}. Returns the first that cannot be counted, or FINE. */
    private int count(Place place, long[] seen, ToIntFunction<Invariant.Count<S, M, U>> number) {
        return firstBroken(
                counts,
                each -> holds(each, place, () -> {
                    int count = natural(number.applyAsInt(each));
                    if (count > 0) {
                        test(each);
                    }
                    int at = counts.indexOf(each);
                    seen[at / LANES] |= (long) count << at % LANES * LANE;
                    return true;
                }));
    }

    private static int natural(int count) {
        if (count < 0 || count >= 1 << LANE) {
            throw new IllegalArgumentException(
                    "it counts " + count + " at one place, and a count is from 0 to " + ((1 << LANE) - 1));
        }
        return count;
    }

    /** The index of the first that does not hold, or FINE; evaluates all. */
    private <T extends Invariant<S, M, U>> int firstBroken(List<T> some, Predicate<T> holds) {
        int broken = FINE;
        for (T each : some) {
            if (!holds.test(each) && broken == FINE) {
                broken = invariants.indexOf(each);
            }
        }
        return broken;
    }

    /** The name of the first that does not hold in the visited state or on a step out of it, or null. */
    <T extends Invariant<S, M, U>> String firstBroken(List<T> some, Predicate<T> situation, Predicate<T> condition) {
        for (T each : some) {
            if (!holds(each, Place.EVERYTHING, () -> situation.test(each), () -> condition.test(each))) {
                return each.name();
            }
        }
        return null;
    }

    /** Whether a condition holds, if the situation is given; an exception is a violation, and remembered. */
    private boolean holds(
            Invariant<S, M, U> invariant, Place place, BooleanSupplier situation, BooleanSupplier condition) {
        return holds(invariant, place, () -> {
            if (!situation.getAsBoolean()) {
                return true;
            }
            test(invariant);
            return condition.getAsBoolean();
        });
    }

    private boolean holds(Invariant<S, M, U> invariant, Place place, BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (RuntimeException | StackOverflowError exception) {
            String why = "the invariant \"" + invariant.name() + "\" throws " + exception;
            failures.computeIfAbsent(place, first -> new HashMap<>())
                    .put(invariant.name(), new TraceEvent.Threw(ids.get(Math.max(place.process(), 0)), why));
            test(invariant);
            return false;
        }
    }

    /** The exception that violates the invariant found broken last, if it is broken by one. */
    Optional<TraceEvent> failure(String invariant) {
        return Optional.ofNullable(failures.getOrDefault(brokenAt, Map.of()).get(invariant));
    }

    /** Registers a new link, and the number of the link in the other direction, or -1. */
    void addLink(LinkDirection link, int back) {
        links.add(link);
        opposite.add(back);
        if (back >= 0) {
            opposite.set(back, links.size() - 1);
        }
    }

    LocalState<S, U> local(int process, int number) {
        return locals.get(process).get(number).value();
    }

    List<M> content(int number) {
        return contents.get(number).value();
    }

    boolean tested(Invariant<S, M, U> invariant) {
        return tested[invariants.indexOf(invariant)];
    }

    private void test(Invariant<S, M, U> invariant) {
        tested[invariants.indexOf(invariant)] = true;
    }

    /** The index of the invariant violated in the visited state, or -1. */
    int broken() {
        Arrays.fill(sums, 0);
        brokenAt = Place.EVERYTHING;
        for (int process = 0; process < locals.size(); process++) {
            int number = rows.number(process);
            Evaluated<LocalState<S, U>> local = locals.get(process).get(number);
            if (local.broken() != FINE) {
                return brokenAt(new Place(process, number, NONE, NONE), local.broken());
            }
            add(local.counts());
        }
        for (int slot = rows.firstLink(); slot < rows.slots(); slot++) {
            int content = rows.number(slot);
            if (content != 0) {
                Evaluated<List<M>> inTransit = contents.get(content);
                if (inTransit.broken() != FINE) {
                    return brokenAt(new Place(NONE, NONE, content, NONE), inTransit.broken());
                }
                add(inTransit.counts());
                int broken = inTransit(slot - rows.firstLink(), content);
                if (broken != FINE) {
                    return broken;
                }
            }
        }
        for (int count = 0; count < counts.size(); count++) {
            Invariant.Count<S, M, U> invariant = counts.get(count);
            int sum = (int) (sums[count / LANES] >>> count % LANES * LANE) & (1 << LANE) - 1;
            if (sum < invariant.least() || sum > invariant.most()) {
                return invariants.indexOf(invariant);
            }
        }
        return FINE;
    }

    private int brokenAt(Place place, int invariant) {
        brokenAt = place;
        return invariant;
    }

    private void add(long[] seen) {
        for (int group = 0; group < seen.length; group++) {
            sums[group] += seen[group];
        }
    }

    private int inTransit(int link, int content) {
        LinkDirection ends = links.get(link);
        if (!ofDelivery.isEmpty() && environments.way(rows.environment(), ends) == Environments.Way.CARRIES) {
            int number = rows.number(ends.to());
            int broken = deliveries.get(ends.to()).of(number, content);
            if (broken != FINE) {
                return brokenAt(new Place(ends.to(), number, content, NONE), broken);
            }
        }
        if (!ofLink.isEmpty()) {
            int back = opposite.get(link);
            int other = back < 0 || rows.firstLink() + back >= rows.slots() ? 0 : rows.number(rows.firstLink() + back);
            int broken = pairs.of(content, other);
            return broken == FINE ? FINE : brokenAt(new Place(NONE, NONE, content, other), broken);
        }
        return FINE;
    }

    private int evaluateDelivery(int to, int number, int content) {
        LocalState<S, U> local = local(to, number);
        Place place = new Place(to, number, content, NONE);
        return !local.alive()
                ? FINE
                : firstBroken(ofDelivery, each -> content(content).stream()
                        .map(message -> holds(each, place, () -> each.kind().test(message), () -> each.condition()
                                .test(message, local.state())))
                        .reduce(true, Boolean::logicalAnd));
    }

    private int evaluatePair(int content, int other) {
        return firstBroken(
                ofLink,
                each -> holds(each, new Place(NONE, NONE, content, other), () -> true, () -> each.condition()
                        .test(content(content), content(other))));
    }
}
