package symposium.arbitration.binary;

import java.util.List;
import java.util.function.Predicate;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningInvariants;
import symposium.arbitration.binary.BinaryMessage.Fork;
import symposium.arbitration.binary.BinaryState.Mood;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** What section 0 says of every moment. */
final class BinaryLaws {

    private BinaryLaws() {}

    static List<Invariant<BinaryState, BinaryMessage, User>> all() {
        return List.of(
                DiningInvariants.neighboursExcludeEachOther(),

                // "it is either free or owned by one of those two philosophers"
                new Invariant.OfConfiguration<>(
                        "a fork lies at one of its two philosophers, or is on its way to one",
                        at -> true,
                        eachFork((at, one, other) -> places(at, one, other) == 1)),

                // P0, as far as messages take time: who is ready has asked, the fork is coming, or the neighbour knows
                new Invariant.OfConfiguration<>(
                        "P0: a fork is owned, or nobody is ready to grab it but who has just asked or is about to receive it",
                        BinaryLaws::anyoneReady,
                        BinaryLaws::p0),

                // "the statement 'a philosopher is eating' is equivalent to ... owns all the forks it shares with
                // others"
                Invariant.process(
                        "a philosopher eats when it owns all its forks",
                        (state, user) -> !state.cutOff(),
                        (state, user) ->
                                (state.mood() == Mood.EATING) == (state.mood() != Mood.THINKING && state.ownsAll())),

                // "a thinking philosopher owns no forks"
                Invariant.process(
                        "a thinking philosopher owns no forks",
                        (state, user) -> state.mood() == Mood.THINKING,
                        (state, user) -> state.owned() == 0),
                Invariant.process(
                        "what is owned lies here",
                        (state, user) -> state.owned() > 0,
                        (state, user) -> state.neighbours().all().subList(0, state.owned()).stream()
                                .allMatch(each -> state.here().containsKey(each.id()))),
                Invariant.process(
                        "a philosopher eats and is hungry as its user is",
                        (state, user) -> true,
                        (state, user) -> (state.mood() == Mood.EATING) == (user == User.EATING)
                                && (state.mood() == Mood.THINKING) == (user == User.THINKING)));
    }

    @FunctionalInterface
    private interface OfFork {
        boolean holds(Configuration<BinaryState, BinaryMessage, User> at, ProcessId one, ProcessId other);
    }

    private static Predicate<Configuration<BinaryState, BinaryMessage, User>> eachFork(OfFork condition) {
        return at -> at.processes().stream().filter(at::alive).allMatch(one -> at.state(one).neighbours().all().stream()
                .map(Neighbour::id)
                .filter(other -> at.alive(other) && at.state(other).neighbours().contains(Neighbour.of(one)))
                .allMatch(other -> condition.holds(at, one, other)));
    }

    private static long places(Configuration<BinaryState, BinaryMessage, User> at, ProcessId one, ProcessId other) {
        return (at.state(one).here().containsKey(other) ? 1 : 0)
                + (at.state(other).here().containsKey(one) ? 1 : 0)
                + forks(at, one, other)
                + forks(at, other, one);
    }

    private static long forks(Configuration<BinaryState, BinaryMessage, User> at, ProcessId from, ProcessId to) {
        return at.inTransit(from, Neighbour.of(to)).stream()
                .filter(Fork.class::isInstance)
                .count();
    }

    private static boolean anyoneReady(Configuration<BinaryState, BinaryMessage, User> at) {
        return at.processes().stream()
                .anyMatch(id -> at.alive(id) && at.state(id).mood() == Mood.READY);
    }

    private static boolean p0(Configuration<BinaryState, BinaryMessage, User> at) {
        return at.processes().stream()
                .filter(id -> at.alive(id)
                        && at.state(id).mood() == Mood.READY
                        && !at.state(id).cutOff())
                .allMatch(id -> {
                    ProcessId other = at.state(id).next().id();
                    return !at.alive(other)
                            || at.state(other).cutOff()
                            || !at.inTransit(id, Neighbour.of(other)).isEmpty()
                            || forks(at, other, id) == 1
                            || at.state(other).owns(id)
                                    && at.state(other).blocked().contains(id);
                });
    }
}
