/**
 * Termination detection: whether a distributed computation has come to its end, when each process sees only itself. The
 * problem is {@link symposium.termination.TerminationDetection}; each algorithm for it has a package below this one.
 *
 * <p>What a process of the computation sends, receives and finishes comes in; the one announcement of the end goes out.
 */
package symposium.termination;
