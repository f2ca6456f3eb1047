/** Token algorithms in epochs. */
package symposium.epochs;
