package symposium.membership;

import java.util.List;
import symposium.kernel.Printable;
import symposium.kernel.problem.Problem;

/** Membership: a node is notified when it begins to take part, and when it ceases to. */
public final class Membership implements Problem<Membership.User, Membership.Input, Membership.Output> {

    /** What happens to a node. */
    public enum Input {
        /** It starts, and joins the cluster. */
        JOIN,
        /** It leaves in good order. */
        LEAVE,
        /** The others do not reach it any more. */
        BECOME_UNREACHABLE,
        /** The others reach it again. */
        BECOME_REACHABLE,
        /** It is killed and started again at its address. */
        RESTART
    }

    /** What a user is told. */
    public enum Output implements Printable {
        /** The node takes part. */
        JOINED,
        /** The node no longer takes part. */
        CEASED
    }

    /** A user. */
    public enum User {
        OUT,
        JOINING,
        MEMBER,
        UNREACHABLE,
        LEAVING
    }

    @Override
    public String name() {
        return "membership";
    }

    @Override
    public User initial() {
        return User.OUT;
    }

    @Override
    public List<Input> mayAsk(User user) {
        return switch (user) {
            case OUT -> List.of(Input.JOIN);
            case MEMBER -> List.of(Input.LEAVE, Input.BECOME_UNREACHABLE, Input.RESTART);
            case UNREACHABLE -> List.of(Input.BECOME_REACHABLE, Input.RESTART);
            case JOINING, LEAVING -> List.of();
        };
    }

    @Override
    public User asked(User user, Input input) {
        return switch (input) {
            case JOIN, RESTART -> User.JOINING;
            case LEAVE -> User.LEAVING;
            case BECOME_UNREACHABLE -> User.UNREACHABLE;
            case BECOME_REACHABLE -> User.MEMBER;
        };
    }

    @Override
    public User told(User user, Output output) {
        return output == Output.JOINED ? User.MEMBER : User.OUT;
    }

    @Override
    public boolean waits(User user) {
        return user == User.JOINING || user == User.LEAVING;
    }

    @Override
    public boolean serves(Output output) {
        return true;
    }
}
