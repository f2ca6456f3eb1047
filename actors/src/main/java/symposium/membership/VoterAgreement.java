package symposium.membership;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/** Agreement on the voters while they change: all processes count majorities by the same versions of them. */
public final class VoterAgreement implements Problem<VoterAgreement.User, VoterAgreement.Input, VoterAgreement.Output> {

    /** The name of the invariant of agreement. */
    public static final String AGREEMENT = "each version has one set of voters";

    /**
     * A configuration of voters.
     *
     * @param version how many configurations there have been, this one included; 0 at a process that knows none
     * @param members the voters
     */
    public record Voters(long version, SortedSet<ProcessId> members) implements Printable {

        /** What a process knows before it hears of the voters. */
        public static final Voters UNKNOWN = new Voters(0, Sorted.set());
    }

    /** What a user asks. */
    public enum Input {
        /** Its process is to become a voter. */
        ENTER,
        /** Its process is to be no voter any more. */
        RETIRE,
        /** The processes that have departed are to be no voters any more. */
        REMOVE
    }

    /** What a user is told. */
    public sealed interface Output extends Printable {}

    /** The process counts by these voters from now on. */
    public record Configured(Voters voters) implements Output {}

    /** The change that the user asked for has been made. */
    public record Changed() implements Output {}

    /**
     * The change that the user asked for has not been made by this attempt, and may yet be: there was nothing to
     * change, another change came first, or no majority is within reach.
     */
    public record Unchanged() implements Output {}

    /** A user. */
    public enum User {
        /** It has asked nothing, or been answered. */
        IDLE,
        /** It waits for a change. */
        WAITING
    }

    @Override
    public String name() {
        return "reconfiguration";
    }

    @Override
    public User initial() {
        return User.IDLE;
    }

    @Override
    public List<Input> mayAsk(User user) {
        return user == User.IDLE ? List.of(Input.values()) : List.of();
    }

    @Override
    public User asked(User user, Input input) {
        return User.WAITING;
    }

    @Override
    public User told(User user, Output output) {
        return output instanceof Configured ? user : User.IDLE;
    }

    @Override
    public boolean waits(User user) {
        return user == User.WAITING;
    }

    @Override
    public boolean serves(Output output) {
        return !(output instanceof Configured);
    }

    @Override
    public Observer<Output> observer() {
        return new Versions(Sorted.map());
    }

    /** Observes which voters each version has, also those that only processes knew that have crashed since. */
    private record Versions(Map<Long, SortedSet<ProcessId>> known) implements Observer<Output> {

        @Override
        public List<String> invariants() {
            return List.of(AGREEMENT);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (!(output instanceof Configured configured)) {
                return this;
            }
            Voters voters = configured.voters();
            SortedSet<ProcessId> former = known.getOrDefault(voters.version(), voters.members());
            if (!former.equals(voters.members())) {
                throw new InvariantViolation(
                        AGREEMENT, "at process " + process + ": " + voters.print() + ", elsewhere " + former);
            }
            return new Versions(Sorted.with(Sorted.map(known), voters.version(), voters.members()));
        }
    }
}
