package symposium.mutex;

import java.util.List;
import symposium.kernel.Problem;
import symposium.kernel.Refuted;

/**
 * Mutual exclusion: at any moment at most one user is in its critical section, and whoever asks to enter does so in the end.
 *
 * <p>Stated over {@link Ask} and {@link Told} alone, and so the same for every algorithm.
 */
public final class MutualExclusion implements Problem<MutualExclusion.User, Ask, Told> {

    /** The problem; it has no parameters. */
    public static final MutualExclusion PROBLEM = new MutualExclusion();

    /**
     * Where a user stands.
     *
     * @param phase what it is doing
     * @param fence that of its latest grant, {@link Fence#NONE} before the first
     */
    public record User(Phase phase, Fence fence) {
        @Override
        public String toString() {
            return phase.toString();
        }
    }

    /** What a user is doing. */
    public enum Phase {
        /** Neutrally engaged: neither in the critical section nor asking for it. */
        IDLE,
        /** Delayed: it has asked and not been granted. */
        WAITING,
        /** In the critical section. */
        CRITICAL
    }

    private MutualExclusion() {}

    @Override
    public String name() {
        return "mutual exclusion";
    }

    @Override
    public User initial() {
        return new User(Phase.IDLE, Fence.NONE);
    }

    @Override
    public List<Ask> mayAsk(User user) {
        return switch (user.phase()) {
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
        return new User(input == Ask.ENTER ? Phase.WAITING : Phase.IDLE, user.fence());
    }

    @Override
    public User told(User user, Told output) {
        if (output instanceof Told.Granted granted) {
            if (user.phase() != Phase.WAITING) {
                throw new Refuted("who is granted has asked", output + " to a user who is " + user);
            }
            return new User(Phase.CRITICAL, granted.fence());
        }
        if (user.phase() != Phase.CRITICAL) {
            throw new Refuted("who loses has been granted", output + " to a user who is " + user);
        }
        return new User(Phase.IDLE, user.fence());
    }

    @Override
    public boolean waits(User user) {
        return user.phase() == Phase.WAITING;
    }

    @Override
    public boolean serves(Told output) {
        return output instanceof Told.Granted;
    }

    /** Whether the user is in the critical section. */
    public static boolean critical(User user) {
        return user.phase() == Phase.CRITICAL;
    }
}
