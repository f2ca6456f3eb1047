/** Placeholder. */
package symposium.mutex.ricartagrawala;
