package symposium.election.dolevklawerodeh;

import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.GREATEST;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.NEIGHBOUR;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.STAYS;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.WOKEN;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Elected;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.First;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Message;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.State;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/** What the chapter says of every reachable state, the chapter read as printed, and planted faults. */
final class DolevKlaweRodehChecks {

    private DolevKlaweRodehChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.<State, Message>standard()
                // "thus the maximum value that P_i has found remains in the election"
                .add(ElectionInvariants.greatestRemains(p -> List.of(p.max(), p.neighbourR()), First::new))
                // "the order is always (1, ...) (2, ...) (1, ...) (2, ...)": so on each link, too
                .channel("on a link (1, ...) and (2, ...) follow each other in turn", DolevKlaweRodehChecks::inTurn);
    }

    private static boolean inTurn(List<Message> inTransit) {
        for (int at = 1; at < inTransit.size(); at++) {
            if (inTransit.get(at).getClass() == inTransit.get(at - 1).getClass()) {
                return false;
            }
        }
        return true;
    }

    static Variants<State, Message, Call, Leader> variants() {
        return Variants.of(new DolevKlaweRodeh())
                // "initialized passive", and passive processes hand on what they receive
                .mutate(
                        WOKEN,
                        "hands the message on and sleeps: \"passive\" is both asleep and defeated, as printed",
                        step((asleep, woken) -> Step.<State, Message, Leader>by(woken.rule(), asleep)
                                .send(
                                        asleep.left(),
                                        new First(woken.next().neighbourR().orElseThrow()))))
                .mutate(
                        NEIGHBOUR,
                        "does not note neighbourR: only one statement belongs to \"if number <> max\"",
                        next(p -> p.withNeighbourR(Optional.empty())))
                .mutate(
                        GREATEST,
                        "announces the process that has found out",
                        step((p, greatest) -> announcing(p.number(), p, greatest)))
                .mutate(GREATEST, "tells no other process, as printed", silent())
                .mutate(STAYS, "keeps its own max", next(p -> p.withMax(Optional.of(p.number()))));
    }

    private static Step<State, Message, Leader> announcing(
            ProcessId leader, State p, Step<State, Message, Leader> instead) {
        return Step.<State, Message, Leader>by(instead.rule(), p.led(leader))
                .tell(new Leader(leader))
                .send(p.left(), new Elected(leader));
    }
}
