/**
 * Compositions of algorithms, each part with its own problem and unchanged: a token ring that survives crashes ({@link
 * symposium.composition.ewd851misra}), tokens that are issued by elections ({@link
 * symposium.composition.tokenbyelection}), and resources with processes that agree on who takes part ({@link
 * symposium.composition.privilegeswithvoters}).
 *
 * <p>Parts come in as protocols; one protocol goes out, whose messages carry those of its parts.
 */
package symposium.composition;
