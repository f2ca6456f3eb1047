package symposium.kernel.catalogue;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import symposium.kernel.problem.Bound;

/**
 * The paper of an {@link Algorithm}: its source, and the cost that it states.
 *
 * @param source paper and section
 * @param cost messages per critical section, election or meal, as a formula in n
 * @param bounds the computable part of the cost: the numbers of messages in one election, excluding announcements
 */
@RecordBuilder
public record Paper(String source, String cost, List<Bound> bounds) implements PaperBuilder.With {

    public Paper {
        bounds = List.copyOf(bounds);
    }

    /** Returns the paper with this source; the cost must follow. */
    public static Paper of(String source) {
        return new Paper(source, null, List.of());
    }
}
