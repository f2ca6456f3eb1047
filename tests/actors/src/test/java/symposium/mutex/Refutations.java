package symposium.mutex;

import java.util.List;
import java.util.Optional;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * Refutes the variants of an algorithm on a complete graph, each in the simplest surroundings in which it fails and the
 * original does not, and twice: by whatever it violates first, and by what its users see of it.
 */
public final class Refutations {

    /**
     * Around what an algorithm is explored: on how many processes at most, how often each user asks, how many crash.
     */
    private record Surroundings(int most, int requests, int crashes) {
        @Override
        public String toString() {
            return (requests == 1 ? "" : ", each asks up to " + requests + " times")
                    + (crashes == 0 ? "" : ", one may crash");
        }
    }

    private static final List<Surroundings> SIMPLEST_FIRST =
            List.of(new Surroundings(3, 1, 0), new Surroundings(2, 2, 0), new Surroundings(3, 1, 1));

    /**
     * What refutes a variant.
     *
     * @param where on how many processes, under what
     * @param broken what it breaks there
     */
    public record Refutation(String variant, String where, Property broken) {

        /** Name of the variant, where it fails, what it breaks, in how many steps. */
        public String summary() {
            return variant + " | " + where + " | " + broken.name() + " | "
                    + broken.trace().size();
        }
    }

    private Refutations() {}

    /** What each variant breaks first, be it an assertion of the paper or what users see. */
    public static <S, M> List<Refutation> ofEach(Algorithm<S, M, User, Input, Output> algorithm) {
        return all(algorithm, algorithm.checks().invariants());
    }

    /** What users see broken: exclusion, the order of fences, that who asks enters. */
    public static <S, M> List<Refutation> seenByUsers(Algorithm<S, M, User, Input, Output> algorithm) {
        return all(algorithm, List.of(MutexInvariants.mutualExclusion()));
    }

    private static <S, M> List<Refutation> all(
            Algorithm<S, M, User, Input, Output> algorithm, List<Invariant<S, M, User>> invariants) {
        List<Variant<S, M, Input, Output>> variants = algorithm.checks().variants(Start.of(2, 0));
        return java.util.stream.IntStream.range(0, variants.size())
                .mapToObj(number -> refute(algorithm, invariants, number))
                .toList();
    }

    private static <S, M> Refutation refute(
            Algorithm<S, M, User, Input, Output> algorithm, List<Invariant<S, M, User>> invariants, int number) {
        for (Surroundings surroundings : SIMPLEST_FIRST) {
            for (int processes = 1; processes <= surroundings.most(); processes++) {
                Start start = Start.of(processes, 0);
                Variant<S, M, Input, Output> variant =
                        algorithm.checks().variants(start).get(number);
                Optional<Property> broken = violated(algorithm, start, invariants, surroundings, variant.protocol());
                if (broken.isPresent()
                        && violated(algorithm, start, invariants, surroundings, algorithm.protocol(start))
                                .isEmpty()) {
                    return new Refutation(variant.name(), processes + " processes" + surroundings, broken.get());
                }
            }
        }
        throw new AssertionError(
                algorithm.checks().variants(Start.of(2, 0)).get(number).name() + " is not refuted");
    }

    private static <S, M> Optional<Property> violated(
            Algorithm<S, M, User, Input, Output> algorithm,
            Start start,
            List<Invariant<S, M, User>> invariants,
            Surroundings surroundings,
            Protocol<S, M, Input, Output> protocol) {
        return Explorer.of(
                        Model.of(algorithm, start)
                                .withInvariants(invariants)
                                .withRequests(surroundings.requests())
                                .withFaults(FaultBudget.NONE.withCrashes(surroundings.crashes()))
                                .withProtocol(protocol),
                        Limits.WIDE)
                .explore()
                .report(true)
                .violated();
    }

    /** Each refutation step by step. */
    public static String told(List<Refutation> refutations) {
        StringBuilder text = new StringBuilder();
        for (Refutation refutation : refutations) {
            text.append(refutation.variant())
                    .append("\n  ")
                    .append(refutation.where())
                    .append(", violated: ")
                    .append(refutation.broken().name())
                    .append('\n');
            tell(text, refutation.broken().trace());
            if (!refutation.broken().cycle().isEmpty()) {
                text.append("  and so on forever:\n");
                tell(text, refutation.broken().cycle());
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void tell(StringBuilder text, List<TraceEvent> way) {
        way.forEach(occurrence -> text.append("    ").append(occurrence).append('\n'));
    }
}
