package symposium.own.raymond;

import symposium.kernel.Rule;

/** The events to which the paper says what a node does, section 2.4, and the two by which it is initialized. */
public enum RaymondRule implements Rule {
    /** The first holder tells its neighbours that the privilege is there. */
    INITIALIZE("initialize"),
    /** A node learns where the privilege lies. */
    INITIALIZED("initialized"),
    /** The node wishes to enter the critical section. */
    WISH("wish"),
    /** The node receives a request. */
    REQUEST("request"),
    /** The node receives the privilege. */
    PRIVILEGE("privilege"),
    /** The node exits the critical section. */
    EXIT("exit");

    private final String label;

    RaymondRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
