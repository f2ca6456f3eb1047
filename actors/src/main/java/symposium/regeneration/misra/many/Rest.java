package symposium.regeneration.misra.many;

import symposium.kernel.Timer;

/**
 * How long a token stays with a process before it is sent on.
 *
 * @param token which, from 0
 */
public record Rest(int token) implements Timer {
    @Override
    public String name() {
        return "TOKEN_" + token + "_RESTS";
    }

    @Override
    public String toString() {
        return name();
    }
}
