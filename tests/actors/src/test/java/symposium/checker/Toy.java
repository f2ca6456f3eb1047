package symposium.checker;

import java.util.List;
import java.util.function.BiFunction;
import symposium.checker.model.Model;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.PlainProblem;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;

/**
 * A protocol of one function, for tests of the checker.
 *
 * @param rules the rules that it names
 * @param clocks the timers with which each process starts
 * @param does the step on each event; a change of the neighbours is already part of the state
 */
public record Toy(
        List<? extends Rule> rules,
        List<Clock> clocks,
        BiFunction<Toy.State, Event<String, String>, Step<Toy.State, String, String>> does)
        implements Protocol<Toy.State, String, String, String> {

    enum Does implements Rule {
        RESTS,
        ACTS
    }

    public enum Clock implements Timer {
        TICK,
        TOCK
    }

    /** A process: its name, its neighbours, and what has happened to it that matters. */
    public record State(ProcessId self, Neighbours neighbours, String note) {
        public State noting(String other) {
            return new State(self, neighbours, other);
        }

        public boolean is(ProcessId process) {
            return self.equals(process);
        }

        public Step<State, String, String> acts() {
            return Step.by(Does.ACTS, this);
        }
    }

    public Toy(List<Clock> clocks, BiFunction<State, Event<String, String>, Step<State, String, String>> does) {
        this(List.of(Does.values()), clocks, does);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, "");
    }

    @Override
    public List<Clock> initialTimers(State initial) {
        return clocks;
    }

    @Override
    public Step<State, String, String> step(State p, Event<String, String> event) {
        State now = event instanceof Event.NeighboursChanged<String, String> changed
                ? new State(p.self(), changed.neighbours(), p.note())
                : p;
        return does.apply(now, event);
    }

    /** Users make any of these requests. After "please", or from the start, a user waits until it is served. */
    public record Users(List<String> requests, boolean waiting) implements PlainProblem<String> {
        @Override
        public String name() {
            return "toy";
        }

        @Override
        public Boolean initial() {
            return waiting;
        }

        @Override
        public List<String> mayAsk(Boolean waits) {
            return waits ? List.of() : requests;
        }

        @Override
        public Boolean asked(Boolean waits, String input) {
            return input.equals("please") || waits;
        }
    }

    public static Model<State, String, Boolean, String, String> model(int processes, Users users, Toy toy) {
        return Models.of(
                "toy", toy, users, Shape.COMPLETE, Start.of(processes, 0).processes());
    }

    static Users asking(String... requests) {
        return new Users(List.of(requests), false);
    }

    static boolean input(Event<String, String> event) {
        return event instanceof Event.Input;
    }

    static boolean receives(Event<String, String> event) {
        return event instanceof Event.Received;
    }

    /** Sends this to every neighbour when its user asks. */
    static Toy sending(String message) {
        return new Toy(List.of(), (p, event) -> {
            Step<State, String, String> step = p.acts();
            if (input(event)) {
                for (Neighbour other : p.neighbours()) {
                    step = step.send(other, message + p.self());
                }
            }
            return step;
        });
    }
}
