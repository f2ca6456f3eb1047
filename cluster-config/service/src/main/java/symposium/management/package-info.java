/**
 * HTTP endpoints beside those of Akka Management: {@link symposium.management.StatusRoutes}. Nothing else of this
 * library loads Akka Management or Akka HTTP, which are optional dependencies.
 */
package symposium.management;
