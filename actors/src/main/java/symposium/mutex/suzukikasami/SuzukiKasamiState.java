package symposium.mutex.suzukikasami;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Token;

/**
 * A process with the paper's variables.
 *
 * @param self i
 * @param neighbours all others
 * @param clock how many requests it has made
 * @param place where in its text it is
 * @param requests the paper's {@code requests}, without those that are 0
 * @param token the paper's {@code token}, which means something while {@code token_present}, and is present then
 */
public record SuzukiKasamiState(
        ProcessId self,
        Neighbours neighbours,
        int clock,
        Place place,
        SortedMap<ProcessId, Integer> requests,
        Optional<Token> token) {

    /** Where in its text a process is. */
    public enum Place {
        /** Outside: before the prelude, or after the postlude. */
        OUTSIDE,
        /** In the prelude: {@code wait (access, token)}. */
        WAITING,
        /** In the critical section: {@code token_held}. */
        INSIDE
    }

    /** {@code token_present}. */
    public boolean tokenPresent() {
        return token.isPresent();
    }

    /** {@code token_held}. */
    public boolean tokenHeld() {
        return place == Place.INSIDE;
    }

    /** Whether the token is waited for. */
    public boolean waiting() {
        return place == Place.WAITING;
    }

    /** {@code request(j)}. */
    public int request(ProcessId j) {
        return requests.getOrDefault(j, 0);
    }

    /** How many of its requests have been granted, in the end: all but the one that it waits with. */
    public int granted() {
        return waiting() ? clock - 1 : clock;
    }

    SuzukiKasamiState at(Place other) {
        return new SuzukiKasamiState(self, neighbours, clock, other, requests, token);
    }

    /** The same process with the token. */
    public SuzukiKasamiState with(Token present) {
        return new SuzukiKasamiState(self, neighbours, clock, place, requests, Optional.of(present));
    }

    SuzukiKasamiState ticked() {
        return new SuzukiKasamiState(self, neighbours, clock + 1, place, requests, token);
    }

    SuzukiKasamiState requested(ProcessId j, int k) {
        TreeMap<ProcessId, Integer> changed = new TreeMap<>(requests);
        changed.put(j, k);
        return new SuzukiKasamiState(self, neighbours, clock, place, Collections.unmodifiableSortedMap(changed), token);
    }

    /** The same process outside the critical section. */
    public SuzukiKasamiState outside() {
        return at(Place.OUTSIDE);
    }

    /** The same process without the token. */
    public SuzukiKasamiState withoutToken() {
        return new SuzukiKasamiState(self, neighbours, clock, place, requests, Optional.empty());
    }

    /** The same process among other neighbours; the requests of those who are not there are forgotten. */
    public SuzukiKasamiState among(Neighbours others) {
        TreeMap<ProcessId, Integer> left = new TreeMap<>(requests);
        left.keySet().removeIf(j -> others.all().stream()
                .noneMatch(other -> other.id().equals(j)));
        return new SuzukiKasamiState(self, others, clock, place, Collections.unmodifiableSortedMap(left), token);
    }

    @Override
    public String toString() {
        return place.name().toLowerCase(java.util.Locale.ROOT) + " clock " + clock + " requests " + requests
                + token.map(it -> " " + it).orElse("");
    }
}
