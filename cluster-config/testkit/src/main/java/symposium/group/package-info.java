/**
 * Groups of processes as actors in one JVM, for tests of algorithms with probes. Links can fail and recover, and
 * processes can join and leave, with the semantics of the checker.
 *
 * <p>Inputs and faults come in as commands; outputs and trace events go out.
 */
package symposium.group;
