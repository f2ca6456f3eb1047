package symposium.cluster;

/**
 * A service as its host sees it.
 *
 * @param <O> the outputs of the process
 */
interface HostedService<O> {

    /** An output of the process. */
    void told(O told);

    /** A change of the membership. */
    void seen(MembershipView view);

    /** A warning for the user. */
    void warned(Warning warning);

    /** The process has stopped, or the node ends. */
    void closed(String why);
}
