package symposium.regeneration.misra.many;

import java.util.List;
import java.util.stream.IntStream;

/** Which tokens a token watches, and when it takes one for lost. */
public enum Watching {
    /** Each watches the next, the last the first, and regenerates it. */
    THE_NEXT,
    /** Each watches every other as Misra's two watch each other, and regenerates whichever is lost. This is wrong. */
    EVERY_OTHER,
    /** Each watches all others, and regenerates them when all are lost. This is too late. */
    ALL_OTHERS_AT_ONCE;

    /** The tokens that one of {@code tokens} watches. */
    List<Integer> watchedBy(int token, int tokens) {
        if (tokens == 1) {
            return List.of();
        }
        return this == THE_NEXT
                ? List.of((token + 1) % tokens)
                : IntStream.range(0, tokens)
                        .filter(other -> other != token)
                        .boxed()
                        .toList();
    }

    /** Those that are to be regenerated, when these of the {@code watched} seem lost. */
    List<Integer> regenerated(List<Integer> lost, List<Integer> watched) {
        return this == ALL_OTHERS_AT_ONCE && lost.size() < watched.size() ? List.of() : lost;
    }
}
