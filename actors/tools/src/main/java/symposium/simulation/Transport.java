package symposium.simulation;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.problem.Channels;

/** The links of a run, and how long messages travel over them. Processes go by their places in the network. */
final class Transport {

    private static final Comparator<Neighbour> ORDER =
            Comparator.comparing(Neighbour::id).thenComparing(Neighbour::side);

    /** Up to this many are looked through one by one. */
    private static final int FEW = 8;

    private final Network network;
    private final Durations delays;
    private final RandomGenerator random;
    /** Where every message travels equally long, order keeps itself. */
    private final boolean orderly;
    /** By place: the links in order, where they are many or have changed. The index is the number of the link. */
    private final List<Neighbour>[] links;
    /** By place and link: the latest arrival so far; null before the first since the links have changed. */
    private final long[][] lastArrivals;
    /** By place: the latest arrival of all that the process has sent. */
    private final long[] latestArrivals;

    @SuppressWarnings("unchecked")
    Transport(Network network, Channels channels, Durations delays, RandomGenerator random) {
        this.network = network;
        this.delays = delays;
        this.random = random;
        this.orderly = channels != Channels.FIFO || delays.only() >= 0;
        this.links = (List<Neighbour>[]) new List<?>[network.processes().size()];
        this.lastArrivals = new long[network.processes().size()][];
        this.latestArrivals = new long[network.processes().size()];
    }

    /** The number of the link of a process to a neighbour; negative where there is none. */
    int link(int place, Neighbour to) {
        if (links[place] == null) {
            Neighbours neighbours = network.neighbours().get(place);
            if (neighbours.size() <= FEW) {
                return neighbours.all().indexOf(to);
            }
            links[place] = ordered(neighbours);
        }
        return Collections.binarySearch(links[place], to, ORDER);
    }

    private static List<Neighbour> ordered(Neighbours neighbours) {
        return neighbours.all().stream().sorted(ORDER).toList();
    }

    /**
     * How long a message travels that is sent now, in ticks. Over a link that keeps its order, none arrives before one
     * sent earlier. To a process that is no neighbour, or over a new link, none arrives before all that was sent.
     */
    long delay(int place, int link, long now) {
        long after = delays.next(random);
        if (orderly) {
            return after;
        }
        long arrival = Math.max(now + after, link < 0 ? latestArrivals[place] : lastArrivals(place)[link]);
        if (link >= 0) {
            lastArrivals[place][link] = arrival;
        }
        latestArrivals[place] = Math.max(arrival, latestArrivals[place]);
        return arrival - now;
    }

    private long[] lastArrivals(int place) {
        if (lastArrivals[place] == null) {
            lastArrivals[place] = new long
                    [links[place] == null ? network.neighbours().get(place).size() : links[place].size()];
            Arrays.fill(lastArrivals[place], latestArrivals[place]);
        }
        return lastArrivals[place];
    }

    /** Gives a process other links; over none of them does anything arrive before what it has sent so far. */
    void relink(int place, Neighbours neighbours) {
        links[place] = ordered(neighbours);
        lastArrivals[place] = null;
    }
}
