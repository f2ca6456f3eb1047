package symposium.checker;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Quotient;
import symposium.kernel.Topology;

/** Models of algorithms outside the catalogue. */
public final class Models {

    private Models() {}

    /** A model in which all processes are present from the start, and a majority is a quorum. */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(
            String name,
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            List<Invariant<S, M, U>> invariants,
            Topology topology,
            SortedSet<ProcessId> processes,
            Channels channels,
            OptionalInt requests,
            FaultBudget faults,
            Optional<Quotient<S, M>> quotient) {
        return new Model<>(
                name,
                protocol,
                problem,
                invariants,
                topology,
                processes,
                channels,
                requests,
                faults,
                quotient,
                Collections.emptySortedSet(),
                false,
                processes.size() / 2 + 1,
                Collections.emptySortedSet());
    }
}
