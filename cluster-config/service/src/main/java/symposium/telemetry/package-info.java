/**
 * Counters and events of the node of an actor system: {@link symposium.telemetry.NodeTelemetry} maintains the counters
 * and notifies {@link symposium.telemetry.NodeListener}s. {@link symposium.telemetry.FlightRecorder} is a listener
 * that writes JDK Flight Recorder events. The Micrometer metrics are in {@code symposium.metrics}.
 *
 * <p>The counts and reports of hosts and services come in; events for listeners go out.
 */
package symposium.telemetry;
