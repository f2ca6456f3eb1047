package symposium.mutex;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * Mutual exclusion: at any moment at most one user is in its critical section, and each user that asks to enter does so
 * in the end.
 *
 * <p>The problem is stated over {@link Input} and {@link Output} alone, and so is the same for every algorithm.
 */
public final class MutualExclusion
        implements Problem<MutualExclusion.User, MutualExclusion.Input, MutualExclusion.Output> {

    /** The problem; it has no parameters. */
    public static final MutualExclusion PROBLEM = new MutualExclusion(new GreatestFence(Fence.NONE));

    /**
     * What remains of the problem where live processes may be suspected to have crashed: of each generation at most one
     * user is in its critical section, and fences grow. Of two generations the protected resource, which compares
     * fences, refuses the older.
     */
    public static final MutualExclusion UNDER_SUSPICION =
            new MutualExclusion(new EachGeneration(new TreeMap<>(), new TreeMap<>()));

    /**
     * What remains where live processes may be taken to have departed by an algorithm without generations: two users
     * may be in their critical sections, under different fences. The protected resource refuses the smaller.
     */
    public static final MutualExclusion BY_FENCES_ALONE = new MutualExclusion(new DistinctFences(Sorted.set()));

    /** The requests of a user. */
    public enum Input {
        /** To enter the critical section: the completion of a neutral engagement. */
        ENTER,
        /** To leave the critical section: the completion of a critical engagement. */
        RELEASE
    }

    /** The notifications of a user. */
    public sealed interface Output {

        /** The user is in the critical section, under this fence. */
        record Granted(Fence fence) implements Output {

            /** A grant that carries no fence. */
            public Granted() {
                this(Fence.NONE);
            }

            @Override
            public String toString() {
                return fence.equals(Fence.NONE) ? "granted" : "granted " + fence;
            }
        }

        /** The process is cut off: the user no longer has the critical section that was granted under this fence. */
        record Lost(Fence fence) implements Output {
            @Override
            public String toString() {
                return "lost " + fence;
            }
        }
    }

    /** The state of a user. */
    public enum User {
        /** Neutrally engaged: neither in the critical section nor asking for it. */
        IDLE,
        /** Delayed: it has asked to enter, and its request is not granted yet. */
        WAITING,
        /** In the critical section. */
        CRITICAL
    }

    /** The name of the invariant of fences. */
    public static final String FENCES_GROW = "a grant carries a greater fence than all grants before it";

    /** Remembers the greatest fence granted so far. */
    record GreatestFence(Fence soFar) implements Observer<Output> {

        /** The same where this number of grants less have been counted; no fence where none is left. */
        GreatestFence less(long grants) {
            return new GreatestFence(soFar.less(grants));
        }

        @Override
        public List<String> invariants() {
            return List.of(FENCES_GROW);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (!(output instanceof Output.Granted granted) || granted.fence().equals(Fence.NONE)) {
                return this;
            }
            if (granted.fence().compareTo(soFar) <= 0) {
                throw new InvariantViolation(
                        FENCES_GROW, "process " + process + " is granted " + granted.fence() + " after " + soFar);
            }
            return new GreatestFence(granted.fence());
        }
    }

    /** The name of the invariant of generations. */
    public static final String ONE_PER_GENERATION = "of each generation at most one user is in its critical section";

    /** The name of the invariant of fences within a generation. */
    public static final String FENCES_GROW_WITHIN_GENERATION =
            "a grant carries a greater fence than all grants of its generation before it";

    /**
     * Remembers of each generation the greatest fence so far, and the process whose user is in its critical section.
     */
    private record EachGeneration(SortedMap<Long, Long> soFar, SortedMap<Long, ProcessId> critical)
            implements Observer<Output> {
        @Override
        public List<String> invariants() {
            return List.of(ONE_PER_GENERATION, FENCES_GROW_WITHIN_GENERATION);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (!(output instanceof Output.Granted granted)) {
                return without(process);
            }
            Fence fence = granted.fence();
            ProcessId holder = critical.get(fence.generation());
            if (holder != null) {
                throw new InvariantViolation(
                        ONE_PER_GENERATION,
                        "process " + process + " is granted " + fence + " while process " + holder
                                + " is in its critical section");
            }
            Long before = soFar.get(fence.generation());
            if (before != null && !fence.equals(Fence.NONE) && fence.grant() <= before) {
                throw new InvariantViolation(
                        FENCES_GROW_WITHIN_GENERATION,
                        "process " + process + " is granted " + fence + " after " + fence.generation() + "." + before);
            }
            return new EachGeneration(
                    Sorted.with(soFar, fence.generation(), fence.grant()),
                    Sorted.with(critical, fence.generation(), process));
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<Output> asked(ProcessId process, Object input) {
            return input == Input.RELEASE ? without(process) : this;
        }

        @Override
        public Observer<Output> gone(ProcessId process) {
            return without(process);
        }

        private EachGeneration without(ProcessId process) {
            if (!critical.containsValue(process)) {
                return this;
            }
            SortedMap<Long, ProcessId> others = new TreeMap<>(critical);
            others.values().removeIf(process::equals);
            return new EachGeneration(soFar, others);
        }
    }

    /** The name of the invariant that remains of fences without generations. */
    public static final String FENCES_DIFFER = "no two grants carry the same fence";

    /** Remembers all fences granted so far. */
    private record DistinctFences(SortedSet<Fence> soFar) implements Observer<Output> {
        @Override
        public List<String> invariants() {
            return List.of(FENCES_DIFFER);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (!(output instanceof Output.Granted granted)) {
                return this;
            }
            if (soFar.contains(granted.fence())) {
                throw new InvariantViolation(
                        FENCES_DIFFER, "process " + process + " is granted " + granted.fence() + " again");
            }
            return new DistinctFences(Sorted.with(soFar, granted.fence()));
        }
    }

    private final Observer<Output> observer;

    private MutualExclusion(Observer<Output> observer) {
        this.observer = observer;
    }

    @Override
    public String name() {
        return "mutual exclusion";
    }

    @Override
    public User initial() {
        return User.IDLE;
    }

    @Override
    public List<Input> mayAsk(User user) {
        return switch (user) {
            case IDLE -> List.of(Input.ENTER);
            case WAITING -> List.of();
            case CRITICAL -> List.of(Input.RELEASE);
        };
    }

    @Override
    public boolean demands(Input input) {
        return input == Input.ENTER;
    }

    @Override
    public boolean owed(Input input) {
        return input == Input.RELEASE;
    }

    @Override
    public User asked(User user, Input input) {
        return input == Input.ENTER ? User.WAITING : User.IDLE;
    }

    @Override
    public User told(User user, Output output) {
        if (output instanceof Output.Granted) {
            if (user != User.WAITING) {
                throw new InvariantViolation("who is granted has asked", output + " to a user who is " + user);
            }
            return User.CRITICAL;
        }
        if (user != User.CRITICAL) {
            throw new InvariantViolation("who loses has been granted", output + " to a user who is " + user);
        }
        return User.IDLE;
    }

    @Override
    public boolean waits(User user) {
        return user == User.WAITING;
    }

    @Override
    public Observer<Output> observer() {
        return observer;
    }

    @Override
    public MutualExclusion underSuspicion() {
        return UNDER_SUSPICION;
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return Set.of(MutexInvariants.MUTUAL_EXCLUSION);
    }

    /** Returns whether the section was granted or lost, without the fence. */
    @Override
    public Object essence(Output output) {
        return Printable.typeName(output);
    }

    @Override
    public boolean serves(Output output) {
        return output instanceof Output.Granted;
    }

    /** Whether the user is in the critical section. */
    public static boolean critical(User user) {
        return user == User.CRITICAL;
    }
}
