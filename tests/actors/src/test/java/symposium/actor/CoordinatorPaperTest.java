package symposium.actor;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.coordinator.Coordinator;
import symposium.mutex.coordinator.Coordinator.Grant;
import symposium.mutex.coordinator.Coordinator.Message;
import symposium.mutex.coordinator.Coordinator.Release;
import symposium.mutex.coordinator.Coordinator.Request;
import symposium.mutex.coordinator.Coordinator.State;

/**
 * Raynal's chapter, section 5.1, on the co-ordinating process and on a client as actors; probes stand in for the
 * others and the user.
 */
class CoordinatorPaperTest {

    private static final ProcessId COORDINATOR = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    private static Stage<State, Message, Input, Output> stage(ProcessId self, ProcessId... others) {
        return new Stage<>(KIT, self, Neighbours.of(List.of(others)), new Coordinator(COORDINATOR));
    }

    // "the messages serving only to convey the requests for service and the results obtained"

    @Test
    void aClientAsksAndWaitsForTheResult() {
        Stage<State, Message, Input, Output> client = stage(ONE, COORDINATOR, TWO);
        client.asks(Input.ENTER);
        client.tookStep("asks").andHasEffects(1).sends(Neighbour.of(COORDINATOR), new Request());
        client.receives(Neighbour.of(COORDINATOR), new Grant());
        client.tookStep("enters").andHasEffects(1).tells(new Output.Granted());
        client.asks(Input.RELEASE);
        client.tookStep("leaves").andHasEffects(1).sends(Neighbour.of(COORDINATOR), new Release());
    }

    // "there is a single co-ordinating process that performs certain functions on behalf of the others when they ask
    // for these"

    @Test
    void theCoordinatingProcessServesOneAtATimeItsOwnUserIncluded() {
        Stage<State, Message, Input, Output> coordinator = stage(COORDINATOR, ONE, TWO);
        coordinator.receives(Neighbour.of(TWO), new Request());
        coordinator.tookStep("serves").andHasEffects(1).sends(Neighbour.of(TWO), new Grant());
        coordinator.asks(Input.ENTER);
        coordinator.tookStep("queues").andHasEffects(0);
        coordinator.receives(Neighbour.of(ONE), new Request());
        coordinator.tookStep("queues").andHasEffects(0);
        coordinator.receives(Neighbour.of(TWO), new Release());
        coordinator.tookStep("serves.next").andHasEffects(1).tells(new Output.Granted());
        coordinator.asks(Input.RELEASE);
        coordinator.tookStep("serves.next").andHasEffects(1).sends(Neighbour.of(ONE), new Grant());
        coordinator.receives(Neighbour.of(ONE), new Release());
        coordinator.tookStep("rests").andHasEffects(0);
    }
}
