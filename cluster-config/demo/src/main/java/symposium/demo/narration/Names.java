package symposium.demo.narration;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Topology;
import symposium.topology.Topologies;

/**
 * The names of processes in a story.
 *
 * @param byNumber the names; a process beyond the list goes by its number
 */
public record Names(List<String> byNumber) {

    /** By their numbers. */
    public static final Names NUMBERS = new Names(List.of());

    /** The names in the file of the graph or the table, where there is one; else numbers. */
    public static Names at(Topology topology) {
        return new Names(Topologies.names(topology));
    }

    /** The name of this process. */
    String of(ProcessId process) {
        return process.number() < byNumber.size() ? byNumber.get(process.number()) : process.toString();
    }

    /** All of these. */
    String listed(Collection<ProcessId> some) {
        return some.stream().map(this::of).collect(Collectors.joining(", "));
    }

    /** The fork that these two share, the same at both ends. */
    String fork(ProcessId one, ProcessId other) {
        return one.compareTo(other) < 0 ? of(one) + "-" + of(other) : of(other) + "-" + of(one);
    }
}
