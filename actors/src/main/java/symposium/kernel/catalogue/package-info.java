/**
 * The catalogue of algorithms.
 *
 * <p>An {@link symposium.kernel.catalogue.Algorithm} is a catalogue entry: the protocol for each start, and its known
 * properties. The {@link symposium.kernel.catalogue.Catalogue} finds the entries by the service loader, {@link
 * symposium.kernel.catalogue.Family families} by the shape of their names.
 *
 * <p>A name comes in; a catalogue entry goes out.
 */
package symposium.kernel.catalogue;
