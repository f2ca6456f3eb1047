package symposium.cluster;

/**
 * By what the applications of a node use its process, as the node sees it.
 *
 * @param <O> what users are told
 */
interface HostedService<O> {

    /** The process tells its user. */
    void told(O told);

    /** The membership is this from now on. */
    void seen(MembershipView view);

    /** The user should know. */
    void warned(Warning warning);

    /** The process has stopped, or the node ends. */
    void closed(String why);
}
