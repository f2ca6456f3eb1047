/**
 * The questions to the checker, and its answers.
 *
 * <p>A {@link symposium.checker.model.Model} is an algorithm with its workload and a {@link
 * symposium.checker.model.FaultBudget}; {@link symposium.checker.model.Limits} bound the search; a {@link
 * symposium.checker.model.Report} has a {@link symposium.checker.model.Verdict} for each {@link
 * symposium.checker.model.Property}.
 *
 * <p>Nothing here knows how states are represented or searched.
 *
 * <p>A model and limits come in; a report goes out.
 */
package symposium.checker.model;
