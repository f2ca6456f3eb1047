package symposium.mutex.helaryplouzeauraynal.enhanced;

import symposium.kernel.Rule;

/** The branches of the procedures of section 4.3, as section 7 needs them, and what section 7 adds. */
public enum EnhancedRule implements Rule {
    /** {@code enter_CS}, the token being here: no message. */
    ENTER_HERE("enter.here"),
    /** {@code enter_CS}, the token being elsewhere: broadcast a request, and wait. */
    ENTER_ASK("enter.ask"),
    /** {@code exit_CS}; the token stays, for no pending request can be served. */
    EXIT_KEEP("exit.keep"),
    /** {@code exit_CS}; the token is sent away. */
    EXIT_TRANSMIT("exit.transmit"),
    /** {@code exit_CS}; a census has been waiting for the token, which is given up. */
    EXIT_REPORT("exit.report"),
    /** {@code exit_CS} of who has lost the critical section before. */
    EXIT_LATE("exit.late"),
    /** {@code receive_request} of one that is known, older, or of one who has departed: nothing. */
    REQUEST_OLD("request.old"),
    /** {@code receive_request} of a new one, or of a new attempt: broadcast it further. */
    REQUEST_NEW("request.new"),
    /** The same, and the token is sent away. */
    REQUEST_TRANSMIT("request.transmit"),
    /** {@code receive_token}, being its addressee and waiting. */
    TOKEN_OWN("token.own"),
    /** {@code receive_token}, being its addressee without waiting: the token was handed over by one who leaves. */
    TOKEN_RESTS("token.rests"),
    /** {@code receive_token}, another being its addressee: hand it over. */
    TOKEN_HANDLE("token.handle"),
    /** 7.1.1 (2): no exit is left, so "this node has to compute a new addressee". */
    TOKEN_STUCK("token.stuck"),
    /** {@code receive_token} of an epoch lower than promised: it is discarded. */
    TOKEN_OLD("token.old"),
    /** "Its sender is notified that its message could not be sent": the link is taken for failed; a token is here again. */
    UNDELIVERABLE("7.1.1 undeliverable"),
    /** A link has failed or recovered, or a neighbour has come: raise the alarm. */
    LINKS("7.1.1 links"),
    /** There are no neighbours any more: a majority cannot be reached. */
    CUT_OFF("7.1.1 cut off"),
    /** Somebody has departed, and the token may have gone with it: begin a census. */
    DEPARTURE("7.1.2 departure"),
    /** Nothing new is in the news. */
    NO_NEWS("no news"),
    /** The alarm: pass it on, and broadcast an own request again. */
    ALARM("alarm"),
    /** An alarm that has been here. */
    ALARM_OLD("alarm.old"),
    /** A census: promise, and give up a token that is not in use. */
    CENSUS("census.promise"),
    /** The same in the critical section: promise, and report afterwards. */
    CENSUS_CRITICAL("census.critical"),
    /** A census of an epoch not higher than promised. */
    CENSUS_OLD("census.old"),
    /** A report on its way to the initiator. */
    REPORT_HANDLE("report.handle"),
    /** A report to a census that is over, or that has lost its way. */
    REPORT_OLD("report.old"),
    /** A report that has come to its initiator, while others are missing. */
    REPORT_COUNTED("report.counted"),
    /** All have promised: there is a new token. */
    REGENERATION("7.1.2 regeneration"),
    /** 7.2: who is asked to leave has nothing that others need. */
    LEAVE("7.2 leave"),
    /** 7.2: "must force it to leave": who is asked to leave sends the idle token away first. */
    LEAVE_HANDOVER("7.2 handover"),
    /** 7.2: who is asked to leave waits, or is in the critical section, and leaves afterwards. */
    LEAVE_LATER("7.2 later");

    private final String label;

    EnhancedRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
