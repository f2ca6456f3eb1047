package symposium.distributed;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import symposium.checker.model.Limits;

/**
 * What is to be done.
 *
 * @param options those of {@code symposium check}, which every worker understands by itself
 * @param workers the number of workers, that of this virtual machine included, at least 2
 * @param limits the bounds of the search
 * @param directory for checkpoints, on every machine
 * @param every the time between two checkpoints; they are written between two levels
 * @param arrival the time within which the workers have to come
 */
public record SearchPlan(
        List<String> options,
        int workers,
        Limits limits,
        Optional<String> directory,
        Duration every,
        Duration arrival) {}
