package symposium.actor;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * Process 1 of three as an actor, everyone linked with everyone; probes stand in for processes 0 and 2 and for its
 * user.
 */
final class Bench<S, M> {

    static final ProcessId ZERO = ProcessId.of(0);
    static final ProcessId SELF = ProcessId.of(1);
    static final ProcessId TWO = ProcessId.of(2);

    private final Stage<S, M, Input, Output> stage;

    Bench(ActorTestKit kit, Protocol<S, M, Input, Output> protocol) {
        stage = new Stage<>(kit, SELF, Neighbours.of(List.of(ZERO, TWO)), protocol);
    }

    void asks() {
        stage.asks(Input.ENTER);
    }

    void releases() {
        stage.asks(Input.RELEASE);
    }

    void receives(ProcessId from, M message) {
        stage.receives(Neighbour.of(from), message);
    }

    /** The process hears that these have departed. */
    void departed(ProcessId... gone) {
        SortedSet<ProcessId> departed = new TreeSet<>(List.of(gone));
        List<ProcessId> left =
                List.of(ZERO, TWO).stream().filter(id -> !departed.contains(id)).toList();
        stage.hears(Neighbours.of(left), departed);
    }

    /** The process is cut off: no process is known to have departed, and it has no neighbours. */
    void cutOff() {
        stage.hears(Neighbours.none(), new TreeSet<>());
    }

    void undeliverable(ProcessId to, M message) {
        stage.undeliverable(Neighbour.of(to), message);
    }

    Taken tookStep(String label) {
        return new Taken(stage.tookStep(label));
    }

    /** A step that the process took, and what of it has been seen from outside. */
    final class Taken {
        private final Stage<S, M, Input, Output>.Taken taken;

        private Taken(Stage<S, M, Input, Output>.Taken taken) {
            this.taken = taken;
        }

        Taken sends(ProcessId to, M message) {
            taken.sends(Neighbour.of(to), message);
            return this;
        }

        Taken sendsBoth(M message) {
            return sends(ZERO, message).sends(TWO, message);
        }

        Taken grants(long generation, long grant) {
            taken.tells(new Output.Granted(new Fence(generation, grant)));
            return this;
        }

        Taken loses(long generation, long grant) {
            taken.tells(new Output.Lost(new Fence(generation, grant)));
            return this;
        }

        void andNothingElse() {
            taken.andNothingElse();
        }
    }
}
