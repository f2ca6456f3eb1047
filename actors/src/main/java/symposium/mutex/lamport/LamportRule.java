package symposium.mutex.lamport;

import symposium.kernel.Rule;

/**
 * The paper's five rules. By the fifth the resource is granted as soon as its two conditions hold, which is in a step by one of the others:
 * a label with {@code +5} is that of a step after which they do.
 */
public enum LamportRule implements Rule {
    /** Rule 1: the request is put on the own queue and sent to every other process. */
    REQUEST("1"),
    /** Rules 1 and 5: there is no other process. */
    REQUEST_ALONE("1+5"),
    /** Rule 2: a request is received, put on the queue, and acknowledged. */
    REQUESTED("2"),
    /** Rules 2 and 5: the request received is later than the own one, and nothing else was waited for. */
    REQUESTED_ENTER("2+5"),
    /** Receipt of an acknowledgement, of which the paper says nothing but that it is a message with a timestamp. */
    ACKNOWLEDGED("ack"),
    /** The same, and rule 5: nothing else was waited for. */
    ACKNOWLEDGED_ENTER("ack+5"),
    /** Rule 3: the own request is removed from the own queue, and a release sent to every other process. */
    RELEASE("3"),
    /** Rule 4: a release is received, and the sender's request removed from the queue. */
    RELEASED("4"),
    /** Rules 4 and 5: that was the last request before the own one. */
    RELEASED_ENTER("4+5"),
    /** Somebody has departed: its request is removed, and no message of its is waited for. */
    DEPARTED("m.0"),
    /** The same, and rule 5: nothing else was waited for. */
    DEPARTED_ENTER("m.0+5"),
    /** Somebody has departed, and those who are left are no quorum: the critical section is lost, and rule 3 follows. */
    LOST("m.1"),
    /** The user leaves a critical section that it has lost without having heard of it yet. */
    RELEASE_AFTER_LOSS("m.2"),
    /** A message came back: its recipient has departed, of which the news will come. */
    UNDELIVERABLE("m.3");

    private final String label;

    LamportRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
