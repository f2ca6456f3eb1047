package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Response.Demand;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.coordinator.Coordinator;
import symposium.mutex.ewd851.Ewd851;

/** Statements about runs: what leads to what, and what is true until what. */
@Tag("fast")
class ResponseTest {

    private static boolean is(Configuration<?, ?, ?> all, ProcessId process, User user) {
        return all.alive(process) && all.user(process) == user;
    }

    private static Response each(Model<?, ?, ?, ?, ?> model, User when, User end) {
        return new Response(
                when + " leads to " + end,
                model.processes().stream()
                        .map(p -> new Demand(
                                Optional.of(p),
                                Optional.of(all -> is(all, p, when)),
                                Optional.empty(),
                                all -> is(all, p, end)))
                        .toList());
    }

    private static Response of(
            Optional<Predicate<Configuration<?, ?, ?>>> meanwhile, Predicate<Configuration<?, ?, ?>> end) {
        return new Response("it", List.of(new Demand(Optional.empty(), Optional.empty(), meanwhile, end)));
    }

    @SuppressWarnings("unchecked")
    static Stream<Algorithm<?, ?, User, Input, Output>> algorithms() {
        return Catalogue.all().stream()
                .filter(each -> each.problem() == MutualExclusion.PROBLEM)
                .filter(each -> Model.of(each, Start.of(2, 0)).quotient().isEmpty())
                .map(each -> (Algorithm<?, ?, User, Input, Output>) each);
    }

    /** That who waits is critical in the end is what the absence of starvation means. */
    @ParameterizedTest
    @MethodSource("algorithms")
    <S, M> void waitingLeadsToCriticalWhereNoUserStarves(Algorithm<S, M, User, Input, Output> algorithm) {
        Model<S, M, User, Input, Output> model = Model.of(algorithm, Start.of(2, 0));
        Explorer<S, M, User, Input, Output> explorer =
                Explorer.of(model, Limits.WIDE).explore();
        Property property = explorer.property(each(model, User.WAITING, User.CRITICAL));
        assertEquals(
                Verdict.HOLDS,
                explorer.report(true).property(Scenario.NO_STARVATION).verdict());
        assertEquals(Verdict.HOLDS, property.verdict());
        assertTrue(property.tested());
        // No user has to ask.
        assertEquals(
                Verdict.VIOLATED,
                explorer.property(each(model, User.IDLE, User.WAITING)).verdict());
    }

    @Test
    void aVariantThatStarvesIsFoundByBoth() {
        int starving = 0;
        Algorithm<Coordinator.State, Coordinator.Message, User, Input, Output> algorithm = new Coordinator.Entry();
        for (Variant<Coordinator.State, Coordinator.Message, Input, Output> variant :
                algorithm.checks().variants(Start.of(3, 0))) {
            Model<Coordinator.State, Coordinator.Message, User, Input, Output> model =
                    Model.of(algorithm, Start.of(3, 0)).withProtocol(variant.protocol());
            Explorer<Coordinator.State, Coordinator.Message, User, Input, Output> explorer =
                    Explorer.of(model, Limits.WIDE).explore();
            Property property = explorer.property(each(model, User.WAITING, User.CRITICAL));
            boolean starves = explorer.report(true)
                    .violated()
                    .filter(broken -> broken.name().equals(Scenario.NO_STARVATION))
                    .isPresent();
            assertEquals(starves, property.verdict() == Verdict.VIOLATED, variant.name());
            starving += starves ? 1 : 0;
            if (starves) {
                assertTrue(property.name().endsWith(", of process 0"), property.name());
                assertFalse(property.cycle().isEmpty());
                requireRun(model, property);
            }
        }
        assertEquals(1, starving);
    }

    /** The run and the steps that are repeated are possible, and lead back to where they began. */
    private static <S, M> void requireRun(Model<S, M, User, Input, Output> model, Property property) {
        StateWalk<S, M, User, Input, Output> walk = new StateWalk<>(model);
        assertEquals(property.trace().size(), walk.follow(property.trace()));
        String before = walk.configuration().live().toString();
        List<TraceEvent> all = Stream.concat(property.trace().stream(), property.cycle().stream())
                .toList();
        assertEquals(all.size(), walk.follow(all));
        assertEquals(before, walk.configuration().live().toString());
    }

    @Test
    void untilEndsAtTheFirstStateOfTheOtherKind() {
        Model<?, ?, ?, ?, ?> model = Model.of(new Ewd851.Entry(), Start.of(3, 0));
        Explorer<?, ?, ?, ?, ?> explorer = Explorer.of(model, Limits.WIDE).explore();
        Predicate<Configuration<?, ?, ?>> asked =
                all -> all.processes().stream().anyMatch(p -> all.user(p) != User.IDLE);
        Predicate<Configuration<?, ?, ?>> critical =
                all -> all.processes().stream().anyMatch(p -> is(all, p, User.CRITICAL));
        Predicate<Configuration<?, ?, ?>> free = all -> !critical.test(all);
        // No user is critical before one has asked.
        assertEquals(
                Verdict.HOLDS, explorer.property(of(Optional.of(free), asked)).verdict());
        // Users may wait before one is critical.
        Predicate<Configuration<?, ?, ?>> idle = all -> !asked.test(all);
        Property property = explorer.property(of(Optional.of(idle), critical));
        assertEquals(Verdict.VIOLATED, property.verdict());
        assertEquals(1, property.trace().size());
        // The end need not come.
        Property end = explorer.property(of(Optional.empty(), critical));
        assertEquals(Verdict.VIOLATED, end.verdict());
        assertEquals(List.of(), end.trace());
        assertEquals(List.of(), end.cycle());
    }

    @Test
    void nothingIsDecidedWhereNotAllStatesAreKnown() {
        Model<?, ?, ?, ?, ?> model =
                Model.of(new Ewd851.Entry(), Start.of(4, 0)).withRequests(OptionalInt.of(1));
        Explorer<?, ?, ?, ?, ?> explorer = Explorer.of(model, new Limits(10, java.time.Duration.ofMinutes(1)))
                .explore();
        Property property = explorer.property(each(model, User.WAITING, User.CRITICAL));
        assertEquals(Verdict.UNDECIDED, property.verdict());
    }
}
