/**
 * The topologies, which determine the links between processes.
 *
 * <p>A {@link symposium.kernel.topology.Topology} determines the neighbours of each process. A topology is one of the
 * {@link symposium.kernel.topology.Shape shapes}, a grid, a graph of any edges, or one of these with other names.
 *
 * <p>A number of processes or edges comes in; the processes and their neighbours go out.
 */
package symposium.kernel.topology;
