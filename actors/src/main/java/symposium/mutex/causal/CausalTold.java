package symposium.mutex.causal;

import symposium.clock.VectorTime;
import symposium.mutex.MutualExclusion.Output;

/** What can be heard at a process: what its user is told, and when its user asked. */
public sealed interface CausalTold {

    /** The user asks; the vector time counts requests alone. */
    record Asked(VectorTime when) implements CausalTold {
        @Override
        public String toString() {
            return "asked " + when;
        }
    }

    /** The user is told. */
    record User(Output told) implements CausalTold {
        @Override
        public String toString() {
            return told.toString();
        }
    }
}
