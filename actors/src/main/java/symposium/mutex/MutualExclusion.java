package symposium.mutex;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Refuted;

/**
 * Mutual exclusion: at any moment at most one user is in its critical section, and whoever asks to enter does so in the end.
 *
 * <p>Stated over {@link Ask} and {@link Told} alone, and so the same for every algorithm.
 */
public final class MutualExclusion implements Problem<MutualExclusion.User, Ask, Told> {

    /** The problem; it has no parameters. */
    public static final MutualExclusion PROBLEM = new MutualExclusion(new GreatestFence(Fence.NONE));

    /**
     * What is left of it where processes that are alive may be taken for dead: at most one user of each generation is in its critical
     * section, and of one generation fences grow. Of two generations the protected resource, which compares fences, refuses the older.
     */
    public static final MutualExclusion UNDER_SUSPICION =
            new MutualExclusion(new EachGeneration(new TreeMap<>(), new TreeMap<>()));

    /** Where a user stands. */
    public enum User {
        /** Neutrally engaged: neither in the critical section nor asking for it. */
        IDLE,
        /** Delayed: it has asked and not been granted. */
        WAITING,
        /** In the critical section. */
        CRITICAL
    }

    /** The name of the law of fences. */
    public static final String FENCES_GROW = "a grant carries a greater fence than all grants before it";

    /** Remembers the greatest fence granted so far. */
    private record GreatestFence(Fence soFar) implements Observer<Told> {
        @Override
        public List<String> laws() {
            return List.of(FENCES_GROW);
        }

        @Override
        public Observer<Told> sees(ProcessId process, Told output) {
            if (!(output instanceof Told.Granted granted) || granted.fence().equals(Fence.NONE)) {
                return this;
            }
            if (granted.fence().compareTo(soFar) <= 0) {
                throw new Refuted(
                        FENCES_GROW, "process " + process + " is granted " + granted.fence() + " after " + soFar);
            }
            return new GreatestFence(granted.fence());
        }
    }

    /** The name of the law of generations. */
    public static final String ONE_PER_GENERATION = "of each generation at most one user is in its critical section";

    /** The name of the law of fences within a generation. */
    public static final String FENCES_GROW_WITHIN_GENERATION =
            "a grant carries a greater fence than all grants of its generation before it";

    /** Remembers of each generation the greatest fence so far, and who is in its critical section. */
    private record EachGeneration(SortedMap<Long, Long> soFar, SortedMap<Long, ProcessId> critical)
            implements Observer<Told> {
        @Override
        public List<String> laws() {
            return List.of(ONE_PER_GENERATION, FENCES_GROW_WITHIN_GENERATION);
        }

        @Override
        public Observer<Told> sees(ProcessId process, Told output) {
            if (!(output instanceof Told.Granted granted)) {
                return without(process);
            }
            Fence fence = granted.fence();
            ProcessId holder = critical.get(fence.generation());
            if (holder != null) {
                throw new Refuted(
                        ONE_PER_GENERATION,
                        "process " + process + " is granted " + fence + " while process " + holder
                                + " is in its critical section");
            }
            Long before = soFar.get(fence.generation());
            if (before != null && !fence.equals(Fence.NONE) && fence.grant() <= before) {
                throw new Refuted(
                        FENCES_GROW_WITHIN_GENERATION,
                        "process " + process + " is granted " + fence + " after " + fence.generation() + "." + before);
            }
            SortedMap<Long, Long> greater = new TreeMap<>(soFar);
            greater.put(fence.generation(), fence.grant());
            SortedMap<Long, ProcessId> inside = new TreeMap<>(critical);
            inside.put(fence.generation(), process);
            return new EachGeneration(greater, inside);
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<Told> asked(ProcessId process, Object input) {
            return input == Ask.RELEASE ? without(process) : this;
        }

        @Override
        public Observer<Told> gone(ProcessId process) {
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

    private final Observer<Told> observer;

    private MutualExclusion(Observer<Told> observer) {
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
    public List<Ask> mayAsk(User user) {
        return switch (user) {
            case IDLE -> List.of(Ask.ENTER);
            case WAITING -> List.of();
            case CRITICAL -> List.of(Ask.RELEASE);
        };
    }

    @Override
    public boolean demands(Ask input) {
        return input == Ask.ENTER;
    }

    @Override
    public boolean owed(Ask input) {
        return input == Ask.RELEASE;
    }

    @Override
    public User asked(User user, Ask input) {
        return input == Ask.ENTER ? User.WAITING : User.IDLE;
    }

    @Override
    public User told(User user, Told output) {
        if (output instanceof Told.Granted) {
            if (user != User.WAITING) {
                throw new Refuted("who is granted has asked", output + " to a user who is " + user);
            }
            return User.CRITICAL;
        }
        if (user != User.CRITICAL) {
            throw new Refuted("who loses has been granted", output + " to a user who is " + user);
        }
        return User.IDLE;
    }

    @Override
    public boolean waits(User user) {
        return user == User.WAITING;
    }

    @Override
    public Observer<Told> observer() {
        return observer;
    }

    @Override
    public MutualExclusion underSuspicion() {
        return UNDER_SUSPICION;
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return Set.of(MutexLaws.MUTUAL_EXCLUSION);
    }

    @Override
    public boolean serves(Told output) {
        return output instanceof Told.Granted;
    }

    /** Whether the user is in the critical section. */
    public static boolean critical(User user) {
        return user == User.CRITICAL;
    }
}
