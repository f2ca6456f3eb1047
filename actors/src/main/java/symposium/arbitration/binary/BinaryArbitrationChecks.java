package symposium.arbitration.binary;

import static symposium.arbitration.binary.BinaryArbitration.Mood.EATING;
import static symposium.arbitration.binary.BinaryArbitration.Mood.READY;
import static symposium.arbitration.binary.BinaryArbitration.Mood.THINKING;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_BLOCK;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_FINISH;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_YIELD;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningInvariants;
import symposium.arbitration.Grabbing;
import symposium.arbitration.binary.BinaryArbitration.Fork;
import symposium.arbitration.binary.BinaryArbitration.Message;
import symposium.arbitration.binary.BinaryArbitration.State;
import symposium.kernel.Neighbour;
import symposium.kernel.Step;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/** What section 0 says of every moment, and statements left out that the checker must miss. */
final class BinaryArbitrationChecks {

    private BinaryArbitrationChecks() {}

    static Invariants<State, Message, User> invariants() {
        return DiningInvariants.<State, Message>standard()
                // "it is either free or owned by one of those two philosophers"
                .whole(
                        "a fork lies at one of its two philosophers, or is on its way to one",
                        at -> true,
                        DiningInvariants.eachForkIsInOnePlace(p -> p.forks().here(), Fork.class))
                .pair(
                        "P0: a fork is owned, or only a philosopher that has just asked or is about to receive it is ready"
                                + " to grab it",
                        BinaryArbitrationChecks::isReadyForForkOf,
                        BinaryArbitrationChecks::hasAskedOrIsBlockedOrReceives)
                // "'a philosopher is eating' is equivalent to ... owns all the forks it shares with others"
                .state(
                        "a philosopher eats when it owns all its forks",
                        p -> !p.cutOff(),
                        p -> (p.mood() == EATING)
                                == (p.mood() != THINKING && p.forks().ownsAll()))
                .state(
                        "a thinking philosopher owns no forks",
                        p -> p.mood() == THINKING,
                        p -> p.forks().owned() == 0)
                .state(
                        "what is owned lies here",
                        p -> p.forks().owned() > 0,
                        p -> p.neighbours().all().subList(0, p.forks().owned()).stream()
                                .allMatch(each -> p.forks().here().contains(each.id())))
                .process("a philosopher eats and is hungry as its user is", (p, user) -> p.user() == user);
    }

    private static boolean isReadyForForkOf(ProcessPair<State, Message, User> pair) {
        return pair.p().mood() == READY
                && !pair.p().cutOff()
                && pair.p().forks().next().id().equals(pair.second().id());
    }

    /** P0, as far as messages take time. */
    private static boolean hasAskedOrIsBlockedOrReceives(ProcessPair<State, Message, User> pair) {
        Grabbing others = pair.q().forks();
        return pair.q().cutOff()
                || !pair.toQ(Message.class).isEmpty()
                || pair.toP(Fork.class).size() == 1
                || others.owns(pair.first().id())
                        && others.blocked().contains(pair.first().id());
    }

    static Variants<State, Message, Input, Output> variants() {
        return Variants.of(new BinaryArbitration())
                .mutate(B_FINISH, "hands no fork over, against C0", silent())
                .mutate(B_YIELD, "hands no fork over, against P0", silent())
                .mutate(B_BLOCK, "gives away a fork that it owns", step(BinaryArbitrationChecks::givingAway));
    }

    private static Step<State, Message, Output> givingAway(Step<State, Message, Output> block) {
        Grabbing forks = block.next().forks();
        return forks.blocked().stream()
                .filter(forks.here()::contains)
                .findFirst()
                .map(other -> block.send(Neighbour.of(other), new Fork()))
                .orElse(block);
    }
}
