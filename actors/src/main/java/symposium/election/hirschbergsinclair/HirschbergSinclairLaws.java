package symposium.election.hirschbergsinclair;

import java.util.List;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Candidature;
import symposium.election.hirschbergsinclair.HirschbergSinclairState.Position;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/** What the chapter says of every reachable state of the ring. */
final class HirschbergSinclairLaws {

    private HirschbergSinclairLaws() {}

    static List<Invariant<HirschbergSinclairState, HirschbergSinclairMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.greatest(),
                ElectionInvariants.announced(),
                // "lg is the distance (length) around the ring already travelled by this message"
                new Invariant.OfConfiguration<>(
                        "a candidature has travelled lg links, fewer than lgmax",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process -> at.state(process).position() != Position.NOT_INVOLVED),
                        at -> at.processes().stream()
                                .allMatch(process ->
                                        measured(at, process, Side.LEFT) && measured(at, process, Side.RIGHT))),
                // "a process P_j will launch its candidature on a path of length 2^i only if it has not been defeated
                // by a process whose
                // distance from itself is at most 2^(i-1)"
                new Invariant.OfConfiguration<>(
                        "a candidate is the greatest up to half its distance away",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process -> at.state(process).lgmax() > 0),
                        at -> at.processes().stream()
                                .allMatch(process ->
                                        greatest(at, process, Side.LEFT) && greatest(at, process, Side.RIGHT))),
                // "once the winner is known a process only passes and responds"
                Invariant.process(
                        "whoever knows the winner takes no part",
                        (state, user) -> state.winner().isPresent(),
                        (state, user) -> state.position()
                                == (state.winner().get().equals(state.number())
                                        ? Position.ELECTED
                                        : Position.NOT_INVOLVED)));
    }

    private static boolean measured(
            Configuration<HirschbergSinclairState, HirschbergSinclairMessage, Voter> at, ProcessId process, Side side) {
        for (HirschbergSinclairMessage message : at.inTransit(process, neighbour(at, process, side))) {
            if (message instanceof Candidature candidature
                    && (candidature.lg() >= candidature.lgmax()
                            || !process.equals(along(at, candidature.number(), side, candidature.lg())))) {
                return false;
            }
        }
        return true;
    }

    private static boolean greatest(
            Configuration<HirschbergSinclairState, HirschbergSinclairMessage, Voter> at, ProcessId process, Side side) {
        int within = at.state(process).lgmax() / 2;
        for (int distance = 1; distance <= within; distance++) {
            if (along(at, process, side, distance).compareTo(process) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Who stands so many links away on this side. */
    private static ProcessId along(
            Configuration<HirschbergSinclairState, HirschbergSinclairMessage, Voter> at,
            ProcessId from,
            Side side,
            int distance) {
        ProcessId process = from;
        for (int link = 0; link < distance; link++) {
            process = neighbour(at, process, side).id();
        }
        return process;
    }

    private static Neighbour neighbour(
            Configuration<HirschbergSinclairState, HirschbergSinclairMessage, Voter> at, ProcessId process, Side side) {
        return side == Side.LEFT
                ? at.state(process).neighbours().left()
                : at.state(process).neighbours().right();
    }
}
