package symposium.arbitration.resources;

import java.util.List;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** What goes over the link between two processes. */
public sealed interface ResourcesMessage {

    /**
     * A session that is tabled at the sender.
     *
     * @param fence its fence, which is its name
     * @param resources what it takes
     */
    record Tabled(Fence fence, SortedSet<String> resources) {
        @Override
        public String toString() {
            return fence + " " + resources;
        }
    }

    /**
     * The first thing that is said in each life of a link.
     *
     * @param generation that of the sender
     * @param there all that the sender knows to be there
     * @param departed all that the sender knows to have departed
     * @param latest the greatest fence that the sender knows of
     * @param tabled the sender's sessions that are tabled
     */
    record Hello(
            long generation,
            SortedSet<ProcessId> there,
            SortedSet<ProcessId> departed,
            Fence latest,
            List<Tabled> tabled)
            implements ResourcesMessage {
        public Hello {
            tabled = List.copyOf(tabled);
        }

        @Override
        public String toString() {
            return "hello " + generation + " there " + there + without(departed) + alsoTabled(tabled);
        }
    }

    /** The sender is in a new generation, because it knows that these have departed, or because others are in it. */
    record News(long generation, SortedSet<ProcessId> departed) implements ResourcesMessage {
        @Override
        public String toString() {
            return "generation " + generation + without(departed);
        }
    }

    /** The sender is ready to grab the fork of the first stage. */
    record Request() implements ResourcesMessage {
        @Override
        public String toString() {
            return "request";
        }
    }

    /**
     * The fork of the first stage goes to the recipient, who is ready to grab it.
     *
     * @param latest the greatest fence that the sender knows of
     * @param tabled the sender's sessions that are tabled
     */
    record Fork(Fence latest, List<Tabled> tabled) implements ResourcesMessage {
        public Fork {
            tabled = List.copyOf(tabled);
        }

        @Override
        public String toString() {
            return "fork" + (latest.equals(Fence.NONE) ? "" : " " + latest) + alsoTabled(tabled);
        }
    }

    /** The sender's session with this fence is tabled no more: whatever arrow leads to it disappears. */
    record Undirected(Fence fence) implements ResourcesMessage {
        @Override
        public String toString() {
            return "undirected " + fence;
        }
    }

    private static String without(SortedSet<ProcessId> departed) {
        return departed.isEmpty() ? "" : " departed " + departed;
    }

    private static String alsoTabled(List<Tabled> tabled) {
        return tabled.isEmpty() ? "" : " tabled " + tabled;
    }
}
