package symposium.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;

/** The users of a run, by the places of their processes: where each stands, and what it asks when. */
final class Users<U, I, O> {

    private record Held<I>(int place, int visit, I input) {}

    /** When users ask in a run. */
    interface Schedule<I> {

        /** A user is to ask for something after some ticks, unless its visit is over before. */
        void askAfter(int place, long ticks, int visit, I input);

        /** Whether a process has neither crashed nor left. */
        boolean present(int place);
    }

    private final Problem<U, I, O> problem;
    private final Network network;
    private final ProcessIndex places;
    private final Workload<U, I> workload;
    private final RandomGenerator random;
    private final Counters<?> counters;
    private final Schedule<I> schedule;
    private final Object[] users;
    /** By place: how often its user has come to stand somewhere. */
    private final int[] visits;
    /** By place: the number of its demands. */
    private final int[] demands;
    /** By place: the tick of its latest demand. */
    private final long[] demandedAt;

    /** The users that were to demand beyond the limit. */
    private final Deque<Held<I>> held = new ArrayDeque<>();

    private final long mostDemands;
    /** The number of demands whose processes departed before they were served. */
    private long lost;

    private Observer<O> observer;

    Users(
            RunOptions<?, ?, U, I, O> options,
            ProcessIndex places,
            RandomGenerator random,
            Counters<?> counters,
            Schedule<I> schedule) {
        this.problem = options.problem;
        this.network = options.network;
        this.workload = options.workload;
        this.mostDemands = options.mostDemands;
        this.places = places;
        this.random = random;
        this.counters = counters;
        this.schedule = schedule;
        this.observer = problem.observer();
        int processes = network.processes().size();
        this.users = new Object[processes];
        this.visits = new int[processes];
        this.demands = new int[processes];
        this.demandedAt = new long[processes];
        for (int place = 0; place < processes; place++) {
            users[place] = problem.initial();
        }
    }

    @SuppressWarnings("unchecked")
    U at(int place) {
        return (U) users[place];
    }

    /** The number of users that wait, of processes that are present. */
    long waiting() {
        long count = 0;
        for (int place = 0; place < users.length; place++) {
            count += problem.waits(at(place)) && schedule.present(place) ? 1 : 0;
        }
        return count;
    }

    /** Asks the workload what a user asks for next. */
    void consult(int place, long now) {
        visits[place]++;
        U user = at(place);
        List<I> possible = problem.mayAsk(user);
        if (possible.isEmpty()) {
            return;
        }
        Workload.Standing<U> here = new Workload.Standing<>(network.processes().get(place), user, demands[place], now);
        for (I input : possible) {
            OptionalLong after = workload.asks(here, input, random);
            if (after.isPresent()) {
                schedule.askAfter(place, after.getAsLong(), visits[place], input);
            }
        }
    }

    /**
     * A user asks for something. Returns false when it does not: its visit is over, or the limit of demands is
     * reached.
     */
    boolean ask(int place, int visit, I input, long now) {
        if (visit != visits[place] || !schedule.present(place)) {
            return false;
        }
        if (problem.demands(input)) {
            if (counters.demands() - lost >= mostDemands) {
                held.add(new Held<>(place, visit, input));
                return false;
            }
            counters.demanded();
            demands[place]++;
            demandedAt[place] = now;
        }
        users[place] = problem.asked(at(place), input);
        return true;
    }

    /**
     * A user is told something.
     *
     * @throws InvariantViolation when that violates an invariant of the problem
     */
    void tell(int place, O output, BiConsumer<ProcessId, O> listener, long now) {
        boolean waited = problem.waits(at(place));
        users[place] = problem.told(at(place), output);
        requireNeighboursExcluded(place);
        ProcessId process = network.processes().get(place);
        observer = observer.sees(process, output);
        if (listener != null) {
            listener.accept(process, output);
        }
        if (waited && problem.serves(output)) {
            counters.served(now - demandedAt[place]);
        }
    }

    /** A process departs. If its user waits, other users may demand in its stead. */
    void depart(int place) {
        if (problem.waits(at(place))) {
            lost++;
            held.forEach(each -> schedule.askAfter(each.place(), 0, each.visit(), each.input()));
            held.clear();
        }
    }

    private void requireNeighboursExcluded(int place) {
        Optional<String> invariant = problem.excludesNeighbours(at(place));
        if (invariant.isEmpty()) {
            return;
        }
        for (Neighbour other : network.neighbours().get(place)) {
            int there = places.of(other.id());
            if (schedule.present(there) && problem.excludesNeighbours(at(there)).equals(invariant)) {
                throw new InvariantViolation(
                        invariant.get(),
                        "the users of " + network.processes().get(place) + " and " + other + " are " + at(place));
            }
        }
    }
}
