package symposium.checker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Set;
import symposium.kernel.Neighbour;

/**
 * What a process has been notified of; other processes go by their places.
 *
 * @param cutOff whether it has been told that it is cut off
 * @param present the processes that it has been told of, itself among them, unless it started cut off and has been told nothing
 * @param departed those of them whose departure it knows of
 * @param lost the processes to which it knows its link to have failed
 * @param former links that it has no more though they have not failed: what was sent over them is still received
 */
@RecordBuilder
record MembershipKnowledge(boolean cutOff, long present, long departed, long lost, Set<Neighbour> former)
        implements MembershipKnowledgeBuilder.With {

    /** What a process knows that has been told nothing. */
    static final MembershipKnowledge NOTHING = new MembershipKnowledge(false, 0, 0, 0, Set.of());

    boolean knowsDeparted(int place) {
        return (departed >>> place & 1) != 0;
    }
}
