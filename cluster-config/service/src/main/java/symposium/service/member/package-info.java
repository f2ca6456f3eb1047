/**
 * The types that the services have in common.
 *
 * <p>They are views of the membership, warnings, the ways in which a node can end, and errors in settings.
 *
 * <p>These types do not depend on any service.
 *
 * <p>The membership of a node comes in; views, warnings and reasons go out.
 */
package symposium.service.member;
