package symposium.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import symposium.kernel.Channels;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;

/** Where messages go, and how long they travel. Processes go by their places in the network. */
final class Transport {

    private final Network network;
    private final ProcessIndex places;
    private final Durations delays;
    private final RandomGenerator random;
    /** Where every message travels equally long, order keeps itself. */
    private final boolean orderly;
    /** The neighbours of each process, where they are many or have changed. */
    private final LinkTable[] links;
    /** By place and link: the latest arrival so far. */
    private final long[][] lastArrivals;
    /** The places of the other ends of the links, {@link #most} for each place; null where a process has many links, or they change. */
    private final int[] ends;

    private final int most;

    Transport(
            Network network,
            ProcessIndex places,
            Channels channels,
            Durations delays,
            RandomGenerator random,
            boolean changing) {
        this.network = network;
        this.places = places;
        this.delays = delays;
        this.random = random;
        this.orderly = channels != Channels.FIFO || delays.only() >= 0;
        this.links = new LinkTable[network.processes().size()];
        this.lastArrivals = new long[network.processes().size()][];
        this.most =
                network.neighbours().stream().mapToInt(Neighbours::size).max().orElse(0);
        this.ends = changing || most > LinkTable.FEW ? null : ends();
    }

    private int[] ends() {
        int[] found = new int[network.processes().size() * most];
        for (int place = 0; place < network.processes().size(); place++) {
            List<Neighbour> all = network.neighbours().get(place).all();
            for (int link = 0; link < all.size(); link++) {
                found[place * most + link] = places.of(all.get(link).id());
            }
        }
        return found;
    }

    /** The number of the link of a process to a neighbour, or -1 where there is none. */
    int link(int place, Neighbour to) {
        if (links[place] == null) {
            Neighbours neighbours = network.neighbours().get(place);
            if (neighbours.size() <= LinkTable.FEW) {
                return LinkTable.among(neighbours.all(), to);
            }
            links[place] = new LinkTable(neighbours);
        }
        return links[place].number(to);
    }

    /** The place of the process at the other end of a link, or -1. */
    int recipient(int place, int link, Neighbour to) {
        return ends != null && link >= 0 ? ends[place * most + link] : places.of(to.id());
    }

    /** How long a message travels that is sent now, in ticks. Over a link that keeps its order, none arrives before one sent earlier. */
    long delay(int place, int link, long now) {
        long after = delays.next(random);
        if (orderly || link < 0) {
            return after;
        }
        if (lastArrivals[place] == null) {
            lastArrivals[place] = new long
                    [links[place] == null ? network.neighbours().get(place).size() : links[place].size()];
        }
        long then = Math.max(now + after, lastArrivals[place][link]);
        lastArrivals[place][link] = then;
        return then - now;
    }

    /** Gives a process other links; over none of them does anything arrive before what it has sent so far. */
    void relink(int place, Neighbours neighbours) {
        links[place] = new LinkTable(neighbours);
        if (lastArrivals[place] != null) {
            long latest = Arrays.stream(lastArrivals[place]).max().orElse(0);
            lastArrivals[place] = new long[links[place].size()];
            Arrays.fill(lastArrivals[place], latest);
        }
    }
}
