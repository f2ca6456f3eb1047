package symposium.composition.ewd851misra;

import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;

/**
 * How a ring is run.
 *
 * @param quorum how many processes must know of a generation before its token is used; a majority of the configured
 * ones
 * @param lossDetection when a process suspects that both tokens are lost
 * @param numbers the count of configured process numbers, from 0 on; at least 1
 */
public record Ewd851MisraConfig(int quorum, LossDetection lossDetection, int numbers) {

    /** @throws IllegalArgumentException when the quorum or the count of numbers is not positive */
    public Ewd851MisraConfig {
        if (quorum < 1 || numbers < 1) {
            throw new IllegalArgumentException(
                    "a quorum is at least one process, and a ring has at least one number, not " + quorum + " and "
                            + numbers);
        }
    }

    /** For the processes that take part in a run, or are configured to. */
    public static Ewd851MisraConfig of(Start start, LossDetection lossDetection) {
        return new Ewd851MisraConfig(
                start.quorum(), lossDetection, start.processes().last().number() + 1);
    }

    /** Whether pong's silence alone arouses suspicion. */
    boolean bySilence() {
        return lossDetection == LossDetection.SILENCE;
    }

    /**
     * The least generation above {@code known} that {@code issuer} may issue. No two processes issue a token of the
     * same generation. So two tokens that are issued for one that is lost, or not even lost, can always be told apart,
     * and the older gives way.
     */
    long generationAfter(long known, ProcessId issuer) {
        return known + 1 + Math.floorMod(issuer.number() - (known + 1), (long) numbers);
    }
}
