package symposium.checker.space;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import symposium.checker.local.InvariantCache;
import symposium.checker.local.LocalState;
import symposium.checker.local.LocalSteps;
import symposium.checker.number.Guard;
import symposium.checker.number.Memo;
import symposium.kernel.problem.Quotient;

/**
 * Canonical forms of states under a quotient, as numbers, each computed once and cached. Each process has a slot; one
 * further slot serves all links.
 */
final class CanonicalForms<S, M, U, I, O> {

    private final LocalSteps<S, M, U, I, O> steps;
    private final InvariantCache<S, M, U> cache;
    private final Quotient<S, M> quotient;
    private final int processes;
    private final int firstLink;
    /** By number and slot. */
    private final Memo<Integer> phases;
    /** By slot: the numbers of the canonical forms, by number and phase. */
    private final List<Memo<Integer>> normals;

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
        this.phases = new Memo<>(guard, this::computePhase);
        this.normals = IntStream.rangeClosed(0, firstLink)
                .mapToObj(slot -> new Memo<>(guard, (number, phase) -> computeNormal(slot, number, phase)))
                .toList();
    }

    /** The phase that the content of this slot determines, or 0 if it determines none. */
    int phase(int slot, int number) {
        return phases.of(number, Math.min(slot, firstLink));
    }

    private int computePhase(int number, int slot) {
        if (slot < processes) {
            LocalState<S, U> local = steps.local(slot, number);
            return local.alive() ? quotient.phaseOf(local.state()).orElse(0) : 0;
        }
        return cache.content(number).stream()
                .mapToInt(message -> quotient.phaseInTransit(message).orElse(0))
                .reduce(0, Math::max);
    }

    /** The number of the canonical form. */
    int normal(int slot, int number, int phase) {
        return normals.get(Math.min(slot, firstLink)).of(number, phase);
    }

    private int computeNormal(int slot, int number, int phase) {
        if (slot < processes) {
            LocalState<S, U> local = steps.local(slot, number);
            return local.alive() ? steps.local(slot, local.withState(quotient.normal(local.state(), phase))) : number;
        }
        List<Integer> normal = new ArrayList<>();
        for (M message : cache.content(number)) {
            normal.add(steps.contents().number(quotient.normalInTransit(message, phase)));
        }
        return steps.contents().of(normal);
    }
}
