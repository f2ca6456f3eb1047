/**
 * The local states of each process, link and the environment, by number.
 *
 * <p>{@code LocalSteps} computes what a process does on an event once and remembers it; {@code Environments} has what
 * has crashed, failed or left and who has been notified; {@code InvariantCache} has what invariants say of local
 * states.
 *
 * <p>Numbers of local states and events come in; local steps by number go out. The protocol is called here, and
 * nowhere else.
 */
package symposium.checker.local;
