package symposium.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Graph.Edge;

/**
 * Connected graphs made at random: a tree that grows at random, and as many further links as the mean degree asks for.
 */
public final class RandomGraph {

    private RandomGraph() {}

    /**
     * A connected graph; the same for the same arguments.
     *
     * @param name how reports name it
     * @param nodes how many nodes, from 1
     * @param degree how many neighbours a node has in the mean, as nearly as a whole number of links allows; no fewer
     *     than a tree has, and no more than all others
     * @param seed from which all randomness comes
     */
    public static Graph of(String name, int nodes, double degree, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = shuffled(nodes, random);
        List<Edge> edges = new ArrayList<>();
        Set<Edge> present = new HashSet<>();
        for (int at = 1; at < nodes; at++) {
            Edge branch = edge(order[at], order[random.nextInt(at)]);
            edges.add(branch);
            present.add(branch);
        }
        long wanted = Math.min(Math.round(degree * nodes / 2), (long) nodes * (nodes - 1) / 2);
        while (edges.size() < wanted) {
            int one = random.nextInt(nodes);
            int other = random.nextInt(nodes);
            if (one != other && present.add(edge(one, other))) {
                edges.add(edge(one, other));
            }
        }
        return Graph.of(name, nodes, edges);
    }

    /** The numbers from 0 to {@code nodes} - 1 in a random order. */
    public static int[] shuffled(int nodes, SplittableRandom random) {
        int[] order = new int[nodes];
        for (int at = 0; at < nodes; at++) {
            int with = random.nextInt(at + 1);
            order[at] = order[with];
            order[with] = at;
        }
        return order;
    }

    private static Edge edge(int one, int other) {
        return new Edge(Math.min(one, other), Math.max(one, other));
    }
}
