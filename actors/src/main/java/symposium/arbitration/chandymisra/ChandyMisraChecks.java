package symposium.arbitration.chandymisra;

import static symposium.arbitration.chandymisra.ChandyMisra.Rule.DONE;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.RECEIVE;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.SEND;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.SEND_ASK;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import java.util.Set;
import java.util.stream.Collectors;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningInvariants;
import symposium.arbitration.chandymisra.ChandyMisra.Fork;
import symposium.arbitration.chandymisra.ChandyMisra.Message;
import symposium.arbitration.chandymisra.ChandyMisra.Request;
import symposium.arbitration.chandymisra.ChandyMisra.State;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/** What Chandy and Misra say of every moment, and statements left out that the checker must miss. */
final class ChandyMisraChecks {

    private static final String EATING = "an eating philosopher has all its forks, and they are dirty";

    private ChandyMisraChecks() {}

    static Invariants<State, Message, User> invariants() {
        return DiningInvariants.<State, Message>standard()
                .whole(
                        "the precedence of neighbours has no cycle",
                        at -> true,
                        at -> DiningInvariants.acyclic(at, (id, p) -> precedes(id, p, at)))
                .state(
                        EATING,
                        p -> p.user() == User.EATING,
                        p -> p.hasAll() && p.dirty().equals(p.here()))
                .state(
                        "a philosopher that does not eat has no clean fork but when it is hungry",
                        p -> p.user() == User.THINKING,
                        p -> p.dirty().equals(p.here()))
                .process("a philosopher feels as its user does", (p, user) -> p.user() == user);
    }

    /**
     * The neighbours v over which u has precedence: u has the clean fork, or it is on its way to u, or v has it dirty.
     */
    private static Set<ProcessId> precedes(ProcessId u, State p, Configuration<State, Message, User> at) {
        return p.neighbours().all().stream()
                .map(Neighbour::id)
                .filter(at::alive)
                .filter(v -> p.here().contains(v) && !p.dirty().contains(v)
                        || at.state(v).dirty().contains(u)
                        || !at.inTransit(v, u, Fork.class).isEmpty())
                .collect(Collectors.toSet());
    }

    static Variants<State, Message, Input, Output> variants() {
        return Variants.of(new ChandyMisra())
                .mutate(SEND, "sends no fork", silent())
                .mutate(DONE, "sends no fork", silent())
                .mutate(RECEIVE, "eats with what it has", step(ChandyMisraChecks::eatingEarly))
                .mutate(SEND_ASK, "does not ask for it back", silent(Request.class));
    }

    private static Step<State, Message, Output> eatingEarly(Step<State, Message, Output> r4) {
        State p = r4.next();
        return p.user() == User.HUNGRY
                ? new Step<>(r4.rule(), p.with(next -> next.user(User.EATING).dirty(p.here())), r4.effects())
                        .tell(new Output.Eats())
                : r4;
    }
}
