/**
 * Checks of what comes from outside: texts that people and programs send, and the requests of browsers.
 *
 * <p>A text or a request comes in, and goes out as it is, masked, or refused with the reason in one line.
 */
package symposium.input;
