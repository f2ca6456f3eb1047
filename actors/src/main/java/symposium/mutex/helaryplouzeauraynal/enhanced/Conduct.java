package symposium.mutex.helaryplouzeauraynal.enhanced;

import symposium.kernel.Start;

/**
 * What is configured: all that a process knows besides its neighbours.
 *
 * @param processes how many processes there are to be
 * @param quorum how many have to promise before a token is made; any two quorums have a process in common
 * @param stride epochs of one process are that far apart; greater than each number of a process
 * @param silentLinks whether a link that fails may lose messages without a word
 */
public record Conduct(int processes, int quorum, int stride, boolean silentLinks) {

    /** The conduct for so many processes. */
    public static Conduct of(Start start, boolean silentLinks) {
        return new Conduct(
                start.processes().size(),
                start.quorum(),
                start.processes().last().number() + 1,
                silentLinks);
    }

    /** The least epoch above {@code heard} that process {@code number} may use. */
    long epochAfter(long heard, int number) {
        long epoch = heard / stride * stride + number;
        return epoch > heard ? epoch : epoch + stride;
    }
}
