package symposium.election.changroberts;

import static symposium.election.changroberts.ChangRoberts.Rule.E3_SMALLER;
import static symposium.election.changroberts.ChangRoberts.Rule.E4_EXTINCT;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.step;

import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.election.changroberts.ChangRoberts.Message;
import symposium.election.changroberts.ChangRoberts.State;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/** What the checker asks of Chang and Roberts' election, and the misreading that it must refute. */
final class ChangRobertsChecks {

    private ChangRobertsChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.standard();
    }

    /** The misprint of section 5.2: the bar over "participant" is lost. */
    static Variants<State, Message, Call, Leader> variants() {
        Mutation<State, Message, Call, Leader> silent = Mutation.silent();
        Mutation<State, Message, Call, Leader> withoutE3 =
                silent.and(next(p -> p.withParticipant(false))).at(E3_SMALLER);
        return Variants.of(withoutE3.of(new ChangRoberts()))
                .mutate(
                        E4_EXTINCT,
                        "sends its number again, and e.3 none: \"j < my_number and participant\", as printed",
                        step(e4 -> e4.send(
                                e4.next().left(), new Candidate(e4.next().number()))));
    }
}
