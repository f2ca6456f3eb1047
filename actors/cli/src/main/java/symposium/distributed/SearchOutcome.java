package symposium.distributed;

import java.util.Optional;
import symposium.checker.model.Report;

/**
 * How a search has ended.
 *
 * @param report what was found; none if it could not go on
 * @param reason why not everything is decided, if so
 * @param kept where the same command goes on, if it does
 * @param begun whether it has begun: else what was asked for is not right
 */
public record SearchOutcome(Optional<Report> report, Optional<String> reason, Optional<String> kept, boolean begun) {}
