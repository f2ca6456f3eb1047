package symposium.mutex.ricartagrawala;

import symposium.kernel.Rule;

/**
 * The atomic steps of process p and of the co-processes that live with it, in the order of the program of section 2.3; the last group is
 * what the paper has no need of, for nobody departs there.
 */
public enum RicartAgrawalaRule implements Rule {
    /** {@code x_p, F_p := true, (c_p, p)}, and F_p is sent to every co-process. */
    REQUEST("p.0"),
    /** The same where there is nobody to ask: the critical section follows at once. */
    REQUEST_ALONE("p.1"),
    /** An acknowledgement is received; another is awaited, or there is no quorum. */
    ACKNOWLEDGED("p.2"),
    /** The last acknowledgement is received, and the critical section begins. */
    ENTER("p.3"),
    /** {@code x_p := false}; the co-processes that waited for it answer. */
    RELEASE("p.4"),
    /** {@code receive f; c_q := } a value exceeding f; {@code ¬x_q}: an acknowledgement is sent. */
    ANSWER_IDLE("co.0"),
    /** The same where {@code x_q} and {@code f < F_q}: an acknowledgement is sent. */
    ANSWER_EARLIER("co.1"),
    /** The same where {@code x_q} and {@code F_q < f}: the co-process waits. */
    DEFER("co.2"),
    /** Somebody has departed: no acknowledgement of theirs is awaited, and none is owed to them. */
    DEPARTED("m.0"),
    /** The same, and theirs were the last acknowledgements awaited: the critical section begins. */
    DEPARTED_ENTER("m.1"),
    /** The same, and those who are left are no quorum: the critical section is lost, and the co-processes that waited answer. */
    LOST("m.2"),
    /** The user leaves a critical section that it has lost without having heard of it yet. */
    RELEASE_AFTER_LOSS("m.3"),
    /** A message came back: its recipient has departed, of which the news will come. */
    UNDELIVERABLE("m.4");

    private final String label;

    RicartAgrawalaRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
