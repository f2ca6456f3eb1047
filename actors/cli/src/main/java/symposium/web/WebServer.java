package symposium.web;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.CacheControl;
import akka.http.javadsl.model.headers.CacheDirectives;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.StreamSupport;
import symposium.input.BrowserGuard;

/**
 * A server on a port of the loopback address. It refuses requests of pages of other sites, which reach it through a
 * browser on this machine: see {@link BrowserGuard}.
 */
public final class WebServer implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ServerBinding binding;

    private WebServer(ServerBinding binding) {
        this.binding = binding;
    }

    /**
     * Serves a route.
     *
     * @param port 0 for any that is free
     * @throws IOException when the port is not free
     */
    public static WebServer start(ClassicActorSystemProvider system, int port, Route route) throws IOException {
        try {
            return new WebServer(Http.get(system)
                    .newServerAt(LOOPBACK, port)
                    .bind(new Here().only(route))
                    .toCompletableFuture()
                    .join());
        } catch (CompletionException failed) {
            throw new IOException("port " + port + " of " + LOOPBACK + " is not free", failed);
        }
    }

    /** Where it is, without a slash at the end. */
    public String address() {
        return "http://" + LOOPBACK + ":" + binding.localAddress().getPort();
    }

    @Override
    public void close() {
        binding.terminate(PATIENCE).toCompletableFuture().join();
    }

    /** A page, which is not kept by the browser. */
    public static HttpResponse page(String html) {
        return HttpResponse.create()
                .addHeader(CacheControl.create(CacheDirectives.NO_STORE))
                .withEntity(HttpEntities.create(ContentTypes.TEXT_HTML_UTF8, html.getBytes(StandardCharsets.UTF_8)));
    }

    private static final class Here extends AllDirectives {
        private final BrowserGuard guard = BrowserGuard.loopback(Set.of(), "");

        Route only(Route route) {
            return extractRequest(request -> guard.refusal(
                            request.getUri().host().address(), request.getUri().port(), name -> StreamSupport.stream(
                                            request.getHeaders().spliterator(), false)
                                    .filter(each -> each.is(name))
                                    .map(HttpHeader::value)
                                    .toList())
                    .map(why -> complete(HttpResponse.create()
                            .withStatus(StatusCodes.FORBIDDEN)
                            .withEntity("this page is for browsers on this machine: " + why + "\n")))
                    .orElse(route));
        }
    }
}
