package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Three processes that write down what happens to them, for tests of what a run lets happen. */
final class Diaries {

    private Diaries() {}

    enum Clock implements Timer {
        SOON,
        LATE
    }

    enum Does implements Rule {
        NOTES,
        GREETS,
        LEAVES;

        @Override
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A process: its neighbours, and what has happened to it. */
    record Diary(Neighbours neighbours, List<String> lines) {
        Diary with(String line) {
            List<String> more = new ArrayList<>(lines);
            more.add(line);
            return new Diary(neighbours, List.copyOf(more));
        }
    }

    /**
     * A process that is asked greets its neighbours; everyone writes down what happens to it. Two timers start, the
     * later is cancelled.
     */
    static final Protocol<Diary, String, Input, Output> PROTOCOL = new Protocol<>() {
        @Override
        public List<Does> rules() {
            return List.of(Does.values());
        }

        @Override
        public Diary initial(ProcessId self, Neighbours neighbours) {
            return new Diary(neighbours, List.of());
        }

        @Override
        public List<Clock> initialTimers(Diary initial) {
            return List.of(Clock.SOON, Clock.LATE);
        }

        @Override
        public Step<Diary, String, Output> step(Diary diary, Event<String, Input> event) {
            if (event instanceof Event.NeighboursChanged<String, Input> changed) {
                return Step.by(Does.NOTES, new Diary(changed.neighbours(), diary.lines()).with(event.toString()));
            }
            if (event instanceof Event.Timeout) {
                return Step.<Diary, String, Output>by(Does.NOTES, diary).cancel(Clock.LATE);
            }
            if (!(event instanceof Event.Input) && !(event instanceof Event.Leave)) {
                return Step.by(Does.NOTES, diary.with(event.toString()));
            }
            boolean leaving = event instanceof Event.Leave;
            Step<Diary, String, Output> step = Step.by(leaving ? Does.LEAVES : Does.GREETS, diary);
            for (Neighbour neighbour : diary.neighbours()) {
                step = step.send(neighbour, leaving ? "farewell" : "hello");
            }
            return leaving ? step.leave() : step;
        }
    };

    static Run<Diary, String, User, Input, Output> triangle(int asking, ScheduledFault... mishaps) {
        return simulation(PROTOCOL, asking, mishaps).as(Run::new);
    }

    static Simulation<Diary, String, User, Input, Output> simulation(
            Protocol<Diary, String, Input, Output> protocol, int asking, ScheduledFault... mishaps) {
        return Simulation.of(
                        protocol,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.COMPLETE, Start.of(3, 0).processes()),
                        Channels.FIFO,
                        Workload.initiating(
                                MutualExclusion.PROBLEM, Set.of(ProcessId.of(asking)), Durations.exactly(0)))
                .withDelays(Durations.exactly(10))
                .withTimers(Map.of("SOON", Durations.exactly(20)))
                .withOtherTimers(Durations.exactly(2000))
                .withFaults(Shape.COMPLETE, List.of(mishaps));
    }

    static List<String> lines(Run<Diary, String, ?, ?, ?> run, int process) {
        return run.state(ProcessId.of(process)).lines();
    }

    static ProcessId p(int number) {
        return ProcessId.of(number);
    }

    static List<ProcessId> ids(Run<Diary, ?, ?, ?, ?> run, int process) {
        return run.state(p(process)).neighbours().all().stream()
                .map(Neighbour::id)
                .toList();
    }

    /** Each sends 1 to 9 to the neighbours of which it hears, or that it has when it is asked. */
    static Protocol<Diary, String, Input, Output> counting() {
        Mutation<Diary, String, Input, Output> counting = Mutation.steps(original -> (diary, event) -> {
            Step<Diary, String, Output> step = original.step(diary, event);
            if (!(event instanceof Event.NeighboursChanged) && !(event instanceof Event.Input)) {
                return step;
            }
            step = Step.by(step.rule(), step.next());
            for (int number = 1; number <= 9; number++) {
                for (Neighbour neighbour : step.next().neighbours()) {
                    step = step.send(neighbour, Integer.toString(number));
                }
            }
            return step;
        });
        return counting.of(PROTOCOL);
    }

    /** A process has heard 1 to 9 from another, in this order. */
    static void assertHeardInOrder(Run<Diary, String, ?, ?, ?> run, int process, int from, String message) {
        List<String> heard = lines(run, process).stream()
                .filter(line -> line.endsWith(" from " + from))
                .toList();
        assertEquals(
                IntStream.rangeClosed(1, 9)
                        .mapToObj(number -> number + " from " + from)
                        .toList(),
                heard,
                message);
    }
}
