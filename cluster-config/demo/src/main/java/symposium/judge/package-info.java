/**
 * The judge of what the clients of a cluster saw: of a torture, when its run is over, and of a demo, as it goes.
 *
 * <p>A {@link symposium.judge.HistoryEvent} says what happened at a client or to a node. The {@link
 * symposium.judge.Judge} knows neither an algorithm nor the state of a process.
 *
 * <p>Events come in, in one order; violations go out, or none.
 */
package symposium.judge;
