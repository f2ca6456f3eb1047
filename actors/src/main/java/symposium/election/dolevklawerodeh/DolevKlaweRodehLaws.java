package symposium.election.dolevklawerodeh;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.dolevklawerodeh.DolevKlaweRodehMessage.First;
import symposium.election.dolevklawerodeh.DolevKlaweRodehState.Part;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.ProcessId;

/** What the chapter says of every reachable state of the ring. */
final class DolevKlaweRodehLaws {

    private DolevKlaweRodehLaws() {}

    static List<Invariant<DolevKlaweRodehState, DolevKlaweRodehMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.greatest(),
                ElectionInvariants.announced(),
                // "thus the maximum value that P_i has found remains in the election"
                new Invariant.OfConfiguration<>(
                        "the greatest number remains in the election",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.state(greatest(at)).part() != Part.ASLEEP
                                && nobodyKnows(at),
                        at -> at.processes().stream().anyMatch(process -> hasGreatest(at, process))),
                // "the order is always (1, ...) (2, ...) (1, ...) (2, ...)": so on each link too
                new Invariant.OfLink<>(
                        "on a link (1, ...) and (2, ...) follow each other in turn",
                        (toTheLeft, toTheRight) -> inTurn(toTheLeft) && inTurn(toTheRight)));
    }

    private static ProcessId greatest(Configuration<DolevKlaweRodehState, DolevKlaweRodehMessage, Voter> at) {
        return at.processes().get(at.processes().size() - 1);
    }

    private static boolean nobodyKnows(Configuration<DolevKlaweRodehState, DolevKlaweRodehMessage, Voter> at) {
        return at.processes().stream()
                .allMatch(process -> at.state(process).leader().isEmpty());
    }

    private static boolean hasGreatest(
            Configuration<DolevKlaweRodehState, DolevKlaweRodehMessage, Voter> at, ProcessId process) {
        Optional<ProcessId> greatest = Optional.of(greatest(at));
        DolevKlaweRodehState state = at.state(process);
        return state.max().equals(greatest)
                || state.neighbourR().equals(greatest)
                || at.inTransit(process, state.neighbours().left()).contains(new First(greatest.get()));
    }

    private static boolean inTurn(List<DolevKlaweRodehMessage> inTransit) {
        for (int at = 1; at < inTransit.size(); at++) {
            if (inTransit.get(at).getClass() == inTransit.get(at - 1).getClass()) {
                return false;
            }
        }
        return true;
    }
}
