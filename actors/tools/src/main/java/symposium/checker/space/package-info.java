/**
 * The global states and their successors.
 *
 * <p>A {@code StateSpace} lists the events that are possible in a state, makes the next row of each, replaces it by
 * its representative where symmetry allows, and checks the invariants.
 *
 * <p>A state comes in; its successors and what they violate go out.
 */
package symposium.checker.space;
