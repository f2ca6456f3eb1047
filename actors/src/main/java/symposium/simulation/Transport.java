package symposium.simulation;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import symposium.kernel.Channels;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;

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
    /** By place and link: the latest arrival so far. */
    private final long[][] lastArrivals;

    @SuppressWarnings("unchecked")
    Transport(Network network, Channels channels, Durations delays, RandomGenerator random) {
        this.network = network;
        this.delays = delays;
        this.random = random;
        this.orderly = channels != Channels.FIFO || delays.only() >= 0;
        this.links = (List<Neighbour>[]) new List<?>[network.processes().size()];
        this.lastArrivals = new long[network.processes().size()][];
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
     * sent earlier.
     */
    long delay(int place, int link, long now) {
        long after = delays.next(random);
        if (orderly || link < 0) {
            return after;
        }
        if (lastArrivals[place] == null) {
            lastArrivals[place] = new long
                    [links[place] == null ? network.neighbours().get(place).size() : links[place].size()];
        }
        lastArrivals[place][link] = Math.max(now + after, lastArrivals[place][link]);
        return lastArrivals[place][link] - now;
    }

    /** Gives a process other links; over none of them does anything arrive before what it has sent so far. */
    void relink(int place, Neighbours neighbours) {
        links[place] = ordered(neighbours);
        if (lastArrivals[place] != null) {
            long latest = Arrays.stream(lastArrivals[place]).max().orElse(0);
            lastArrivals[place] = new long[links[place].size()];
            Arrays.fill(lastArrivals[place], latest);
        }
    }
}
