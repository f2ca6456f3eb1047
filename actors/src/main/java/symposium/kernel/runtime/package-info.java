/**
 * The runtime of one process.
 *
 * <p>A {@link symposium.kernel.runtime.ProcessRuntime} is a process with its waiting messages, its neighbours, the
 * departed processes and its timers. It is a pure function from an event to the resulting steps. Actors and the
 * simulation drive it. {@link symposium.kernel.runtime.AuthorCode} turns an exception in an author's code into a
 * violation.
 *
 * <p>Events come in; steps with their effects go out.
 */
package symposium.kernel.runtime;
