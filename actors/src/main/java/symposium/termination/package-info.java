/**
 * Termination detection: whether a distributed computation has come to its end, when each process sees only itself. The
 * problem is {@link symposium.termination.TerminationDetection}; each algorithm for it has a package below this one.
 */
package symposium.termination;
