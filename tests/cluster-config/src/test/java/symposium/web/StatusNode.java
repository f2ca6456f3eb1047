package symposium.web;

import java.util.List;
import java.util.Map;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;

/** A node with named locks and the page that shows their state. */
final class StatusNode {

    private StatusNode() {}

    /** Starts one, which joins no other. */
    static SymposiumNode start(int process, int processes) {
        return SymposiumNode.start(
                Hocon.quickNode(Map.of(
                        "symposium.process",
                        process,
                        "symposium.processes",
                        processes,
                        "symposium.services",
                        List.of("resources"),
                        "akka.remote.artery.canonical.port",
                        0,
                        "akka.management.http.hostname",
                        "127.0.0.1",
                        "akka.management.http.port",
                        0,
                        "akka.management.http.routes.symposium",
                        "symposium.management.StatusRoutes")),
                Observers.none());
    }
}
