package symposium.kernel;

/**
 * How processes are linked: the neighbours of each, given who is there. Equal by value; its text is the name under which the command
 * line knows it.
 *
 * <p>What it does is said in {@link Linking}, and only the constants here: an interface with a default method is initialized before the classes
 * that implement it, and these constants would be null whenever {@link Shape} came first.
 */
public interface Topology extends Linking {

    /** A ring whose links have sides; see {@link Shape#RING}. */
    Topology RING = Shape.RING;

    /** Everyone is linked with everyone else. */
    Topology COMPLETE = Shape.COMPLETE;
}
