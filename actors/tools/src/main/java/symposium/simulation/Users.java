package symposium.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.runtime.AuthorCode;
import symposium.kernel.runtime.GuardedProblem;

/** The users of a run, by the places of their processes: where each stands, and what it asks when. */
final class Users<U, I, O> {

    private record Held<I>(int place, int visit, I input) {}

    private final Problem<U, I, O> problem;
    private final Simulation<?, ?, U, I, O> options;
    private final ProcessIndex places;
    private final RandomGenerator random;
    private final Counters<?> counters;
    private final EventQueue queue;
    private final IntPredicate present;
    private final ObjIntConsumer<I> asks;
    private final Object[] users;
    /** By place: how often its user has come to stand somewhere. */
    private final int[] visits;
    /** By place: the number of its demands. */
    private final int[] demands;
    /** By place: the tick of its latest demand. */
    private final long[] demandedAt;

    /** The users that were to demand beyond the limit. */
    private final Deque<Held<I>> held = new ArrayDeque<>();

    /** The number of demands whose processes departed before they were served. */
    private long lost;

    private Observer<O> observer;
    /** The place of the process whose user is dealt with. */
    private int current;

    /** @param asks is told when a user asks for something, and by the place of which process */
    Users(
            Simulation<?, ?, U, I, O> options,
            ProcessIndex places,
            RandomGenerator random,
            Counters<?> counters,
            EventQueue queue,
            IntPredicate present,
            ObjIntConsumer<I> asks) {
        this.options = options;
        this.problem = new GuardedProblem<>(options.problem(), () -> process(current));
        this.places = places;
        this.random = random;
        this.counters = counters;
        this.queue = queue;
        this.present = present;
        this.asks = asks;
        this.observer = problem.observer();
        int processes = options.network().processes().size();
        this.users = new Object[processes];
        this.visits = new int[processes];
        this.demands = new int[processes];
        this.demandedAt = new long[processes];
        for (current = 0; current < processes; current++) {
            users[current] = problem.initial();
        }
    }

    private ProcessId process(int place) {
        return options.network().processes().get(place);
    }

    @SuppressWarnings("unchecked")
    U at(int place) {
        return (U) users[place];
    }

    /** The number of users that wait, of processes that are present. */
    long waiting() {
        long count = 0;
        for (current = 0; current < users.length; current++) {
            count += problem.waits(at(current)) && present.test(current) ? 1 : 0;
        }
        return count;
    }

    /** Asks the workload what a user asks for next. */
    void consult(int place) {
        current = place;
        visits[place]++;
        U user = at(place);
        List<I> possible = problem.mayAsk(user);
        if (possible.isEmpty()) {
            return;
        }
        Workload.Standing<U> here = new Workload.Standing<>(process(place), user, demands[place], queue.now());
        for (I input : possible) {
            AuthorCode.call(
                            process(place),
                            "Workload.asks",
                            () -> options.workload().asks(here, input, random),
                            here,
                            input)
                    .ifPresent(after -> askAfter(after, place, visits[place], input));
        }
    }

    private void askAfter(long ticks, int place, int visit, I input) {
        queue.add(ticks, place, () -> ask(place, visit, input));
    }

    /** A user asks for something, unless its visit is over or the limit of demands is reached. */
    private void ask(int place, int visit, I input) {
        if (visit != visits[place] || !present.test(place)) {
            return;
        }
        current = place;
        if (problem.demands(input)) {
            if (counters.demands() - lost >= options.demands()) {
                held.add(new Held<>(place, visit, input));
                return;
            }
            counters.demanded();
            demands[place]++;
            demandedAt[place] = queue.now();
        }
        users[place] = problem.asked(at(place), input);
        observer =
                AuthorCode.call(process(place), "Observer.asked", () -> observer.asked(process(place), input), input);
        asks.accept(input, place);
    }

    /**
     * A user is told something.
     *
     * @throws InvariantViolation when that violates an invariant of the problem
     */
    void tell(int place, O output, BiConsumer<ProcessId, O> listener) {
        current = place;
        boolean waited = problem.waits(at(place));
        users[place] = problem.told(at(place), output);
        requireNeighboursExcluded(place);
        ProcessId process = process(place);
        observer = AuthorCode.call(process, "Observer.sees", () -> observer.sees(process, output), output);
        listener.accept(process, output);
        if (waited && problem.serves(output)) {
            counters.served(queue.now() - demandedAt[place]);
        }
    }

    /** A process departs. If its user waits, other users may demand in its stead. */
    void depart(int place) {
        current = place;
        observer = AuthorCode.call(process(place), "Observer.gone", () -> observer.gone(process(place)));
        if (problem.waits(at(place))) {
            lost++;
            held.forEach(each -> askAfter(0, each.place(), each.visit(), each.input()));
            held.clear();
        }
    }

    private void requireNeighboursExcluded(int place) {
        Optional<String> invariant = problem.excludesNeighbours(at(place));
        if (invariant.isEmpty()) {
            return;
        }
        for (Neighbour other : options.network().neighbours().get(place)) {
            int there = places.of(other.id());
            if (present.test(there) && problem.excludesNeighbours(at(there)).equals(invariant)) {
                throw new InvariantViolation(
                        invariant.get(), "the users of " + process(place) + " and " + other + " are " + at(place));
            }
        }
    }
}
