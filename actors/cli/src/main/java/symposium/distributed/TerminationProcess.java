package symposium.distributed;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import symposium.actor.MessageTransport;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.actor.TimerDurations;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.termination.TerminationDetection.Input;
import symposium.termination.TerminationDetection.Output;
import symposium.termination.safra.Safra;

/**
 * A machine of Safra's algorithm that detects the end of one level of a search. The worker is active while it has
 * states of the level to expand. A batch of states is a message of the computation: the algorithm's own message
 * announces it.
 *
 * @param self the number of the machine
 * @param workers how many there are
 * @param process the actor that hosts it
 */
record TerminationProcess(int self, int workers, ActorRef<ProcessActor.Command<Safra.Message, Input>> process) {

    /** The token goes on at once from a worker that waits; with one that expands states it stays anyway. */
    private static final Duration REST = Duration.ZERO;

    /**
     * The actor of a machine.
     *
     * @param send sends a message to the worker of this number
     * @param over runs when the level has ended everywhere
     */
    static Behavior<ProcessActor.Command<Safra.Message, Input>> create(
            int self, int workers, int level, BiConsumer<Integer, SearchMessage.TerminationStep> send, Runnable over) {
        ProcessId id = ProcessId.of(self);
        List<ProcessId> others = IntStream.range(0, workers)
                .filter(other -> other != self)
                .mapToObj(ProcessId::of)
                .toList();
        MessageTransport<Safra.Message> links =
                (to, message) -> send.accept(to.id().number(), new SearchMessage.TerminationStep(self, level, message));
        return ProcessActor.create(
                id,
                Neighbours.of(others),
                new Safra(ProcessId.of(0)),
                new ProcessContext<>(
                        links,
                        output -> {
                            if (output == Output.TERMINATED) {
                                over.run();
                            }
                        },
                        TimerDurations.all(REST),
                        event -> {}));
    }

    void receive(SearchMessage.TerminationStep step) {
        process.tell(new ProcessActor.Delivery<>(ProcessId.of(step.from()), Side.NONE, step.message()));
    }

    /** A batch is sent to another worker. */
    void sends(int owner) {
        // The token goes from each machine to the one with the next lower number.
        process.tell(new ProcessActor.Ask<>(new Input.Send(Math.floorMod(self - owner, workers))));
    }

    /** The worker has nothing to do any more. */
    void stops() {
        process.tell(new ProcessActor.Ask<>(new Input.Stop()));
    }
}
