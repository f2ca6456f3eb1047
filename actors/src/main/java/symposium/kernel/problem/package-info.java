/**
 * The problems that algorithms solve, and the invariants that must hold.
 *
 * <p>A {@link symposium.kernel.problem.Problem} states the inputs, the outputs and their invariants once for all its
 * algorithms. An algorithm adds its own {@link symposium.kernel.problem.Invariants} over a {@link
 * symposium.kernel.problem.Configuration}, and {@link symposium.kernel.problem.Variants} that must fail, each in its
 * {@link symposium.kernel.problem.Scenario}. This package also has the terms for the {@link
 * symposium.kernel.problem.Channels} that an algorithm assumes and the changes that it tolerates.
 *
 * <p>States and traces come in; verdicts of predicates go out. This package neither explores nor runs algorithms.
 */
package symposium.kernel.problem;
