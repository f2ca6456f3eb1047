/** Filled in below. */
package symposium.regeneration.misra.many;
