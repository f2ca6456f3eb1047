package symposium.wire;

import java.util.List;
import java.util.Objects;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;

/** A message from the process of one node, or its host, to that of another. */
public sealed interface WireMessage extends Wire {

    /** The process from whose node it comes; a former life of that number is another process. */
    ProcessId from();

    /** The process that it is for; a later life of that number is another process. */
    ProcessId to();

    /**
     * A message of an algorithm on its way between two nodes.
     *
     * @param algorithm the algorithm's name in the catalogue
     * @param side on which side of the recipient the link lies over which it comes
     * @param incarnation the incarnation of the link in which it was sent
     * @param number its number among the messages of this incarnation of the link in this direction, from 1
     * @param message the message, or {@link Unreadable}
     */
    record Envelope(
            String algorithm,
            ProcessId from,
            ProcessId to,
            Side side,
            LinkIncarnation incarnation,
            long number,
            Object message)
            implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public Envelope {
            present(algorithm, from, to, side, incarnation, message);
        }
    }

    /**
     * The host of a process acknowledges the messages that it has taken; the others are sent again.
     *
     * @param incarnation the incarnation of the link in which they were sent, as the sender of the acknowledgement
     *     names it
     * @param upTo the number of the last of them, 0 for none
     */
    record Ack(ProcessId from, ProcessId to, LinkIncarnation incarnation, long upTo) implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public Ack {
            present(from, to, incarnation);
        }
    }

    /**
     * The two ends of a link agree on its incarnation by these.
     *
     * @param incarnation the sender's incarnation of the link, and the recipient's as far as the sender has heard of it
     * @param state the state of the sender's end
     */
    record LinkHandshake(ProcessId from, ProcessId to, LinkIncarnation incarnation, LinkState state)
            implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public LinkHandshake {
            present(from, to, incarnation, state);
        }
    }

    /**
     * The processes of an algorithm that starts with all of them agree by these on the group that starts.
     *
     * @param founders all processes as the sender sees them; or, when they have begun, those that have
     * @param floor the sender's first generation; or, when they have begun, the highest of all founders
     * @param begun whether the sender's process has begun
     */
    record FormationProposal(ProcessId from, ProcessId to, List<ProcessId> founders, long floor, boolean begun)
            implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public FormationProposal {
            present(from, to, founders);
            founders = List.copyOf(founders);
        }
    }

    /**
     * The sender hears nothing from the recipient, although an answer is due. It comes by a selection; so should what
     * the recipient sends from then on, since nothing may reach the sender by the reference.
     */
    record Unheard(ProcessId from, ProcessId to) implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public Unheard {
            present(from, to);
        }
    }

    /**
     * The sender has stood still, and asks whether the recipient reaches it as a member of the cluster.
     *
     * @param number the number of the probe
     */
    record MembershipProbe(ProcessId from, ProcessId to, long number) implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public MembershipProbe {
            present(from, to);
        }
    }

    /**
     * The sender reaches the recipient as a member of the cluster. There is no answer that it does not.
     *
     * @param number the number of the probe that this answers
     */
    record MembershipConfirmation(ProcessId from, ProcessId to, long number) implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public MembershipConfirmation {
            present(from, to);
        }
    }

    /**
     * The answer to a message of a kind that the sender of this does not know: it speaks an earlier version. Nothing
     * has changed there.
     *
     * @param name the name of the message
     * @param version the version of the protocol that the sender of this speaks
     */
    record NotUnderstood(ProcessId from, ProcessId to, String name, int version) implements WireMessage {

        /** @throws NullPointerException when a part is missing */
        public NotUnderstood {
            present(from, to, name);
        }
    }

    /** What another node sends may lack a part; then the transport cannot read it, and drops it. */
    private static void present(Object... parts) {
        for (Object part : parts) {
            Objects.requireNonNull(part, "a message between nodes lacks a part");
        }
    }
}
