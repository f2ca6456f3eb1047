/** Filled in below. */
package symposium.mutex.tokenring;
