package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import symposium.kernel.Channels;
import symposium.kernel.Quotient;

/**
 * Canonical forms of states under a quotient, as numbers, each computed once and cached. Each process has a slot; one
 * further slot serves all links.
 */
final class CanonicalForms<S, M, U, I, O> {

    private final LocalSteps<S, M, U, I, O> steps;
    private final Quotient<S, M> quotient;
    private final boolean unordered;
    private final int processes;
    private final int firstLink;

    /** By slot (one for all links) and number: the phase plus one, or 0 if not yet computed. */
    private final int[][] phases;
    /** By slot, phase and number: the number of the canonical form plus one, or 0 if not yet computed. */
    private final int[][][] normals;

    CanonicalForms(Model<S, M, U, I, O> model, LocalSteps<S, M, U, I, O> steps, int firstLink) {
        this.steps = steps;
        this.quotient = model.quotient().orElseThrow();
        this.unordered = model.channels() == Channels.UNORDERED;
        this.processes = model.processes().size();
        this.firstLink = firstLink;
        this.phases = new int[firstLink + 1][16];
        this.normals = new int[firstLink + 1][4][16];
    }

    /** The phase that the content of this slot determines, or 0 if it determines none. */
    int phase(int slot, int number) {
        int kind = Math.min(slot, firstLink);
        if (number >= phases[kind].length) {
            phases[kind] = Arrays.copyOf(phases[kind], number * 2);
        }
        if (phases[kind][number] == 0) {
            phases[kind][number] = 1 + computePhase(slot, number);
        }
        return phases[kind][number] - 1;
    }

    private int computePhase(int slot, int number) {
        if (slot < processes) {
            LocalState<S, U> local = steps.local(slot, number);
            return local.alive() ? quotient.phaseOf(local.state()).orElse(0) : 0;
        }
        int phase = 0;
        for (M message : steps.decode(number)) {
            phase = Math.max(phase, quotient.phaseInTransit(message).orElse(0));
        }
        return phase;
    }

    /** The number of the canonical form. */
    int normal(int slot, int number, int phase) {
        int kind = Math.min(slot, firstLink);
        if (phase >= normals[kind].length) {
            int known = normals[kind].length;
            normals[kind] = Arrays.copyOf(normals[kind], phase * 2);
            Arrays.setAll(normals[kind], at -> at < known ? normals[kind][at] : new int[16]);
        }
        int[] row = normals[kind][phase];
        if (number >= row.length) {
            row = Arrays.copyOf(row, number * 2);
            normals[kind][phase] = row;
        }
        if (row[number] == 0) {
            row[number] = 1 + computeNormal(slot, number, phase);
        }
        return row[number] - 1;
    }

    private int computeNormal(int slot, int number, int phase) {
        if (slot < processes) {
            LocalState<S, U> local = steps.local(slot, number);
            return local.alive() ? steps.local(slot, local.withState(quotient.normal(local.state(), phase))) : number;
        }
        List<Integer> normal = new ArrayList<>();
        for (M message : steps.decode(number)) {
            normal.add(steps.number(quotient.normalInTransit(message, phase)));
        }
        if (unordered) {
            Collections.sort(normal);
        }
        return steps.content(List.copyOf(normal));
    }
}
