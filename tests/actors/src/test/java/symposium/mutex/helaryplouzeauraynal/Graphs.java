package symposium.mutex.helaryplouzeauraynal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Graph;

/** The graphs that are explored, by name: all connected ones of up to four nodes, and a choice of larger ones. */
public final class Graphs {

    private static final Map<String, String> EDGES = new LinkedHashMap<>();

    static {
        EDGES.put("pair", "01");
        EDGES.put("line of three", "01 12");
        EDGES.put("triangle", "01 12 02");
        EDGES.put("line of four", "01 12 23");
        EDGES.put("star", "01 02 03");
        EDGES.put("square", "01 12 23 30");
        EDGES.put("paw", "01 12 02 23");
        EDGES.put("diamond", "01 02 12 13 23");
        EDGES.put("complete", "01 02 03 12 13 23");
        EDGES.put("ring of five", "01 12 23 34 40");
        EDGES.put("kite", "01 02 12 13 23 34");
        EDGES.put("house", "01 12 23 30 04 14");
        EDGES.put("wheel", "01 12 23 30 04 14 24 34");
        EDGES.put("banner", "01 12 23 30 24");
        EDGES.put("banner with two tails", "01 12 23 30 24 25");
    }

    private Graphs() {}

    /** The graph of that name. */
    public static Graph named(String name) {
        List<Graph.Edge> edges = new ArrayList<>();
        int greatest = 0;
        for (String edge : EDGES.get(name).split(" ")) {
            int one = edge.charAt(0) - '0';
            int other = edge.charAt(1) - '0';
            greatest = Math.max(greatest, Math.max(one, other));
            edges.add(new Graph.Edge(one, other));
        }
        return Graph.of(name, greatest + 1, edges);
    }

    /**
     * A ring with chords: whichever node goes, the others stay connected.
     *
     * @param seed of the chords
     */
    public static Graph ringWithChords(long seed, int nodes, int chords) {
        Random random = new Random(seed);
        Set<Graph.Edge> edges = new LinkedHashSet<>();
        for (int node = 1; node < nodes; node++) {
            edges.add(new Graph.Edge(node - 1, node));
        }
        edges.add(new Graph.Edge(0, nodes - 1));
        while (edges.size() < nodes + chords) {
            int one = random.nextInt(nodes);
            int other = random.nextInt(nodes);
            if (one < other) {
                edges.add(new Graph.Edge(one, other));
            }
        }
        return Graph.of("ring with chords, seed " + seed, nodes, List.copyOf(edges));
    }

    /** Processes by their numbers, one digit each. */
    public static Set<ProcessId> processes(String digits) {
        Set<ProcessId> processes = new TreeSet<>();
        for (char digit : digits.toCharArray()) {
            processes.add(ProcessId.of(digit - '0'));
        }
        return processes;
    }

    /** Every choice of a number of the first {@code of} processes. */
    public static List<Set<ProcessId>> choices(int many, int of) {
        List<Set<ProcessId>> choices = new ArrayList<>();
        for (int chosen = 0; chosen < 1 << of; chosen++) {
            if (Integer.bitCount(chosen) == many) {
                Set<ProcessId> choice = new TreeSet<>();
                for (int number = 0; number < of; number++) {
                    if ((chosen >>> number & 1) != 0) {
                        choice.add(ProcessId.of(number));
                    }
                }
                choices.add(choice);
            }
        }
        return choices;
    }
}
