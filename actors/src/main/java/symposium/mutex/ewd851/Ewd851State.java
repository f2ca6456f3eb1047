package symposium.mutex.ewd851;

import symposium.kernel.Neighbours;
import symposium.mutex.Fence;

/**
 * A machine of the ring.
 *
 * @param neighbours its left and its right neighbour
 * @param colour whether it is on a segment traversed to the right by signals and not yet to the left by the token
 * @param engagement what its user is doing
 * @param holdsToken whether the token is here
 * @param latest the fence that the token carries; none where it is not
 */
public record Ewd851State(
        Neighbours neighbours, Colour colour, Engagement engagement, boolean holdsToken, Fence latest) {

    /** The colour of a machine. */
    public enum Colour {
        /** Nobody to the left has called for the token, as far as this machine knows. */
        WHITE,
        /** A signal has come, and the token has not gone to the left since. */
        BLACK
    }

    /** The engagement of a machine; a critical one lasts only a finite period. */
    public enum Engagement {
        /** n: neutrally engaged. */
        NEUTRAL,
        /** d: delayed, between a neutral and the subsequent critical engagement. */
        DELAYED,
        /** c: critically engaged. */
        CRITICAL
    }

    public boolean white() {
        return colour == Colour.WHITE;
    }

    public boolean black() {
        return colour == Colour.BLACK;
    }

    public boolean neutral() {
        return engagement == Engagement.NEUTRAL;
    }

    public boolean delayed() {
        return engagement == Engagement.DELAYED;
    }

    public boolean critical() {
        return engagement == Engagement.CRITICAL;
    }

    /** The same machine in another colour. */
    public Ewd851State painted(Colour to) {
        return new Ewd851State(neighbours, to, engagement, holdsToken, latest);
    }

    /** The same machine otherwise engaged. */
    public Ewd851State engaged(Engagement in) {
        return new Ewd851State(neighbours, colour, in, holdsToken, latest);
    }

    /** The same machine with the paper's token. */
    public Ewd851State withToken() {
        return withToken(Fence.NONE);
    }

    /** The same machine with the token, which carries this fence. */
    Ewd851State withToken(Fence carried) {
        return new Ewd851State(neighbours, colour, engagement, true, carried);
    }

    /** The same machine without the token. */
    public Ewd851State withoutToken() {
        return new Ewd851State(neighbours, colour, engagement, false, Fence.NONE);
    }

    /** The same machine between other neighbours. */
    public Ewd851State between(Neighbours others) {
        return new Ewd851State(others, colour, engagement, holdsToken, latest);
    }

    /** The paper's code: the colour, in a capital letter where the token is, then the engagement: {@code Wn}, {@code bd}. */
    @Override
    public String toString() {
        String letter = white() ? "w" : "b";
        return (holdsToken ? letter.toUpperCase(java.util.Locale.ROOT) : letter)
                + switch (engagement) {
                    case NEUTRAL -> "n";
                    case DELAYED -> "d";
                    case CRITICAL -> "c";
                };
    }
}
