/**
 * Regeneration: a token that is lost is made anew, and only then. The problem is that of {@link symposium.regeneration.misra.Circulation two
 * tokens that circulate}; each algorithm has a package below this one.
 */
package symposium.regeneration;
