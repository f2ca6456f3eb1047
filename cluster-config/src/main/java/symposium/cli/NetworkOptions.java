package symposium.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.arbitration.Seats;
import symposium.graph.Fitting;
import symposium.graph.InvalidTopology;
import symposium.graph.Topologies;
import symposium.kernel.Algorithm;
import symposium.kernel.Graph;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;

/**
 * Who takes part and how they are linked, as {@code -n}, {@code --topology} and {@code --ids} say.
 *
 * @param topology how
 * @param positions who, in the order of the topology's positions
 */
record NetworkOptions(Topology topology, List<ProcessId> positions) {

    /** How {@code --topology} is described in help. */
    static final String TOPOLOGY =
            "How they are linked: " + Topologies.NAMES + " with a graph in DOT, in GraphML, or as"
                    + " a list of edges, or with a table (see symposium table --help). D is the mean degree of a connected graph made at random. Default: as the paper has it.";

    private static final int MOST_LISTED = 12;
    private static final int MOST_COMPLETE = 20_000;

    /**
     * How many processes: {@code -n}, which may be left out where the topology says it.
     *
     * @param named the topology, if one is named
     * @param text what -n says, or null
     * @param most how many at most
     */
    static int processes(Optional<Topologies.Named> named, String text, int most) {
        if (text != null) {
            return Values.whole("-n", text, 1, most);
        }
        int count = named.map(Topologies.Named::processes)
                .filter(found -> found.isPresent())
                .map(found -> found.getAsInt())
                .orElseThrow(
                        () -> new BadInput("how many processes? -n N is wanted, a whole number from 1 to " + most));
        if (count > most) {
            throw new BadInput("--topology %s: has %d nodes; at most %d are wanted"
                    .formatted(Values.quoted(named.get().name()), count, most));
        }
        return count;
    }

    /** What {@code --topology} names, if it is given. */
    static Optional<Topologies.Named> named(String text) {
        try {
            return Optional.ofNullable(text).map(Topologies::named);
        } catch (InvalidTopology invalid) {
            throw new BadInput("--topology " + invalid.getMessage() + Values.meant(text, Topologies.plainNames()));
        }
    }

    /**
     * An algorithm's processes 0 to n-1 on what is named, or on what the algorithm prefers.
     *
     * @throws BadInput when the algorithm does not run there, or the numbers do not fit
     */
    static NetworkOptions of(Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Topologies.Named> named, int count) {
        List<ProcessId> positions = List.copyOf(Start.of(count, 0).processes());
        if (named.isEmpty()) {
            Topology preferred = algorithm.topologies().get(0);
            preferred.misfit(count).ifPresent(why -> {
                throw new BadInput("-n %d: %s runs on %s, and %s".formatted(count, algorithm.name(), preferred, why));
            });
            requireRoom(preferred, count);
            return new NetworkOptions(preferred, positions);
        }
        String option = "--topology " + Values.quoted(named.get().name());
        Topology wanted = Fitting.of(algorithm, made(named.get(), count))
                .orElseThrow(() -> new BadInput("%s: %s does not run on that; it runs on: %s"
                        .formatted(option, algorithm.name(), Fitting.wantedBy(algorithm))));
        wanted.misfit(count).ifPresent(why -> {
            throw new BadInput("%s: %s, not %d, as -n has it".formatted(option, why, count));
        });
        requireRoom(wanted, count);
        return new NetworkOptions(wanted, positions);
    }

    private static Topology made(Topologies.Named named, int count) {
        try {
            return named.of(count);
        } catch (InvalidTopology invalid) {
            throw new BadInput("--topology " + invalid.getMessage());
        }
    }

    private static void requireRoom(Topology topology, int count) {
        if (topology == Shape.COMPLETE && count > MOST_COMPLETE) {
            throw new BadInput("-n %d: a complete graph has too many links for that; at most %d processes are wanted"
                    .formatted(count, MOST_COMPLETE));
        }
    }

    // --- identifiers

    /** The identifiers that {@code --ids} lists. */
    static List<ProcessId> ids(String text) {
        List<ProcessId> ids = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            ProcessId id = ProcessId.of(Values.whole("--ids", each.strip(), 0, Integer.MAX_VALUE));
            ids.add(id);
        }
        Set<ProcessId> before = new HashSet<>();
        for (ProcessId id : ids) {
            if (!before.add(id)) {
                throw new BadInput(
                        "--ids: %s is given to positions %d and %d; each process has an identifier of its own"
                                .formatted(id, ids.indexOf(id), ids.lastIndexOf(id)));
            }
        }
        return ids;
    }

    /** The numbers from 0 in an order made at random. */
    static List<ProcessId> shuffledIds(int count, long seed) {
        int[] ids = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int at = 0; at < count; at++) {
            int with = random.nextInt(at + 1);
            ids[at] = ids[with];
            ids[with] = at;
        }
        return IntStream.of(ids).mapToObj(ProcessId::of).toList();
    }

    /** The same positions taken by processes with these identifiers. */
    NetworkOptions seating(List<ProcessId> ids) {
        if (ids.size() != positions.size()) {
            throw new BadInput("--ids: there are %d identifiers for %d processes; one for each position is wanted"
                    .formatted(ids.size(), positions.size()));
        }
        return new NetworkOptions(new RelabelledTopology(topology, ids), ids);
    }

    SortedSet<ProcessId> processes() {
        // in order: a set is built faster from what is sorted
        return new TreeSet<>(positions.stream().sorted().toList());
    }

    // --- names

    private List<String> nodes() {
        return names(topology);
    }

    /** How a file names the nodes of a topology, in the order of their processes; empty where it does not, or by their numbers. */
    static List<String> names(Topology topology) {
        if (!(topology instanceof Graph || topology instanceof Seats)) {
            return List.of();
        }
        List<String> nodes = topology instanceof Graph graph
                ? graph.nodes()
                : ((Seats) topology).table().names();
        boolean numbered = IntStream.range(0, nodes.size())
                .allMatch(node -> nodes.get(node).equals(Integer.toString(node)));
        return numbered ? List.of() : nodes;
    }

    /** Which number in messages and states stands for which name, where a file names nodes. */
    static Optional<String> legend(Topology topology) {
        List<String> names = names(topology);
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("names: "
                        + listed(IntStream.range(0, names.size())
                                .mapToObj(node -> node + " is " + names.get(node))
                                .toList()));
    }

    /** Whether the nodes have other names than the numbers of their processes. */
    boolean hasNames() {
        return !nodes().isEmpty();
    }

    /** The name of a process: that of its node, where a file has named it, otherwise its number. */
    String name(ProcessId process) {
        return hasNames() ? nodes().get(process.number()) : process.toString();
    }

    /**
     * A process by its name.
     *
     * @param option where the name stands
     * @param text the name, or null for the process at the first position
     * @throws BadInput when there is none
     */
    ProcessId process(String option, String text) {
        if (text == null) {
            return positions.get(0);
        }
        if (hasNames()) {
            int at = nodes().indexOf(text.strip());
            if (at < 0) {
                throw new BadInput("%s %s: no node is named so; there are: %s"
                        .formatted(option, Values.quoted(text), listed(nodes())));
            }
            return positions.get(at);
        }
        if (topology instanceof RelabelledTopology) {
            ProcessId id = ProcessId.of(Values.whole(option, text.strip(), 0, Integer.MAX_VALUE));
            if (!positions.contains(id)) {
                throw new BadInput("%s %s: no process has that identifier; there are: %s"
                        .formatted(option, Values.quoted(text), listed(positions)));
            }
            return id;
        }
        return ProcessId.of(Values.whole(option, text.strip(), 0, positions.size() - 1));
    }

    /** Several processes by their names, with commas between; at least one. */
    Set<ProcessId> several(String option, String text) {
        Set<ProcessId> found = new TreeSet<>();
        if (text.isBlank()) {
            throw new BadInput(option + " " + Values.quoted(text) + ": at least one process is wanted");
        }
        for (String each : Arrays.asList(text.split(",", -1))) {
            if (!found.add(process(option, each))) {
                throw new BadInput("%s %s: %s is named twice; once is wanted"
                        .formatted(option, Values.quoted(text), each.strip()));
            }
        }
        return found;
    }

    private static String listed(List<?> all) {
        return CheckReport.listed(all.stream().limit(MOST_LISTED).toList()) + (all.size() > MOST_LISTED ? ", ..." : "");
    }
}
