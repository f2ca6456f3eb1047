package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.OneRule;
import symposium.checker.local.PureCalls;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.topology.Shape;

/** The checker asks a protocol once for each state and event. One that is not a function is a counterexample. */
@Tag("fast")
class PureFunctionsTest {

    private static final ProcessId P1 = ProcessId.of(1);

    /** Asked to, a process sends a letter to process 1; a state is what {@code received} makes of it. */
    private record Post<S, M>(Function<ProcessId, S> start, Function<S, S> received, Function<S, M> letter)
            implements OneRule<S, M, Diary.Wish, String> {

        @Override
        public S initial(ProcessId self, Neighbours neighbours) {
            return start.apply(self);
        }

        @Override
        public Step<S, M, String> step(S state, Event<M, Diary.Wish> event) {
            if (event instanceof Event.Input<M, Diary.Wish>) {
                return Step.<S, M, String>by(Does.ACTS, state).send(Neighbour.of(P1), letter.apply(state));
            }
            return Step.by(Does.ACTS, event instanceof Event.Received<M, Diary.Wish> ? received.apply(state) : state);
        }
    }

    private record Letters(Set<Integer> numbers) {}

    private record Counters(int[] numbers) {}

    /** Equal to itself only. */
    private static final class Counter {
        private final int number;

        Counter(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            return "counter " + number;
        }
    }

    /** A user counts what it asks; an observer counts what all ask. */
    private record Asking<U>(Supplier<U> start, UnaryOperator<U> next, Observer<String> observer)
            implements Problem<U, Diary.Wish, String> {
        @Override
        public String name() {
            return "asking";
        }

        @Override
        public U initial() {
            return start.get();
        }

        @Override
        public List<Diary.Wish> mayAsk(U user) {
            return List.of(Diary.Wish.WRITE);
        }

        @Override
        public U asked(U user, Diary.Wish wish) {
            return next.apply(user);
        }

        @Override
        public U told(U user, String output) {
            return user;
        }

        @Override
        public boolean waits(U user) {
            return false;
        }

        @Override
        public boolean serves(String output) {
            return false;
        }
    }

    private record Total(Set<ProcessId> asked) implements Observer<String> {
        @Override
        public List<String> invariants() {
            return List.of();
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<String> asked(ProcessId process, Object input) {
            asked.add(process);
            return this;
        }

        @Override
        public Observer<String> sees(ProcessId process, String output) {
            return this;
        }
    }

    private static <S, M> Model<S, M, Boolean, Diary.Wish, String> model(Post<S, M> post) {
        return model(post, new Diary.Writing());
    }

    private static <S, M, U> Model<S, M, U, Diary.Wish, String> model(
            Post<S, M> post, Problem<U, Diary.Wish, String> problem) {
        var diaries = Diary.model(Diary.of(), 2, Shape.LINE);
        return Models.of("post", post, problem, diaries.topology(), diaries.processes())
                .withInitiators(Set.of(ProcessId.of(0)));
    }

    private static void assertRefused(String why, Model<?, ?, ?, ?, ?> model) {
        Property violated = Models.check(model).violated().orElseThrow();
        assertEquals(PureCalls.PURE, violated.name());
        String last = violated.trace().get(violated.trace().size() - 1).toString();
        assertTrue(last.contains(why), last);
    }

    @Test
    void aFunctionHolds() {
        assertTrue(Models.check(model(new Post<>(self -> 0, count -> count + 1, count -> "letter")))
                .violated()
                .isEmpty());
    }

    @Test
    void aStepMustNotChangeTheState() {
        assertRefused(
                "Protocol.step changes its arguments",
                model(new Post<>(
                        self -> new Letters(new HashSet<>()),
                        state -> {
                            state.numbers().add(1);
                            return state;
                        },
                        state -> "letter")));
    }

    @Test
    void aStateMustBeEqualByValue() {
        for (Post<?, ?> post : List.of(
                new Post<>(self -> new Counter(0), state -> new Counter(state.number + 1), state -> "letter"),
                new Post<>(self -> new Counters(new int[1]), state -> state, state -> "letter"))) {
            assertRefused("which are not equal", model(post));
        }
    }

    @Test
    void aMessageMustBeEqualByValue() {
        assertRefused("which are not equal", model(new Post<>(self -> 0, state -> state, Counter::new)));
    }

    /** It also counts, and neither {@code equals} nor {@code toString} says so. */
    private record Forgetful(int letters, int forgotten) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Forgetful same && letters == same.letters;
        }

        @Override
        public int hashCode() {
            return letters;
        }

        @Override
        public String toString() {
            return letters + " letters";
        }
    }

    @Test
    void aStepMustNotDependOnWhatEqualsForgets() {
        assertRefused(
                "0 letters and 0 letters are equal, and the steps on letter from 0 and letter from 0 are not",
                model(new Post<>(
                        self -> new Forgetful(0, 0),
                        state -> state.forgotten() < 3
                                ? new Forgetful(state.letters(), state.forgotten() + 1)
                                : new Forgetful(state.letters() + 1, 0),
                        state -> "letter")));
    }

    /** Process 0 sends a letter when the one before is answered; process 1 adds up what {@code equals} forgets. */
    private record Adding() implements OneRule<Integer, Forgetful, Diary.Wish, String> {
        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            return self.equals(P1) ? 0 : 1;
        }

        @Override
        public Step<Integer, Forgetful, String> step(Integer number, Event<Forgetful, Diary.Wish> event) {
            if (event instanceof Event.Received<Forgetful, Diary.Wish> received) {
                return received.from().id().equals(P1)
                        ? Step.by(Does.ACTS, 1 - number)
                        : Step.<Integer, Forgetful, String>by(
                                        Does.ACTS, number + received.message().forgotten())
                                .send(received.from(), new Forgetful(1, 0));
            }
            Step<Integer, Forgetful, String> waits = Step.by(Does.ACTS, -number);
            return number > 0 ? waits.send(Neighbour.of(P1), new Forgetful(0, number)) : Step.by(Does.ACTS, number);
        }
    }

    @Test
    void aMessageIsComparedInTheStepsOnFormerOnes() {
        assertRefused(
                "0 and 0 are equal, and the steps on 0 letters from 0 and 0 letters from 0 are not",
                among(2, new Adding()).withRequests(2).withInitiators(Set.of(ProcessId.of(0))));
    }

    /** The queue that decides a step by its first element. */
    private enum Read {
        STATE,
        RECEIVED,
        RETURNED
    }

    /**
     * Process 1 keeps who has written to it, in that order. Asked to, it tells process 0 of the queue or of its first,
     * if no link has failed. The first of what process 0 has heard, or of what comes back, is kept.
     */
    private record Queue(Read read) implements OneRule<Set<ProcessId>, Set<ProcessId>, Diary.Wish, String> {
        @Override
        public Set<ProcessId> initial(ProcessId self, Neighbours neighbours) {
            return new LinkedHashSet<>(Set.of(self));
        }

        @Override
        public Step<Set<ProcessId>, Set<ProcessId>, String> step(
                Set<ProcessId> queue, Event<Set<ProcessId>, Diary.Wish> event) {
            ProcessId self = queue.iterator().next();
            if (event instanceof Event.Received<Set<ProcessId>, Diary.Wish> received) {
                return self.equals(P1)
                        ? kept(queue, received.from().id())
                        : kept(queue, read == Read.RETURNED ? self : first(received.message(), P1));
            }
            if (event instanceof Event.Undeliverable<Set<ProcessId>, Diary.Wish> returned && read == Read.RETURNED) {
                return kept(Set.of(P1), first(returned.message(), P1));
            }
            if (event instanceof Event.NeighboursChanged<Set<ProcessId>, Diary.Wish>) {
                return kept(Set.of(self), P1);
            }
            Step<Set<ProcessId>, Set<ProcessId>, String> step = Step.by(Does.ACTS, queue);
            if (queue.size() != (self.equals(P1) ? 3 : 1)) {
                return step;
            }
            if (!self.equals(P1)) {
                return step.send(Neighbour.of(P1), Set.of());
            }
            return step.send(Neighbour.of(ProcessId.of(0)), read == Read.STATE ? Set.of(first(queue, P1)) : queue);
        }

        private static Step<Set<ProcessId>, Set<ProcessId>, String> kept(Set<ProcessId> queue, ProcessId last) {
            Set<ProcessId> longer = new LinkedHashSet<>(queue);
            longer.add(last);
            return Step.by(Does.ACTS, longer);
        }

        private static ProcessId first(Set<ProcessId> queue, ProcessId but) {
            return queue.stream().filter(each -> !each.equals(but)).findFirst().orElse(but);
        }
    }

    @Test
    void equalStatesMustBehaveAlike() {
        assertRefused("[1, 0, 2] and [1, 2, 0] are equal, and the steps on WRITE and WRITE are not", queue(Read.STATE));
    }

    @Test
    void equalMessagesMustCauseTheSameStep() {
        assertRefused(
                "[0] and [0] are equal, and the steps on [1, 0, 2] from 1 and [1, 2, 0] from 1 are not",
                queue(Read.RECEIVED));
    }

    @Test
    void equalMessagesThatReturnMustCauseTheSameStep() {
        FaultBudget failure = FaultBudget.NONE.withLinkFailures(1);
        assertRefused("undeliverable to 0 are not", queue(Read.RETURNED).withFaults(failure));
    }

    /** Each process starts with another timer. */
    private record Clocks(AtomicInteger started) implements OneRule.OfNeighbours<String, Diary.Wish, String> {
        @Override
        public List<Timer> initialTimers(Neighbours initial) {
            int number = started.getAndIncrement();
            return List.of(() -> "clock " + number);
        }

        @Override
        public Step<Neighbours, String, String> step(Neighbours neighbours, Event<String, Diary.Wish> event) {
            return Step.by(Does.ACTS, neighbours);
        }
    }

    @Test
    void theFirstTimersMustBeEqual() {
        assertRefused("two calls of Protocol.initial", among(1, new Clocks(new AtomicInteger())));
    }

    private static Model<?, ?, ?, ?, ?> queue(Read read) {
        return among(3, new Queue(read));
    }

    private static <S, M> Model<?, ?, ?, ?, ?> among(int processes, Protocol<S, M, Diary.Wish, String> protocol) {
        var diaries = Diary.model(Diary.of(), processes, Shape.COMPLETE);
        return Models.of("own", protocol, diaries.problem(), diaries.topology(), diaries.processes());
    }

    @Test
    void aProblemMustBeAFunctionToo() {
        Post<Integer, String> post = new Post<>(self -> 0, state -> state, state -> "letter");
        Observer<String> blind = Observer.indifferent();
        assertRefused("two calls of Problem.initial", model(post, new Asking<>(Object::new, user -> user, blind)));
        assertRefused(
                "Problem.asked changes its arguments",
                model(
                        post,
                        new Asking<>(
                                ArrayList::new,
                                user -> {
                                    user.add("asked");
                                    return user;
                                },
                                blind)));
        assertRefused(
                "Observer.asked changes its arguments",
                model(post, new Asking<>(() -> 0, user -> user, new Total(new HashSet<>()))));
    }

    @Test
    void aStepMustNotDependOnAnythingElse() {
        AtomicInteger clock = new AtomicInteger();
        assertRefused(
                "which are not equal",
                model(new Post<>(self -> 0, state -> clock.incrementAndGet() % 3, state -> "letter")));
    }
}
