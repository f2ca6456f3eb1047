/**
 * The judge, a checker of the histories that the clients of a cluster record: of a torture, when its run is over, and
 * of a demo, while it runs.
 *
 * <p>A {@link symposium.judge.HistoryEvent} says what happened at a client or to a node. The {@link
 * symposium.judge.Judge} knows neither an algorithm nor the state of a process.
 *
 * <p>Events come in, in one order; violations go out, or none.
 */
package symposium.judge;
