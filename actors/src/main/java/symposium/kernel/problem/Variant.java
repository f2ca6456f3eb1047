package symposium.kernel.problem;

import java.util.Optional;
import symposium.kernel.Protocol;

/**
 * An algorithm with one planted fault: a misprint that is taken literally, or an omitted statement. The checker must
 * refute the variant.
 *
 * @param name the variant, in words
 * @param protocol the faulty algorithm
 * @param scenario the scenario in which the fault shows; empty if a search must find it
 */
public record Variant<S, M, I, O>(String name, Protocol<S, M, I, O> protocol, Optional<Scenario> scenario) {}
