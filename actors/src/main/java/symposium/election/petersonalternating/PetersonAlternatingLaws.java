package symposium.election.petersonalternating;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.petersonalternating.PetersonAlternatingMessage.Number;
import symposium.election.petersonalternating.PetersonAlternatingState.Part;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.ProcessId;

/** What is said of every reachable state of the ring. */
final class PetersonAlternatingLaws {

    private PetersonAlternatingLaws() {}

    static List<Invariant<PetersonAlternatingState, PetersonAlternatingMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.greatest(),
                ElectionInvariants.announced(),
                // the number that is greatest wins each of its comparisons, so it is neither dropped nor overtaken
                new Invariant.OfConfiguration<>(
                        "the greatest number remains in the election",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.state(greatest(at)).part() != Part.ASLEEP
                                && nobodyKnows(at),
                        at -> at.processes().stream().anyMatch(process -> hasGreatest(at, process))));
    }

    private static ProcessId greatest(Configuration<PetersonAlternatingState, PetersonAlternatingMessage, Voter> at) {
        return at.processes().get(at.processes().size() - 1);
    }

    private static boolean nobodyKnows(Configuration<PetersonAlternatingState, PetersonAlternatingMessage, Voter> at) {
        return at.processes().stream()
                .allMatch(process -> at.state(process).leader().isEmpty());
    }

    private static boolean hasGreatest(
            Configuration<PetersonAlternatingState, PetersonAlternatingMessage, Voter> at, ProcessId process) {
        Optional<ProcessId> greatest = Optional.of(greatest(at));
        PetersonAlternatingState state = at.state(process);
        return state.tid().equals(greatest)
                || at.inTransit(process, state.neighbours().left()).contains(new Number(greatest.get()));
    }
}
