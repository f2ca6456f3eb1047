package symposium.mutex.helaryplouzeauraynal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Message;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.State;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Token;

/**
 * Section 2.2: "We assume that a process and its neighbours have distinct names (global properties of the algorithm,
 * such as fairness, will be established by assuming that the names of all the processes are mutually distinct [...])".
 */
class LocalNamesTest {

    /** A process at its place of the network, under the name by which it and its neighbours know it. */
    private record Named(Neighbours there, State state) {}

    /**
     * The algorithm where several processes can have one name.
     *
     * @param names the name of the process at each place
     */
    private record Renamed(Protocol<State, Message, Input, Output> original, List<Integer> names)
            implements Protocol<Named, Message, Input, Output> {

        private ProcessId name(ProcessId place) {
            return ProcessId.of(names.get(place.number()));
        }

        private Neighbour name(Neighbour there) {
            return new Neighbour(name(there.id()), there.side());
        }

        @Override
        public List<? extends Rule> rules() {
            return original.rules();
        }

        @Override
        public Named initial(ProcessId self, Neighbours neighbours) {
            Neighbours named =
                    new Neighbours(neighbours.all().stream().map(this::name).toList());
            return new Named(neighbours, original.initial(name(self), named));
        }

        @Override
        public Step<Named, Message, Output> step(Named p, Event<Message, Input> event) {
            Event<Message, Input> known = event instanceof Event.Received<Message, Input> received
                    ? new Event.Received<>(name(received.from()), received.message())
                    : event;
            Step<State, Message, Output> step = original.step(p.state(), known);
            return new Step<>(
                    step.rule(),
                    new Named(p.there(), step.next()),
                    step.effects().stream().map(effect -> there(effect, p)).toList());
        }

        private Effect<Message, Output> there(Effect<Message, Output> effect, Named p) {
            return effect instanceof Effect.Send<Message, Output> send
                    ? new Effect.Send<>(
                            p.there().all().stream()
                                    .filter(each -> name(each).equals(send.to()))
                                    .findFirst()
                                    .orElseThrow(),
                            send.message())
                    : effect;
        }
    }

    private static Report onALine(boolean judgingProgress, Integer... names) {
        Start start = Start.of(names.length, 1);
        var algorithm = Model.of(new HelaryPlouzeauRaynal.Entry(), start);
        Predicate<Named> holds = p -> p.state().tokenHere();
        List<Invariant<Named, Message, User>> safety = new Invariants<Named, Message, User>()
                .add(Invariant.atMost(1, MutexInvariants.MUTUAL_EXCLUSION, (p, user) -> p.state()
                        .inCS()))
                .one(HelaryPlouzeauRaynalChecks.ONE_TOKEN, holds, Token.class)
                .list();
        var model = new Model<>(
                algorithm.name(),
                new Renamed(algorithm.protocol(), List.of(names)),
                algorithm.problem(),
                safety,
                Shape.LINE,
                start.processes(),
                algorithm.channels(),
                algorithm.requests(),
                algorithm.faults(),
                Optional.empty(),
                algorithm.arriving(),
                false,
                start.quorum(),
                algorithm.silent(),
                true);
        return Explorer.of(judgingProgress ? model : ProblemDecorator.judging(safety, model), Limits.WIDE)
                .explore()
                .report(false);
    }

    /** Only where names are globally distinct does everybody get its turn; it is safe with local names. */
    @Test
    void whereOnlyNeighboursHaveDistinctNamesItIsSafeAndAProcessMayWaitForever() {
        Report safe = onALine(false, 0, 1, 2, 0);
        assertEquals(Optional.empty(), safe.violated());
        assertTrue(safe.complete());

        Report live = onALine(true, 0, 1, 2, 0);
        assertEquals(Scenario.NO_DEADLOCK, live.violated().orElseThrow().name());
    }
}
