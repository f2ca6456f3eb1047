package symposium.browser;

/**
 * An algorithm on a small instance.
 *
 * @param processes how many
 * @param topology by name; empty for the algorithm's own
 * @param variant the place of the variant, from 0; -1 for the algorithm as it should be
 * @param requests of each user; 0 for the algorithm's own bound
 * @param losses the most messages lost
 * @param duplications the most messages delivered twice
 * @param crashes the most processes that crash
 */
public record Setup(
        int processes, String topology, int variant, int requests, int losses, int duplications, int crashes) {}
