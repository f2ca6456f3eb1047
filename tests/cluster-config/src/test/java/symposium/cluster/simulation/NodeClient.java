package symposium.cluster.simulation;

import java.util.function.Predicate;

/** A client on a member of the cluster, which makes one request after the other. */
abstract class NodeClient {

    final SimulatedNode node;
    final ClientHistory.Client client;
    final String name;
    final Wishes wishes;
    final ClientHistory history;
    final Predicate<String> knowsLoss;
    private int asked;

    /**
     * A client, which soon makes its first request.
     *
     * @param kind a part of its name
     * @param knowsLoss whether the node of a request has known for a second that it is cut off
     */
    NodeClient(
            SimulatedNode node,
            String kind,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        this.node = node;
        this.client = client;
        this.name = node.name() + "-" + kind + "-" + client.number();
        this.wishes = wishes;
        this.history = history;
        this.knowsLoss = knowsLoss;
        again();
    }

    /** Makes the next request after a while. */
    final void again() {
        node.after(wishes.between(1, 3_000), () -> {
            if (wishes.areMade()) {
                ask(name + "-" + asked++);
            }
        });
    }

    /** Makes a request with this id. */
    abstract void ask(String id);
}
