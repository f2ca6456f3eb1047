package symposium.checker.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.Toy;
import symposium.checker.number.Guard;
import symposium.kernel.problem.Invariant;

/** What invariants count in contents of links that hold a great number of messages. */
@Tag("fast")
class InvariantCacheTest {

    /** The counts of these messages add up to a small number, and 2 to the power of 32. */
    @Test
    void theCountOfManyMessagesIsNotTheirSumInAnInteger() {
        int greatest = (1 << 15) - 1;
        int messages = 131_077;
        assertEquals(greatest - 4, messages * greatest);
        var model = Toy.model(2, new Toy.Users(List.of(), false), new Toy(List.of(), (p, event) -> p.acts()))
                .withInvariants(
                        List.of(new Invariant.Count<>("many", (state, user) -> 0, message -> greatest, 0, 1 << 20)));
        InvariantCache<Toy.State, String, Boolean> cache = new InvariantCache<>(model, new Guard());
        cache.addContent(Collections.nCopies(messages, "x"));
        assertEquals(0, cache.evaluated(0).broken());
        cache.addContent(List.of("x"));
        assertEquals(InvariantCache.FINE, cache.evaluated(1).broken());
    }
}
