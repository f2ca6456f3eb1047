/**
 * The topologies, which determine the processes that are linked.
 *
 * <p>A {@link symposium.kernel.topology.Topology} gives each process its neighbours: one of the {@link
 * symposium.kernel.topology.Shape shapes}, a grid, a graph of any edges, or one of these with other names.
 *
 * <p>A number of processes or edges comes in; the processes and their neighbours go out.
 */
package symposium.kernel.topology;
