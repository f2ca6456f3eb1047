package symposium.kernel;

/**
 * The topologies that {@link Topology} knows by name. They lie in an interface of their own, without a method, because {@link Shape} cannot be
 * loaded without {@code Topology}, and would find them there before there are any.
 */
interface CommonTopologies {

    /** A ring whose links have sides; see {@link Shape#RING}. */
    Topology RING = Shape.RING;

    /** Everyone is linked with everyone else. */
    Topology COMPLETE = Shape.COMPLETE;
}
