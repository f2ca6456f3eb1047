package symposium.termination;

import java.util.List;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Problem;

/**
 * Termination detection. The users of a computation are active or passive. An active one may send messages of the
 * computation, and becomes passive by itself; a message makes its recipient active again. The computation has
 * terminated when all are passive and no message is in transit: this all users are told then, and not before.
 */
public final class TerminationDetection
        implements Problem<TerminationDetection.User, TerminationDetection.Input, TerminationDetection.Output> {

    /** The problem; it has no parameters. */
    public static final TerminationDetection PROBLEM = new TerminationDetection();

    /** The invariant that nobody is told of a termination that has not come. */
    public static final String NOT_TOO_EARLY = "termination is announced to passive users alone";

    /** The invariant that the computation is over when its end is announced. */
    public static final String FOR_EVER = "nobody becomes active after the announcement of termination";

    /** What an active user does. */
    public sealed interface Input extends Printable {
        /**
         * It sends a message of the computation to another process. Users of the checker and of the simulation send to
         * the next process and to the one before, and so to every other one of three.
         *
         * @param on how many processes further on the recipient is: 1 for the next, -1 for the one before, never 0
         */
        record Send(int on) implements Input {}

        /** It becomes passive. */
        record Stop() implements Input {}
    }

    /** What a user is told. */
    public enum Output {
        /** A message of the computation has made it active. */
        ACTIVATED,
        /** The computation has terminated. */
        TERMINATED
    }

    /** A user. At the start all are active. */
    public enum User {
        ACTIVE,
        PASSIVE,
        /** Passive, and told of the termination. */
        TOLD
    }

    private TerminationDetection() {}

    /** The beginning of a catalogue entry of an algorithm for termination detection. */
    public static <S, M> Algorithm.Descriptor<S, M, User, Input, Output> algorithm(String name, Class<M> messages) {
        return new Algorithm.Descriptor<>(name, PROBLEM, messages);
    }

    @Override
    public String name() {
        return "termination detection";
    }

    @Override
    public User initial() {
        return User.ACTIVE;
    }

    @Override
    public List<Input> mayAsk(User user) {
        return user == User.ACTIVE ? List.of(new Input.Send(1), new Input.Send(-1), new Input.Stop()) : List.of();
    }

    /** A message of the computation: their number is limited, so that it may terminate. */
    @Override
    public boolean demands(Input input) {
        return !(input instanceof Input.Stop);
    }

    /** Every user becomes passive. */
    @Override
    public boolean owed(Input input) {
        return input instanceof Input.Stop;
    }

    @Override
    public User asked(User user, Input input) {
        return input instanceof Input.Stop ? User.PASSIVE : user;
    }

    @Override
    public User told(User user, Output output) {
        if (output == Output.ACTIVATED) {
            require(user != User.TOLD, FOR_EVER);
            return User.ACTIVE;
        }
        require(user == User.PASSIVE, NOT_TOO_EARLY);
        return User.TOLD;
    }

    private static void require(boolean condition, String invariant) {
        if (!condition) {
            throw new InvariantViolation(invariant, "the user is told otherwise");
        }
    }

    /** A passive user waits for the end, or for more to do. */
    @Override
    public boolean waits(User user) {
        return user == User.PASSIVE;
    }

    /** Nobody is served before another: all are told of the same end. */
    @Override
    public boolean serves(Output output) {
        return false;
    }
}
