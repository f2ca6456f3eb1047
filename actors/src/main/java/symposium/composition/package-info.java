/**
 * Algorithms made of others, each of a problem of its own, that run as they are: a token ring that survives crashes
 * ({@link symposium.composition.ewd851misra}), tokens that are issued by elections
 * ({@link symposium.composition.tokenbyelection}), and resources whose processes agree on who takes part
 * ({@link symposium.composition.privilegeswithvoters}).
 *
 * <p>Parts come in as protocols; one protocol goes out, whose messages carry those of its parts.
 */
package symposium.composition;
