/**
 * The problems that algorithms solve, and the invariants that must hold.
 *
 * <p>A {@link symposium.kernel.problem.Problem} states inputs, outputs and their invariants once for all its
 * algorithms. An algorithm adds its own {@link symposium.kernel.problem.Invariants} over a {@link
 * symposium.kernel.problem.Configuration}, and {@link symposium.kernel.problem.Variants} that must fail, each in its
 * {@link symposium.kernel.problem.Scenario}. What it assumes of {@link symposium.kernel.problem.Channels} and
 * tolerates of changes is said in the same words.
 *
 * <p>States and traces come in; verdicts of predicates go out. Nothing here explores or runs.
 */
package symposium.kernel.problem;
