package symposium.regeneration;

import java.util.List;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Problem;

/**
 * Token regeneration: tokens circulate on a ring, and each lost token is issued again, once. A user asks for nothing;
 * it is told of each regeneration at its process, and counts them.
 */
public final class Regeneration implements Problem<Regeneration.User, Regeneration.NoInput, Regeneration.Regenerated> {

    /** The problem; it has no parameters. */
    public static final Regeneration PROBLEM = new Regeneration();

    /** A user may ask nothing. */
    public enum NoInput {}

    /** A token has been regenerated here. */
    public enum Regenerated {
        /** Ping, by pong. */
        PING,
        /** Pong, by ping. */
        PONG
    }

    /**
     * A user.
     *
     * @param regenerations the number of regenerations at its process so far
     */
    public record User(int regenerations) {}

    private Regeneration() {}

    /** The beginning of a catalogue entry of an algorithm for token regeneration. */
    public static <S, M> Algorithm.Descriptor<S, M, User, NoInput, Regenerated> algorithm(
            String name, Class<M> messages) {
        return new Algorithm.Descriptor<>(name, PROBLEM, messages);
    }

    @Override
    public String name() {
        return "token regeneration";
    }

    @Override
    public User initial() {
        return new User(0);
    }

    @Override
    public List<NoInput> mayAsk(User user) {
        return List.of();
    }

    @Override
    public User asked(User user, NoInput input) {
        return user;
    }

    @Override
    public User told(User user, Regenerated output) {
        return new User(user.regenerations() + 1);
    }

    @Override
    public boolean waits(User user) {
        return false;
    }

    @Override
    public boolean serves(Regenerated output) {
        return false;
    }
}
