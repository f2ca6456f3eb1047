/**
 * What the services have in common.
 *
 * <p>Views of the membership, warnings, how a node ends, and errors of settings.
 *
 * <p>Nothing here depends on a service.
 */
package symposium.service.member;
