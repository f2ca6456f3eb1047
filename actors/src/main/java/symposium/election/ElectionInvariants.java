package symposium.election;

import java.util.Optional;
import java.util.stream.Stream;
import symposium.election.Election.Voter;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Invariants;
import symposium.kernel.ProcessId;

/**
 * The laws of an election, over users alone: the first and the last hold for every algorithm, the one between where the algorithm
 * promises it. A leader that has crashed counts no more.
 */
public final class ElectionInvariants {

    /** The name of the law that gives the problem its name. */
    public static final String NEVER_TWO = "there are never two leaders";

    /** The name of the law that says who wins. */
    public static final String GREATEST = "the leader has the greatest name";

    /** The name of the law that says that an election ends with everyone knowing it. */
    public static final String ANNOUNCED = "once nothing is under way, all know the one leader";

    private ElectionInvariants() {}

    /** Those of every election in which the greatest wins: never two leaders, the greatest, known to all in the end. */
    public static <S, M> Invariants<S, M, Voter> standard() {
        return new Invariants<S, M, Voter>().add(neverTwo()).add(greatest()).add(announced());
    }

    /** Whoever has ever been told of a leader that is alive has been told of the same. */
    public static <S, M> Invariant<S, M, Voter> neverTwo() {
        return new Invariant.OfConfiguration<>(
                NEVER_TWO,
                ElectionInvariants::anyoneTold,
                at -> everTold(at).filter(at::alive).distinct().count() <= 1);
    }

    /** Nobody who is alive has a greater name than a leader that is alive. */
    public static <S, M> Invariant<S, M, Voter> greatest() {
        return new Invariant.OfConfiguration<>(GREATEST, ElectionInvariants::anyoneTold, at -> everTold(at)
                .filter(at::alive)
                .allMatch(leader ->
                        at.processes().stream().filter(at::alive).allMatch(process -> process.compareTo(leader) <= 0)));
    }

    /**
     * Where anybody has asked for an election or been told of its end, and no message is under way, everyone has been told. Not put to the
     * test where anyone has crashed, for the news of a crash may be under way.
     */
    public static <S, M> Invariant<S, M, Voter> announced() {
        return new Invariant.OfConfiguration<>(
                ANNOUNCED,
                at -> nobodyCrashed(at)
                        && at.processes().stream().map(at::user).anyMatch(ElectionInvariants::concerned)
                        && at.quiet(),
                at -> at.processes().stream()
                                .allMatch(process -> at.user(process).leader().isPresent())
                        && everTold(at).distinct().count() == 1);
    }

    /** Whether all are alive: where an algorithm stands no crash, its own laws say nothing once there has been one. */
    public static <S, M> boolean nobodyCrashed(Configuration<S, M, Voter> at) {
        return at.processes().stream().allMatch(at::alive);
    }

    private static boolean concerned(Voter user) {
        return user.called() || user.leader().isPresent();
    }

    private static <S, M> boolean anyoneTold(Configuration<S, M, Voter> at) {
        return at.processes().stream()
                .anyMatch(process -> at.user(process).leader().isPresent());
    }

    private static <S, M> Stream<ProcessId> everTold(Configuration<S, M, Voter> at) {
        return at.processes().stream()
                .map(at::user)
                .flatMap(user -> Stream.of(user.leader(), user.former()))
                .flatMap(Optional::stream);
    }
}
