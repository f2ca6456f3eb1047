package symposium.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.Uri;
import akka.http.javadsl.server.Route;
import akka.management.javadsl.ManagementRouteProviderSettings;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.service.lock.LockService;

/** A node without locks answers every request of a client with 503 and the reason. */
@Tag("fast")
class NodeWithoutLocksTest {

    private static final String WHY = "symposium.services of this node does not name resources: it has no locks";

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            "without-locks",
            ConfigFactory.parseString("akka.management.http.hostname = 127.0.0.1")
                    .withFallback(ConfigFactory.load()));

    private static HttpResponse answer(HttpRequest request) throws Exception {
        Supplier<ActorRef<LockService.Command>> none = () -> {
            throw new IllegalStateException(WHY);
        };
        Route routes = new ClientRoutes(KIT.system(), none)
                .routes(ManagementRouteProviderSettings.create(Uri.create("http://127.0.0.1")));
        return routes.function(KIT.system())
                .apply(request)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    @Test
    void everyRequestIsAnsweredThatThereAreNone() throws Exception {
        String base = "http://127.0.0.1:8558/symposium/v1/";
        for (HttpRequest request : List.of(
                HttpRequest.POST(base + "sessions").withEntity(ContentTypes.APPLICATION_JSON, "{\"session\": \"s\"}"),
                HttpRequest.GET(base + "sessions/s"),
                HttpRequest.PUT(base + "sessions/s"),
                HttpRequest.DELETE(base + "sessions/s"),
                HttpRequest.GET(base + "sessions/s/events"),
                HttpRequest.POST(base + "locks/a").withEntity(ContentTypes.APPLICATION_JSON, "{\"session\": \"s\"}"))) {
            HttpResponse answer = answer(request);
            String text = answer.entity()
                    .toStrict(60_000, KIT.system())
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS)
                    .getData()
                    .utf8String();
            assertEquals(503, answer.status().intValue(), () -> request + ": " + text);
            assertTrue(text.contains(WHY), () -> request + ": " + text);
        }
    }
}
