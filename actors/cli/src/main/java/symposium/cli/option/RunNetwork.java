package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.topology.Fitting;
import symposium.topology.Topologies;

/**
 * The processes of a run and their links.
 *
 * @param topology the links
 * @param positions the processes, in the order of the topology's positions
 */
public record RunNetwork(Topology topology, List<ProcessId> positions) {

    private static final int MOST_LISTED = 12;
    private static final int MOST_COMPLETE = 20_000;

    /**
     * An algorithm's processes 0 to n-1 on a topology, or on the one that the algorithm prefers.
     *
     * @throws BadInput when the algorithm does not run there, or the numbers do not fit
     */
    public static RunNetwork of(Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Topologies.Named> named, int count) {
        Topology topology =
                named.map(wanted -> fitting(algorithm, wanted, count)).orElseGet(() -> preferred(algorithm, count));
        if (topology == Shape.COMPLETE && count > MOST_COMPLETE) {
            throw new BadInput(
                    "-n %d: a complete graph has too many links for that; at most %d processes are allowed",
                    count, MOST_COMPLETE);
        }
        return new RunNetwork(topology, List.copyOf(Start.of(count, 0).processes()));
    }

    private static Topology preferred(Algorithm<?, ?, ?, ?, ?> algorithm, int count) {
        Topology preferred = algorithm.system().topologies().get(0);
        preferred.misfit(count).ifPresent(why -> {
            throw new BadInput("-n %d: %s runs on %s, and %s", count, algorithm.name(), preferred, why);
        });
        return preferred;
    }

    /**
     * A topology as the algorithm runs on it.
     *
     * @throws BadInput when it has another number of nodes, or the algorithm does not run on it
     */
    public static Topology fitting(Algorithm<?, ?, ?, ?, ?> algorithm, Topologies.Named named, int count) {
        String option = "--topology " + quoted(named.name());
        Topology wanted = Values.of("--topology", () -> named.of(count));
        requireCount(option, wanted, count);
        Topology fitting = Fitting.of(algorithm, wanted)
                .orElseThrow(() -> new BadInput(
                        "%s: %s does not run on that; it runs on: %s",
                        option, algorithm.name(), Fitting.wantedBy(algorithm)));
        requireCount(option, fitting, count);
        return fitting;
    }

    private static void requireCount(String option, Topology topology, int count) {
        topology.misfit(count).ifPresent(why -> {
            throw new BadInput("%s: %s, not %d", option, why, count);
        });
    }

    /** The same positions taken by processes with these identifiers. */
    public RunNetwork withIds(List<ProcessId> ids) {
        if (ids.size() != positions.size()) {
            throw new BadInput(
                    "--ids: there are %d identifiers for %d processes; there must be one for each position",
                    ids.size(), positions.size());
        }
        return new RunNetwork(new RelabelledTopology(topology, ids), ids);
    }

    public int count() {
        return positions.size();
    }

    public SortedSet<ProcessId> processes() {
        // in order: a set is built faster from what is sorted
        return new TreeSet<>(positions.stream().sorted().toList());
    }

    // --- names

    /** Which number in messages and states stands for which name, where a file names nodes. */
    public static Optional<String> legend(Topology topology) {
        List<String> names = Topologies.names(topology);
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("names: "
                        + listed(IntStream.range(0, names.size())
                                .mapToObj(node -> node + " is " + names.get(node))
                                .toList()));
    }

    /** A process as JSON shows it: the name that a file gives it, otherwise its number. */
    public Object shown(ProcessId process) {
        List<String> names = Topologies.names(topology);
        return names.isEmpty() ? (Object) process.number() : names.get(process.number());
    }

    /**
     * A process by its name, its identifier or its number.
     *
     * @param option the option that names it
     * @throws BadInput when there is none
     */
    public ProcessId process(String option, String text) {
        List<String> names = Topologies.names(topology);
        if (!names.isEmpty()) {
            int at = names.indexOf(text.strip());
            if (at < 0) {
                throw new BadInput("%s %s: no node is named so; there are: %s", option, quoted(text), listed(names));
            }
            return positions.get(at);
        }
        if (topology instanceof RelabelledTopology) {
            ProcessId id = ProcessId.of(Values.whole(option, text.strip(), 0, Integer.MAX_VALUE));
            if (!positions.contains(id)) {
                throw new BadInput(
                        "%s %s: no process has that identifier; there are: %s",
                        option, quoted(text), listed(positions));
            }
            return id;
        }
        return ProcessId.of(Values.whole(option, text.strip(), 0, positions.size() - 1));
    }

    /** Several processes by their names, with commas between; at least one. */
    public SortedSet<ProcessId> several(String option, String text) {
        if (text.isBlank()) {
            throw new BadInput(option + " " + quoted(text) + ": must be at least one process");
        }
        return Values.several(option, text, each -> process(option, each));
    }

    private static String listed(List<?> all) {
        return all.stream().limit(MOST_LISTED).map(Object::toString).collect(Collectors.joining(", "))
                + (all.size() > MOST_LISTED ? ", ..." : "");
    }
}
