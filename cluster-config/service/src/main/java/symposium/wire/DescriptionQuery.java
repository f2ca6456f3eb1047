package symposium.wire;

import akka.actor.typed.ActorRef;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.ProcessId;

/** A node asks another, which carries the role, to describe itself. */
public record DescriptionQuery(ActorRef<Description> replyTo) implements Wire {

    /** @throws NullPointerException when a part is missing */
    public DescriptionQuery {
        Objects.requireNonNull(replyTo, "replyTo");
    }

    /**
     * What a node says of itself.
     *
     * @param version the version of the protocol that it speaks
     * @param process its process, whose incarnation is the cluster's number for this incarnation of the node
     * @param configuration the settings on which all nodes have to agree, by their paths
     * @param ended whether the node has ended, and its actor system goes on
     * @param hosts the hosts of its processes, by the names of its services
     */
    public record Description(
            int version,
            ProcessId process,
            SortedMap<String, String> configuration,
            boolean ended,
            SortedMap<String, ActorRef<WireMessage>> hosts)
            implements Wire {

        /** @throws NullPointerException when a part is missing */
        public Description {
            Objects.requireNonNull(process, "process");
            configuration = Collections.unmodifiableSortedMap(new TreeMap<>(configuration));
            hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
        }
    }
}
