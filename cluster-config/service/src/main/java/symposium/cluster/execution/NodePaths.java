package symposium.cluster.execution;

import akka.actor.ActorSelection;
import akka.actor.Address;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;

/** Where the actors of a node are. */
public final class NodePaths {

    /** The name of the actor above all others of a node. */
    public static final String GUARDIAN = "symposium";

    /** The name of the actor that answers for the status of a node. */
    public static final String STATUS = "symposium-status";

    private NodePaths() {}

    /**
     * The actor with this name, such as the description, at the node with this address, whether or not it exists yet.
     * No reference is made of the path: Artery would compress it to an absent actor.
     */
    public static ActorSelection at(Address address, String name, ActorSystem<?> system) {
        return Adapter.toClassic(system).actorSelection(address + "/system/" + GUARDIAN + "/" + name);
    }
}
