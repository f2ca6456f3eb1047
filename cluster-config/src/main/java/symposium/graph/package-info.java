/**
 * Topologies by the names that the command line and configuration give them, and graphs from files.
 *
 * <p>{@link symposium.graph.Topologies} knows the names; {@link symposium.graph.GraphFile} reads a graph in DOT, in GraphML, or as a list
 * of edges, and says in one line, with the file and the number of the line, what is wrong with one;
 * {@link symposium.graph.RandomGraph} makes one. DOT and GraphML are read by JGraphT; what comes of it is a
 * {@link symposium.kernel.Graph}, which knows nothing of JGraphT.
 */
package symposium.graph;
