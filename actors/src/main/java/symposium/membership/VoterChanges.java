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
 * departed. A failed change is due again. {@link Reconfiguration} is safe for any sequence of requests.
 */
public final class VoterChanges {

    private VoterChanges() {}

    /**
     * The change for which a process is to ask now, if there is one.
     *
     * @param leaving whether the process is about to leave
     */
    public static Optional<Input> due(State p, boolean leaving) {
        if (p.attempt().isPresent() || !p.quorate()) {
            return Optional.empty();
        }
        SortedSet<ProcessId> voters = p.voters().members();
        boolean voter = voters.contains(p.self());
        boolean lowest =
                p.self().equals(Sorted.only(p.reach(), voters::contains).first());
        if (voter && (lowest || leaving) && !Collections.disjoint(voters, p.departed())) {
            return Optional.of(Input.REMOVE);
        }
        if (leaving) {
            return mayLeave(p) ? Optional.empty() : Optional.of(Input.RETIRE);
        }
        return voter ? Optional.empty() : Optional.of(Input.ENTER);
    }

    /** Whether a process that leaves is no voter any more, or the only one. */
    public static boolean mayLeave(State p) {
        SortedSet<ProcessId> voters = p.voters().members();
        return !voters.contains(p.self()) || voters.size() == 1;
    }
}
