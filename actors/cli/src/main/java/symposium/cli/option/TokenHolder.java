package symposium.cli.option;

import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Whether it makes a difference to an algorithm at which process a token starts: not all have one. */
public final class TokenHolder {

    private TokenHolder() {}

    /**
     * Whether of two processes some starts otherwise when the other is the holder. An exception in the protocol is left
     * to the run, which reports it.
     */
    public static boolean matter(Algorithm<?, ?, ?, ?, ?> algorithm) {
        try {
            return Start.of(2, 0).processes().stream()
                    .anyMatch(self -> !starts(algorithm, self, 0).equals(starts(algorithm, self, 1)));
        } catch (RuntimeException | StackOverflowError inProtocol) {
            return false;
        }
    }

    private static <S, M, I, O> S starts(Algorithm<S, M, ?, I, O> algorithm, ProcessId self, int holder) {
        Start start = Start.of(2, holder);
        Topology topology = algorithm.system().topologies().get(0);
        Protocol<S, M, I, O> protocol = algorithm.protocol(start);
        return protocol.initial(self, topology.neighbours(self, start.processes()));
    }
}
