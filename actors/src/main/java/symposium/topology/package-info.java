/**
 * The topologies by name, and from files.
 *
 * <p>{@link symposium.topology.Topologies} resolves the names that the command line and the settings use. {@link
 * symposium.topology.GraphFile} reads a graph in DOT, in GraphML, or as a list of edges. An error names the file and
 * the line. {@link symposium.topology.RandomGraph} generates a graph. The result is a {@link
 * symposium.kernel.topology.Graph}.
 *
 * <p>Names and files come in; topologies go out, or an error that names the line.
 */
package symposium.topology;
