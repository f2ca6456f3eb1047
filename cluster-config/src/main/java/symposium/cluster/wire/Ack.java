package symposium.cluster.wire;

import symposium.kernel.ProcessId;

/**
 * By this a process's host says which messages it has taken; any that are not named so are sent again.
 *
 * @param session the life of the link in which they were sent, as the sender of the receipt names it
 * @param upTo the number of the last of them, 0 for none
 */
public record Ack(ProcessId from, ProcessId to, LinkIncarnation session, long upTo) implements WireMessage {}
