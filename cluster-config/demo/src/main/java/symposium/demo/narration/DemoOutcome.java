package symposium.demo.narration;

import java.time.Duration;
import symposium.checker.model.Verdict;

/**
 * How a demo ended.
 *
 * @param verdict holds if the demo showed what it was to show, and every invariant held; violated if one was violated,
 *     or a process waited in vain although no fault explains it; undecided if the demo could not show it in time
 * @param why the outcome in one line
 * @param formed how long it took until all nodes took part; zero if that did not happen
 * @param lasted how long the demo took
 * @param tally the figures
 */
public record DemoOutcome(Verdict verdict, String why, Duration formed, Duration lasted, Statistics tally) {}
