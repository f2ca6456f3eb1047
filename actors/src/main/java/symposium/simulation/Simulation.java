package symposium.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Refuted;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Timer;

/**
 * One run in virtual time. Say first what is to be run, and how; the run begins with the first of the {@code run} methods and may be
 * carried on by further ones.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class Simulation<S, M, U, I, O> {

    /** Who is told of each step, with the moment at which it was taken. */
    @FunctionalInterface
    public interface Watcher {
        void stepped(long time, Occurrence occurrence);
    }

    /** What is going to happen at a moment, caused by a process. */
    private sealed interface Happening extends Comparable<Happening> {
        Cause cause();

        @Override
        default int compareTo(Happening other) {
            return cause().compareTo(other.cause());
        }
    }

    private record Cause(long time, int place, long number) implements Comparable<Cause> {
        @Override
        public int compareTo(Cause other) {
            int byTime = Long.compare(time, other.time);
            int byPlace = byTime != 0 ? byTime : Integer.compare(place, other.place);
            return byPlace != 0 ? byPlace : Long.compare(number, other.number);
        }
    }

    private record Arrival<M>(Cause cause, int to, Neighbour from, M message) implements Happening {}

    private record Asking<I>(Cause cause, I input, int standing) implements Happening {}

    private record Expiry(Cause cause, Timer timer, long started) implements Happening {}

    private static final int FEW_NEIGHBOURS = 8;

    private final Protocol<S, M, I, O> protocol;
    private final Problem<U, I, O> problem;
    private final Network network;
    private final Channels channels;
    private final Users<U, I> users;

    private Times delays = Times.exactly(1);
    private Map<String, Times> timers = Map.of();
    private long seed;
    private Watcher watcher;

    private boolean begun;
    private RandomGenerator travelling;
    private RandomGenerator living;
    private final PriorityQueue<Happening> agenda = new PriorityQueue<>();
    private final Map<ProcessId, Integer> places = new HashMap<>();
    private final List<S> states = new ArrayList<>();
    private final List<U> standings = new ArrayList<>();
    private int[] standing;
    private int[] demands;
    private long[] demandedAt;
    private long[][] lastArrivals;
    private Map<Neighbour, Integer>[] linkNumbers;
    private List<Arrival<M>>[] waiting;
    private Map<String, Long>[] running;

    private long now;
    private long caused;
    private long steps;
    private long demanded;
    private long served;
    private long longestWait;
    private final Map<Rule, Long> fired = new HashMap<>();
    private final Map<Object, Long> sent = new LinkedHashMap<>();

    private Simulation(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Users<U, I> users) {
        this.protocol = protocol;
        this.problem = problem;
        this.network = network;
        this.channels = channels;
        this.users = users;
    }

    /** Any protocol on any network; a message travels for one tick, until said otherwise. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Users<U, I> users) {
        return new Simulation<>(protocol, problem, network, channels, users);
    }

    /** An algorithm of the catalogue on the topology that it prefers, over the links that it assumes. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm, Start start, Users<U, I> users) {
        return of(
                algorithm.protocol(start),
                algorithm.problem(),
                Network.of(algorithm.topologies().get(0), start.processes()),
                algorithm.channels(),
                users);
    }

    /** How long messages travel. Over a link that keeps its order, none arrives before one that was sent earlier. */
    public Simulation<S, M, U, I, O> delaying(Times times) {
        requireNotBegun();
        delays = times;
        return this;
    }

    /** How long timers run, by their names. */
    public Simulation<S, M, U, I, O> timing(Map<String, Times> durations) {
        requireNotBegun();
        timers = Map.copyOf(durations);
        return this;
    }

    /** From where all randomness comes; 0 until said otherwise. */
    public Simulation<S, M, U, I, O> seeded(long from) {
        requireNotBegun();
        seed = from;
        return this;
    }

    /** Who is told of each step. */
    public Simulation<S, M, U, I, O> watchedBy(Watcher by) {
        watcher = by;
        return this;
    }

    private void requireNotBegun() {
        if (begun) {
            throw new IllegalStateException("the run has begun");
        }
    }

    /**
     * Runs until nothing more happens; forever, when users ask again and again.
     *
     * @throws Refuted when a step that no rule admits is asked of a process
     */
    public Tally runToTheEnd() {
        while (advance(Long.MAX_VALUE)) {
            continue;
        }
        return tally();
    }

    /**
     * Runs until all that happens up to and including this tick has happened.
     *
     * @throws Refuted when a step that no rule admits is asked of a process
     */
    public Tally runUntil(long time) {
        while (advance(time)) {
            continue;
        }
        now = Math.max(now, time);
        return tally();
    }

    /**
     * Runs until so many demands in all have been served, or nothing more happens.
     *
     * @throws Refuted when a step that no rule admits is asked of a process
     */
    public Tally runUntilServed(long servings) {
        while (served < servings && advance(Long.MAX_VALUE)) {
            continue;
        }
        return tally();
    }

    /** What has been counted so far. */
    public Tally tally() {
        Map<String, Long> rules = new LinkedHashMap<>();
        protocol.rules().forEach(rule -> rules.put(rule.label(), fired.getOrDefault(rule, 0L)));
        Map<String, Long> messages = new TreeMap<>();
        sent.forEach((type, count) -> messages.merge(name(type), count, Long::sum));
        return new Tally(
                protocol.name(),
                network.processes().size(),
                seed,
                now,
                steps,
                messages,
                rules,
                demanded,
                served,
                longestWait,
                begun && agenda.isEmpty());
    }

    /** The state of a process now. */
    public S state(ProcessId process) {
        begin();
        return states.get(places.get(process));
    }

    private static Object type(Object message) {
        return message instanceof Enum<?> ? message : message.getClass();
    }

    private static String name(Object type) {
        String name = type instanceof Enum<?> each ? each.name() : ((Class<?>) type).getSimpleName();
        return name.toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings("unchecked")
    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        SplittableRandom random = new SplittableRandom(seed);
        travelling = random.split();
        living = random.split();
        int processes = network.processes().size();
        standing = new int[processes];
        demands = new int[processes];
        demandedAt = new long[processes];
        lastArrivals = new long[processes][];
        linkNumbers = (Map<Neighbour, Integer>[]) new Map<?, ?>[processes];
        waiting = (List<Arrival<M>>[]) new List<?>[processes];
        running = (Map<String, Long>[]) new Map<?, ?>[processes];
        for (int place = 0; place < processes; place++) {
            ProcessId process = network.processes().get(place);
            places.put(process, place);
            states.add(protocol.initial(process, network.neighbours().get(place)));
            standings.add(problem.initial());
        }
        for (int place = 0; place < processes; place++) {
            consult(place);
        }
    }

    /** Lets the next thing happen, unless it is to happen after that moment. */
    private boolean advance(long until) {
        begin();
        Happening next = agenda.peek();
        if (next == null || next.cause().time() > until) {
            return false;
        }
        agenda.remove();
        now = next.cause().time();
        happen(next);
        return true;
    }

    @SuppressWarnings("unchecked")
    private void happen(Happening happening) {
        int place = happening.cause().place();
        if (happening instanceof Arrival<?> arrival) {
            arrive((Arrival<M>) arrival);
        } else if (happening instanceof Asking<?> asking) {
            if (asking.standing() == standing[place]) {
                ask(place, (I) asking.input());
            }
        } else if (happening instanceof Expiry expiry
                && running[place].remove(expiry.timer().name(), expiry.started())) {
            step(place, new Event.Timeout<>(expiry.timer()), false);
        }
    }

    private Cause cause(int place, long after) {
        if (after < 0) {
            throw new IllegalArgumentException("nothing happens " + -after + " ticks ago");
        }
        return new Cause(Math.addExact(now, after), place, caused++);
    }

    // --- users

    private void consult(int place) {
        standing[place]++;
        U user = standings.get(place);
        List<I> possible = problem.mayAsk(user);
        if (possible.isEmpty()) {
            return;
        }
        Users.Standing<U> here = new Users.Standing<>(network.processes().get(place), user, demands[place], now);
        for (I input : possible) {
            OptionalLong after = users.asks(here, input, living);
            if (after.isPresent()) {
                agenda.add(new Asking<>(cause(place, after.getAsLong()), input, standing[place]));
            }
        }
    }

    private void ask(int place, I input) {
        if (problem.demands(input)) {
            demanded++;
            demands[place]++;
            demandedAt[place] = now;
        }
        standings.set(place, problem.asked(standings.get(place), input));
        step(place, new Event.Input<>(input), true);
    }

    // --- messages

    private void send(int place, Neighbour to, M message) {
        Integer recipient = places.get(to.id());
        int link = linkNumber(place, to);
        if (recipient == null || link < 0) {
            throw new IllegalStateException("process " + network.processes().get(place) + " has no link to " + to);
        }
        long after = delays.next(travelling);
        if (channels == Channels.FIFO) {
            if (lastArrivals[place] == null) {
                lastArrivals[place] = new long[network.neighbours().get(place).size()];
            }
            after = Math.max(after, lastArrivals[place][link] - now);
            lastArrivals[place][link] = now + after;
        }
        sent.merge(type(message), 1L, Long::sum);
        agenda.add(new Arrival<>(
                cause(place, after), recipient, to.seenBack(network.processes().get(place)), message));
    }

    private int linkNumber(int place, Neighbour to) {
        Neighbours neighbours = network.neighbours().get(place);
        if (neighbours.size() <= FEW_NEIGHBOURS) {
            return neighbours.all().indexOf(to);
        }
        if (linkNumbers[place] == null) {
            Map<Neighbour, Integer> numbers = new HashMap<>();
            neighbours.forEach(neighbour -> numbers.put(neighbour, numbers.size()));
            linkNumbers[place] = numbers;
        }
        return linkNumbers[place].getOrDefault(to, -1);
    }

    private void arrive(Arrival<M> arrival) {
        int place = arrival.to();
        if (!mayBeReceived(arrival, waiting[place] == null ? List.of() : waiting[place])) {
            if (waiting[place] == null) {
                waiting[place] = new ArrayList<>();
            }
            waiting[place].add(arrival);
            return;
        }
        step(place, new Event.Received<>(arrival.from(), arrival.message()), false);
    }

    private boolean mayBeReceived(Arrival<M> arrival, List<Arrival<M>> before) {
        if (channels == Channels.FIFO) {
            for (Arrival<M> earlier : before) {
                if (earlier.from().equals(arrival.from())) {
                    return false;
                }
            }
        }
        return protocol.admits(states.get(arrival.to()), arrival.from(), arrival.message());
    }

    /** The first of the waiting messages that is admitted now. */
    private Arrival<M> firstAdmitted(int place) {
        List<Arrival<M>> passedOver = new ArrayList<>();
        for (Iterator<Arrival<M>> each = waiting[place].iterator(); each.hasNext(); ) {
            Arrival<M> arrival = each.next();
            if (mayBeReceived(arrival, passedOver)) {
                each.remove();
                return arrival;
            }
            passedOver.add(arrival);
        }
        return null;
    }

    // --- steps

    private void step(int place, Event<M, I> event, boolean asked) {
        boolean moved = take(place, event) || asked;
        while (waiting[place] != null && !waiting[place].isEmpty()) {
            Arrival<M> admitted = firstAdmitted(place);
            if (admitted == null) {
                break;
            }
            moved |= take(place, new Event.Received<>(admitted.from(), admitted.message()));
        }
        if (moved) {
            consult(place);
        }
    }

    /** Takes one step; says whether the user was told something. */
    private boolean take(int place, Event<M, I> event) {
        Step<S, M, O> step;
        boolean told = false;
        try {
            step = protocol.step(states.get(place), event);
            steps++;
            fired.merge(step.rule(), 1L, Long::sum);
            states.set(place, step.next());
            for (Effect<M, O> effect : step.effects()) {
                if (effect instanceof Effect.Send<M, O> send) {
                    send(place, send.to(), send.message());
                } else if (effect instanceof Effect.Output<M, O> output) {
                    told = true;
                    tell(place, output.output());
                } else if (effect instanceof Effect.Schedule<M, O> schedule) {
                    start(place, schedule.timer());
                }
            }
        } catch (Refuted refuted) {
            Refuted here = new Refuted(
                    refuted.law(),
                    "on " + event + " at process " + network.processes().get(place) + ", tick " + now + ", seed "
                            + seed);
            here.initCause(refuted);
            throw here;
        }
        if (watcher != null) {
            watcher.stepped(
                    now, new Occurrence.Stepped(network.processes().get(place), event, step.rule(), step.effects()));
        }
        return told;
    }

    private void tell(int place, O output) {
        standings.set(place, problem.told(standings.get(place), output));
        if (problem.serves(output)) {
            served++;
            longestWait = Math.max(longestWait, now - demandedAt[place]);
        }
    }

    private void start(int place, Timer timer) {
        Times duration = timers.get(timer.name());
        if (duration == null) {
            throw new IllegalStateException("nobody has said how long the timer " + timer.name() + " runs");
        }
        if (running[place] == null) {
            running[place] = new HashMap<>();
        }
        Cause cause = cause(place, duration.next(living));
        running[place].put(timer.name(), cause.number());
        agenda.add(new Expiry(cause, timer, cause.number()));
    }
}
