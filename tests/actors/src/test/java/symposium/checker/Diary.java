package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.checker.model.Model;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.problem.PlainProblem;
import symposium.kernel.topology.Topology;

/**
 * A toy: asked to, a process sends the letters {@code a} and {@code b} to each of its neighbours; and every process
 * keeps a diary of all that happens to it. What diaries there can be says what can happen in which order.
 */
final class Diary implements Protocol<Diary.State, String, Diary.Wish, String> {

    /** What a user can ask. */
    enum Wish {
        WRITE
    }

    /** What is done. */
    enum Does implements Rule {
        WRITES,
        READS,
        TAKES_BACK,
        HEARS,
        LEAVES;

        @Override
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A process: what it knows, and its diary. */
    record State(ProcessId self, Neighbours neighbours, List<String> diary) {
        State noting(String line) {
            List<String> longer = new ArrayList<>(diary);
            longer.add(line);
            return new State(self, neighbours, List.copyOf(longer));
        }
    }

    /** Some users may write; no process waits for anything. */
    record Writing() implements PlainProblem<Wish> {
        @Override
        public String name() {
            return "writing";
        }

        @Override
        public List<Wish> mayAsk(Boolean hasWritten) {
            return List.of(Wish.WRITE);
        }

        @Override
        public boolean waits(Boolean hasWritten) {
            return false;
        }
    }

    private final Set<Integer> writers;
    private final boolean stays;

    private Diary(Set<Integer> writers, boolean stays) {
        this.writers = writers;
        this.stays = stays;
    }

    /** Only these write when they are asked to. */
    static Diary of(Integer... writers) {
        return new Diary(Set.of(writers), false);
    }

    /** The same, but who is asked to leave does not. */
    Diary staying() {
        return new Diary(writers, true);
    }

    /** Processes 0 to {@code processes} - 1 with their users writing at most once. */
    static Model<State, String, Boolean, Wish, String> model(Diary diary, int processes, Topology topology) {
        SortedSet<ProcessId> ids = new TreeSet<>();
        IntStream.range(0, processes).forEach(number -> ids.add(ProcessId.of(number)));
        return Models.of("diary", diary, new Writing(), topology, ids);
    }

    /** Every diary that {@code process} can have kept while it is alive. */
    static Set<List<String>> diaries(Explorer<State, String, Boolean, Wish, String> explorer, ProcessId process) {
        Set<List<String>> all = new java.util.HashSet<>();
        explorer.reachable().forEach(configuration -> {
            if (configuration.alive(process)) {
                all.add(configuration.state(process).diary());
            }
        });
        return all;
    }

    @Override
    public List<Does> rules() {
        return List.of(Does.values());
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, List.of("starts " + neighbours));
    }

    @Override
    public Step<State, String, String> step(State state, Event<String, Wish> event) {
        if (event instanceof Event.Input<String, Wish>) {
            Step<State, String, String> step = Step.by(Does.WRITES, state.noting("writes"));
            if (!writers.contains(state.self().number())) {
                return Step.by(Does.WRITES, state);
            }
            for (Neighbour neighbour : state.neighbours()) {
                step = step.send(neighbour, "a").send(neighbour, "b");
            }
            return step;
        }
        if (event instanceof Event.Received<String, Wish> received) {
            return Step.by(Does.READS, state.noting(received.message() + " from " + received.from()));
        }
        if (event instanceof Event.Undeliverable<String, Wish> undeliverable) {
            return Step.by(Does.TAKES_BACK, state.noting("back " + undeliverable.message()));
        }
        if (event instanceof Event.NeighboursChanged<String, Wish> changed) {
            State next = new State(state.self(), changed.neighbours(), state.diary());
            return Step.by(Does.HEARS, next.noting(changed.neighbours() + " without " + changed.departed()));
        }
        Step<State, String, String> asked = Step.by(Does.LEAVES, state.noting("asked to leave"));
        return stays ? asked : asked.leave();
    }
}
