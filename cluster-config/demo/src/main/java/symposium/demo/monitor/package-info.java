/**
 * The safety monitors of a demo.
 *
 * <p>A {@link symposium.demo.monitor.SafetyMonitor} for each problem: it sees what users are told, and no state of a
 * process.
 *
 * <p>Events come in; a violation goes out, or none.
 */
package symposium.demo.monitor;
