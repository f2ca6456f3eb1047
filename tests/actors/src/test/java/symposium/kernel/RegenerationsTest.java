package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Start;

/** By which rules the algorithms of the catalogue issue a token. */
@Tag("fast")
class RegenerationsTest {

    @Test
    void anAlgorithmIssuesTokensByItsOwnRules() {
        for (Algorithm<?, ?, ?, ?, ?> each : Catalogue.all()) {
            List<? extends Rule> rules = each.protocol(Start.of(3, 0)).rules();
            assertTrue(rules.containsAll(each.regenerations()), each.name() + ": " + each.regenerations());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "misra",
                "misra-3",
                "token-ring",
                "ewd851-misra",
                "suzuki-kasami-census",
                "helary-plouzeau-raynal-7",
                "ewd851-by-franklin",
                "token-ring-by-peterson"
            })
    void thoseThatReplaceALostTokenSaySo(String name) {
        assertFalse(named(name).regenerations().isEmpty());
    }

    /** With fences, and over links, too. */
    @Test
    void whatIsMadeOfAnAlgorithmIssuesTokensAsItDoes() {
        Algorithm<?, ?, ?, ?, ?> ring = named("token-ring");
        assertEquals(ring.regenerations(), ring.withFences().regenerations());
        assertTrue(named("token-ring-by-peterson").regenerations().containsAll(ring.regenerations()));
        assertEquals(Set.of(), named("suzuki-kasami").regenerations());
    }

    private static Algorithm<?, ?, ?, ?, ?> named(String name) {
        return Catalogue.named(name).orElseThrow();
    }
}
