package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/**
 * A process: the variables of section 4.2, and those of section 7.
 *
 * @param self its name
 * @param neighbours its neighbours, without those to whom a message could not be delivered
 * @param clock {@code C_i}; a request takes its time from it and advances it
 * @param asked the time of its own request, while it waits
 * @param attempt how often it has broadcast that request again
 * @param token what the token carries, while it is here
 * @param inCS {@code in_CS_i}
 * @param reqArray by origin, the youngest request that has come, and of that the latest attempt
 * @param alarms by origin, the number of the latest alarm
 * @param departed whose departure it knows of
 * @param heard the highest epoch that it has heard of
 * @param promised it discards tokens of lower epochs
 * @param covered whose departure was known to the initiator of the census that it has promised
 * @param way the neighbour that the census came from which it has promised; empty when it is its own
 * @param owes whether it has yet to report to that census
 * @param census what has been reported to a census of its own that is under way
 * @param lent the neighbour to whom it has sent the token last, where a link may lose it without a word
 * @param phase whether it has just come, takes part, or is about to leave
 */
public record EnhancedState(
        ProcessId self,
        Neighbours neighbours,
        long clock,
        OptionalLong asked,
        int attempt,
        Optional<Privilege> token,
        boolean inCS,
        SortedMap<ProcessId, Known> reqArray,
        SortedMap<ProcessId, Long> alarms,
        SortedSet<ProcessId> departed,
        long heard,
        long promised,
        SortedSet<ProcessId> covered,
        Optional<ProcessId> way,
        boolean owes,
        Optional<Count> census,
        Optional<ProcessId> lent,
        Phase phase) {

    /** Where a process stands between coming and going. */
    public enum Phase {
        /** It has not had any neighbours yet, and there may be no token. */
        NEW,
        /** It takes part. */
        PRESENT,
        /** It has been asked to leave. */
        LEAVING
    }

    /**
     * What the token carries while it rests.
     *
     * @param lud for each process, its logical clock when it was satisfied last, as far as it is known
     * @param fence that of the latest grant; its generation is the epoch of the token
     */
    public record Privilege(SortedMap<ProcessId, Long> lud, Fence fence) {}

    /**
     * A request that has come.
     *
     * @param time the logical clock of its origin when it was made
     * @param attempt which broadcast of it
     * @param via the neighbour that it came from
     */
    public record Known(long time, int attempt, ProcessId via) {
        @Override
        public String toString() {
            return time + (attempt == 0 ? "" : "'" + attempt) + " via " + via;
        }
    }

    /**
     * A census under way.
     *
     * @param reports by reporter, up to which clock it is satisfied
     * @param successors processes in the places of departed ones, of which anyone who has reported knows
     */
    public record Count(SortedMap<ProcessId, Long> reports, SortedSet<ProcessId> successors) {}

    /** {@code token_here_i}. */
    public boolean tokenHere() {
        return token.isPresent();
    }

    /** Whether it has asked and not been granted. */
    public boolean waits() {
        return asked.isPresent();
    }

    @Override
    public String toString() {
        return "C=" + clock + (asked.isPresent() ? " asked " + asked.getAsLong() : "") + (inCS ? " in_CS" : "")
                + token.map(here -> " token " + here.fence() + " " + here.lud()).orElse("") + " promised " + promised
                + " req_array " + reqArray;
    }
}
