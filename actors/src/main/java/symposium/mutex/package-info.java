/**
 * Mutual exclusion: the inputs and outputs of users and the invariants, stated once for all algorithms.
 *
 * <p>A user asks to {@link symposium.mutex.MutualExclusion.Input#ENTER} and to
 * {@link symposium.mutex.MutualExclusion.Input#RELEASE}. It is told that its request is
 * {@link symposium.mutex.MutualExclusion.Output.Granted} or its critical section
 * {@link symposium.mutex.MutualExclusion.Output.Lost}. From these alone follows which user is in its critical section,
 * never from an algorithm's private fields; so the checker finds an algorithm that misjudges itself.
 *
 * <p>Each algorithm has a package below this one. {@link symposium.mutex.PermissionBased} contains what those share in
 * which a process asks all others, and {@link symposium.mutex.Fenced} numbers the grants of algorithms that do not
 * number their own.
 *
 * <p>A request and a release come in; a grant with its fence, and a loss, go out.
 */
package symposium.mutex;
