package symposium.cli.option;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.ProcessId;
import symposium.topology.RandomGraph;

/**
 * The identifiers of the processes, in the order of the topology's positions.
 *
 * @param listed the identifiers; empty for the numbers from 0 in a random order
 */
public record Ids(List<ProcessId> listed) {

    private static final String RANDOM = "random";

    static Ids parse(String text) {
        if (text.equals(RANDOM)) {
            return new Ids(List.of());
        }
        List<ProcessId> ids = Stream.of(text.split(",", -1))
                .map(each -> ProcessId.of(Values.whole("", each.strip(), 0, Integer.MAX_VALUE)))
                .toList();
        Set<ProcessId> before = new HashSet<>();
        for (ProcessId id : ids) {
            if (!before.add(id)) {
                throw new BadInput(
                        ": %s is given to positions %d and %d; each process must have a different identifier",
                        id, ids.indexOf(id), ids.lastIndexOf(id));
            }
        }
        return new Ids(ids);
    }

    /** The identifiers of this number of processes. */
    public List<ProcessId> of(int count, long seed) {
        return listed.isEmpty() ? random(count, seed) : listed;
    }

    /** The numbers from 0 in a random order. */
    static List<ProcessId> random(int count, long seed) {
        return IntStream.of(RandomGraph.shuffled(count, new SplittableRandom(seed)))
                .mapToObj(ProcessId::of)
                .toList();
    }
}
