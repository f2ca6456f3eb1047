/**
 * What the services have in common.
 *
 * <p>Views of the membership, warnings, how a node ends, and errors of settings.
 *
 * <p>Nothing here depends on a service.
 *
 * <p>The membership of a node comes in; views, warnings and reasons go out.
 */
package symposium.service.member;
