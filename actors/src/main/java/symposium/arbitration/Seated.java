package symposium.arbitration;

import symposium.kernel.Neighbours;

/** The state of a philosopher: whatever the algorithm, it knows with whom it shares forks. */
public interface Seated {

    /** Those with whom it shares forks, in the order in which it grabs them. */
    Neighbours neighbours();
}
