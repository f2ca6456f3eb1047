package symposium.regeneration.census;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process as far as a census is concerned.
 *
 * @param self its name
 * @param neighbours all others who are there
 * @param promised the highest generation that it has promised, or asks under; 0 before the first
 * @param owes to whom it owes an answer, itself included
 * @param answers the answers to its own question, as long as some are missing
 */
public record CensusState(
        ProcessId self,
        Neighbours neighbours,
        long promised,
        Optional<ProcessId> owes,
        Optional<SortedMap<ProcessId, Testimony>> answers) {

    /** Whether a census of its own is on its way. */
    public boolean asking() {
        return answers.isPresent();
    }

    CensusState asking(long generation) {
        return new CensusState(
                self, neighbours, generation, Optional.of(self), Optional.of(Collections.emptySortedMap()));
    }

    CensusState promising(long generation, ProcessId asker) {
        return new CensusState(self, neighbours, generation, Optional.of(asker), Optional.empty());
    }

    CensusState answered() {
        return new CensusState(self, neighbours, promised, Optional.empty(), answers);
    }

    CensusState counting(ProcessId who, Testimony testimony) {
        TreeMap<ProcessId, Testimony> more = new TreeMap<>(answers.orElseThrow());
        more.put(who, testimony);
        return new CensusState(self, neighbours, promised, owes, Optional.of(Collections.unmodifiableSortedMap(more)));
    }

    CensusState over() {
        return new CensusState(self, neighbours, promised, Optional.empty(), Optional.empty());
    }

    /** The same among others: without the answers of those who are not there, and owing them nothing. */
    CensusState among(Neighbours others) {
        Optional<SortedMap<ProcessId, Testimony>> left = answers.map(all -> {
            TreeMap<ProcessId, Testimony> kept = new TreeMap<>(all);
            kept.keySet().removeIf(who -> !there(who, others));
            return Collections.unmodifiableSortedMap(kept);
        });
        return new CensusState(self, others, promised, owes.filter(who -> there(who, others)), left);
    }

    private boolean there(ProcessId who, Neighbours others) {
        return who.equals(self)
                || others.all().stream().anyMatch(other -> other.id().equals(who));
    }

    /** How many are there, itself included. */
    int present() {
        return neighbours.size() + 1;
    }

    boolean lowest() {
        return neighbours.all().stream().allMatch(other -> self.compareTo(other.id()) < 0);
    }

    @Override
    public String toString() {
        return "g" + promised + owes.map(it -> " owes " + it).orElse("")
                + answers.map(it -> " asks, has " + it).orElse("");
    }
}
