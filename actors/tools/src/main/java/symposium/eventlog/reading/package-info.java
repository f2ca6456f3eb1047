/**
 * The readers of event logs.
 *
 * <p>{@link symposium.eventlog.reading.EventLog} is one log, {@link symposium.eventlog.reading.MergedLog} those of
 * all processes in one order that agrees with causality, {@link symposium.eventlog.reading.EventLogFollower} the
 * same while they are written; {@link symposium.eventlog.reading.LogVerifier} replays them in the protocol,
 * {@link symposium.eventlog.reading.ConsistentCuts} are all global states of the run, and
 * {@link symposium.eventlog.reading.LogExport} writes the logs for other programs.
 *
 * <p>Files of lines come in; steps, states, cuts and the first deviation go out.
 */
package symposium.eventlog.reading;
