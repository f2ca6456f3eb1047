/**
 * Constructions that derive one algorithm from another.
 *
 * <p>A {@link symposium.kernel.composition.SubProtocol} runs a protocol as part of a whole. A {@link
 * symposium.kernel.composition.CarryingProtocol} adds to the states and messages of a protocol, and a {@link
 * symposium.kernel.composition.ForwardingProtocol} replaces one. A {@link symposium.kernel.composition.Mutation} turns
 * a protocol into a faulty one, for a variant that must fail.
 *
 * <p>Protocols and steps come in; a protocol goes out.
 */
package symposium.kernel.composition;
