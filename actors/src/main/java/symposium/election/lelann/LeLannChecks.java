package symposium.election.lelann;

import static symposium.election.lelann.LeLann.Rule.C0_JOINED;
import static symposium.election.lelann.LeLann.Rule.C2_NOTED;
import static symposium.election.lelann.LeLann.Rule.C4_WON;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;

import java.util.Comparator;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.lelann.LeLann.Message;
import symposium.election.lelann.LeLann.Part;
import symposium.election.lelann.LeLann.State;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/**
 * What the checker asks of Le Lann's election, and planted faults. The papers at hand cite the algorithm and do not
 * print it.
 */
final class LeLannChecks {

    private LeLannChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return new Invariants<State, Message, Voter>()
                .add(ElectionInvariants.neverTwo())
                .add(ElectionInvariants.announced())
                // not the greatest of all: a process whose user has not decided is no candidate
                .whole(
                        "the leader has the greatest name of those that have initiated",
                        at -> at.allAlive() && ElectionInvariants.leaderTold(at),
                        LeLannChecks::greatestInitiatorLeads)
                // "all candidates are home before the news goes round"
                .state(
                        "a process that knows the leader is no longer a candidate",
                        p -> p.leader().isPresent(),
                        p -> p.part() == Part.PASSING || p.part() == Part.COUNTED);
    }

    private static boolean greatestInitiatorLeads(Configuration<State, Message, Voter> at) {
        Optional<ProcessId> greatest =
                at.states().filter(State::initiator).map(State::number).max(Comparator.naturalOrder());
        return at.processes().stream()
                .map(process -> at.user(process).leader())
                .allMatch(leader -> leader.isEmpty() || leader.equals(greatest));
    }

    static Variants<State, Message, Call, Leader> variants() {
        return Variants.of(new LeLann())
                .mutate(C0_JOINED, "may still become a candidate", next(p -> p.withPart(Part.ASLEEP)))
                .mutate(C2_NOTED, "notes nothing", next(p -> p.withGreatest(Optional.of(p.number()))))
                .mutate(C2_NOTED, "sends nothing on", silent())
                .mutate(C4_WON, "tells no other process", silent());
    }
}
