/**
 * The types that the services have in common.
 *
 * <p>These are views of the membership, warnings, the ways in which a node ends, and errors of settings.
 *
 * <p>Nothing here depends on a service.
 *
 * <p>The membership of a node comes in; views, warnings and reasons go out.
 */
package symposium.service.member;
