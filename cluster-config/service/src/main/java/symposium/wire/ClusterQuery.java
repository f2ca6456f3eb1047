package symposium.wire;

import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.Objects;

/**
 * A node that sees no majority asks another which cluster that is a member of: two clusters do not hear of each other
 * otherwise.
 */
public record ClusterQuery(ActorRef<Answer> replyTo) implements Wire {

    /** @throws NullPointerException when a part is missing */
    public ClusterQuery {
        Objects.requireNonNull(replyTo, "replyTo");
    }

    /**
     * The cluster of a node.
     *
     * @param members its nodes, each under its address and number, in ascending order; none when the node has not
     *     joined
     * @param heard the number of processes that the node hears, itself included
     */
    public record Answer(List<String> members, int heard) implements Wire {

        /** @throws NullPointerException when a part is missing */
        public Answer {
            members = List.copyOf(members);
        }

        /**
         * Whether this cluster goes on when the two find each other: it has more processes, or as many and the lowest
         * address.
         */
        public boolean prevailsOver(Answer other) {
            if (members.isEmpty() || other.members.isEmpty() || heard != other.heard) {
                return heard > other.heard && !members.isEmpty();
            }
            return members.get(0).compareTo(other.members.get(0)) < 0;
        }
    }
}
