/**
 * What happens at the node of an actor system, for those who measure it: {@link symposium.telemetry.NodeTelemetry}
 * counts, and tells {@link symposium.telemetry.NodeListener}s. {@link symposium.telemetry.FlightRecorder} is one of
 * them, which writes events of the JDK's Flight Recorder; the meters of Micrometer are in {@code symposium.metrics}.
 *
 * <p>What hosts and services count and report comes in; events for listeners go out.
 */
package symposium.telemetry;
