package symposium.membership;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * Agreement on the founders: all that begin together begin with the same founders and the same first generation.
 *
 * <p>A user counts as waiting from when it asks until its process begins, is excluded, or misses a configured process.
 */
public final class FoundersAgreement
        implements Problem<FoundersAgreement.User, FoundersAgreement.Input, FoundersAgreement.Output> {

    /** The name of the invariant of unanimity. */
    public static final String UNANIMOUS = "a process begins once all founders, itself included, have proposed them";

    /** The name of the invariant of first generations. */
    public static final String HIGHEST = "the first generation is the highest of those that the founders have proposed";

    /** The name of the invariant of later groups. */
    public static final String RISING = "a group that begins later has a higher first generation";

    /** The name of the invariant of exclusion. */
    public static final String WITHOUT = "a process is excluded by a group that has begun without it";

    /**
     * Processes that begin together, or may.
     *
     * @param floor the first generation: tokens are of this generation at least
     */
    public record Group(SortedSet<ProcessId> founders, long floor) implements Printable {

        static final Group NONE = new Group(Sorted.set(), 0);
    }

    /** What a user asks. */
    public enum Input {
        /** To form a group with all others. */
        FORM
    }

    /** What a user is told. */
    public sealed interface Output extends Printable {}

    /** The process proposes these founders; the first generation is its own. */
    public record Proposes(Group group) implements Output {}

    /** The process misses a configured process. */
    public record Incomplete() implements Output {}

    /** The process begins. */
    public record Begins(Group group) implements Output {}

    /** The group has begun without this process. */
    public record Excluded(Group group) implements Output {}

    /** A user. */
    public enum User {
        /** It has not asked. */
        IDLE,
        /** It waits for the group. */
        WAITING,
        /** It has been answered. */
        ANSWERED
    }

    @Override
    public String name() {
        return "group formation";
    }

    @Override
    public User initial() {
        return User.IDLE;
    }

    @Override
    public List<Input> mayAsk(User user) {
        return user == User.IDLE ? List.of(Input.FORM) : List.of();
    }

    @Override
    public boolean demands(Input input) {
        return false;
    }

    @Override
    public boolean owed(Input input) {
        return true;
    }

    @Override
    public User asked(User user, Input input) {
        return User.WAITING;
    }

    @Override
    public User told(User user, Output output) {
        return output instanceof Proposes ? User.WAITING : User.ANSWERED;
    }

    @Override
    public boolean waits(User user) {
        return user == User.WAITING;
    }

    @Override
    public boolean serves(Output output) {
        return !(output instanceof Proposes);
    }

    @Override
    public Observer<Output> observer() {
        return new Groups(Map.of(), Map.of());
    }

    /**
     * Observes all groups.
     *
     * @param proposed the first generation of each process that has proposed these founders
     * @param begun the first generation of each group that has begun
     */
    private record Groups(
            Map<SortedSet<ProcessId>, Map<ProcessId, Long>> proposed, Map<SortedSet<ProcessId>, Long> begun)
            implements Observer<Output> {

        private Groups {
            proposed = Map.copyOf(proposed);
            begun = Map.copyOf(begun);
        }

        @Override
        public List<String> invariants() {
            return List.of(UNANIMOUS, HIGHEST, RISING, WITHOUT);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (output instanceof Proposes proposes) {
                return proposes(process, proposes.group());
            }
            if (output instanceof Excluded excluded) {
                SortedSet<ProcessId> founders = excluded.group().founders();
                require(begun.containsKey(founders) && !founders.contains(process), WITHOUT, process, output);
            }
            return output instanceof Begins begins ? begins(process, begins.group()) : this;
        }

        private Groups proposes(ProcessId process, Group group) {
            Map<ProcessId, Long> floors = new HashMap<>(proposed.getOrDefault(group.founders(), Map.of()));
            floors.put(process, group.floor());
            Map<SortedSet<ProcessId>, Map<ProcessId, Long>> next = new HashMap<>(proposed);
            next.put(group.founders(), Map.copyOf(floors));
            return new Groups(next, begun);
        }

        private Groups begins(ProcessId process, Group group) {
            SortedSet<ProcessId> founders = group.founders();
            Map<ProcessId, Long> floors = proposed.getOrDefault(founders, Map.of());
            require(founders.contains(process) && floors.keySet().equals(founders), UNANIMOUS, process, group);
            require(floors.values().stream().allMatch(each -> each <= group.floor()), HIGHEST, process, group);
            require(floors.containsValue(group.floor()), HIGHEST, process, group);
            boolean first = !begun.containsKey(founders);
            require(!first || begun.values().stream().allMatch(each -> each < group.floor()), RISING, process, group);
            Map<SortedSet<ProcessId>, Long> next = new HashMap<>(begun);
            next.put(founders, group.floor());
            return new Groups(proposed, next);
        }

        private static void require(boolean condition, String invariant, ProcessId process, Printable what) {
            if (!condition) {
                throw new InvariantViolation(invariant, "at process " + process + ": " + what.print());
            }
        }
    }
}
