package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import symposium.kernel.Rule;

/** The branches of the procedures of section 4.3, as section 7 needs them, and what section 7 adds. */
public enum ChangingNetworkRule implements Rule {
    /** {@code enter_CS} with the token here: no message. */
    ENTER_HERE,
    /** {@code enter_CS} with the token elsewhere: the process broadcasts a request and waits. */
    ENTER_ASK,
    /** {@code exit_CS}; the token stays, as no pending request can be served. */
    EXIT_KEEP,
    /** {@code exit_CS}; the token is sent away. */
    EXIT_TRANSMIT,
    /** {@code exit_CS}; a census has been waiting for the token, which is given up. */
    EXIT_REPORT,
    /** {@code exit_CS} of a process that has lost the critical section before. */
    EXIT_LATE,
    /** {@code receive_request} of a request that is known, superseded, or of a departed process: nothing. */
    REQUEST_OLD,
    /** {@code receive_request} of a new one, or of a new attempt: the process sends it on. */
    REQUEST_NEW,
    /** The same, and the token is sent away. */
    REQUEST_TRANSMIT,
    /** {@code receive_token} by its addressee, which waits. */
    TOKEN_OWN,
    /**
     * {@code receive_token} by its addressee, which does not wait: a process that leaves has handed the token over.
     */
    TOKEN_RESTS,
    /** {@code receive_token} by another process, which hands the token over. */
    TOKEN_HANDLE,
    /** 7.1.1 (2): no exit is left, so "this node has to compute a new addressee". */
    TOKEN_STUCK,
    /** {@code receive_token} of an epoch lower than promised: it is discarded. */
    TOKEN_OLD,
    /**
     * "Its sender is notified that its message could not be sent": the link is taken for failed; a token is here
     * again.
     */
    UNDELIVERABLE("7.1.1 undeliverable"),
    /** A link has failed or recovered, or a neighbour has come: the process raises the alarm. */
    LINKS("7.1.1 links"),
    /** There are no neighbours any more: a majority cannot be reached. */
    CUT_OFF("7.1.1 cut off"),
    /** A process has departed, and the token may have gone with it: a census begins. */
    DEPARTURE("7.1.2 departure"),
    /** The news is known. */
    NO_NEWS("no news"),
    /** The alarm: the process passes it on, and broadcasts its own request again. */
    ALARM,
    /** An alarm that has been here. */
    ALARM_OLD,
    /** A census: the process promises, and gives up a token that is not in use. */
    CENSUS_PROMISE,
    /** The same in the critical section: the process promises, and reports afterwards. */
    CENSUS_CRITICAL,
    /** A census of an epoch that is not higher than promised. */
    CENSUS_OLD,
    /** A report on its way to the initiator. */
    REPORT_HANDLE,
    /** A report to a census that is over, or that has lost its way. */
    REPORT_OLD,
    /** A report that has come to its initiator, while others are missing. */
    REPORT_COUNTED,
    /** All have promised: there is a new token. */
    REGENERATION("7.1.2 regeneration"),
    /** 7.2: a process that is asked to leave has nothing that others need. */
    LEAVE("7.2 leave"),
    /** 7.2: "must force it to leave": a process that is asked to leave sends the idle token away first. */
    LEAVE_HANDOVER("7.2 handover"),
    /** 7.2: a process that is asked to leave waits, or is in the critical section, and leaves afterwards. */
    LEAVE_LATER("7.2 later");

    private final String section;

    ChangingNetworkRule() {
        this("");
    }

    ChangingNetworkRule(String section) {
        this.section = section;
    }

    @Override
    public String label() {
        return section.isEmpty() ? Rule.super.label() : section;
    }
}
