package symposium.election;

import java.util.List;
import java.util.Optional;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Problem;

/** Election: one of several processes with distinct names is chosen, and all learn which. */
public final class Election implements Problem<Election.Voter, Election.Call, Election.Leader> {

    /** The problem; it has no parameters. */
    public static final Election PROBLEM = new Election();

    /** What a user may ask. */
    public enum Call {
        /** Asks for an election. */
        INITIATE
    }

    /**
     * What a user is told.
     *
     * @param leader the process that is elected
     */
    public record Leader(ProcessId leader) {
        @Override
        public String toString() {
            return "leader " + leader;
        }
    }

    /**
     * The user of a process.
     *
     * @param called whether it has asked for an election and has not been told of a leader since
     * @param leader the leader that it was told of last
     * @param former another leader that it was told of before; only where that one has departed
     */
    public record Voter(boolean called, Optional<ProcessId> leader, Optional<ProcessId> former) {}

    private Election() {}

    @Override
    public String name() {
        return "election";
    }

    @Override
    public Voter initial() {
        return new Voter(false, Optional.empty(), Optional.empty());
    }

    @Override
    public List<Call> mayAsk(Voter user) {
        return user.called() ? List.of() : List.of(Call.INITIATE);
    }

    @Override
    public Voter asked(Voter user, Call input) {
        return new Voter(true, user.leader(), user.former());
    }

    @Override
    public Voter told(Voter user, Leader output) {
        Optional<ProcessId> leader = Optional.of(output.leader());
        boolean other = user.leader().isPresent() && !user.leader().equals(leader);
        return new Voter(false, leader, other ? user.leader() : user.former());
    }

    @Override
    public boolean waits(Voter user) {
        return user.called();
    }

    @Override
    public boolean serves(Leader output) {
        return true;
    }
}
