/** Placeholder. */
package symposium.mutex.carvalhoroucairol;
