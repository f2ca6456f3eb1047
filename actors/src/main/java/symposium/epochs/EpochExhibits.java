package symposium.epochs;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.epochs.Epochs.Reading;
import symposium.kernel.Fault;
import symposium.kernel.Scenario;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;

/**
 * Where the faults of {@link EpochsAlgorithm#variants} show. It depends on the token algorithm, of others nothing is said; and on whether the election
 * is won by the least or by the greatest, for the leader must not be who is inside.
 */
final class EpochExhibits {

    private static final Scenario SOMEBODY_COMES =
            Scenario.of(2, MutualExclusion.FENCES_GROW).withRequests(1).withFault(Fault.JOIN, 1);

    private static final Map<String, Scenario> OLD_COUNTS = Map.of(
            "ewd851", SOMEBODY_COMES.withInvariant("the recipient of a signal is white"),
            "suzuki-kasami",
                    Scenario.of(3, MutualExclusion.FENCES_GROW).withRequests(1).withFault(Fault.JOIN, 1));

    /** On a ring of three everyone is a neighbour of who comes or goes, and gives up by itself. */
    private static final Map<String, Scenario> NOT_GIVEN_UP = Map.of(
            "ewd851",
            Scenario.of(4, MutualExclusion.FENCES_GROW)
                    .withRequests(1)
                    .withInitiators(0, 3)
                    .withFault(Fault.CRASH, 1),
            "suzuki-kasami",
            SOMEBODY_COMES);

    /** The elections that are won by the least. */
    private static final Set<String> OF_THE_LEAST = Set.of("lelann");

    private EpochExhibits() {}

    /** Where it shows with that token algorithm and that election, if that is known. */
    static Optional<Scenario> of(String token, String election, Reading reading) {
        if (!OLD_COUNTS.containsKey(token)) {
            return Optional.empty();
        }
        return switch (reading) {
            case OLD_COUNTS -> Optional.of(OLD_COUNTS.get(token));
            case NOT_GIVEN_UP -> Optional.of(insideAnother(NOT_GIVEN_UP.get(token), election));
            case NOBODY_INSIDE ->
                Optional.of(insideAnother(SOMEBODY_COMES.withInvariant(MutexInvariants.MUTUAL_EXCLUSION), election));
            case ONE_GENERATION -> Optional.of(SOMEBODY_COMES);
            case RIGHT, WITHOUT_QUORUM -> Optional.empty();
        };
    }

    /** The same with one more, and the token at the second, where the first is elected. */
    private static Scenario insideAnother(Scenario exhibit, String election) {
        return exhibit.processes() == 2 && OF_THE_LEAST.contains(election)
                ? Scenario.of(3, exhibit.invariant())
                        .withHolder(1)
                        .withRequests(1)
                        .withFault(Fault.JOIN, 1)
                : exhibit;
    }
}
