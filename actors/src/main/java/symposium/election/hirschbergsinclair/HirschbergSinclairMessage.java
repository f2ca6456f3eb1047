package symposium.election.hirschbergsinclair;

import symposium.kernel.ProcessId;

/** What circulates on the ring, in both directions. */
public sealed interface HirschbergSinclairMessage {

    /**
     * {@code number} is a candidate among those up to {@code lgmax} links away.
     *
     * @param number the candidate
     * @param lg the distance already travelled, in links, from 0
     * @param lgmax the distance to travel at most, a power of two
     */
    record Candidature(ProcessId number, int lg, int lgmax) implements HirschbergSinclairMessage {
        @Override
        public String toString() {
            return "candidature " + number + " after " + lg + " of " + lgmax;
        }
    }

    /**
     * What one end of the path of a candidature says.
     *
     * @param ok whether the response is favourable
     * @param number whom it is for
     */
    record Response(boolean ok, ProcessId number) implements HirschbergSinclairMessage {
        @Override
        public String toString() {
            return "response " + (ok ? "T" : "F") + " for " + number;
        }
    }

    /** {@code number} is elected: "ended". */
    record Elected(ProcessId number) implements HirschbergSinclairMessage {
        @Override
        public String toString() {
            return "ended " + number;
        }
    }
}
