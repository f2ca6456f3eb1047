/**
 * Constructions that make one algorithm of another.
 *
 * <p>A {@link symposium.kernel.composition.SubProtocol} runs a part inside a whole, a {@link
 * symposium.kernel.composition.CarryingProtocol} adds to the states and messages of one, a {@link
 * symposium.kernel.composition.ForwardingProtocol} takes the place of one, and a {@link
 * symposium.kernel.composition.Mutation} makes a faulty protocol of one, for a variant that must fail.
 *
 * <p>Protocols and steps come in; a protocol goes out.
 */
package symposium.kernel.composition;
