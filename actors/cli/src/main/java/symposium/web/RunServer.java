package symposium.web;

import akka.NotUsed;
import akka.actor.ActorSystem;
import akka.http.javadsl.marshalling.sse.EventStreamMarshalling;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.Query;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.javadsl.Source;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.browser.Engine;
import symposium.eventlog.Json;
import symposium.eventlog.LogHead;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.EventLogFollower;
import symposium.eventlog.reading.InvalidLog;
import symposium.kernel.ProcessId;

/**
 * The live page of a run: what its event logs say, while they are written.
 *
 * <ul>
 *   <li>{@code GET /}: the page
 *   <li>{@code GET /events?from=K}: the events from this place on, and those that come, as server-sent events: arrays
 *       of JSON objects
 *   <li>{@code POST /fault?name=F&process=P}, and {@code &other=Q} for one of a link, without both for one of the run:
 *       lets a {@link RunFault} happen, where the run has it to offer; only from the page
 *   <li>{@code POST /verify?kind=K&formula=F&second=G}: replays what has been logged so far in the protocol; {@code K}
 *       is {@code always}, {@code never}, {@code leads} or {@code until}, or empty if nothing is asked; only from the
 *       page
 * </ul>
 */
public final class RunServer implements AutoCloseable {

    /** The page sends it; a form or a link of elsewhere cannot. */
    static final String FROM_THE_PAGE = "X-Symposium";

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PUSH = Duration.ofMillis(100);
    private static final Duration ALIVE = Duration.ofSeconds(5);
    private static final int MOST_AT_ONCE = 500;

    private final ActorSystem system;
    private final WebServer server;
    private final EventLogFollower follower;
    private final RunFeed feed;
    private final AtomicReference<Optional<LogHead>> head;
    private final ScheduledExecutorService polling = new ScheduledThreadPoolExecutor(
            1,
            work -> {
                Thread thread = new Thread(work, "symposium-page");
                thread.setDaemon(true);
                return thread;
            },
            // What the run still does when the page has ended is shown to no one.
            new ThreadPoolExecutor.DiscardPolicy());

    /** The logs cannot be read, or the page has ended. */
    private final AtomicBoolean ended = new AtomicBoolean();

    private RunServer(
            ActorSystem system,
            WebServer server,
            EventLogFollower follower,
            RunFeed feed,
            AtomicReference<Optional<LogHead>> head) {
        this.head = head;
        this.system = system;
        this.server = server;
        this.follower = follower;
        this.feed = feed;
    }

    /**
     * Serves the page of a run.
     *
     * @param logs the directory of the event logs, which need not be there yet
     * @param head of the logs that are shown; without one, that of the first that is found
     * @param port of the loopback address; 0 for any that is free
     * @param faults that the page has buttons for; there may be none
     * @param problem is told in one line when the logs cannot be read
     * @throws IOException when the port is not free
     */
    public static RunServer start(
            Path logs, Optional<LogHead> head, int port, String title, List<RunFault> faults, Consumer<String> problem)
            throws IOException {
        return serve(logs, head, port, RunPage.live(title, faults, Optional.empty()), faults, problem);
    }

    /**
     * Serves the page of a run that is done, which can replay its log.
     *
     * @param logs the directory that has the log
     * @param port of the loopback address; 0 for any that is free
     * @param problem is told in one line when the log cannot be read
     * @throws IOException when the port is not free
     */
    public static RunServer start(Path logs, EventLog log, int port, Consumer<String> problem) throws IOException {
        String page = RunPage.live(log.head().algorithm(), List.of(), Optional.of(log));
        return serve(logs, Optional.of(log.head()), port, page, List.of(), problem);
    }

    private static RunServer serve(
            Path logs, Optional<LogHead> head, int port, String page, List<RunFault> faults, Consumer<String> problem)
            throws IOException {
        ActorSystem system = ActorSystem.create(
                "page",
                ConfigFactory.parseString("akka.actor.provider = local\nakka.jvm-shutdown-hooks = off")
                        .withFallback(ConfigFactory.load()));
        RunFeed feed = new RunFeed(RunFeed.MOST);
        try {
            AtomicReference<Optional<LogHead>> followed = new AtomicReference<>(head);
            Pages pages = new Pages(feed, page, faults, query -> verified(logs, followed.get(), query));
            RunServer run = new RunServer(
                    system,
                    WebServer.start(system, port, pages.route()),
                    new EventLogFollower(logs, head),
                    feed,
                    followed);
            run.polling.scheduleWithFixedDelay(() -> run.poll(problem), 0, POLL.toMillis(), TimeUnit.MILLISECONDS);
            return run;
        } catch (IOException bound) {
            system.terminate();
            throw bound;
        }
    }

    /** The answer of the page's engine, of what has been logged so far. */
    private static String verified(Path logs, Optional<LogHead> head, Query query) {
        try {
            return head.isEmpty()
                    ? error("nothing has been logged yet")
                    : Engine.verify(
                            EventLogFollower.soFar(logs, head.get()),
                            query.getOrElse("kind", ""),
                            query.getOrElse("formula", ""),
                            query.getOrElse("second", ""));
        } catch (InvalidLog | IOException unreadable) {
            return error(unreadable.getMessage());
        }
    }

    private static String error(String why) {
        return Json.text(Map.of("error", why));
    }

    private void poll(Consumer<String> problem) {
        try {
            List<EventLogFollower.Followed> lines = follower.poll();
            head.set(follower.head());
            if (!lines.isEmpty()) {
                feed.add(follower.head().orElseThrow(), lines);
            }
        } catch (InvalidLog | IOException | RuntimeException failure) {
            if (ended.compareAndSet(false, true)) {
                problem.accept("the page goes no further: " + failure.getMessage());
            }
        }
    }

    /** Where the page is. */
    public String address() {
        return server.address() + "/";
    }

    /**
     * Shows what is in no log.
     *
     * @param gone whether the process is gone with that
     */
    public void happens(ProcessId process, String what, boolean gone) {
        // After what it has done until then.
        polling.schedule(() -> feed.happens(process, what, gone), 4 * POLL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        ended.set(true);
        // After a reading that has begun: an interrupt would be its failure.
        polling.submit(() -> {
            follower.close();
            return follower;
        });
        polling.shutdown();
        server.close();
        system.terminate();
    }

    private static final class Pages extends AllDirectives {
        private final RunFeed feed;
        private final String page;
        private final List<RunFault> faults;
        private final Function<Query, String> verify;

        Pages(RunFeed feed, String page, List<RunFault> faults, Function<Query, String> verify) {
            this.feed = feed;
            this.page = page;
            this.faults = faults;
            this.verify = verify;
        }

        Route route() {
            return concat(
                    get(() -> concat(
                            pathSingleSlash(() -> complete(WebServer.page(page))),
                            path(
                                    "events",
                                    () -> parameterOptional(
                                            "from",
                                            from -> completeOK(
                                                    events(
                                                            from.filter(text -> text.matches("[0-9]{1,9}"))
                                                                    .map(Integer::valueOf)
                                                                    .orElse(0)),
                                                    EventStreamMarshalling.toEventStream()))))),
                    post(() -> concat(
                            path("fault", () -> extractRequest(this::fault)),
                            path("verify", () -> extractRequest(this::verify)))));
        }

        private Route verify(HttpRequest request) {
            if (request.getHeader(FROM_THE_PAGE).isEmpty()) {
                return complete(StatusCodes.FORBIDDEN, "a formula is asked by the page\n");
            }
            Query query = request.getUri().query();
            return completeWithFuture(CompletableFuture.supplyAsync(() -> verify.apply(query))
                    .thenApply(answer -> HttpResponse.create().withEntity(ContentTypes.APPLICATION_JSON, answer)));
        }

        /** A browser that goes away ends its stream, and nothing else. */
        private Source<ServerSentEvent, NotUsed> events(int from) {
            AtomicInteger next = new AtomicInteger(from);
            return Source.tick(Duration.ZERO, PUSH, "")
                    .mapConcat(tick -> {
                        List<RunFeed.Moment> some = feed.from(next.get(), MOST_AT_ONCE);
                        if (some.isEmpty()) {
                            return List.of();
                        }
                        next.set(some.get(some.size() - 1).place() + 1);
                        return List.of(ServerSentEvent.create(some.stream()
                                .map(each -> each.json().toString())
                                .collect(Collectors.joining(",", "[", "]"))));
                    })
                    .keepAlive(ALIVE, ServerSentEvent::heartbeat)
                    .mapMaterializedValue(ignored -> NotUsed.getInstance());
        }

        private Route fault(HttpRequest request) {
            Query query = request.getUri().query();
            Optional<RunFault> named = faults.stream()
                    .filter(each ->
                            query.get("name").filter(each.name()::equals).isPresent())
                    .findFirst();
            if (named.isEmpty()) {
                return complete(StatusCodes.NOT_FOUND, "this run has no such fault to offer\n");
            }
            if (request.getHeader(FROM_THE_PAGE).isEmpty()) {
                return complete(StatusCodes.FORBIDDEN, "faults are for the buttons of the page\n");
            }
            List<Integer> processes = Stream.of("process", "other")
                    .limit(named.get().processes())
                    .flatMap(each -> query.get(each).stream())
                    .filter(number -> number.matches("[0-9]{1,4}"))
                    .map(Integer::valueOf)
                    .distinct()
                    .toList();
            if (processes.size() < named.get().processes()) {
                return complete(
                        StatusCodes.BAD_REQUEST,
                        named.get().processes() == 1
                                ? "the query must be process=P, P the number of a process\n"
                                : "the query must be process=P and other=Q, the numbers of two processes\n");
            }
            return complete(named.get()
                    .happens()
                    .apply(processes)
                    .map(why -> HttpResponse.create()
                            .withStatus(StatusCodes.CONFLICT)
                            .withEntity(why + "\n"))
                    .orElseGet(HttpResponse::create));
        }
    }
}
