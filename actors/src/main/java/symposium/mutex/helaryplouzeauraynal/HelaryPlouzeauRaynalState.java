package symposium.mutex.helaryplouzeauraynal;

import java.util.Optional;
import java.util.SortedMap;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.ReqId;

/**
 * A process, with the local variables of section 4.2.
 *
 * @param self its name
 * @param neighbours {@code neighbours_i}
 * @param clock {@code C_i}, from 0
 * @param token what the token carries, while it is here: {@code token_here_i} is that it is present
 * @param inCS {@code in_CS_i}
 * @param reqArray {@code req_array_i}, by origin: the youngest request of each that has come. The paper has a list for each neighbour; since
 *     there is never more than one request of an origin in all these lists, this is the same
 */
public record HelaryPlouzeauRaynalState(
        ProcessId self,
        Neighbours neighbours,
        long clock,
        Optional<Privilege> token,
        boolean inCS,
        SortedMap<ProcessId, Known> reqArray) {

    /**
     * What the token carries while it rests.
     *
     * @param lud for each process that has ever given the token away, its logical clock when it did so last
     * @param fence that of the latest grant; not in the paper
     */
    public record Privilege(SortedMap<ProcessId, Long> lud, Fence fence) {}

    /**
     * A request that has come.
     *
     * @param time the logical clock of its origin when it was made
     * @param via the neighbour that it came from
     */
    public record Known(long time, ProcessId via) {
        @Override
        public String toString() {
            return time + " via " + via;
        }
    }

    /** {@code token_here_i}. */
    public boolean tokenHere() {
        return token.isPresent();
    }

    /** The same process with another clock. */
    HelaryPlouzeauRaynalState at(long time) {
        return new HelaryPlouzeauRaynalState(self, neighbours, time, token, inCS, reqArray);
    }

    /** The same process having this of the token. */
    HelaryPlouzeauRaynalState having(Optional<Privilege> here) {
        return new HelaryPlouzeauRaynalState(self, neighbours, clock, here, inCS, reqArray);
    }

    /** The same process inside the critical section, or outside. */
    HelaryPlouzeauRaynalState inside(boolean in) {
        return new HelaryPlouzeauRaynalState(self, neighbours, clock, token, in, reqArray);
    }

    /** The same process having received that request from {@code via}. */
    HelaryPlouzeauRaynalState knowing(ReqId request, ProcessId via) {
        return knowing(RequestArray.of(reqArray).with(request.origin(), request.time(), via));
    }

    /** The same process knowing these requests. */
    HelaryPlouzeauRaynalState knowing(SortedMap<ProcessId, Known> requests) {
        return new HelaryPlouzeauRaynalState(self, neighbours, clock, token, inCS, requests);
    }

    /** The variables that tell processes apart: clock, token, requests. */
    @Override
    public String toString() {
        return "C=" + clock + (inCS ? " in_CS" : "")
                + token.map(here -> " token " + here.lud()).orElse("") + " req_array " + reqArray;
    }
}
