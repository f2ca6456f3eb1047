package symposium.checker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * What the users of an algorithm may see: the sequences of their inputs and outputs in all its runs. Another algorithm
 * for the same problem implements this one if its users see nothing else.
 *
 * <p>An observer follows the other algorithm, and knows every state that this one may have reached after the same
 * inputs and outputs. If there is none, the other algorithm does not implement this one, and the counterexample is a
 * shortest one. The states of this algorithm are explored as far as the other one demands. Users of this one make any
 * number of requests, and there are no faults.
 *
 * <p>Only finite sequences are compared. That each request is granted in the end is a property of its own.
 *
 * <p>This class is safe for use by several threads.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public final class Specification<S, M, U, I, O> {

    /** So many states of this algorithm are explored at most. */
    private static final int MOST_STATES = 2_000_000;

    /** Something that a user sees: an input, or the essence of an output. */
    private record Seen(ProcessId process, Object what) {
        @Override
        public String toString() {
            return "process " + process + ": " + (what instanceof String text ? text : Printable.print(what));
        }
    }

    /**
     * Where a run is.
     *
     * @param state the number of the global state
     * @param owed the outputs of the last step that the users have not seen yet
     */
    private record Place(int state, List<Seen> owed) {}

    /**
     * A step of this algorithm.
     *
     * @param seen what users see of it, an input first
     * @param asked whether it takes an input
     * @param to the number of the state after it
     */
    private record Move(TraceEvent event, List<Seen> seen, boolean asked, int to) {}

    /** The places that a run with the same inputs and outputs may have reached, by internal steps, too. */
    private final class Follower implements Observer<O> {

        private final Set<Place> places;

        Follower(Set<Place> places) {
            this.places = places;
        }

        @Override
        public List<String> invariants() {
            return List.of(invariant);
        }

        @Override
        public Observer<O> sees(ProcessId process, O output) {
            return after(new Seen(process, problem.essence(output)), false);
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<O> asked(ProcessId process, Object input) {
            return after(new Seen(process, input), true);
        }

        private Observer<O> after(Seen seen, boolean asked) {
            Set<Place> next = Specification.this.after(places, seen, asked);
            if (next.isEmpty()) {
                throw new InvariantViolation(
                        invariant, seen + ", and " + name + " allows " + (asked ? "no such input" : allowed(places)));
            }
            return new Follower(next);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Specification<?, ?, ?, ?, ?>.Follower follower && places.equals(follower.places);
        }

        @Override
        public int hashCode() {
            return places.hashCode();
        }
    }

    /** Two observers of the same run. */
    private record Both<O>(Observer<O> one, Observer<O> other) implements Observer<O> {
        @Override
        public List<String> invariants() {
            return Stream.of(one, other)
                    .flatMap(each -> each.invariants().stream())
                    .toList();
        }

        @Override
        public Observer<O> sees(ProcessId process, O output) {
            return new Both<>(one.sees(process, output), other.sees(process, output));
        }

        @Override
        public boolean heedsInputs() {
            return one.heedsInputs() || other.heedsInputs();
        }

        @Override
        public Observer<O> asked(ProcessId process, Object input) {
            return new Both<>(one.asked(process, input), other.asked(process, input));
        }

        @Override
        public Observer<O> gone(ProcessId process) {
            return new Both<>(one.gone(process), other.gone(process));
        }
    }

    private final String name;
    private final String invariant;
    private final SortedSet<ProcessId> processes;
    private final Problem<U, I, O> problem;
    private final StateSpace<S, M, U, I, O> space;
    /** The states by their numbers, and the numbers of the states. */
    private final List<GlobalState> states = new ArrayList<>();

    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    /** By state, as far as they are known. */
    private final Map<Integer, List<Move>> moves = new HashMap<>();

    private boolean tooLarge;

    /**
     * The specification by an algorithm.
     *
     * @param model the algorithm in its surroundings; its faults and bounds on requests are ignored
     */
    public Specification(Model<S, M, U, I, O> model) {
        Model<S, M, U, I, O> explored = model.withoutQuotient()
                .withInvariants(List.of())
                .withFaults(FaultBudget.NONE)
                .withRequests(OptionalInt.empty());
        name = model.name();
        invariant = "users see nothing that " + name + " does not allow";
        processes = explored.processes();
        problem = explored.problem();
        space = new StateSpace<>(explored, true);
        space.begin();
        number(space.state(0));
    }

    /** The name of this algorithm. */
    public String name() {
        return name;
    }

    /** The processes of this algorithm. */
    public SortedSet<ProcessId> processes() {
        return processes;
    }

    /** The name of the invariant that users see nothing else. */
    public String invariant() {
        return invariant;
    }

    /**
     * Another algorithm, which has to implement this one.
     *
     * @throws IllegalArgumentException if its membership or its links may change: this algorithm knows no such faults
     */
    public <T, N> Model<T, N, U, I, O> constrains(Model<T, N, U, I, O> other) {
        Require.that(!other.changing(), "a specification is one without changes of the membership and of links");
        Observer<O> follower = new Follower(closed(Set.of(new Place(0, List.of()))));
        return other.withoutQuotient()
                .withProblem(ProblemDecorator.watchedBy(
                        other.problem(), new Both<>(other.problem().observer(), follower)));
    }

    /** Whether this algorithm has more states than can be explored, so that what was found is not the truth. */
    public synchronized boolean tooLarge() {
        return tooLarge;
    }

    // --- its runs

    private static List<Integer> key(GlobalState state) {
        int[] numbers = state.numbers();
        int length = numbers.length;
        while (length > 0 && numbers[length - 1] == 0) {
            length--;
        }
        return Arrays.stream(numbers, 0, length).boxed().toList();
    }

    private int number(GlobalState state) {
        Integer known = numbers.putIfAbsent(key(state), states.size());
        if (known != null) {
            return known;
        }
        states.add(state);
        return states.size() - 1;
    }

    private synchronized List<Move> moves(int state) {
        List<Move> known = moves.get(state);
        if (known == null) {
            tooLarge |= states.size() > MOST_STATES;
            known = tooLarge ? List.of() : computeMoves(states.get(state));
            moves.put(state, known);
        }
        return known;
    }

    private List<Move> computeMoves(GlobalState from) {
        List<Move> found = new ArrayList<>();
        int successors = space.survey(from, StateSpace.NO_SUCCESSOR);
        for (int successor = 0; successor < successors; successor++) {
            space.survey(from, successor);
            if (space.successors().violation(successor) == null
                    && space.events().of(successor) instanceof TraceEvent.Stepped stepped) {
                boolean asked = stepped.event() instanceof Event.Input<?, ?>;
                found.add(new Move(stepped, seen(stepped), asked, number(space.successor(successor))));
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private List<Seen> seen(TraceEvent event) {
        List<Seen> seen = new ArrayList<>();
        if (event instanceof TraceEvent.Stepped stepped) {
            if (stepped.event() instanceof Event.Input<?, ?> input) {
                seen.add(new Seen(stepped.process(), input.input()));
            }
            for (Effect<?, ?> effect : stepped.effects()) {
                if (effect instanceof Effect.Output<?, ?> output) {
                    seen.add(new Seen(stepped.process(), problem.essence((O) output.output())));
                }
            }
        }
        return seen;
    }

    /** Where a run may be after these places and internal steps. */
    private Set<Place> closed(Collection<Place> places) {
        Set<Place> all = new HashSet<>(places);
        Deque<Place> left = new ArrayDeque<>(places);
        while (!left.isEmpty()) {
            Place at = left.remove();
            if (at.owed().isEmpty()) {
                moves(at.state()).stream()
                        .filter(move -> move.seen().isEmpty())
                        .map(move -> new Place(move.to(), List.of()))
                        .filter(all::add)
                        .forEach(left::add);
            }
        }
        return Set.copyOf(all);
    }

    private Set<Place> after(Set<Place> places, Seen seen, boolean asked) {
        Set<Place> next = new HashSet<>();
        for (Place at : places) {
            visible(at)
                    .filter(move -> move.asked() == asked && move.seen().get(0).equals(seen))
                    .forEach(move -> next.add(reached(move)));
        }
        return closed(next);
    }

    /** The steps from a place of which users see something; what is owed to them comes first. */
    private Stream<Move> visible(Place at) {
        return at.owed().isEmpty()
                ? moves(at.state()).stream().filter(move -> !move.seen().isEmpty())
                : Stream.of(new Move(null, at.owed(), false, at.state()));
    }

    private static Place reached(Move move) {
        return new Place(move.to(), move.seen().subList(1, move.seen().size()));
    }

    private String allowed(Set<Place> places) {
        Set<String> outputs = new TreeSet<>();
        for (Place at : places) {
            visible(at)
                    .filter(move -> !move.asked())
                    .forEach(move -> outputs.add(move.seen().get(0).toString()));
        }
        return outputs.isEmpty() ? "no output" : "only " + String.join("; ", outputs);
    }

    /**
     * A shortest run of this algorithm of which users see the same as of a run of another one.
     *
     * @param other a run; the last step is not compared if this algorithm does not allow it
     */
    public List<TraceEvent> like(List<TraceEvent> other) {
        List<Seen> seen = other.stream().flatMap(event -> seen(event).stream()).toList();
        record Reached(Place place, int seen) {}
        record By(Reached from, Optional<TraceEvent> event) {}
        Map<Reached, By> reached = new LinkedHashMap<>();
        Deque<Reached> left = new ArrayDeque<>();
        Reached last = new Reached(new Place(0, List.of()), 0);
        reached.put(last, new By(null, Optional.empty()));
        left.add(last);
        while (!left.isEmpty() && last.seen() < seen.size()) {
            Reached at = left.remove();
            last = at.seen() > last.seen() ? at : last;
            Stream<Move> possible =
                    at.place().owed().isEmpty() ? moves(at.place().state()).stream() : visible(at.place());
            possible.forEach(move -> {
                boolean internal = move.seen().isEmpty();
                if (internal || at.seen() < seen.size() && move.seen().get(0).equals(seen.get(at.seen()))) {
                    Reached next = internal
                            ? new Reached(new Place(move.to(), List.of()), at.seen())
                            : new Reached(reached(move), at.seen() + 1);
                    if (reached.putIfAbsent(next, new By(at, Optional.ofNullable(move.event()))) == null) {
                        left.add(next);
                    }
                }
            });
        }
        Deque<TraceEvent> run = new ArrayDeque<>();
        for (By by = reached.get(last); by.from() != null; by = reached.get(by.from())) {
            by.event().ifPresent(run::addFirst);
        }
        return List.copyOf(run);
    }
}
