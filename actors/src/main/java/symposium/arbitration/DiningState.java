package symposium.arbitration;

import symposium.arbitration.Dining.User;
import symposium.kernel.Neighbours;

/** The state of a philosopher, as far as it is the same for every solution. */
public interface DiningState {

    /** The philosophers that it shares forks with, in the order in which it grabs these. */
    Neighbours neighbours();

    /** What its user does. */
    User user();

    /** Whether neighbours are out of reach that have not departed: it does not eat any more. */
    boolean cutOff();
}
