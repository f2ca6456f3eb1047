package symposium.checker;

import java.util.Set;

/**
 * What a process has been told of the others, which go by their places.
 *
 * @param cutOff whether it has been told that it is cut off
 * @param present who it has been told is there, or was; itself among them, unless it started cut off and has been told nothing
 * @param departed whose departure it knows of
 * @param lost to whom it knows its link to have failed
 * @param former links that it has no more though they have not failed: what was sent over them is still received
 */
record MembershipKnowledge(
        boolean cutOff, long present, long departed, long lost, Set<symposium.kernel.Neighbour> former) {

    /** What a process knows that has been told nothing. */
    static final MembershipKnowledge NOTHING = new MembershipKnowledge(false, 0, 0, 0, Set.of());

    boolean knowsDeparted(int place) {
        return (departed >>> place & 1) != 0;
    }
}
