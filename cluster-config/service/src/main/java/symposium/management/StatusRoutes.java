package symposium.management;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.management.javadsl.ManagementRouteProvider;
import akka.management.javadsl.ManagementRouteProviderSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import symposium.input.BrowserGuard;
import symposium.input.PlainText;
import symposium.service.Symposium;
import symposium.service.lock.LockService;
import symposium.service.member.AkkaFutures;
import symposium.service.status.ClusterStatus;
import symposium.service.status.StatusService;

/**
 * HTTP endpoints for the status of the cluster, as a page and in JSON, next to the endpoints of Akka Management:
 * {@code akka.management.http.routes.symposium = "symposium.management.StatusRoutes"}.
 *
 * <ul>
 *   <li>{@code GET /symposium/page}: a page that shows both of the following, asks again each second, and steps back
 *   <li>{@code GET /symposium/status}: the nodes
 *   <li>{@code GET /symposium/locks}: the named locks, the most awaited first; {@code ?name=…} for some of them,
 *       {@code ?limit=…} bounds their number
 *   <li>{@code ?patience=…} of both: the longest time for the nodes to answer, in milliseconds
 * </ul>
 *
 * <p>Everyone who can connect to Akka Management can read the names of locks. The routes therefore answer only if Akka
 * Management is bound to a loopback address, unless {@code symposium.management.beyond-loopback} allows other
 * addresses. They reject requests that a page of another site sends: see {@link BrowserGuard}.
 */
public final class StatusRoutes extends AllDirectives implements ManagementRouteProvider {

    private static final int USUAL_LOCKS = 100;
    private static final int MOST_LOCKS = 1000;
    private static final String BEYOND = "symposium.management.beyond-loopback";

    private final ActorSystem<?> system;

    /** Creates the routes; called by Akka Management. */
    public StatusRoutes(ExtendedActorSystem system) {
        this.system = Adapter.toTyped(system);
    }

    @Override
    public Route routes(ManagementRouteProviderSettings settings) {
        Config config = system.settings().config();
        Access access = new Access(BrowserGuards.unauthenticated(config), forbidden(config));
        return pathPrefix(
                "symposium",
                () -> concat(
                        path("page", () -> open(access, getFromResource("symposium/management/status.html"))),
                        path("status", () -> open(access, answering(Set.of("patience"), this::nodes))),
                        path(
                                "locks",
                                () -> open(access, answering(Set.of("patience", "limit", "name"), this::locks)))));
    }

    private record Access(BrowserGuard guard, Optional<String> forbidden) {

        Optional<String> refusal(HttpRequest request) {
            return BrowserGuards.refusal(guard, request).or(() -> forbidden);
        }
    }

    private Route open(Access access, Route route) {
        return extractRequest(request -> access.refusal(request)
                .map(why -> complete(text(StatusCodes.FORBIDDEN, why)))
                .orElseGet(() -> get(() -> route)));
    }

    private static Optional<String> forbidden(Config config) {
        return config.getBoolean(BEYOND)
                ? Optional.empty()
                : ManagementAddress.beyondLoopback(config)
                        .map(bound -> "Akka Management is bound to " + bound
                                + ", which others can reach; the status is for loopback addresses unless " + BEYOND
                                + " is on");
    }

    private Route answering(Set<String> known, Function<Query, CompletionStage<JsonNode>> answer) {
        return extractRequest(request -> {
            try {
                CompletionStage<HttpResponse> response = answer.apply(new Query(RequestText.parameters(request), known))
                        .handle((json, failure) -> failure == null
                                ? HttpResponse.create()
                                        .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, json + "\n"))
                                : text(StatusCodes.SERVICE_UNAVAILABLE, "no status: " + failure.getMessage()));
                return completeWithFuture(response);
            } catch (InvalidQuery | InvalidRequest invalid) {
                return complete(text(StatusCodes.BAD_REQUEST, invalid.getMessage()));
            }
        });
    }

    private static HttpResponse text(StatusCode code, String line) {
        return HttpResponse.create().withStatus(code).withEntity(line + "\n");
    }

    private CompletionStage<JsonNode> nodes(Query query) {
        return status(Set.of(), query).thenApply(StatusJson::nodes);
    }

    private CompletionStage<JsonNode> locks(Query query) {
        int limit = query.number("limit", USUAL_LOCKS, MOST_LOCKS);
        Set<String> names = new HashSet<>(query.values("name"));
        names.stream()
                .filter(name -> name.isBlank() || name.length() > LockService.LONGEST_NAME)
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidQuery(
                            "a name has 1 to " + LockService.LONGEST_NAME + " characters, not all blank");
                });
        return status(names, query).thenApply(status -> StatusJson.locks(status, limit));
    }

    private CompletionStage<ClusterStatus> status(Set<String> names, Query query) {
        int usual = (int) StatusService.USUAL_PATIENCE.toMillis();
        Duration patience =
                Duration.ofMillis(query.number("patience", usual, (int) StatusService.MOST_PATIENCE.toMillis()));
        return AkkaFutures.ask(
                Symposium.get(system).statusService(),
                replyTo -> new StatusService.GetClusterStatus(names, StatusService.USUAL_LIMIT, patience, replyTo),
                patience.multipliedBy(2),
                system);
    }

    private static final class InvalidQuery extends RuntimeException {

        private static final long serialVersionUID = 1;

        InvalidQuery(String line) {
            super(line);
        }
    }

    /** The parameters of a request. */
    private record Query(Map<String, List<String>> parameters) {

        Query(Map<String, List<String>> parameters, Set<String> known) {
            this(parameters);
            Set<String> unknown = new TreeSet<>(parameters.keySet());
            unknown.removeAll(known);
            if (!unknown.isEmpty()) {
                throw new InvalidQuery("there is no parameter "
                        + PlainText.quoted(unknown.iterator().next()) + "; there are "
                        + String.join(", ", new TreeSet<>(known)));
            }
        }

        List<String> values(String name) {
            return parameters.getOrDefault(name, List.of());
        }

        int number(String name, int usual, int most) {
            List<String> said = values(name);
            if (said.isEmpty()) {
                return usual;
            }
            String value = said.get(0);
            if (said.size() > 1
                    || !value.matches("[0-9]{1,9}")
                    || value.matches("0+")
                    || Integer.parseInt(value) > most) {
                throw new InvalidQuery(name + " is " + PlainText.quoted(String.join(" and ", said))
                        + ": it is a whole number from 1 to " + most);
            }
            return Integer.parseInt(value);
        }
    }
}
