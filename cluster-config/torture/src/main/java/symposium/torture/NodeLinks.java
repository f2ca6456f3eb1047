package symposium.torture;

import java.io.IOException;
import java.util.List;

/** The network between the nodes of a run, of which each link can be cut in each direction. */
interface NodeLinks extends AutoCloseable {

    /** The way from one node to another. */
    record Link(int from, int to) {}

    /** The address of a node. */
    String host(int node);

    /** The port at which a node listens. */
    int port(int node);

    /** The address where the store listens; no cut concerns the way to it. */
    String storeHost();

    /** What is put before the command that starts a node. */
    List<String> launcher(int node);

    /** What each node has to be told, as options of {@code symposium node}. */
    List<String> options();

    /** From now on nothing passes over the link. */
    void cut(Link link) throws IOException;

    /** From now on everything passes over the link. */
    void mend(Link link) throws IOException;

    /**
     * Ends all connections between the ends of a link, with what they have under way.
     *
     * @return how many; 0 where the network has no means to do so
     */
    int tear(Link link) throws IOException;

    @Override
    void close() throws IOException;
}
