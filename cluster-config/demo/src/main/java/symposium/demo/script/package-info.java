/**
 * The differences between the demos of one algorithm and another.
 *
 * <p>A {@link symposium.demo.script.DemoScript} has the monitor of the problem, the roles of messages, and what
 * brings a lost token back.
 *
 * <p>An algorithm comes in; all that the demo needs to know of it goes out.
 */
package symposium.demo.script;
