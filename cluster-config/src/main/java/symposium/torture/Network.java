package symposium.torture;

import java.io.IOException;
import java.util.List;

/** The network between the nodes of a run, of which each link can be cut in each direction. */
interface Network extends AutoCloseable {

    /** The address of a node. */
    String host(int node);

    /** The address where the store listens; no cut concerns the way to it. */
    String storeHost();

    /** What is put before the command that starts a node. */
    List<String> launcher(int node);

    /** From now on nothing passes from one node to the other. */
    void cut(int from, int to) throws IOException;

    /** From now on everything passes from one node to the other. */
    void mend(int from, int to) throws IOException;

    @Override
    void close() throws IOException;
}
