package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.ewd851.Ewd851;

/** A walk takes the steps of the exploration, and finds broken what that finds broken. */
@Tag("slow")
class StateWalkTest {

    private static final Limits LIMITS = new Limits(5_000, Duration.ofMinutes(5));

    /** Every counterexample that the checker finds to a variant in its scenario is walked to its end. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    void counterexamplesAreWalked(Algorithm<?, ?, ?, ?, ?> algorithm) {
        walkAll(algorithm);
    }

    private static <S, M, U, I, O> void walkAll(Algorithm<S, M, U, I, O> algorithm) {
        for (Variant<S, M, I, O> variant : algorithm.checks().variants(Start.of(3, 0))) {
            Scenario scenario = variant.scenario().orElse(Scenario.of(3, ""));
            Model<S, M, U, I, O> model = Model.of(algorithm, scenario)
                    .withProtocol(variant.protocol())
                    .withoutQuotient();
            Optional<Property> violated = variant.scenario().isPresent() && scenario.processes() != 3
                    ? Optional.empty()
                    : Explorer.of(model, LIMITS).explore().report(false).violated();
            violated.ifPresent(property -> {
                StateWalk<S, M, U, I, O> walk = new StateWalk<>(model);
                walk.follow(property.trace());
                String what = algorithm.name() + ", " + variant.name();
                assertEquals(Optional.of(property.name()), walk.broken(), what);
                List<Integer> path = walk.path();
                assertEquals(property.trace().subList(0, walk.trace().size()), walk.trace(), what);
                walk.go(path);
                assertEquals(Optional.of(property.name()), walk.broken(), what);
                assertFalse(path.isEmpty(), what);
            });
        }
    }

    @Test
    void aStepThatIsNotPossibleIsRefused() {
        StateWalk<?, ?, ?, ?, ?> walk = new StateWalk<>(Model.of(new Ewd851.Entry(), Start.of(3, 0)));
        int choices = walk.choices().size();
        assertTrue(choices > 0);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> walk.take(choices));
        assertEquals("here are 3 possible steps, numbered from 0, and none is 3", refused.getMessage());
        assertEquals(List.of(), walk.path());
        walk.take(1);
        assertEquals(List.of(1), walk.path());
        assertEquals(1, walk.trace().size());
        assertThrows(IllegalArgumentException.class, () -> walk.go(List.of(0, 99)));
        assertEquals(List.of(0), walk.path());
    }

    /** The states of a walk are those of the exploration. */
    @Test
    void everyStateOfAWalkIsReachable() {
        Model<Ewd851.State, Ewd851.Message, ?, ?, ?> model = Model.of(new Ewd851.Entry(), Start.of(3, 0));
        List<String> reachable = states(model);
        StateWalk<Ewd851.State, Ewd851.Message, ?, ?, ?> walk = new StateWalk<>(model);
        for (int step = 0; step < 200; step++) {
            assertTrue(reachable.contains(text(walk.configuration())));
            assertEquals(Optional.empty(), walk.broken());
            walk.take(step * 7 % walk.choices().size());
        }
    }

    private static <S, M, U> List<String> states(Model<S, M, U, ?, ?> model) {
        return StreamSupport.stream(
                        Explorer.of(model, LIMITS).explore().reachable().spliterator(), false)
                .map(StateWalkTest::text)
                .toList();
    }

    private static String text(Configuration<?, ?, ?> all) {
        return all.live() + " " + all.inTransit().toList();
    }
}
