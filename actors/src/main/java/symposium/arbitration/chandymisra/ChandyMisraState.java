package symposium.arbitration.chandymisra;

import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.Forks;
import symposium.arbitration.Seated;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A philosopher with hygienic forks.
 *
 * @param self its name
 * @param neighbours with whom it shares forks
 * @param mood what it does
 * @param here the forks that lie here, by whom they are shared with, and how often they have been used
 * @param dirty those of the forks here that have been used since they came
 * @param tokens the neighbours whose request token is here: with the fork here, too, they have asked for it; without, it may be asked for
 * @param cutOff whether neighbours are out of reach that have not departed
 */
public record ChandyMisraState(
        ProcessId self,
        Neighbours neighbours,
        Mood mood,
        SortedMap<ProcessId, Long> here,
        SortedSet<ProcessId> dirty,
        SortedSet<ProcessId> tokens,
        boolean cutOff)
        implements Seated {

    /** What a philosopher does. */
    public enum Mood {
        THINKING,
        HUNGRY,
        EATING
    }

    boolean hasAll() {
        return here.size() == neighbours.size();
    }

    ChandyMisraState feeling(Mood other) {
        return new ChandyMisraState(self, neighbours, other, here, dirty, tokens, cutOff);
    }

    /** Without the token of a fork that has been asked for. */
    ChandyMisraState asking(ProcessId other) {
        return new ChandyMisraState(self, neighbours, mood, here, dirty, Forks.without(tokens, other), cutOff);
    }

    ChandyMisraState askedBy(ProcessId other) {
        return new ChandyMisraState(self, neighbours, mood, here, dirty, Forks.with(tokens, other), cutOff);
    }

    ChandyMisraState sending(ProcessId other) {
        return new ChandyMisraState(
                self,
                neighbours,
                mood,
                Forks.only(here, each -> !each.equals(other)),
                Forks.without(dirty, other),
                tokens,
                cutOff);
    }

    ChandyMisraState receiving(ProcessId other, long uses) {
        return new ChandyMisraState(self, neighbours, mood, Forks.with(here, other, uses), dirty, tokens, cutOff);
    }

    /** Eating: every fork is in use, and dirty from now on. */
    ChandyMisraState eating(boolean counting) {
        SortedSet<ProcessId> all = dirty;
        for (ProcessId other : here.keySet()) {
            all = Forks.with(all, other);
        }
        return new ChandyMisraState(
                self, neighbours, Mood.EATING, counting ? Forks.used(here) : here, all, tokens, cutOff);
    }

    ChandyMisraState among(Neighbours left, boolean apart) {
        return new ChandyMisraState(
                self,
                left,
                mood,
                Forks.only(here, other -> left.contains(Neighbour.of(other))),
                Forks.only(dirty, other -> left.contains(Neighbour.of(other))),
                Forks.only(tokens, other -> left.contains(Neighbour.of(other))),
                apart);
    }

    @Override
    public String toString() {
        return mood + " here " + here.keySet() + (dirty.isEmpty() ? "" : " dirty " + dirty)
                + (tokens.isEmpty() ? "" : " tokens " + tokens) + (cutOff ? " cut off" : "");
    }
}
