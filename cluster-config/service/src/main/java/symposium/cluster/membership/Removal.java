package symposium.cluster.membership;

import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;

/** The end of a node that has been removed from the cluster. */
public final class Removal {

    private Removal() {}

    /**
     * Returns the end of a node, which differs where it and the others have removed each other.
     *
     * @param last the membership that the node has seen last
     */
    public static Termination of(MembershipView last) {
        SortedSet<ProcessId> others = Sorted.without(last.departed(), last.self());
        return hasRemoved(others, last)
                ? new Termination(
                        Termination.Cause.ISLAND,
                        "process " + last.self() + " sees no majority: it and " + others
                                + " have removed each other; started again, they find each other")
                : new Termination(
                        Termination.Cause.REMOVED, "process " + last.self() + " has been removed from the cluster");
    }

    /**
     * One that is only cut off finds the others unreachable, and removes itself before it has removed them. One that is
     * removed together with others knows that it is no member, and still reaches those who continue.
     */
    private static boolean hasRemoved(SortedSet<ProcessId> others, MembershipView last) {
        boolean byThoseItReaches = !last.members().isEmpty() && !last.members().containsKey(last.self());
        return last.cutOff() && last.unreachable().isEmpty() && !others.isEmpty() && !byThoseItReaches;
    }
}
