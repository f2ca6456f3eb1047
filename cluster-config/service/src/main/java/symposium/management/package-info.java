/**
 * HTTP endpoints next to those of Akka Management: {@link symposium.management.StatusRoutes}, and {@link
 * symposium.management.ClientRoutes} for clients that are not members of the cluster. No other package of this library
 * loads Akka Management or Akka HTTP, which are optional dependencies.
 *
 * <p>HTTP requests come in; status, locks and elections go out as JSON.
 */
package symposium.management;
