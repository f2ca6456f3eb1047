package symposium.mutex.helaryplouzeauraynal;

import symposium.kernel.Rule;

/** The branches of the procedures of section 4.3. */
public enum HelaryPlouzeauRaynalRule implements Rule {
    /** {@code enter_CS}, the token being here: no message. */
    ENTER_HERE("enter.here"),
    /** {@code enter_CS}, the token being elsewhere: broadcast a request, and wait. */
    ENTER_ASK("enter.ask"),
    /** {@code exit_CS}, and in {@code transmit_token} X is empty: the token stays. */
    EXIT_KEEP("exit.keep"),
    /** {@code exit_CS}, and {@code transmit_token} sends the token away. */
    EXIT_TRANSMIT("exit.transmit"),
    /** {@code receive_request} of one that is known, or older than one that is known of the same origin: nothing. */
    REQUEST_OLD("request.old"),
    /** {@code receive_request} of a new one, by a process that cannot serve it: broadcast it further. */
    REQUEST_NEW("request.new"),
    /** The same by an idle owner whose token has already served it: X is empty. */
    REQUEST_SERVED("request.served"),
    /** The same by an idle owner: broadcast it further, and {@code transmit_token} sends the token away. */
    REQUEST_TRANSMIT("request.transmit"),
    /** {@code receive_token}, being its addressee: enter the critical section. */
    TOKEN_OWN("token.own"),
    /** {@code receive_token}, another being its addressee: hand it over. */
    TOKEN_HANDLE("token.handle");

    private final String label;

    HelaryPlouzeauRaynalRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
