package symposium.election.hirschbergsinclair;

import static symposium.election.RingElection.Initiation.I2_KNOWN;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C0_SMALLER_JOINED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C4_WON;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C6_AFTERWARDS;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R1_NEXT;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R2_DEFEATED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R4_RESPONSE_PASSED;
import static symposium.kernel.composition.Mutation.admitting;
import static symposium.kernel.composition.Mutation.misreading;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import java.util.stream.IntStream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Candidature;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Message;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Position;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Response;
import symposium.election.hirschbergsinclair.HirschbergSinclair.State;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variants;

/** What the chapter says of every reachable state, the chapter read as printed, and planted faults. */
final class HirschbergSinclairChecks {

    private HirschbergSinclairChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.<State, Message>standard()
                // "lg is the distance (length) around the ring already travelled by this message"
                .whole(
                        "a candidature has travelled lg links, fewer than lgmax",
                        ElectionInvariants.anyWhileAllAlive(p -> p.position() != Position.NOT_INVOLVED),
                        at -> at.states().allMatch(p -> travelled(at, p, p.left()) && travelled(at, p, p.right())))
                // "a process P_j will launch its candidature on a path of length 2^i only if it has not been defeated
                // by a process whose distance from itself is at most 2^(i-1)"
                .whole(
                        "a candidate is the greatest up to half its distance away",
                        ElectionInvariants.anyWhileAllAlive(p -> p.lgmax() > 0),
                        at -> at.states().allMatch(p -> greatest(at, p, Side.LEFT) && greatest(at, p, Side.RIGHT)))
                // "once the winner is known a process only passes and responds"
                .state(
                        "a process that knows the winner takes no part",
                        p -> p.leader().isPresent(),
                        p -> p.position()
                                == (p.leader().get().equals(p.number()) ? Position.ELECTED : Position.NOT_INVOLVED));
    }

    private static boolean travelled(Configuration<State, Message, Voter> at, State p, Neighbour to) {
        return at.inTransit(p.number(), to).stream()
                .allMatch(message -> !(message instanceof Candidature candidature)
                        || candidature.lg() < candidature.lgmax()
                                && p.number().equals(along(at, candidature.number(), to.side(), candidature.lg())));
    }

    private static boolean greatest(Configuration<State, Message, Voter> at, State p, Side side) {
        return IntStream.rangeClosed(1, p.lgmax() / 2)
                .allMatch(distance -> along(at, p.number(), side, distance).compareTo(p.number()) <= 0);
    }

    /** The process that is this number of links away on this side. */
    private static ProcessId along(Configuration<State, Message, Voter> at, ProcessId from, Side side, int distance) {
        ProcessId process = from;
        for (int link = 0; link < distance; link++) {
            State p = at.state(process);
            process = (side == Side.LEFT ? p.left() : p.right()).id();
        }
        return process;
    }

    static Variants<State, Message, Call, Leader> variants() {
        Mutation<State, Message, Call, Leader> becomesLost =
                step(r1 -> Step.by(r1.rule(), r1.next().lost()));
        // a process that becomes lost forgets its distance; 2 follows the first candidature, which is enough here
        Mutation<State, Message, Call, Leader> goesOn =
                step((p, r2) -> Step.<State, Message, Leader>by(r2.rule(), p.candidate(2))
                        .send(p.left(), new Candidature(p.number(), 0, 2))
                        .send(p.right(), new Candidature(p.number(), 0, 2)));
        return Variants.of(new HirschbergSinclair())
                .mutate(
                        "r.2 goes on, and r.1 becomes lost: \"if respOK then state <- lost\", as printed",
                        becomesLost.at(R1_NEXT).and(goesOn.at(R2_DEFEATED)))
                .mutate(
                        "c.2 takes lg to be 0: the header of the candidature lacks it, as printed",
                        misreading((p, message) -> message instanceof Candidature candidature
                                ? new Candidature(candidature.number(), 0, candidature.lgmax())
                                : message))
                .mutate(
                        "a process that waits for two responses receives nothing for others:"
                                + " an initiation out of a handler blocks, as printed",
                        admitting((p, message) -> p.position() != Position.CANDIDATE || concerns(message, p)))
                .mutate(
                        C6_AFTERWARDS,
                        "becomes lost: \"case number > my_number then state <- lost\", as printed",
                        next(p -> p.withPosition(Position.LOST)))
                .mutate(
                        I2_KNOWN,
                        "says nothing at the winner, whose \"wait nresp = 2\" never ends, as printed",
                        step((p, i2) -> p.position() == Position.ELECTED ? Step.by(i2.rule(), p) : i2),
                        Scenario.of(1, Scenario.NO_DEADLOCK).withRequests(2))
                .mutate(
                        C0_SMALLER_JOINED,
                        "responds, and does not join",
                        step((p, c0) -> new Step<>(c0.rule(), p, c0.effects().subList(0, 1))))
                .mutate(R4_RESPONSE_PASSED, "sends nothing on", silent())
                .mutate(C4_WON, "tells no other process", silent());
    }

    private static boolean concerns(Message message, State p) {
        return message instanceof Response response && response.number().equals(p.number())
                || message instanceof Candidature candidature
                        && candidature.number().equals(p.number());
    }
}
