package symposium.election.bully;

import java.util.List;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.bully.BullyState.Part;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** What is said of every reachable state. */
final class BullyLaws {

    private BullyLaws() {}

    static List<Invariant<BullyState, BullyMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.greatest(),
                ElectionInvariants.announced(),
                // whoever waits, waits for somebody: there is a greater one that has not departed
                Invariant.process(
                        "whoever has called has somebody greater to wait for",
                        (state, user) -> state.part() != Part.IDLE,
                        (state, user) -> !state.greatest()),
                Invariant.process(
                        "whoever knows the leader does not call",
                        (state, user) -> state.leader().isPresent(),
                        (state, user) -> state.part() == Part.IDLE),
                // the greatest of those it waits for is called, or takes part, or has said who leads, or has crashed,
                // or will see its leader crash
                new Invariant.OfConfiguration<>(
                        "whoever waits will hear",
                        at -> at.processes().stream().anyMatch(process -> waits(at, process)),
                        at -> at.processes().stream().allMatch(process -> !waits(at, process) || heard(at, process))));
    }

    private static boolean waits(Configuration<BullyState, BullyMessage, Voter> at, ProcessId process) {
        return at.alive(process) && at.state(process).part() != Part.IDLE;
    }

    private static boolean heard(Configuration<BullyState, BullyMessage, Voter> at, ProcessId process) {
        List<Neighbour> others = at.state(process).neighbours().all();
        Neighbour greatest = others.get(others.size() - 1);
        return !at.alive(greatest.id())
                || at.state(greatest.id()).part() != Part.IDLE
                || at.state(greatest.id())
                        .leader()
                        .filter(leader -> !at.alive(leader))
                        .isPresent()
                || at.inTransit(process, greatest).stream().anyMatch(BullyMessage.Calling.class::isInstance)
                || at.inTransit(greatest.id(), Neighbour.of(process)).stream()
                        .anyMatch(BullyMessage.Elected.class::isInstance);
    }
}
