package symposium.mutex.suzukikasami;

import symposium.kernel.Rule;

/** What happens to a process; the paper names the two parts of its first text, and the conditions in them tell these apart. */
public enum SuzukiKasamiRule implements Rule {
    /** The prelude with {@code token_present}: no message. */
    PRELUDE_PRESENT("prelude.present"),
    /** The prelude without: the request is broadcast, and the token waited for. */
    PRELUDE_BROADCAST("prelude.broadcast"),
    /** The token comes to who waits for it: the rest of the prelude. */
    ACCESS("access"),
    /** The postlude, where nobody is known to ask: the token stays. */
    POSTLUDE_KEEPS("postlude.keeps"),
    /** The postlude, where somebody is: the token is sent. */
    POSTLUDE_SENDS("postlude.sends"),
    /** A request comes to where the token is not, or is held: it is noted. */
    REQUEST_NOTED("request.noted"),
    /** A request comes to where the token rests: the text of the postlude sends it. */
    REQUEST_SENDS("request.sends"),
    /** A request comes to where the token rests, but it has been granted long since: the text of the postlude sends nothing. */
    REQUEST_LATE("request.late");

    private final String label;

    SuzukiKasamiRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
