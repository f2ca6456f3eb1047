package symposium.election.korachmoranzaks;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** What is said of every reachable state. */
final class KorachMoranZaksLaws {

    private KorachMoranZaksLaws() {}

    static List<Invariant<KorachMoranZaksState, KorachMoranZaksMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.announced(),
                new Invariant.OfConfiguration<>(
                        "there is a king, or all are asleep",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process -> !at.state(process).asleep()),
                        at -> at.processes().stream()
                                .anyMatch(process -> at.state(process).king())),
                new Invariant.OfConfiguration<>(
                        "the leader is the only king",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process ->
                                                at.state(process).leader().isPresent()),
                        at -> at.processes().stream()
                                .allMatch(process -> at.state(process).king()
                                        == at.processes().stream()
                                                .anyMatch(other ->
                                                        at.state(other).leader().equals(Optional.of(process))))),
                // while an acceptance is on its way down, the way to the king leads there and back; it is never longer
                new Invariant.OfConfiguration<>(
                        "nobody is its own forefather, but across a way that is being turned round",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process ->
                                                at.state(process).father().isPresent()),
                        at -> at.processes().stream().allMatch(process -> rooted(at, process))),
                // a phase is won by joining with a kingdom of the same phase: it has at least 2^phase processes
                new Invariant.OfConfiguration<>(
                        "a phase p takes 2^p processes",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process ->
                                                at.state(process).status().phase() > 0),
                        at -> at.processes().stream()
                                .allMatch(process -> at.state(process).status().phase() < 0
                                        || 1 << at.state(process).status().phase()
                                                <= at.processes().size())));
    }

    private static boolean rooted(
            Configuration<KorachMoranZaksState, KorachMoranZaksMessage, Voter> at, ProcessId process) {
        Set<ProcessId> seen = new HashSet<>();
        ProcessId here = process;
        while (seen.add(here)) {
            Optional<Neighbour> father = at.state(here).father();
            if (father.isEmpty()) {
                return true;
            }
            ProcessId next = father.get().id();
            if (at.state(next).father().equals(Optional.of(Neighbour.of(here)))) {
                return at.inTransit(here, Neighbour.of(next)).stream()
                                .anyMatch(KorachMoranZaksMessage.Accept.class::isInstance)
                        || at.inTransit(next, Neighbour.of(here)).stream()
                                .anyMatch(KorachMoranZaksMessage.Accept.class::isInstance);
            }
            here = next;
        }
        return false;
    }
}
