package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * Fences grow when all nodes are restarted, however many grants there were in a second of the former life of the
 * cluster.
 */
class RestartTest {

    private static final int GRANTS = 1000;

    @ParameterizedTest
    @ValueSource(strings = {"lamport", "ricart-agrawala", "ricart-agrawala-stamped", "carvalho-roucairol"})
    void aClusterThatIsRestartedASecondLaterGrantsUnderGreaterFences(String algorithm) {
        long second = 1_795_335_827L;
        Fence last = lastOf(GRANTS, ClusterCatalogue.algorithm(algorithm).withFences(), second);
        Fence first = lastOf(1, ClusterCatalogue.algorithm(algorithm).withFences(), second + 1);
        assertTrue(first.compareTo(last) > 0, first + " after " + last);
        assertTrue(first.number() > last.number(), first.number() + " after " + last.number());
    }

    /** The fence of the last of this number of grants to one process alone. */
    @SuppressWarnings("unchecked")
    private static <S, M> Fence lastOf(int grants, Algorithm<S, M, ?, ?, ?> algorithm, long floor) {
        Protocol<S, M, Input, Output> protocol = (Protocol<S, M, Input, Output>) algorithm.protocol(Start.of(1, 0));
        S state = protocol.initial(ProcessId.of(0), Neighbours.none());
        Fence last = Fence.NONE;
        for (int grant = 0; grant < grants; grant++) {
            Step<S, M, Output> entered = protocol.step(state, new Event.Input<>(Input.ENTER));
            last = entered.effects().stream()
                    .filter(Effect.Output.class::isInstance)
                    .map(effect -> ((Effect.Output<M, Output>) effect).output())
                    .map(told -> ServiceBindings.lock().raised().apply(told, floor))
                    .map(told -> ((Output.Granted) told).fence())
                    .findFirst()
                    .orElseThrow();
            state = protocol.step(entered.next(), new Event.Input<>(Input.RELEASE))
                    .next();
        }
        return last;
    }
}
