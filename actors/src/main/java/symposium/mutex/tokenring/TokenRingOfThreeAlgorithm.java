package symposium.mutex.tokenring;

/** Le Lann's token with two that watch, in the catalogue: two of the three may be lost. */
public final class TokenRingOfThreeAlgorithm extends TokenRingAlgorithm {

    private static final int THREE = 3;

    /** With three tokens. */
    public TokenRingOfThreeAlgorithm() {
        super(THREE);
    }
}
