package symposium.checker.space;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import symposium.checker.local.InvariantCache;
import symposium.checker.local.LocalState;
import symposium.checker.local.LocalSteps;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.number.Memo;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.UnsoundQuotient;

/**
 * Canonical forms of states under a quotient, as numbers, each computed once and cached. Each process has a slot; one
 * further slot serves all links.
 */
final class CanonicalForms<S, M, U, I, O> {

    /** The number of {@link LiveNumbers#NONE}. */
    static final int NONE = 0;

    private final LocalSteps<S, M, U, I, O> steps;
    private final InvariantCache<S, M, U> cache;
    private final Quotient<S, M> quotient;
    private final int processes;
    private final int firstLink;
    /** Sets of live numbers. */
    private final Interner<LiveNumbers> sets;
    /** By set: why states with these live numbers have no canonical form; empty if they have one. */
    private final Memo<String> outside;
    /** By number and slot: the set of live numbers of the content of a slot. */
    private final Memo<Integer> live;
    /** By two sets: their union. */
    private final Memo<Integer> unions;
    /** By slot: the numbers of the canonical forms, by number and set of live numbers. */
    private final List<Memo<Integer>> normals;
    /** By message and set of live numbers. */
    private final Memo<Integer> messages;
    /** How many states were found to behave as their canonical forms. */
    private final AtomicLong compared = new AtomicLong();

    private volatile boolean reduces = true;

    CanonicalForms(
            Guard guard,
            Quotient<S, M> quotient,
            int processes,
            LocalSteps<S, M, U, I, O> steps,
            InvariantCache<S, M, U> cache,
            int firstLink) {
        this.steps = steps;
        this.cache = cache;
        this.quotient = quotient;
        this.processes = processes;
        this.firstLink = firstLink;
        this.sets = new Interner<>(guard);
        this.outside = new Memo<>(guard, (set, none) -> computeOutside(sets.value(set)));
        this.live = new Memo<>(guard, this::computeLive);
        this.unions = new Memo<>(guard, (one, other) -> sets.of(sets.value(one).and(sets.value(other))));
        this.normals = IntStream.rangeClosed(0, firstLink)
                .mapToObj(slot -> new Memo<>(guard, (number, set) -> computeNormal(slot, number, sets.value(set))))
                .toList();
        this.messages = new Memo<>(guard, (message, set) -> steps.contents()
                .number(quotient.normalInTransit(steps.contents().message(message), sets.value(set))));
        sets.of(LiveNumbers.NONE);
    }

    /** The quotient. */
    Quotient<S, M> quotient() {
        return quotient;
    }

    /** How many states were found to behave as their canonical forms. */
    AtomicLong compared() {
        return compared;
    }

    /** Makes states be compared with their canonical forms, all of them, and not be replaced by these. */
    void compareAll() {
        reduces = false;
    }

    /** Whether states are replaced by their canonical forms. */
    boolean reduces() {
        return reduces;
    }

    /** The number of the set of live numbers of a whole state. */
    int live(int[] row, int slots) {
        int all = NONE;
        for (int slot = 0; slot < slots; slot++) {
            all = union(all, liveIn(slot, row[slot]));
        }
        return all;
    }

    private String computeOutside(LiveNumbers all) {
        try {
            quotient.requireDomain(all);
            return "";
        } catch (UnsoundQuotient unsound) {
            return unsound.getMessage();
        }
    }

    /** Whether states with these live numbers have canonical forms. */
    boolean inDomain(int set) {
        return outside.of(set, 0).isEmpty();
    }

    /** @throws UnsoundQuotient if states with these live numbers have no canonical form */
    void requireDomain(int set) {
        if (!inDomain(set)) {
            throw new UnsoundQuotient(outside.of(set, 0));
        }
    }

    /** The number of the set of live numbers of what is in a slot. */
    int liveIn(int slot, int number) {
        return hasNumbers(slot, number) ? live.of(number, Math.min(slot, firstLink)) : NONE;
    }

    /** The number of the union of two sets. */
    int union(int one, int other) {
        if (other == NONE || one == other) {
            return one;
        }
        return one == NONE ? other : unions.of(one, other);
    }

    private boolean hasNumbers(int slot, int number) {
        return slot < processes || slot >= firstLink && number != 0;
    }

    private boolean isObserver(int slot) {
        return slot == processes + 1;
    }

    private int computeLive(int number, int slot) {
        if (slot < processes) {
            LocalState<S, U> local = steps.local(slot, number);
            return sets.of(local.alive() ? quotient.live(local.state()) : LiveNumbers.NONE);
        }
        return sets.of(
                cache.content(number).stream().map(quotient::liveInTransit).reduce(LiveNumbers.NONE, LiveNumbers::and));
    }

    /** The number in a slot of the canonical form of a state with these live numbers. */
    int normal(int slot, int number, int set) {
        return hasNumbers(slot, number) || isObserver(slot)
                ? normals.get(Math.min(slot, firstLink)).of(number, set)
                : number;
    }

    /** The number of a message of a state with these live numbers, in the canonical form. */
    int normalMessage(int message, int set) {
        return messages.of(message, set);
    }

    /** The number of what the observer sees of a step from a state with these live numbers, in the canonical form. */
    int normalObserved(int observed, int set) {
        return steps.observations().withOutputs(observed, output -> quotient.normalOutput(output, sets.value(set)));
    }

    private int computeNormal(int slot, int number, LiveNumbers all) {
        if (slot < processes) {
            LocalState<S, U> local = steps.local(slot, number);
            return local.alive() ? steps.local(slot, local.withState(quotient.normal(local.state(), all))) : number;
        }
        if (isObserver(slot)) {
            return steps.observations().changed(number, observer -> quotient.normalObserver(observer, all));
        }
        List<Integer> normal = new ArrayList<>();
        for (M message : cache.content(number)) {
            normal.add(steps.contents().number(quotient.normalInTransit(message, all)));
        }
        return steps.contents().of(normal);
    }
}
