package symposium.cluster.wire;

import java.util.List;
import symposium.kernel.ProcessId;

/**
 * By these the processes of an algorithm that starts with all of them there agree on who that is.
 *
 * @param founders all processes as the sender sees them; or, when they have begun, those who have
 * @param floor the sender's first generation; or, when they have begun, the highest of all founders
 * @param begun whether the sender's process has begun
 */
public record FormationProposal(ProcessId from, ProcessId to, List<ProcessId> founders, long floor, boolean begun)
        implements WireMessage {

    public FormationProposal {
        founders = List.copyOf(founders);
    }
}
