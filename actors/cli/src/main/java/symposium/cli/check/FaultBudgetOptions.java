package symposium.cli.check;

import static symposium.cli.option.Values.quoted;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import picocli.CommandLine.Option;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.Values;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;

/** How often each fault may occur in an exploration. */
final class FaultBudgetOptions {

    private static final int MOST = 100;

    @Option(names = "--loss", paramLabel = "K")
    @Bounds(most = MOST)
    private int losses;

    @Option(names = "--duplicate", paramLabel = "K")
    @Bounds(most = MOST)
    private int duplications;

    @Option(names = "--crash", paramLabel = "K")
    @Bounds(most = Integer.MAX_VALUE)
    private int crashes;

    @Option(names = "--link-failure", paramLabel = "K")
    @Bounds(most = MOST)
    private int linkFailures;

    @Option(names = "--link-recovery", paramLabel = "K")
    @Bounds(most = MOST)
    private int linkRecoveries;

    @Option(names = "--join", paramLabel = "K")
    @Bounds(most = Integer.MAX_VALUE)
    private int joins;

    @Option(names = "--leave", paramLabel = "K")
    @Bounds(most = Integer.MAX_VALUE)
    private int leaves;

    @Option(names = "--false-departure", paramLabel = "K")
    @Bounds(most = MOST)
    private int falseDepartures;

    @Option(names = "--partition", paramLabel = "P,P")
    private Optional<String> partition;

    boolean allowsCrashes() {
        return crashes > 0;
    }

    /** A model in which these faults may occur. */
    <S, M, U, I, O> Model<S, M, U, I, O> applyTo(
            Model<S, M, U, I, O> model, Algorithm<S, M, U, I, O> algorithm, RunNetwork network, Start start) {
        int count = network.count();
        if (linkFailures > 0 && Explorer.sided(model)) {
            throw new BadInput(
                    "--link-failure %d: the links of a %s have sides, and every process needs both neighbours; use a topology without sides",
                    linkFailures, model.topology());
        }
        if (linkRecoveries > 0 && linkFailures == 0) {
            throw new BadInput(
                    "--link-recovery %d: no link recovers that has not failed; --link-failure says how often one may",
                    linkRecoveries);
        }
        FaultBudget budget = FaultBudget.NONE
                .withLosses(losses)
                .withDuplications(duplications)
                .withCrashes(Values.within("--crash", crashes, 0, count))
                .withLinkFailures(linkFailures)
                .withLinkRecoveries(linkRecoveries)
                .withJoins(Values.within("--join", joins, 0, count - 1))
                .withLeaves(Values.within("--leave", leaves, 0, count))
                .withFalseDepartures(falseDepartures);
        Model<S, M, U, I, O> faulty = model.withFaults(budget);
        if (falseDepartures > 0) {
            requireFollowsMembership(algorithm);
        }
        if (joins > 0) {
            requireAdmits(algorithm);
            faulty = faulty.withArriving(arriving(network, start))
                    .withProtocol(algorithm.withDynamicMembership(start, 0))
                    .withInvariants(algorithm.checks().invariantsWithDynamicMembership())
                    .startingCutOff();
        }
        if (partition.isPresent()) {
            faulty = faulty.withFaults(budget.withPartition(side(partition.get(), network)))
                    .withProblem(algorithm.problem().underSuspicion())
                    .withInvariants(algorithm.invariantsUnderSuspicion());
        }
        return falseDepartures > 0 ? faulty.promisedUnderFalseDeparture(algorithm) : faulty;
    }

    private void requireFollowsMembership(Algorithm<?, ?, ?, ?, ?> algorithm) {
        if (algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE) {
            throw new BadInput(("--false-departure %d: %s has fixed membership, and its processes are notified of no"
                            + " departure; for it two processes lose each other's messages: --loss")
                    .formatted(falseDepartures, algorithm.name()));
        }
    }

    private void requireAdmits(Algorithm<?, ?, ?, ?, ?> algorithm) {
        if (algorithm.system().tolerates() != MembershipTolerance.ANY_CHANGE) {
            throw new BadInput("--join %d: the processes of %s are all present at the start", joins, algorithm.name());
        }
    }

    private Set<ProcessId> arriving(RunNetwork network, Start start) {
        int present = network.count() - joins;
        Set<ProcessId> last = Set.copyOf(List.copyOf(start.processes()).subList(present, network.count()));
        if (last.contains(start.holder())) {
            throw new BadInput(
                    "--join %d: the token starts at %s, which is not there at the start; --holder names one of 0 to %d",
                    joins, start.holder(), present - 1);
        }
        return last;
    }

    private static SortedSet<ProcessId> side(String text, RunNetwork network) {
        SortedSet<ProcessId> side = network.several("--partition", text);
        if (side.size() == network.count()) {
            throw new BadInput(
                    "--partition %s: no process is left on the other side; it must name some of the processes, and not all",
                    quoted(text));
        }
        return side;
    }
}
