package symposium.membership;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.membership.Reconfiguration.State;
import symposium.membership.VoterAgreement.Input;

/**
 * The changes for which the processes themselves ask, so that the voters are those that take part: each process that
 * comes enters, one that leaves in good order retires, and the voter of the lowest name has those removed that have
 * departed, and completes a change if its proposer has departed. A failed change is due again. {@link Reconfiguration}
 * is safe for any sequence of requests.
 */
public final class VoterChanges {

    private VoterChanges() {}

    /**
     * The change for which a process is to ask now, if there is one.
     *
     * @param leaving whether the process is about to leave
     */
    public static Optional<Input> due(State p, boolean leaving) {
        SortedSet<ProcessId> voters = p.voters().members();
        if (p.attempt().isPresent() || !Reconfiguration.majority(voters, p.reach())) {
            return Optional.empty();
        }
        if (leaving) {
            return mayLeave(p) ? Optional.empty() : Optional.of(Input.RETIRE);
        }
        if (!voters.contains(p.self())) {
            return Optional.of(Input.ENTER);
        }
        boolean lowest =
                p.self().equals(Sorted.only(p.reach(), voters::contains).first());
        boolean due = !p.quorate() || !Collections.disjoint(voters, p.departed());
        return lowest && due ? Optional.of(Input.REMOVE) : Optional.empty();
    }

    /** Whether a process that leaves is no voter any more, or the only one. */
    public static boolean mayLeave(State p) {
        SortedSet<ProcessId> voters = p.voters().members();
        return !voters.contains(p.self()) || voters.size() == 1;
    }
}
