package symposium.management;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.Uri;
import akka.http.scaladsl.model.HttpRequest;
import akka.http.scaladsl.model.HttpResponse;
import akka.http.scaladsl.server.Route$;
import akka.management.javadsl.ManagementRouteProviderSettings;
import scala.Function1;
import scala.concurrent.Future;
import symposium.service.lock.LockService;

/** The endpoints of a node for clients, without a server. */
public final class SimulatedHttp {

    private SimulatedHttp() {}

    /** Returns the handler of HTTP requests on a node with this service. */
    public static Function1<HttpRequest, Future<HttpResponse>> clients(
            ActorSystem<?> system, ActorRef<LockService.Command> service) {
        ManagementRouteProviderSettings settings =
                ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1"));
        return Route$.MODULE$.toFunction(
                new ClientRoutes(system, service).routes(settings).asScala(), system);
    }
}
