/** Placeholder. */
package symposium.mutex.lamport;
