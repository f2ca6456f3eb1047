package symposium.cluster.wire;

import symposium.kernel.ProcessId;

/** What one node's process, or its host, has for another's. */
public sealed interface WireMessage extends Wire permits Envelope, Ack, LinkHandshake, FormationProposal {

    /** The process from whose node it comes; a former life of that number is another process. */
    ProcessId from();

    /** The process that it is for; a later life of that number is another process. */
    ProcessId to();
}
