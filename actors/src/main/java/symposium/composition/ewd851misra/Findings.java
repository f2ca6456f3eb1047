package symposium.composition.ewd851misra;

import symposium.kernel.Printable;

/**
 * What a census has found.
 *
 * @param generation the highest generation that any process knows of
 * @param visits how many processes have been asked, up to the quorum
 * @param ping whether the token exists
 * @param pong whether pong exists
 */
public record Findings(long generation, int visits, boolean ping, boolean pong) implements Printable {

    Findings and(Findings others, int quorum) {
        return new Findings(
                Math.max(generation, others.generation),
                Math.min(visits + others.visits, quorum),
                ping || others.ping,
                pong || others.pong);
    }
}
