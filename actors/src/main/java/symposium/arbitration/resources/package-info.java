/** Sets of resources, taken all at once. */
package symposium.arbitration.resources;
