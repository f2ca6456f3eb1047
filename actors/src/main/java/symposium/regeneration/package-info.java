/**
 * Regeneration: a lost token is issued again, and only a lost one. The problem is {@link
 * symposium.regeneration.Regeneration}; each algorithm for it has a package below this one, and so has the {@linkplain
 * symposium.regeneration.census census}, for tokens of any algorithm.
 *
 * <p>A token that may be lost comes in with a suspicion; the one that replaces it goes out.
 */
package symposium.regeneration;
