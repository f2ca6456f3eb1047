/**
 * Topologies by their names on the command line and in configuration, and graphs from files.
 *
 * <p>{@link symposium.graph.Topologies} parses the names. {@link symposium.graph.GraphFile} reads a graph in DOT, in
 * GraphML, or as a list of edges; an error names the file and the line. {@link symposium.graph.RandomGraph} generates
 * one. JGraphT parses DOT and GraphML; the result is a {@link symposium.kernel.topology.Graph}, which does not depend
 * on JGraphT.
 *
 * <p>Names and files come in; topologies go out, or an error that names the line.
 */
package symposium.graph;
