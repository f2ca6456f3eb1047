package symposium.election.changroberts;

import static symposium.election.changroberts.ChangRoberts.Rule.E3_SMALLER;
import static symposium.election.changroberts.ChangRoberts.Rule.E4_EXTINCT;
import static symposium.election.changroberts.ChangRoberts.Rule.E5_OWN;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.step;

import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.election.changroberts.ChangRoberts.Message;
import symposium.election.changroberts.ChangRoberts.State;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variants;

/** What the checker asks of Chang and Roberts' election, and the misreading that it must refute. */
final class ChangRobertsChecks {

    private ChangRobertsChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.standard();
    }

    /**
     * The misprint of section 5.2: the bar over "participant" is lost; and the form without "elected", in which nothing
     * resets "participant".
     */
    static Variants<State, Message, Call, Leader> variants() {
        Mutation<State, Message, Call, Leader> silent = Mutation.silent();
        Mutation<State, Message, Call, Leader> again =
                step(e4 -> e4.send(e4.next().left(), new Candidate(e4.next().number())));
        return Variants.of(new ChangRoberts())
                .mutate(
                        "e.4 sends its number again, and e.3 none: \"j < my_number and participant\", as printed",
                        again.at(E4_EXTINCT)
                                .and(silent.and(next(p -> p.withParticipant(false)))
                                        .at(E3_SMALLER)))
                .mutate(
                        E5_OWN,
                        "tells its user and sends nothing: the form without \"elected\"",
                        step((p, e5) ->
                                Step.<State, Message, Leader>by(e5.rule(), p).tell(new Leader(p.number()))),
                        Scenario.of(1, Scenario.NO_DEADLOCK).withRequests(2));
    }
}
