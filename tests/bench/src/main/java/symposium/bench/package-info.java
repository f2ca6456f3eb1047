/**
 * The benchmark: three JVMs on this machine, a client in each, for the services of Symposium and for Hazelcast's
 * FencedLock, one after the other in one run. What the event log costs is measured apart.
 *
 * <p>Options come in; a table of durations and of rates goes out.
 */
package symposium.bench;
