package symposium.cluster.membership;

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
        return hasRemovedOthers(last)
                ? new Termination(
                        Termination.Cause.ISLAND,
                        "process " + last.self() + " sees no majority: it and " + last.departed()
                                + " have removed each other; started again, they find each other")
                : new Termination(
                        Termination.Cause.REMOVED, "process " + last.self() + " has been removed from the cluster");
    }

    /** One that is only cut off finds the others unreachable, and removes itself before it has removed them. */
    private static boolean hasRemovedOthers(MembershipView last) {
        return last.cutOff() && last.unreachable().isEmpty() && !last.departed().isEmpty();
    }
}
