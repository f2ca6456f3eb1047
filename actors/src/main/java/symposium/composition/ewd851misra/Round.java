package symposium.composition.ewd851misra;

import symposium.kernel.Printable;

/**
 * What a pong makes known on its round.
 *
 * @param generation the generation to which it belongs
 * @param visits while a new token sleeps: how many processes know of its generation, up to the quorum; 0 when none
 * sleeps
 */
public record Round(long generation, int visits) implements Printable {

    Round visiting(int quorum) {
        return visits == 0 ? this : new Round(generation, Math.min(visits + 1, quorum));
    }
}
