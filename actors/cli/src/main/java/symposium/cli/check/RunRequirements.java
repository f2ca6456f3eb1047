package symposium.cli.check;

import java.util.List;
import java.util.Optional;
import symposium.checker.Specification;
import symposium.checker.model.Property;
import symposium.kernel.problem.Response;

/**
 * What the user asks of runs, not of states.
 *
 * @param specification what the algorithm has to implement, if anything
 * @param responses which states have to be followed by which others
 */
record RunRequirements(Optional<Specification<?, ?, ?, ?, ?>> specification, List<Response> responses) {

    static final RunRequirements NOTHING = new RunRequirements(Optional.empty(), List.of());

    /** Whether a property says that something happens in the end. */
    boolean isProgress(Property property) {
        return responses.stream()
                .anyMatch(each -> each.isProgress() && property.name().startsWith(each.name()));
    }
}
