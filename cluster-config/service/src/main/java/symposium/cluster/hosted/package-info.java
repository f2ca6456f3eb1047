/**
 * The types that a host shares with the service of its process.
 *
 * <p>A {@link symposium.cluster.hosted.HostedAlgorithm} is the algorithm that a node runs. A {@link
 * symposium.cluster.hosted.ServiceBinding} opens the service through which applications use it. A {@link
 * symposium.cluster.hosted.HostEvent} is a notification from the host to that service.
 *
 * <p>This package depends neither on the host nor on the services.
 *
 * <p>The start of a host comes in; its notifications to its service, and the inputs of that service, go out.
 */
package symposium.cluster.hosted;
