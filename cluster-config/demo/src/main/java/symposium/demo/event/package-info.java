/**
 * The events of a demo.
 *
 * <p>A {@link symposium.demo.event.DemoEvent} is a start, a request, a grant, a step, a death; {@link
 * symposium.demo.event.Reactions} is a listener with a reaction to some of them.
 *
 * <p>Nothing here knows who listens.
 *
 * <p>Trace events and outputs of several nodes come in; one sequence of them goes out.
 */
package symposium.demo.event;
