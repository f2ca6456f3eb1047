/**
 * The story of a demo, and its figures.
 *
 * <p>{@link symposium.demo.narration.Narrator} and {@link symposium.demo.narration.StepNarrator} turn events into
 * lines, {@link symposium.demo.narration.Statistics} counts.
 *
 * <p>Events come in; lines and figures go out.
 */
package symposium.demo.narration;
