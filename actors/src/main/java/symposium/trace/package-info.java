/**
 * What happened, and what is drawn from it.
 *
 * <p>A {@link symposium.trace.Trace} is a list of occurrences, be it a counterexample of the checker, a run in virtual time or the
 * log of actors. It follows each message from where it was sent to what became of it, and is shown in three ways: as a
 * {@link symposium.trace.TraceListing}, step by step; as a {@link symposium.trace.TextDiagram} in space and time; and as the same in
 * {@link symposium.trace.SvgDiagram SVG}.
 *
 * <p>A trace is drawn in the order of its list. Where the list comes from several machines, that order is one of those in which it may
 * have happened.
 */
package symposium.trace;
