package symposium.checker.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import symposium.checker.model.Model;
import symposium.checker.number.GrowingList;
import symposium.checker.number.Guard;
import symposium.checker.number.Memo;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Invariant;

/**
 * Evaluates invariants on local states, on contents of links, and on pairs of these, and caches each result; see
 * {@code StateInvariants} for whole states.
 */
public final class InvariantCache<S, M, U> {

    public static final int FINE = -1;
    /** The bits of a sum, of which a word holds this number: room for the counts at all places. */
    public static final int LANE = 32;

    public static final int LANES = 2;
    /** The greatest count at one place, and the most processes and links whose counts have room in a sum. */
    private static final int GREATEST = (1 << 15) - 1;

    private static final int MOST_PLACES = 1 << 17;

    /**
     * Where an invariant is evaluated: a local state, a content, a delivery, a pair of contents, or everything. What
     * does not apply is {@link #NONE}.
     */
    public record Place(int process, int local, int content, int other) {
        public static final Place EVERYTHING = new Place(NONE, NONE, NONE, NONE);
    }

    public static final int NONE = -1;

    /**
     * A local state or a content, evaluated by itself.
     *
     * @param value the local state or the content
     * @param broken the invariant that it violates, or FINE
     * @param counts its share in what invariants count, several packed into one word
     */
    public record Evaluated<T>(T value, int broken, long[] counts) {}

    /** A link, and the number of the link in the other direction, or -1. */
    private static final class Link {
        private final LinkDirection ends;
        private int opposite;

        Link(LinkDirection ends, int opposite) {
            this.ends = ends;
            this.opposite = opposite;
        }
    }

    private final Guard guard;
    private final List<ProcessId> ids;
    private final List<Invariant<S, M, U>> invariants;
    /** By place, and by name of the invariant there. */
    private final Map<Place, Map<String, TraceEvent>> failures = new HashMap<>();

    private final boolean[] tested;

    private final List<Invariant.OfProcess<S, M, U>> ofProcess;
    private final List<Invariant.OfDelivery<S, M, U>> ofDelivery;
    private final List<Invariant.OfLink<S, M, U>> ofLink;
    private final List<Invariant.Count<S, M, U>> counts;

    /** By process and local state. */
    private final List<GrowingList<Evaluated<LocalState<S, U>>>> locals = new ArrayList<>();

    private final GrowingList<Evaluated<List<M>>> contents;
    private final GrowingList<Link> links;

    /** By process: the invariant violated by a delivery to it, or FINE; by its local state and the content. */
    private final List<Memo<Integer>> deliveries = new ArrayList<>();
    /** The invariant violated by the contents of both directions of a link, or FINE. */
    private final Memo<Integer> pairs;

    public InvariantCache(Model<S, M, U, ?, ?> model, Guard guard) {
        this.guard = guard;
        this.contents = new GrowingList<>(guard);
        this.links = new GrowingList<>(guard);
        this.pairs = new Memo<>(guard, this::evaluatePair);
        ids = List.copyOf(model.processes());
        invariants = model.invariants();
        tested = new boolean[invariants.size()];
        ofProcess = Invariant.ofKind(Invariant.OfProcess.class, invariants);
        ofDelivery = Invariant.ofKind(Invariant.OfDelivery.class, invariants);
        ofLink = Invariant.ofKind(Invariant.OfLink.class, invariants);
        counts = Invariant.ofKind(Invariant.Count.class, invariants);
        for (int each = 0; each < ids.size(); each++) {
            int process = each;
            locals.add(new GrowingList<>(guard));
            deliveries.add(new Memo<>(guard, (local, content) -> evaluateDelivery(process, local, content)));
        }
    }

    /** Registers a new local state. */
    void addLocal(int process, int number, LocalState<S, U> local) {
        Place place = new Place(process, number, NONE, NONE);
        long[] seen = new long[groups()];
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
        long[] seen = new long[groups()];
        int broken = count(new Place(NONE, NONE, contents.size(), NONE), seen, each -> content.stream()
                .mapToLong(message -> natural(each.ofMessage().applyAsInt(message)))
                .sum());
        contents.add(new Evaluated<>(content, broken, seen));
    }

    /** Adds what invariants count at a place to {@code seen}. Returns the first that cannot be counted, or FINE. */
    private int count(Place place, long[] seen, ToLongFunction<Invariant.Count<S, M, U>> number) {
        return firstBroken(
                counts,
                each -> holds(each, place, () -> {
                    long count = natural(number.applyAsLong(each));
                    if (count > 0) {
                        test(each);
                    }
                    int at = counts.indexOf(each);
                    seen[at / LANES] |= count << at % LANES * LANE;
                    return true;
                }));
    }

    private static long natural(long count) {
        if (count < 0 || count > GREATEST) {
            throw new IllegalArgumentException(
                    "it counts " + count + " at one place, and a count is from 0 to " + GREATEST);
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

    /** The name of the first that does not hold on a step, or null. */
    public <T extends Invariant<S, M, U>> String firstBroken(
            List<T> some, Predicate<T> situation, Predicate<T> condition) {
        for (T each : some) {
            if (!holds(each, () -> situation.test(each), () -> condition.test(each))) {
                return each.name();
            }
        }
        return null;
    }

    /** Whether a condition on a whole state or on a step holds, if the situation is given. */
    public boolean holds(Invariant<S, M, U> invariant, BooleanSupplier situation, BooleanSupplier condition) {
        return holds(invariant, Place.EVERYTHING, situation, condition);
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
            remember(place, invariant, exception);
            test(invariant);
            return false;
        }
    }

    private void remember(Place place, Invariant<S, M, U> invariant, Throwable exception) {
        guard.enter();
        try {
            String why = "the invariant \"" + invariant.name() + "\" throws " + exception;
            failures.computeIfAbsent(place, first -> new HashMap<>())
                    .put(invariant.name(), new TraceEvent.Threw(ids.get(Math.max(place.process(), 0)), why));
        } finally {
            guard.leave();
        }
    }

    /** The exception that violates an invariant at a place, if it is broken by one. */
    public Optional<TraceEvent> failure(Place place, String invariant) {
        guard.enter();
        try {
            return Optional.ofNullable(failures.getOrDefault(place, Map.of()).get(invariant));
        } finally {
            guard.leave();
        }
    }

    /** Registers a new link, and the number of the link in the other direction, or -1. */
    void addLink(LinkDirection link, int back) {
        if (!counts.isEmpty() && ids.size() + links.size() >= MOST_PLACES) {
            throw new IllegalStateException(
                    "invariants count over at most " + MOST_PLACES + " processes and links in both directions");
        }
        if (back >= 0) {
            links.get(back).opposite = links.size();
        }
        links.add(new Link(link, back));
    }

    LocalState<S, U> local(int process, int number) {
        return locals.get(process).get(number).value();
    }

    public List<M> content(int number) {
        return contents.get(number).value();
    }

    /** What is known of a local state by itself. */
    public Evaluated<LocalState<S, U>> evaluated(int process, int number) {
        return locals.get(process).get(number);
    }

    /** What is known of a content of a link by itself. */
    public Evaluated<List<M>> evaluated(int content) {
        return contents.get(content);
    }

    /** The processes that a link joins. */
    public LinkDirection ends(int link) {
        return links.get(link).ends;
    }

    /** The link in the other direction, or -1. */
    public int opposite(int link) {
        return links.get(link).opposite;
    }

    /** The invariants that count. */
    public List<Invariant.Count<S, M, U>> counts() {
        return counts;
    }

    /** The number of words that hold the counts of a place. */
    public int groups() {
        return (counts.size() + LANES - 1) / LANES;
    }

    public int index(Invariant<S, M, U> invariant) {
        return invariants.indexOf(invariant);
    }

    public boolean concernsDeliveries() {
        return !ofDelivery.isEmpty();
    }

    public boolean concernsPairs() {
        return !ofLink.isEmpty();
    }

    /** The invariant that the delivery of a message of this content violates, or FINE. */
    public int delivery(int to, int local, int content) {
        return deliveries.get(to).of(local, content);
    }

    /** The invariant that the contents of both directions of a link violate, or FINE. */
    public int pair(int content, int other) {
        return pairs.of(content, other);
    }

    /** By invariant: whether what it speaks of has occurred. */
    public boolean[] tested() {
        return tested;
    }

    private void test(Invariant<S, M, U> invariant) {
        tested[invariants.indexOf(invariant)] = true;
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
