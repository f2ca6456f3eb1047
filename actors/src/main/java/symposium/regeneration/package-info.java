/**
 * Regeneration: a lost token is issued again, and only a lost one. The problem is {@link
 * symposium.regeneration.Regeneration}; each algorithm for it has a package below this one, and so has the {@linkplain
 * symposium.regeneration.census census}, for tokens of any algorithm.
 */
package symposium.regeneration;
