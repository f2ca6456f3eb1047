package symposium.kernel;

/**
 * How processes are linked: the neighbours of each, given who is there. Equal by value; its text is the name under which the command
 * line knows it.
 */
public interface Topology extends Linking {

    /** A ring whose links have sides; see {@link Shape#RING}. */
    Topology RING = Shape.RING;

    /** Everyone is linked with everyone else. */
    Topology COMPLETE = Shape.COMPLETE;
}
