package symposium.regeneration.misra;

import java.util.List;
import symposium.kernel.Problem;

/**
 * The problem that regeneration solves: two tokens circulate, and one that is lost is made anew, once. Nobody asks for anything; a user is
 * told of each regeneration at its process, and counts them.
 */
public final class Circulation implements Problem<Circulation.Witness, Circulation.Nothing, Circulation.Regenerated> {

    /** The problem; it has no parameters. */
    public static final Circulation PROBLEM = new Circulation();

    /** What a user may ask: nothing. */
    public enum Nothing {}

    /** A token has been regenerated here. */
    public enum Regenerated {
        /** Ping has, by pong. */
        PING,
        /** Pong has, by ping. */
        PONG
    }

    /**
     * What a user has been told.
     *
     * @param regenerations how many regenerations there have been at its process
     */
    public record Witness(int regenerations) {}

    private Circulation() {}

    @Override
    public String name() {
        return "token regeneration";
    }

    @Override
    public Witness initial() {
        return new Witness(0);
    }

    @Override
    public List<Nothing> mayAsk(Witness user) {
        return List.of();
    }

    @Override
    public boolean demands(Nothing input) {
        return false;
    }

    @Override
    public boolean owed(Nothing input) {
        return false;
    }

    @Override
    public Witness asked(Witness user, Nothing input) {
        return user;
    }

    @Override
    public Witness told(Witness user, Regenerated output) {
        return new Witness(user.regenerations() + 1);
    }

    @Override
    public boolean waits(Witness user) {
        return false;
    }

    @Override
    public boolean serves(Regenerated output) {
        return false;
    }
}
