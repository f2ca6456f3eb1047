package symposium.composition.tokenbyelection;

import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Sorted;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/** How the ring on which leaders are elected is embedded in the links. */
enum RingEmbedding {
    /** The links are the ring. */
    OF_LINKS(Shape.RING),
    /** Every process is linked with every other, and the ring is in the order of their names. */
    OF_NAMES(Shape.COMPLETE);

    /** How the processes are linked. */
    final Topology topology;

    RingEmbedding(Topology topology) {
        this.topology = topology;
    }

    /**
     * The neighbours on the ring of a process with these links; none when it is cut off. A process alone is not where
     * it is a quorum.
     */
    Neighbours ring(ProcessId self, Neighbours links, int quorum) {
        return this == OF_LINKS || links.isEmpty() && quorum > 1
                ? links
                : Shape.RING.neighbours(self, Sorted.with(Sorted.ids(links), self));
    }

    /** The link over which a neighbour on the ring is reached. */
    Neighbour link(Neighbour onRing) {
        return this == OF_LINKS ? onRing : Neighbour.of(onRing.id());
    }

    /** The neighbour on the ring that has sent to that side of its own over this link. */
    Neighbour onRing(Neighbour link, Side sentTo) {
        return this == OF_LINKS ? link : new Neighbour(link.id(), sentTo.opposite());
    }
}
