/**
 * Traces and their representations.
 *
 * <p>A {@link symposium.trace.Trace} is a list of trace events: a counterexample of the checker, a simulated run, or
 * the log of actors. It follows each message from its sending to the end of its transit. A trace is printed step by
 * step by {@link symposium.trace.TraceListing}. {@link symposium.trace.TextDiagram} and
 * {@link symposium.trace.SvgDiagram} draw it as a space-time diagram.
 *
 * <p>A trace is drawn in the order of its list. A list merged from several machines has one of the orders consistent
 * with causality.
 *
 * <p>Trace events come in; text and SVG go out.
 */
package symposium.trace;
