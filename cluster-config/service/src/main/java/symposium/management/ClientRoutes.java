package symposium.management;

import akka.NotUsed;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.AskPattern;
import akka.http.javadsl.marshalling.sse.EventStreamMarshalling;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import akka.japi.Pair;
import akka.management.javadsl.ManagementRouteProvider;
import akka.management.javadsl.ManagementRouteProviderSettings;
import akka.stream.BoundedSourceQueue;
import akka.stream.SystemMaterializer;
import akka.stream.javadsl.Source;
import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import symposium.service.Symposium;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.LockService;
import symposium.wire.OwnerLabel;

/**
 * Named locks and elections over HTTP, for clients that are no members of the cluster, beside the endpoints of Akka
 * Management: {@code akka.management.http.routes.symposium-clients = "symposium.management.ClientRoutes"}. What there
 * is says {@code GET /symposium/v1/openapi.json}; what is promised, {@link ClientSessions}.
 *
 * <p>Who may ask is set by {@code symposium.clients.authentication}. Without it, the endpoints answer only where Akka
 * Management is bound to a loopback address.
 */
public final class ClientRoutes extends AllDirectives implements ManagementRouteProvider {

    private static final String VERSION = "v1";
    private static final String OPENAPI = "symposium/management/openapi.json";
    private static final Duration SLOWEST = ClientSessions.LONGEST_ANSWER.plusSeconds(15);
    private static final Duration USUAL_LIFE = Duration.ofSeconds(30);
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final int MOST_EVENTS = 64;

    private final ActorSystem<?> system;
    private final AtomicInteger streams = new AtomicInteger();

    /** By Akka Management. */
    public ClientRoutes(ExtendedActorSystem system) {
        this.system = Adapter.toTyped(system);
    }

    @Override
    public Route routes(ManagementRouteProviderSettings settings) {
        Config config = system.settings().config();
        ClientAccess access = ClientAccess.of(config);
        long mostBytes = config.getBytes("symposium.clients.most-bytes");
        int mostStreams = config.getInt("symposium.clients.most-streams");
        return pathPrefix(
                "symposium",
                () -> pathPrefix(
                        VERSION,
                        () -> extractRequest(request -> admitted(
                                access,
                                request,
                                () -> withSizeLimit(
                                        mostBytes,
                                        () -> withoutRequestTimeout(() -> concat(
                                                path("openapi.json", () -> get(() -> getFromResource(OPENAPI))),
                                                pathPrefix("sessions", () -> sessions(mostStreams)),
                                                pathPrefix("locks", this::locks),
                                                pathPrefix("elections", this::elections))))))));
    }

    private Route admitted(ClientAccess access, HttpRequest request, Supplier<Route> inner) {
        return access.admits(request)
                ? inner.get()
                : complete(json(StatusCodes.UNAUTHORIZED, ClientRequests.error("this needs " + AUTHENTICATED))
                        .addHeader(RawHeader.create("WWW-Authenticate", "Bearer")));
    }

    private static final String AUTHENTICATED =
            "the token of symposium.clients.token-file, in the header Authorization: Bearer TOKEN, or a client"
                    + " certificate";

    // --- sessions

    private Route sessions(int mostStreams) {
        return concat(
                pathEndOrSingleSlash(() -> post(() -> body(Set.of("session", "life", "label"), this::open))),
                pathPrefix(
                        PathMatchers.segment(),
                        session -> concat(
                                pathEndOrSingleSlash(() -> concat(
                                        get(() -> answer(() -> ask(session, new ClientSessions.Show()))),
                                        put(() -> answer(() -> ask(session, new ClientSessions.Renew()))),
                                        delete(() -> answer(() -> ask(session, new ClientSessions.Close()))))),
                                path("events", () -> get(() -> events(session, mostStreams))))));
    }

    private CompletionStage<HttpResponse> open(ClientRequests body) {
        String session = ClientRequests.id(
                body.text("session").orElseGet(() -> UUID.randomUUID().toString()));
        Duration life = body.seconds("life").orElse(USUAL_LIFE);
        String label = body.text("label").orElse("client " + session);
        ClientSessions.invalidLife(life).or(() -> OwnerLabel.invalid(label)).ifPresent(why -> {
            throw new ClientRequests.Invalid(why);
        });
        return ask(
                replyTo -> new ClientSessions.Open(session, life, label, false, replyTo),
                answer -> answer instanceof ClientSessions.State state
                        ? json(StatusCodes.CREATED, ClientRequests.state(state))
                        : response(answer));
    }

    private Route events(String session, int mostStreams) {
        if (streams.incrementAndGet() > mostStreams) {
            streams.decrementAndGet();
            return complete(json(
                    StatusCodes.TOO_MANY_REQUESTS,
                    ClientRequests.error(mostStreams + " streams are open at this node, as many as"
                            + " symposium.clients.most-streams admits")));
        }
        Pair<BoundedSourceQueue<ServerSentEvent>, Source<ServerSentEvent, NotUsed>> stream =
                Source.<ServerSentEvent>queue(MOST_EVENTS)
                        .preMaterialize(SystemMaterializer.get(system).materializer());
        ActorRef<ClientSessions.Notice> watcher = system.systemActorOf(
                ClientEvents.create(stream.first()), "symposium-events-" + UUID.randomUUID(), Props.empty());
        service().tell(new ClientSessions.Watch(session, false, watcher));
        Source<ServerSentEvent, NotUsed> events = stream.second()
                .keepAlive(HEARTBEAT, ServerSentEvent::heartbeat)
                .watchTermination((any, done) -> {
                    done.whenComplete((end, failure) -> {
                        streams.decrementAndGet();
                        watcher.tell(ClientEvents.closed(session, service()));
                    });
                    return any;
                });
        return completeOK(events, EventStreamMarshalling.toEventStream());
    }

    // --- locks and elections

    private Route locks() {
        return concat(
                pathEndOrSingleSlash(() -> concat(
                        post(() -> body(
                                Set.of("session", "request", "names", "limit"),
                                body -> acquire(body, body.required("request"), body.claims(), Optional.empty()))),
                        delete(() -> release(Optional.empty())))),
                path(
                        PathMatchers.segment(),
                        name -> concat(
                                post(() -> body(
                                        Set.of("session", "request", "mode", "limit"),
                                        body -> acquire(
                                                body,
                                                body.text("request").orElse(name),
                                                body.claims(name),
                                                Optional.empty()))),
                                delete(() -> release(Optional.of(name))))));
    }

    private Route elections() {
        return path(
                PathMatchers.segment(),
                name -> concat(
                        get(() -> answer(() -> leader(name))),
                        post(() -> body(
                                Set.of("session", "request", "value", "limit"),
                                body -> acquire(
                                        body,
                                        body.text("request").orElse(election(name)),
                                        ClientRequests.leadership(name),
                                        Optional.of(body.required("value"))))),
                        delete(() -> release(Optional.of(election(name))))));
    }

    private static String election(String name) {
        return "election " + name;
    }

    private CompletionStage<HttpResponse> leader(String name) {
        ClientRequests.leadership(name);
        return Symposium.get(system).elections().leader(name).handle((state, failure) -> {
            if (failure != null) {
                return json(StatusCodes.SERVICE_UNAVAILABLE, ClientRequests.error(failure.getMessage()));
            }
            if (state instanceof LeaderState.Leader leader) {
                return json(
                        StatusCodes.OK,
                        ClientRequests.request(election(name), Claims.leadership(name), Optional.of(leader.fence()))
                                .put("value", leader.value())
                                .put("node", leader.node().toString()));
            }
            return json(StatusCodes.NOT_FOUND, ClientRequests.error(((LeaderState.NoLeader) state).why()));
        });
    }

    private CompletionStage<HttpResponse> acquire(
            ClientRequests body, String id, Claims claims, Optional<String> value) {
        String session = ClientRequests.id(body.required("session"));
        ClientRequests.id(id);
        value.ifPresent(ClientRequests::value);
        return ask(session, new ClientSessions.Acquire(id, claims, value, body.seconds("limit")));
    }

    /** @param usual the id of the request, where none is said */
    private Route release(Optional<String> usual) {
        return parameter(
                "session",
                session -> parameterOptional(
                        "request",
                        said -> answer(() -> {
                            String id = said.or(() -> usual)
                                    .orElseThrow(() -> new ClientRequests.Invalid("the parameter request is missing"));
                            return ask(ClientRequests.id(session), new ClientSessions.Release(ClientRequests.id(id)));
                        })));
    }

    // --- how all are answered

    private ActorRef<LockService.Command> service() {
        return Symposium.get(system).locks().service();
    }

    private Route body(Set<String> known, Function<ClientRequests, CompletionStage<HttpResponse>> answer) {
        return entity(
                Unmarshaller.entityToString(), text -> answer(() -> answer.apply(ClientRequests.of(text, known))));
    }

    private Route answer(Supplier<CompletionStage<HttpResponse>> answer) {
        try {
            return completeWithFuture(answer.get());
        } catch (ClientRequests.Invalid invalid) {
            return complete(json(StatusCodes.BAD_REQUEST, ClientRequests.error(invalid.getMessage())));
        }
    }

    private CompletionStage<HttpResponse> ask(String session, ClientSessions.Request request) {
        return ask(replyTo -> new ClientSessions.Ask(session, request, false, replyTo), ClientRoutes::response);
    }

    private CompletionStage<HttpResponse> ask(
            akka.japi.function.Function<ActorRef<Answer>, LockService.Command> question,
            Function<Answer, HttpResponse> response) {
        return AskPattern.ask(service(), question, SLOWEST, system.scheduler())
                .handle((answer, failure) -> failure == null
                        ? response.apply(answer)
                        : response(
                                new ClientSessions.Unavailable("the node of the session does not answer: ask again")));
    }

    private static HttpResponse response(Answer answer) {
        if (answer instanceof ClientSessions.Granted granted) {
            return json(
                    StatusCodes.OK,
                    ClientRequests.request(granted.id(), granted.claims(), Optional.of(granted.fence())));
        }
        if (answer instanceof ClientSessions.State state) {
            return json(StatusCodes.OK, ClientRequests.state(state));
        }
        if (answer instanceof ClientSessions.Released released) {
            return json(StatusCodes.OK, ClientRequests.released(released.id()));
        }
        return refusal(answer);
    }

    private static HttpResponse refusal(Answer answer) {
        if (answer instanceof ClientSessions.Waiting waiting) {
            return json(StatusCodes.ACCEPTED, ClientRequests.waiting(waiting.id()));
        }
        if (answer instanceof ClientSessions.NotGranted late) {
            return json(StatusCodes.CONFLICT, ClientRequests.notGranted(late));
        }
        if (answer instanceof ClientSessions.NotHeld missing) {
            return json(StatusCodes.NOT_FOUND, ClientRequests.error(missing.why()));
        }
        if (answer instanceof ClientSessions.NoSession missing) {
            return json(StatusCodes.NOT_FOUND, ClientRequests.error(missing.why()));
        }
        if (answer instanceof ClientSessions.Refused refused) {
            return json(code(refused.reason()), ClientRequests.error(refused.why()));
        }
        return json(StatusCodes.SERVICE_UNAVAILABLE, ClientRequests.error(((ClientSessions.Unavailable) answer).why()))
                .addHeader(RawHeader.create("Retry-After", "1"));
    }

    private static StatusCode code(LockService.Reason reason) {
        return switch (reason) {
            case INVALID, TOO_LARGE -> StatusCodes.BAD_REQUEST;
            case ALREADY_CLAIMED, ID_IN_USE -> StatusCodes.CONFLICT;
            case TOO_MANY_WAITERS, TOO_MANY -> StatusCodes.TOO_MANY_REQUESTS;
        };
    }

    private static HttpResponse json(StatusCode code, JsonNode body) {
        return HttpResponse.create()
                .withStatus(code)
                .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, body + "\n"));
    }
}
