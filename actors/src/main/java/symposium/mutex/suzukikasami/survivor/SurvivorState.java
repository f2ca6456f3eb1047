package symposium.mutex.suzukikasami.survivor;

import symposium.mutex.suzukikasami.SuzukiKasamiState;
import symposium.regeneration.census.CensusState;

/**
 * A process that survives others.
 *
 * @param process a process of Suzuki and Kasami's
 * @param census the same process as far as a census is concerned
 */
public record SurvivorState(SuzukiKasamiState process, CensusState census) {

    SurvivorState with(SuzukiKasamiState other) {
        return new SurvivorState(other, census);
    }

    SurvivorState with(CensusState other) {
        return new SurvivorState(process, other);
    }

    /** Whether it has promised to discard the token that it holds, on leaving the critical section. */
    public boolean holdsDiscarded() {
        return process.token()
                .filter(token -> token.fence().generation() < census.promised())
                .isPresent();
    }

    @Override
    public String toString() {
        return process + " " + census;
    }
}
