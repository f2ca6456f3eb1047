/**
 * The readers of event logs.
 *
 * <p>{@link symposium.eventlog.reading.EventLog} is one log, {@link symposium.eventlog.reading.MergedLog} those of
 * all processes in one order that agrees with causality, {@link symposium.eventlog.reading.EventLogFollower} the
 * same while they are written; {@link symposium.eventlog.reading.LogVerifier} replays them in the protocol, and
 * {@link symposium.eventlog.reading.LogExport} writes them for other programs.
 *
 * <p>Files of lines come in; steps, states and the first deviation go out.
 */
package symposium.eventlog.reading;
