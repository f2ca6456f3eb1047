/**
 * Counters and events of the node of an actor system: {@link symposium.telemetry.NodeTelemetry} counts, and notifies
 * {@link symposium.telemetry.NodeListener}s. {@link symposium.telemetry.FlightRecorder} is a listener that writes
 * events of the JDK's Flight Recorder; the Micrometer metrics are in {@code symposium.metrics}.
 *
 * <p>What hosts and services count and report comes in; events for listeners go out.
 */
package symposium.telemetry;
