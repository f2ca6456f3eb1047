package symposium.election.korachmoranzaks;

import static symposium.election.ElectionInvariants.anyWhileAllAlive;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A0_JOINS;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A1_SUBJECT_ALREADY;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.A2_FORWARDED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.S1_TURNED;
import static symposium.election.korachmoranzaks.KorachMoranZaks.Rule.U1_UPDATED_OWN;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.korachmoranzaks.KorachMoranZaks.Accept;
import symposium.election.korachmoranzaks.KorachMoranZaks.Message;
import symposium.election.korachmoranzaks.KorachMoranZaks.State;
import symposium.election.korachmoranzaks.KorachMoranZaks.Yours;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/**
 * What the checker asks of Korach, Moran and Zaks's election, and planted faults: what a reader may leave out of "the
 * king and the subjects". The chapter does not print it.
 */
final class KorachMoranZaksChecks {

    private KorachMoranZaksChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return new Invariants<State, Message, Voter>()
                .add(ElectionInvariants.neverTwo())
                .add(ElectionInvariants.announced())
                .whole("there is a king, or all are asleep", anyWhileAllAlive(p -> !p.asleep()), at -> at.states()
                        .anyMatch(State::king))
                .whole(
                        "the leader is the only king",
                        anyWhileAllAlive(p -> p.leader().isPresent()),
                        at -> at.states().allMatch(p -> p.king() == leads(at, p)))
                .whole(
                        "no process is its own forefather, except across a way that is being reversed",
                        anyWhileAllAlive(p -> p.father().isPresent()),
                        at -> at.processes().stream().allMatch(process -> rooted(at, process)))
                // a kingdom enters a phase when one of the same phase joins it: it has at least 2^phase processes
                .whole(
                        "a phase p takes 2^p processes",
                        anyWhileAllAlive(p -> p.status().phase() > 0),
                        at -> at.states()
                                .map(p -> p.status().phase())
                                .allMatch(phase -> phase < 0
                                        || 1 << phase <= at.processes().size()));
    }

    private static boolean leads(Configuration<State, Message, Voter> at, State king) {
        return at.states().anyMatch(p -> p.leader().equals(Optional.of(king.number())));
    }

    /**
     * Whether the way from father to father ends; while an acceptance comes down, two processes may be each other's
     * father.
     */
    private static boolean rooted(Configuration<State, Message, Voter> at, ProcessId process) {
        Set<ProcessId> seen = new HashSet<>();
        ProcessId here = process;
        while (seen.add(here)) {
            Optional<Neighbour> father = at.state(here).father();
            if (father.isEmpty()) {
                return true;
            }
            ProcessId above = father.get().id();
            if (at.state(above).hasFather(Neighbour.of(here))) {
                return !at.inTransit(here, above, Accept.class).isEmpty()
                        || !at.inTransit(above, here, Accept.class).isEmpty();
            }
            here = above;
        }
        return false;
    }

    static Variants<State, Message, Call, Leader> variants() {
        return Variants.of(new KorachMoranZaks())
                .mutate(A1_SUBJECT_ALREADY, "does not say so", silent())
                .mutate(A2_FORWARDED, "sends nothing on", silent())
                .mutate(U1_UPDATED_OWN, "does not say so", silent(Yours.class))
                .mutate(A0_JOINS, "remains a king", next(p -> p.withFather(Optional.empty())))
                .mutate(S1_TURNED, "sends nothing on", silent());
    }
}
