package symposium.demo;

import java.util.Collection;
import java.util.stream.Collectors;
import symposium.arbitration.Seats;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

/** The names of processes in a story. */
@FunctionalInterface
interface Names {

    /** By their numbers. */
    Names NUMBERS = ProcessId::toString;

    /** The name of this process. */
    String of(ProcessId process);

    /** The names in the file of the table, where there is one; else numbers. */
    static Names at(Topology topology) {
        return topology instanceof Seats seats
                ? process -> process.number() < seats.table().size()
                        ? seats.table().name(process.number())
                        : process.toString()
                : NUMBERS;
    }

    /** All of these. */
    default String listed(Collection<ProcessId> some) {
        return some.stream().map(this::of).collect(Collectors.joining(", "));
    }

    /** The fork that these two share, the same at both ends. */
    default String fork(ProcessId one, ProcessId other) {
        return one.compareTo(other) < 0 ? of(one) + "-" + of(other) : of(other) + "-" + of(one);
    }
}
