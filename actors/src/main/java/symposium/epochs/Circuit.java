package symposium.epochs;

import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.Side;
import symposium.kernel.Topology;
import symposium.mutex.Processes;

/** How the ring on which leaders are elected lies among the links. */
enum Circuit {
    /** The links are the ring. */
    OF_LINKS {
        @Override
        Topology topology() {
            return Shape.RING;
        }

        @Override
        boolean cutOff(Neighbours links, int quorum) {
            return links.isEmpty();
        }

        @Override
        Neighbours ring(ProcessId self, Neighbours links) {
            return links;
        }

        @Override
        Neighbour link(Neighbour onRing) {
            return onRing;
        }

        @Override
        Neighbour onRing(Neighbour link, Side sentTo) {
            return link;
        }
    },

    /** Everyone is linked with everyone else, and the ring goes by the names. */
    OF_NAMES {
        @Override
        Topology topology() {
            return Shape.COMPLETE;
        }

        /** Who is alone has no links either; it may be enough. */
        @Override
        boolean cutOff(Neighbours links, int quorum) {
            return links.isEmpty() && quorum > 1;
        }

        @Override
        Neighbours ring(ProcessId self, Neighbours links) {
            return Shape.RING.neighbours(self, Processes.with(Processes.of(links), self));
        }

        @Override
        Neighbour link(Neighbour onRing) {
            return Neighbour.of(onRing.id());
        }

        @Override
        Neighbour onRing(Neighbour link, Side sentTo) {
            return new Neighbour(link.id(), sentTo.opposite());
        }
    };

    /** How the processes are linked. */
    abstract Topology topology();

    /** Whether a process with these links is cut off. */
    abstract boolean cutOff(Neighbours links, int quorum);

    /** The neighbours on the ring of a process that has these links and is not cut off. */
    abstract Neighbours ring(ProcessId self, Neighbours links);

    /** The link over which a neighbour on the ring is reached. */
    abstract Neighbour link(Neighbour onRing);

    /** The neighbour on the ring that has sent to that side of its own over this link. */
    abstract Neighbour onRing(Neighbour link, Side sentTo);
}
