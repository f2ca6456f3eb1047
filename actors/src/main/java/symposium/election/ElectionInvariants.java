package symposium.election;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import symposium.election.Election.Voter;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;

/**
 * The invariants of elections. The first three are over users alone: {@link #neverTwo} and {@link #announced} hold for
 * every algorithm, {@link #greatest} where the algorithm promises it. They ignore a leader that has crashed.
 */
public final class ElectionInvariants {

    /** The name of {@link #neverTwo}. */
    public static final String NEVER_TWO = "there are never two leaders";

    /** The name of {@link #greatest}. */
    public static final String GREATEST = "the leader has the greatest name";

    /** The name of {@link #announced}. */
    public static final String ANNOUNCED = "once no message is in transit, all know the one leader";

    private ElectionInvariants() {}

    /**
     * The invariants of an election that the greatest process wins: {@link #neverTwo}, {@link #greatest},
     * {@link #announced}.
     */
    public static <S, M> Invariants<S, M, Voter> standard() {
        return new Invariants<S, M, Voter>().add(neverTwo()).add(greatest()).add(announced());
    }

    /** All users that have been told of a live leader have been told of the same one. */
    public static <S, M> Invariant<S, M, Voter> neverTwo() {
        return new Invariant.OfConfiguration<>(
                NEVER_TWO,
                ElectionInvariants::leaderTold,
                at -> everTold(at).filter(at::alive).distinct().count() <= 1);
    }

    /** No process that is alive has a greater name than a leader that is alive. */
    public static <S, M> Invariant<S, M, Voter> greatest() {
        return new Invariant.OfConfiguration<>(GREATEST, ElectionInvariants::leaderTold, at -> everTold(at)
                .filter(at::alive)
                .allMatch(leader ->
                        at.processes().stream().filter(at::alive).allMatch(process -> process.compareTo(leader) <= 0)));
    }

    /**
     * When a user has asked or been told, and no message is in transit, all users have been told of one leader. Not
     * tested after a crash: a process may not have been notified of it yet.
     */
    public static <S, M> Invariant<S, M, Voter> announced() {
        return new Invariant.OfConfiguration<>(
                ANNOUNCED,
                at -> at.allAlive()
                        && at.processes().stream().map(at::user).anyMatch(ElectionInvariants::concerned)
                        && at.quiet(),
                at -> at.processes().stream()
                                .allMatch(process -> at.user(process).leader().isPresent())
                        && everTold(at).distinct().count() == 1);
    }

    /**
     * On a unidirectional ring: once the process with the greatest number takes part, and until a process knows the
     * leader, that number is at a process or in a message.
     *
     * @param numbers the numbers at a process
     * @param message the message that carries a number to the left
     */
    public static <S extends RingElection.Participant<S>, M> Invariant<S, M, Voter> greatestRemains(
            Function<S, List<Optional<ProcessId>>> numbers, Function<ProcessId, M> message) {
        return new Invariant.OfConfiguration<>(
                "the greatest number remains in the election",
                at -> at.allAlive()
                        && !at.state(greatestName(at)).asleep()
                        && at.states().allMatch(p -> p.leader().isEmpty()),
                at -> at.states()
                        .anyMatch(p -> numbers.apply(p).contains(Optional.of(greatestName(at)))
                                || at.inTransit(p.number(), p.left()).contains(message.apply(greatestName(at)))));
    }

    /**
     * The situation that no process has crashed and at least one satisfies a condition, for an algorithm that tolerates
     * no crash.
     */
    public static <S, M> Predicate<Configuration<S, M, Voter>> anyWhileAllAlive(Predicate<S> condition) {
        return at -> at.allAlive() && at.states().anyMatch(condition);
    }

    /** The process with the greatest name. */
    public static <S, M> ProcessId greatestName(Configuration<S, M, Voter> at) {
        return at.processes().get(at.processes().size() - 1);
    }

    /** Whether a user has been told of a leader. */
    public static <S, M> boolean leaderTold(Configuration<S, M, Voter> at) {
        return at.processes().stream()
                .anyMatch(process -> at.user(process).leader().isPresent());
    }

    private static boolean concerned(Voter user) {
        return user.called() || user.leader().isPresent();
    }

    private static <S, M> Stream<ProcessId> everTold(Configuration<S, M, Voter> at) {
        return at.processes().stream()
                .map(at::user)
                .flatMap(user -> Stream.of(user.leader(), user.former()))
                .flatMap(Optional::stream);
    }
}
