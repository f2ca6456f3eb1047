/**
 * The types that a host shares with the service of its process.
 *
 * <p>A {@link symposium.cluster.hosted.HostedAlgorithm} is what a node runs; a {@link
 * symposium.cluster.hosted.ServiceBinding} opens the service by which applications use it; a {@link
 * symposium.cluster.hosted.HostEvent} is what the host then tells that service.
 *
 * <p>Neither host nor services are known here.
 *
 * <p>The start of a host comes in; what it tells its service, and the inputs of that service, go out.
 */
package symposium.cluster.hosted;
