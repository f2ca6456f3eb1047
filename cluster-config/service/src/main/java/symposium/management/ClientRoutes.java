package symposium.management;

import akka.Done;
import akka.NotUsed;
import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.http.javadsl.marshalling.sse.EventStreamMarshalling;
import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpCharsets;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.ResponseEntity;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.ExceptionHandler;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.RejectionHandler;
import akka.http.javadsl.server.Route;
import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.http.scaladsl.model.IllegalRequestException;
import akka.management.javadsl.ManagementRouteProvider;
import akka.management.javadsl.ManagementRouteProviderSettings;
import akka.stream.BoundedSourceQueue;
import akka.stream.Materializer;
import akka.stream.SystemMaterializer;
import akka.stream.javadsl.Source;
import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.input.BrowserGuard;
import symposium.input.PlainText;
import symposium.service.Symposium;
import symposium.service.election.LeaderState;
import symposium.service.election.LeaderWatch;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.ClientSessions.Answer;
import symposium.service.lock.LockService;
import symposium.service.member.AkkaFutures;
import symposium.wire.OwnerLabel;

/**
 * HTTP endpoints for named locks and elections, for clients that are not members of the cluster, next to the endpoints
 * of Akka Management: {@code akka.management.http.routes.symposium-clients = "symposium.management.ClientRoutes"}.
 * {@code GET /symposium/v1/openapi.json} describes them, and {@link ClientSessions} states the guarantees.
 *
 * <p>The setting {@code symposium.clients.authentication} determines who may ask. Without it, the endpoints answer
 * only if Akka Management is bound to a loopback address. They reject requests that a page of another site sends: see
 * {@link BrowserGuard}.
 */
public final class ClientRoutes extends AllDirectives implements ManagementRouteProvider {

    private static final String VERSION = "v1";
    private static final String OPENAPI = "symposium/management/openapi.json";
    private static final Duration SLOWEST = ClientSessions.LONGEST_ANSWER.plusSeconds(15);
    private static final Duration USUAL_LIFE = Duration.ofSeconds(30);
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Duration SLOWEST_BODY = Duration.ofSeconds(15);
    private static final int MOST_EVENTS = 64;
    private static final Logger LOG = LoggerFactory.getLogger(ClientRoutes.class);

    private final ActorSystem<?> system;
    private final Supplier<ActorRef<LockService.Command>> service;
    /** The number of open streams. */
    private final AtomicInteger streams = new AtomicInteger();
    /** The number of requests that wait for their answers. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Creates the routes; called by Akka Management. */
    public ClientRoutes(ExtendedActorSystem system) {
        this.system = Adapter.toTyped(system);
        this.service = () -> Symposium.get(this.system).locks().service();
    }

    /** @param service of the node; throws an {@link IllegalStateException} that says why there is none */
    ClientRoutes(ActorSystem<?> system, Supplier<ActorRef<LockService.Command>> service) {
        this.system = system;
        this.service = service;
    }

    /** @param service of the node */
    ClientRoutes(ActorSystem<?> system, ActorRef<LockService.Command> service) {
        this.system = system;
        this.service = () -> service;
    }

    @Override
    public Route routes(ManagementRouteProviderSettings settings) {
        Config config = system.settings().config();
        ClientAccess access = ClientAccess.of(config);
        BrowserGuard guard = access instanceof ClientAccess.Anybody
                ? BrowserGuards.unauthenticated(config)
                : BrowserGuard.authenticated();
        Route served = served(access, guard, ClientLimits.of(config)).seal(rejections(), failures());
        return pathPrefix(
                "symposium",
                () -> pathPrefix(PathMatchers.segment(), version -> version.equals(VERSION) ? served : reject()));
    }

    private Route served(ClientAccess access, BrowserGuard guard, ClientLimits limits) {
        Route all = withSizeLimit(
                limits.bytes(),
                () -> withoutRequestTimeout(() -> concat(
                        path("openapi.json", () -> get(() -> getFromResource(OPENAPI))),
                        pathPrefix("sessions", () -> sessions(limits)),
                        pathPrefix("locks", () -> locks(limits)),
                        pathPrefix("elections", () -> elections(limits)))));
        return extractRequest(request -> BrowserGuards.refusal(guard, request)
                .map(why -> complete(json(StatusCodes.FORBIDDEN, ClientRequests.error(why))))
                .orElseGet(() -> admitted(access, request, all)));
    }

    private Route admitted(ClientAccess access, HttpRequest request, Route inner) {
        return access.admits(request)
                ? inner
                : complete(json(StatusCodes.UNAUTHORIZED, ClientRequests.error("this needs " + AUTHENTICATED))
                        .addHeader(RawHeader.create("WWW-Authenticate", "Bearer")));
    }

    // --- what no route answers

    /** Returns the handler that answers what Akka HTTP rejects, by its status and headers, in JSON. */
    private static RejectionHandler rejections() {
        return RejectionHandler.defaultHandler().mapRejectionResponse(ClientRoutes::rejected);
    }

    private static HttpResponse rejected(HttpResponse response) {
        String why;
        if (response.status().equals(StatusCodes.NOT_FOUND)) {
            why = "the path must be one that GET /symposium/" + VERSION + "/openapi.json describes";
        } else if (response.status().equals(StatusCodes.METHOD_NOT_ALLOWED)) {
            why = "the method must be "
                    + response.getHeader("Allow").map(HttpHeader::value).orElse("another one") + " at this path";
        } else if (response.status().equals(StatusCodes.NOT_ACCEPTABLE)) {
            why = "the header Accept must allow text/event-stream at this path, or be missing";
        } else {
            why = response.entity() instanceof HttpEntity.Strict text
                    ? text.getData().utf8String().strip()
                    : response.status().reason();
        }
        return response.withEntity(entity(ClientRequests.error(why)));
    }

    private ExceptionHandler failures() {
        return ExceptionHandler.newBuilder()
                .match(InvalidRequest.class, invalid -> complete(invalid(invalid)))
                .match(
                        IllegalRequestException.class,
                        wrong -> complete(json(
                                StatusCodes.BAD_REQUEST,
                                ClientRequests.error(wrong.info().formatPretty()))))
                .matchAny(failure -> {
                    LOG.error("a request of a client has failed", failure);
                    return complete(json(
                            StatusCodes.INTERNAL_SERVER_ERROR,
                            ClientRequests.error("the node has failed to answer: its log has the reason")));
                })
                .build();
    }

    private static HttpResponse invalid(InvalidRequest invalid) {
        return json(StatusCodes.BAD_REQUEST, ClientRequests.error(invalid.getMessage()));
    }

    private static final String AUTHENTICATED =
            "the token of symposium.clients.token-file, in the header Authorization: Bearer TOKEN, or a client"
                    + " certificate";

    // --- sessions

    private Route sessions(ClientLimits limits) {
        return concat(
                pathEndOrSingleSlash(() -> post(() -> body(Set.of("session", "life", "label"), limits, this::open))),
                pathPrefix(
                        PathMatchers.segment(),
                        session -> concat(
                                pathEndOrSingleSlash(() -> concat(
                                        get(() -> answer(() -> ask(session, new ClientSessions.Show()))),
                                        put(() -> answer(() -> ask(session, new ClientSessions.Renew()))),
                                        delete(() -> answer(() -> ask(session, new ClientSessions.Close()))))),
                                path("events", () -> get(() -> events(ClientRequests.id(session), limits))))));
    }

    private CompletionStage<HttpResponse> open(ClientRequests body) {
        String session = ClientRequests.id(
                body.text("session").orElseGet(() -> UUID.randomUUID().toString()));
        Duration life = body.seconds("life").orElse(USUAL_LIFE);
        // Others read the label, and who knows the id can end the session.
        String label = body.text("label").orElseGet(() -> "client " + ClientRequests.fingerprint(session));
        ClientSessions.invalidLife(life).or(() -> OwnerLabel.invalid(label)).ifPresent(why -> {
            throw new InvalidRequest(why);
        });
        return ask(
                replyTo -> new ClientSessions.Open(session, life, label, false, replyTo),
                answer -> answer instanceof ClientSessions.State state
                        ? json(StatusCodes.CREATED, ClientRequests.state(state))
                        : response(answer));
    }

    private Route events(String session, ClientLimits limits) {
        if (streams.get() >= limits.streams()) {
            return complete(tooMany(fullOfStreams(limits)));
        }
        ActorRef<LockService.Command> locks;
        try {
            locks = service.get();
        } catch (IllegalStateException none) {
            return complete(response(withoutLocks(none)));
        }
        // It counts from when it runs: a request may be refused, or its client be gone, before.
        Source<ServerSentEvent, NotUsed> events = Source.<ServerSentEvent>queue(MOST_EVENTS)
                .keepAlive(HEARTBEAT, ServerSentEvent::heartbeat)
                .watchTermination((queue, done) -> {
                    begin(session, locks, limits, queue, done);
                    return NotUsed.getInstance();
                });
        return completeOK(events, EventStreamMarshalling.toEventStream());
    }

    private void begin(
            String session,
            ActorRef<LockService.Command> locks,
            ClientLimits limits,
            BoundedSourceQueue<ServerSentEvent> queue,
            CompletionStage<Done> done) {
        boolean full = streams.incrementAndGet() > limits.streams();
        done.whenComplete((end, failure) -> streams.decrementAndGet());
        if (full) {
            // Others have begun between its request and this.
            ClientEvents.last(ClientSessions.Kind.MOVED, fullOfStreams(limits), queue);
            return;
        }
        ActorRef<ClientSessions.Notice> watcher = system.systemActorOf(
                ClientEvents.create(queue), "symposium-events-" + UUID.randomUUID(), Props.empty());
        locks.tell(new ClientSessions.Watch(session, false, watcher));
        done.whenComplete((end, failure) -> watcher.tell(ClientEvents.closed(session, locks)));
    }

    private static String fullOfStreams(ClientLimits limits) {
        return ClientLimits.STREAMS + " is " + limits.streams() + ": as many streams are open on this node";
    }

    // --- locks and elections

    /**
     * The subject of a path.
     *
     * @param what for errors
     * @param usual the id of its request unless the client chooses one
     * @param fits whether a request has the same subject
     */
    private record Subject(String what, Optional<String> usual, Predicate<Claims> fits) {

        static final Subject LOCKS = new Subject(
                "locks", Optional.empty(), claims -> !claims.election().isPresent());

        static Subject lock(String name) {
            return new Subject(
                    "the lock " + PlainText.quoted(name),
                    Optional.of(RequestIds.ofLock(ClientRequests.name(name))),
                    claims ->
                            LOCKS.fits().test(claims) && claims.modes().keySet().equals(Set.of(name)));
        }

        static Subject election(String name) {
            return new Subject(
                    "the election " + PlainText.quoted(name),
                    Optional.of(RequestIds.ofElection(ClientRequests.name(name))),
                    claims -> claims.election().equals(Optional.of(name)));
        }
    }

    private Route locks(ClientLimits limits) {
        return concat(
                pathEndOrSingleSlash(() -> concat(
                        post(() -> body(
                                Set.of("session", "request", "names", "limit"),
                                limits,
                                body -> acquire(body, limits, Subject.LOCKS, body.claims(), Optional.empty()))),
                        delete(() -> release(() -> Subject.LOCKS)))),
                path(
                        PathMatchers.segment(),
                        name -> concat(
                                post(() -> body(
                                        Set.of("session", "request", "mode", "limit"),
                                        limits,
                                        body -> acquire(
                                                body,
                                                limits,
                                                Subject.lock(name),
                                                body.claims(name),
                                                Optional.empty()))),
                                delete(() -> release(() -> Subject.lock(name))))));
    }

    private Route elections(ClientLimits limits) {
        return path(
                PathMatchers.segment(),
                name -> concat(
                        get(() -> answer(() -> leader(name))),
                        post(() -> body(
                                Set.of("session", "request", "value", "limit"),
                                limits,
                                body -> acquire(
                                        body,
                                        limits,
                                        Subject.election(name),
                                        ClientRequests.leadership(name),
                                        Optional.of(body.required("value"))))),
                        delete(() -> release(() -> Subject.election(name)))));
    }

    private CompletionStage<HttpResponse> leader(String name) {
        ClientRequests.leadership(name);
        // Functions that depend on the future of leader() would wait for functions of the application that block.
        Duration longest = system.settings()
                .config()
                .getDuration("symposium.leader-watch-interval")
                .plus(SLOWEST);
        return AkkaFutures.<LeaderWatch.Command, LeaderState>ask(
                        Symposium.get(system).elections().watch(),
                        replyTo -> new LeaderWatch.GetLeader(name, replyTo),
                        longest,
                        system)
                .handle(ClientRoutes::leader);
    }

    private static HttpResponse leader(LeaderState state, Throwable failure) {
        String name = state == null ? "" : state.election();
        if (failure != null) {
            return json(StatusCodes.SERVICE_UNAVAILABLE, ClientRequests.error(failure.getMessage()));
        }
        if (state instanceof LeaderState.Leader leader) {
            return json(
                    StatusCodes.OK,
                    ClientRequests.request(
                                    RequestIds.ofElection(name), Claims.leadership(name), Optional.of(leader.fence()))
                            .put("value", leader.value())
                            .put("node", leader.node().toString()));
        }
        return json(StatusCodes.NOT_FOUND, ClientRequests.error(((LeaderState.NoLeader) state).why()));
    }

    private CompletionStage<HttpResponse> acquire(
            ClientRequests body, ClientLimits limits, Subject subject, Claims claims, Optional<String> value) {
        String session = body.required("session");
        String id = RequestIds.of(body.text("request"), subject.usual());
        value.ifPresent(ClientRequests::value);
        ClientSessions.Acquire asked = new ClientSessions.Acquire(id, claims, value, body.seconds("limit"));
        ClientRequests.id(session);
        if (waiting.incrementAndGet() > limits.waiting()) {
            waiting.decrementAndGet();
            return CompletableFuture.completedFuture(
                    tooMany(ClientLimits.WAITING + " is " + limits.waiting() + ": as many requests wait on this node"));
        }
        return ask(session, asked).whenComplete((any, failure) -> waiting.decrementAndGet());
    }

    /** Ends a request, if it has the subject that the path names. */
    private Route release(Supplier<Subject> about) {
        return extractRequest(request -> answer(() -> {
            String session = ClientRequests.id(RequestText.parameter(request, "session")
                    .orElseThrow(() -> new InvalidRequest("the parameter session is missing")));
            Subject subject = about.get();
            String id = RequestIds.ending(RequestText.parameter(request, "request"), subject.usual());
            return asked(session, new ClientSessions.Show()).thenCompose(shown -> {
                if (shown instanceof ClientSessions.State state) {
                    Optional<Claims> other = state.requests().stream()
                            .filter(each -> each.id().equals(id))
                            .map(ClientSessions.Held::claims)
                            .filter(claims -> !subject.fits().test(claims))
                            .findFirst();
                    if (other.isPresent()) {
                        return CompletableFuture.completedFuture(json(
                                StatusCodes.NOT_FOUND,
                                ClientRequests.error("request " + PlainText.quoted(id) + " of this session must be for "
                                        + subject.what() + ", found "
                                        + PlainText.quoted(other.get().toString())
                                        + ": nothing has been released")));
                    }
                }
                return ask(session, new ClientSessions.Release(id));
            });
        }));
    }

    // --- how all are answered

    /** Reads a JSON body. A page of another site can send other types without a preflight request. */
    private Route body(
            Set<String> known, ClientLimits limits, Function<ClientRequests, CompletionStage<HttpResponse>> answer) {
        return extractRequest(request -> {
            Optional<String> wrong = wrongType(request);
            if (wrong.isPresent()) {
                return complete(json(StatusCodes.UNSUPPORTED_MEDIA_TYPE, ClientRequests.error(wrong.get())));
            }
            Materializer materializer = SystemMaterializer.get(system).materializer();
            return completeWithFuture(request.entity()
                    .toStrict(SLOWEST_BODY.toMillis(), materializer)
                    .handleAsync(
                            (strict, failure) -> failure == null
                                    ? answered(() -> answer.apply(ClientRequests.of(
                                            RequestText.utf8(
                                                    "the body", strict.getData().toArray()),
                                            known)))
                                    : CompletableFuture.completedFuture(unread(failure, limits)),
                            system.executionContext())
                    .thenCompose(stage -> stage));
        });
    }

    private static Optional<String> wrongType(HttpRequest request) {
        ContentType type = request.entity().getContentType();
        boolean none = type.equals(ContentTypes.NO_CONTENT_TYPE);
        if (none && request.entity().isKnownEmpty()
                || type.mediaType().toString().equals("application/json")
                        && type.getCharsetOption()
                                .filter(charset -> !charset.equals(HttpCharsets.UTF_8))
                                .isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("the header Content-Type must be application/json, in UTF-8, found "
                + PlainText.quoted(none ? "none" : type.toString()));
    }

    private static HttpResponse unread(Throwable failure, ClientLimits limits) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof EntityStreamSizeException) {
            return json(
                    StatusCodes.CONTENT_TOO_LARGE,
                    ClientRequests.error(
                            "the body must have at most symposium.clients.most-bytes = " + limits.bytes() + " bytes"));
        }
        return cause instanceof TimeoutException
                ? json(
                        StatusCodes.REQUEST_TIMEOUT,
                        ClientRequests.error("the body must come within " + SLOWEST_BODY.toSeconds() + " s"))
                : json(StatusCodes.BAD_REQUEST, ClientRequests.error("the body must be complete: " + cause));
    }

    private Route answer(Supplier<CompletionStage<HttpResponse>> answer) {
        return completeWithFuture(answered(answer));
    }

    private static CompletionStage<HttpResponse> answered(Supplier<CompletionStage<HttpResponse>> answer) {
        try {
            return answer.get();
        } catch (InvalidRequest invalid) {
            return CompletableFuture.completedFuture(invalid(invalid));
        }
    }

    private CompletionStage<HttpResponse> ask(String session, ClientSessions.Request request) {
        return asked(session, request).thenApply(ClientRoutes::response);
    }

    private CompletionStage<HttpResponse> ask(
            Function<ActorRef<Answer>, LockService.Command> question, Function<Answer, HttpResponse> response) {
        return asked(question).thenApply(response);
    }

    private CompletionStage<Answer> asked(String session, ClientSessions.Request request) {
        String valid = ClientRequests.id(session);
        return asked(replyTo -> new ClientSessions.Ask(valid, request, false, replyTo));
    }

    private CompletionStage<Answer> asked(Function<ActorRef<Answer>, LockService.Command> question) {
        ActorRef<LockService.Command> locks;
        try {
            locks = service.get();
        } catch (IllegalStateException none) {
            return CompletableFuture.completedFuture(withoutLocks(none));
        }
        return AkkaFutures.ask(locks, question, SLOWEST, system)
                .exceptionally(
                        late -> new ClientSessions.Unavailable("the node of the session does not answer: ask again"));
    }

    /** Returns the answer of a node that has no locks, because its settings name other services. */
    private static Answer withoutLocks(IllegalStateException none) {
        return new ClientSessions.Unavailable(none.getMessage());
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
        return HttpResponse.create().withStatus(code).withEntity(entity(body));
    }

    private static ResponseEntity entity(JsonNode body) {
        return HttpEntities.create(ContentTypes.APPLICATION_JSON, body + "\n");
    }

    private static HttpResponse tooMany(String why) {
        return json(StatusCodes.TOO_MANY_REQUESTS, ClientRequests.error(why))
                .addHeader(RawHeader.create("Retry-After", "1"));
    }
}
