/**
 * The local states of each process, link and the environment, by number.
 *
 * <p>{@code LocalSteps} computes what a process does on an event once and remembers it; {@code Environments} has what
 * has crashed, failed or left and who has been notified; {@code InvariantCache} has what invariants say of local
 * states.
 *
 * <p>Numbers of local states and events come in; local steps by number go out. The checker calls the protocol here,
 * and nowhere else. It does so through {@link symposium.kernel.runtime.ProcessRuntime}, as actors and the simulation
 * do.
 */
package symposium.checker.local;
