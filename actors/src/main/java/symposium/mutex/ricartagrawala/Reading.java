package symposium.mutex.ricartagrawala;

import symposium.clock.Timestamp;

/** The places where the print can be read in more than one way, each with its right reading. */
interface Reading {

    /** The paper as it is meant. */
    Reading RIGHT = new Reading() {};

    /** "c_q := a value exceeding f": the least such, so that c never decreases. */
    default long raised(long c, Timestamp f) {
        return Math.max(c, f.clock() + 1);
    }

    /** {@code ¬x_q ∨ f < F_q}, the guard of the co-process. */
    default boolean answers(RicartAgrawalaState q, Timestamp f) {
        return !q.x() || f.isBefore(q.f().orElseThrow());
    }

    /** What c_p is after F_p has been taken from it; the print leaves it as it is. */
    default long afterwards(long c) {
        return c + 1;
    }
}
