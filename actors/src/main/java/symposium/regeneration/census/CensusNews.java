package symposium.regeneration.census;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.ProcessId;

/** What a census tells the algorithm whose token it is about. */
public sealed interface CensusNews {

    /** A testimony is asked for: to be given at once, or on leaving the critical section. */
    record Asked() implements CensusNews {
        @Override
        public String toString() {
            return "asked";
        }
    }

    /**
     * All have answered: a token is to be issued here.
     *
     * @param generation of this generation
     * @param testimonies what everyone has said who is there
     */
    record Complete(long generation, SortedMap<ProcessId, Testimony> testimonies) implements CensusNews {

        public Complete {
            testimonies = Collections.unmodifiableSortedMap(new TreeMap<>(testimonies));
        }

        /** Whether somebody had the token; if not, it was lost. */
        public boolean tokenFound() {
            return testimonies.values().stream().anyMatch(Testimony::token);
        }
    }
}
