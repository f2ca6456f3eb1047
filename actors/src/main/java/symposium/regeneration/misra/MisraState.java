package symposium.regeneration.misra;

import java.util.OptionalInt;
import symposium.kernel.Neighbours;

/**
 * A process of the ring.
 *
 * @param neighbours its neighbours; tokens go to the left
 * @param mark m_i: the number of the token that passed here last, 0 before the first
 * @param ping nbping, while ping is here
 * @param pong nbpong, while pong is here
 */
public record MisraState(Neighbours neighbours, int mark, OptionalInt ping, OptionalInt pong) {

    /** A process that no token has passed. */
    public static MisraState untouched(Neighbours neighbours) {
        return new MisraState(neighbours, 0, OptionalInt.empty(), OptionalInt.empty());
    }

    /** The same process with both tokens, numbered {@code magnitude} and its opposite. */
    public MisraState withBoth(int magnitude) {
        return new MisraState(neighbours, mark, OptionalInt.of(magnitude), OptionalInt.of(-magnitude));
    }

    /** The same process between other neighbours. */
    public MisraState between(Neighbours others) {
        return new MisraState(others, mark, ping, pong);
    }

    /** The same process without ping. */
    public MisraState withoutPing() {
        return new MisraState(neighbours, mark, OptionalInt.empty(), pong);
    }

    /** The same process without pong. */
    public MisraState withoutPong() {
        return new MisraState(neighbours, mark, ping, OptionalInt.empty());
    }

    public boolean holdsPing() {
        return ping.isPresent();
    }

    public boolean holdsPong() {
        return pong.isPresent();
    }

    @Override
    public String toString() {
        return "m=" + mark
                + (holdsPing() ? " ping " + ping.getAsInt() : "")
                + (holdsPong() ? " pong " + pong.getAsInt() : "");
    }
}
