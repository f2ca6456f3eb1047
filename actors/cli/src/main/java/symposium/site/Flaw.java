package symposium.site;

import java.util.Optional;
import symposium.kernel.problem.Scenario;

/**
 * A variant of an algorithm that has a fault.
 *
 * @param algorithm the name of the algorithm
 * @param number the number of the variant, from 1
 * @param name the name of the variant
 * @param scenario where the fault shows, if that is known
 * @param command the command that shows it there
 */
public record Flaw(String algorithm, int number, String name, Optional<Scenario> scenario, Optional<String> command) {

    /** The place of its part of the algorithm's page. */
    String anchor() {
        return "variant-" + number;
    }
}
