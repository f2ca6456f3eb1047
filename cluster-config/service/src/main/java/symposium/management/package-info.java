/**
 * HTTP endpoints beside those of Akka Management: {@link symposium.management.StatusRoutes}, and for clients that are
 * no members of the cluster {@link symposium.management.ClientRoutes}. Nothing else of this
 * library loads Akka Management or Akka HTTP, which are optional dependencies.
 *
 * <p>HTTP requests come in; status, locks and elections go out as JSON.
 */
package symposium.management;
