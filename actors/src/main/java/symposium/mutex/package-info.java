/**
 * Mutual exclusion: what users may ask and are told, and the laws, once for all algorithms.
 *
 * <p>A user asks to {@link symposium.mutex.MutualExclusion.Input#ENTER} and to {@link symposium.mutex.MutualExclusion.Input#RELEASE}, and is told that it is
 * {@link symposium.mutex.MutualExclusion.Output.Granted} or has {@link symposium.mutex.MutualExclusion.Output.Lost}. Who is in the critical section follows from these alone,
 * never from an algorithm's private fields; so an algorithm that misjudges itself is found out.
 *
 * <p>Each algorithm has a package below this one.
 */
package symposium.mutex;
