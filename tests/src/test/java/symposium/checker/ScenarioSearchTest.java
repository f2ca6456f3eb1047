package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Scenario;

class ScenarioSearchTest {

    @Test
    void theScenarioThatIsFoundRefutesTheVariant() {
        assertRefuted(Catalogue.named("raymond").orElseThrow());
    }

    private static <S, M, U, I, O> void assertRefuted(Algorithm<S, M, U, I, O> algorithm) {
        Scenario found = new ScenarioSearch<>(algorithm).find(1).orElseThrow();

        assertTrue(found.processes() <= ScenarioSearch.MOST_PROCESSES, found.toString());
        Model<S, M, U, I, O> model = Model.of(algorithm, found);
        Report report = Explorer.check(
                model.withProtocol(algorithm.variants(found.start()).get(1).protocol()));
        assertEquals(found.invariant(), report.violated().orElseThrow().name());
        assertEquals(Optional.empty(), Explorer.check(model).violated());
    }
}
