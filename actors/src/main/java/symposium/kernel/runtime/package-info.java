/**
 * The runtime of one process.
 *
 * <p>A {@link symposium.kernel.runtime.ProcessRuntime} is a process with the messages that wait, its neighbours, the
 * departed and its timers, as a pure function from an event to the steps that follow. Actors and simulation drive it.
 * {@link symposium.kernel.runtime.AuthorCode} turns what an author's code throws into a violation.
 *
 * <p>Events come in; steps with their effects go out.
 */
package symposium.kernel.runtime;
