package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Where fences are asked for, every algorithm for mutual exclusion has one for every grant. */
public class FencesTest {

    /** Sees that there is a fence, and that each is greater than all before it. */
    public record Every(Fence soFar) implements Observer<Output> {
        static final String LAW = "a grant carries a fence, and a greater one than all grants before it";

        @Override
        public List<String> invariants() {
            return List.of(LAW);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (!(output instanceof Output.Granted granted)) {
                return this;
            }
            if (granted.fence().compareTo(soFar) <= 0) {
                throw new InvariantViolation(LAW, output + " after " + soFar);
            }
            return new Every(granted.fence());
        }
    }

    static Stream<Algorithm<?, ?, ?, ?, ?>> algorithms() {
        return Catalogue.all().stream().filter(algorithm -> algorithm.problem() instanceof MutualExclusion);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    @SuppressWarnings("unchecked")
    void everyGrantCarriesAGreaterFenceThanAllBeforeIt(Algorithm<?, ?, ?, ?, ?> algorithm) {
        assertNumbered(((Algorithm<?, ?, User, Input, Output>) algorithm).withFences());
    }

    private static <S, M> void assertNumbered(Algorithm<S, M, User, Input, Output> algorithm) {
        Start start = Start.of(2, 0);
        Report report = Explorer.check(Model.of(algorithm, start)
                .withRequests(2)
                .withProblem(ProblemDecorator.watchedBy(algorithm.problem(), new Every(Fence.NONE))));
        assertTrue(report.complete());
        assertEquals(Verdict.HOLDS, report.verdict(), report.properties().toString());
    }
}
