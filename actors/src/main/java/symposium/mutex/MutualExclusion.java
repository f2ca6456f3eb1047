package symposium.mutex;

import java.util.List;
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
    public static final MutualExclusion PROBLEM = new MutualExclusion();

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

    private MutualExclusion() {}

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
        return new GreatestFence(Fence.NONE);
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
