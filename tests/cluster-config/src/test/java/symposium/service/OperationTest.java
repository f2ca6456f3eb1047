package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.CoordinatedShutdown;
import akka.actor.ExtendedActorSystem;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.Uri;
import akka.management.javadsl.AkkaManagement;
import akka.management.javadsl.ManagementRouteProviderSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.JsonNumbers;
import symposium.browser.Chromium;
import symposium.cluster.settings.Hocon;
import symposium.management.StatusRoutes;
import symposium.metrics.SymposiumMetrics;
import symposium.service.election.Leadership;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.NotGranted;
import symposium.service.member.NodeEnded;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.Outcome;
import symposium.telemetry.ServiceTelemetry;

/** What an operator reads of a node: readiness, status, endpoints, meters and events. */
class OperationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> SERVICES = List.of("process", "resources", "election");
    private static final List<String> EVENTS = List.of(
            "symposium.Acquire", "symposium.Release", "symposium.Loss", "symposium.Regeneration", "symposium.Election");

    @TempDir
    static Path directory;

    @AutoClose
    private static Recording recording;

    @AutoClose("shutdownTestKit")
    private static ActorTestKit kit;

    private static Symposium symposium;
    private static Uri management;

    @BeforeAll
    static void start() throws Exception {
        recording = new Recording();
        EVENTS.forEach(recording::enable);
        recording.start();
        kit = node(1);
        symposium = Symposium.get(kit.system());
        assertTrue(symposium.notReady().isPresent(), "it has not joined");
        CompletionStage<akka.Done> ready = symposium.ready();
        join(kit, kit);
        got(ready);
        management = got(AkkaManagement.get(kit.system()).start());
    }

    private static ActorTestKit node(int processes) {
        Map<String, Object> said = new HashMap<>();
        said.put("symposium.process", 0);
        said.put("symposium.processes", processes);
        said.put("symposium.services", SERVICES);
        said.put("akka.management.http.hostname", "127.0.0.1");
        said.put("akka.management.http.port", 0);
        said.put("akka.management.http.routes.symposium", "symposium.management.StatusRoutes");
        said.put("akka.management.health-checks.readiness-checks.symposium", "symposium.service.ReadinessCheck");
        return ActorTestKit.create("shop", Hocon.quickNode(said));
    }

    private static void join(ActorTestKit one, ActorTestKit other) {
        Cluster.get(one.system())
                .manager()
                .tell(Join.create(Cluster.get(other.system()).selfMember().address()));
    }

    // --- readiness

    @Test
    void aNodeThatIsReadyIsSoAtOnceAndAtTheEndpoint() throws Exception {
        assertTrue(symposium.isReady());
        got(symposium.ready());
        assertEquals(200, get("/ready").statusCode());
        assertEquals(200, get("/alive").statusCode());
    }

    /** One of two sees no majority: it is not ready, and says why; a lease that it has is lost when it ends. */
    @Test
    void aNodeIsReadyWhenItSeesAMajorityUntilItEnds() throws Exception {
        ActorTestKit one = node(2);
        Map<String, Object> said =
                Map.of("symposium.process", 1, "symposium.processes", 2, "symposium.services", SERVICES);
        ActorTestKit two = ActorTestKit.create("shop", Hocon.quickNode(said));
        try {
            Symposium first = Symposium.get(one.system());
            join(one, one);
            assertFalse(first.isReady());
            String why = first.notReady().orElseThrow();
            assertTrue(
                    why.matches(
                            "the node sees no majority: it is not up yet, or is cut off; it reaches [01] of 2 processes"
                                    + " \\(symposium.processes\\), and 2 are a majority"),
                    why);
            NotGranted late = assertThrows(
                    NotGranted.class,
                    () -> cause(first.locks().acquire(Claims.exclusive("till"), Duration.ofMillis(50))));
            assertEquals("not granted within 50 ms: this node sees no majority now", late.getMessage());
            CompletionStage<akka.Done> ready = first.ready();
            Symposium.get(two.system());
            join(two, one);
            got(ready);
            assertEquals(Optional.empty(), first.notReady());

            Lease lease = got(first.locks().acquire("till"));
            CoordinatedShutdown.get(one.system()).runAll(CoordinatedShutdown.actorSystemTerminateReason());
            got(lease.lost());
            assertEquals(
                    1, NodeTelemetry.get(one.system()).requests().leasesEnded(Outcome.LOST), "counted as it is told");
            assertFalse(first.isReady());
            assertThrows(NodeEnded.class, () -> cause(first.ready()));
            assertTrue(
                    first.notReady().orElseThrow().contains("leaves"),
                    first.notReady().toString());
        } finally {
            one.shutdownTestKit();
            two.shutdownTestKit();
        }
    }

    // --- status

    @Test
    void theStatusSaysWhoHoldsAndWhoWaits() throws Exception {
        Lease held = got(symposium.locks().acquire(Claims.exclusive("a").and(Claims.shared("b"))));
        CompletableFuture<Lease> waits = symposium.locks().acquire("b");
        ClusterStatus status = await(seen -> seen.locks().stream()
                .anyMatch(lock -> lock.name().equals("b") && lock.waiters().size() == 1));
        assertEquals(List.of(), status.silent());
        NodeStatus node = status.nodes().get(0);
        assertEquals(address(), node.node());
        assertEquals(List.of(address()), node.members());
        assertEquals(Optional.empty(), node.notReady());
        assertEquals(
                List.of("election", "process", "resources"),
                node.services().stream().map(NodeStatus.Service::name).toList());
        assertTrue(node.services().stream().allMatch(each -> each.begun() && each.answers()), node.toString());
        ClusterStatus.NamedLock b = lock(status, "b");
        assertEquals("privileges", b.algorithm());
        assertEquals(held.fence(), b.holders().get(0).fence().orElseThrow());
        assertEquals(2, b.holders().get(0).names());
        assertEquals(Optional.empty(), b.waiters().get(0).fence());
        assertEquals(status.locks().get(0), b, "the most awaited is the first");
        held.close();
        got(waits).close();
    }

    private static ClusterStatus.NamedLock lock(ClusterStatus status, String name) {
        return status.locks().stream()
                .filter(lock -> lock.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ClusterStatus await(Predicate<ClusterStatus> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        ClusterStatus status = got(symposium.status());
        while (!condition.test(status)) {
            assertTrue(System.nanoTime() < deadline, "not seen within " + PATIENCE + "; the last was " + status);
            status = got(symposium.status());
        }
        return status;
    }

    private static String address() {
        return Cluster.get(kit.system()).selfMember().address().toString();
    }

    // --- endpoints

    @Test
    void theEndpointsAnswerInJson() throws Exception {
        Lease held = got(symposium.locks().acquire("endpoint"));
        JsonNode nodes = json("/symposium/status");
        assertEquals(address(), nodes.at("/nodes/0/node").asText());
        assertTrue(nodes.at("/nodes/0/ready").asBoolean());
        assertTrue(nodes.at("/nodes/0/held").asInt() >= 1, nodes.toString());
        assertTrue(nodes.at("/nodes/0/services/0").has("dropped"), nodes.toString());
        assertEquals(0, nodes.at("/silent").size());
        JsonNode locks = json("/symposium/locks?name=endpoint&name=unused&limit=5");
        assertEquals(1, locks.at("/locks").size());
        assertEquals("endpoint", locks.at("/locks/0/name").asText());
        assertEquals("exclusive", locks.at("/locks/0/holders/0/mode").asText());
        assertEquals(
                TextNode.valueOf(Long.toString(held.fence().number())), locks.at("/locks/0/holders/0/fenceNumber"));
        assertEquals(0, locks.at("/locks/0/waiters").size());
        got(held.release());
        assertEquals(0, json("/symposium/locks?name=endpoint").at("/locks").size());
    }

    /** In a browser; a name with markup in it is shown as it is, and a step back shows what was before. */
    @Test
    void thePageShowsWhoHoldsAndWhoWaitsNowAndBefore() throws Exception {
        String name = "<b onclick=alert(1)>order</b> 17";
        Lease held = got(symposium.locks().as("billing <i>batch</i> 7").acquire(name));
        CompletableFuture<Lease> waits = symposium.locks().as("report").acquire(name);
        try (Chromium browser = Chromium.launch()) {
            Page page = browser.page();
            page.navigate("http://127.0.0.1:" + management.port() + "/symposium/page");
            page.locator("#name").fill(name);
            Locator lock = page.locator("#locks summary").filter(new Locator.FilterOptions().setHasText(name));
            lock.locator("text=1 hold, 1 wait").waitFor();
            lock.click();
            page.locator("#locks td:has-text('billing <i>batch</i> 7')").waitFor();
            page.locator("#locks td:text-is('" + held.fence() + "')").waitFor();
            page.locator("#nodes td:has-text('ready')").first().waitFor();
            got(held.release());
            got(waits).close();
            page.locator("#locks:has-text('No lock is held')").waitFor();
            page.locator("h1").click();
            while (page.locator("#locks td:has-text('billing <i>batch</i> 7')").count() == 0) {
                assertTrue(page.locator("#moment").inputValue().compareTo("0") > 0, "the first answer, without it");
                page.keyboard().press("ArrowLeft");
            }
            assertEquals("false", page.locator("#live").getAttribute("aria-pressed"));
            page.keyboard().press("End");
            page.locator("#locks:has-text('No lock is held')").waitFor();
            assertEquals(List.of(), browser.errors());
        } finally {
            held.close();
            waits.thenAccept(Lease::close);
        }
    }

    @Test
    void whatIsLeftOutIsCounted() throws Exception {
        Lease one = got(symposium.locks().acquire("left 1"));
        Lease two = got(symposium.locks().acquire("left 2"));
        JsonNode locks = json("/symposium/locks?name=left%201&name=left%202&limit=1");
        assertEquals(1, locks.at("/locks").size());
        assertEquals(1, locks.at("/locksLeftOut").asInt());
        assertEquals(0, locks.at("/heldLeftOut").asInt());
        one.close();
        two.close();
    }

    @Test
    void badInputIsRefusedInOneLine() throws Exception {
        badRequest("/symposium/locks?limit=0", "limit is '0': it is a whole number from 1 to 1000");
        badRequest("/symposium/locks?limit=many", "limit is 'many'");
        badRequest("/symposium/locks?limit=1&limit=2", "limit is '1 and 2'");
        badRequest(
                "/symposium/status?patience=99999999", "patience is '99999999': it is a whole number from 1 to 60000");
        badRequest("/symposium/status?limit=1", "there is no parameter 'limit'; there are patience");
        badRequest("/symposium/locks?name=", "a name has 1 to 255 characters");
        assertEquals(404, get("/symposium/nothing").statusCode());
        HttpRequest.Builder post =
                request(management.port(), "/symposium/status").POST(HttpRequest.BodyPublishers.noBody());
        assertEquals(405, sent(post).statusCode());
    }

    /** The routes look at where Akka Management is bound; this server is on loopback all the same. */
    @Test
    void beyondLoopbackTheEndpointsAreClosedUnlessToldOtherwise() throws Exception {
        HttpResponse<String> closed = bound("0.0.0.0", false);
        assertEquals(403, closed.statusCode());
        assertTrue(closed.body().contains("symposium.management.beyond-loopback"), closed.body());
        assertEquals(400, bound("0.0.0.0", true).statusCode(), "the parameter is looked at");
        assertEquals(400, bound("localhost", false).statusCode());
    }

    private static HttpResponse<String> bound(String hostname, boolean beyond) throws Exception {
        ActorTestKit local = ActorTestKit.create(
                "bound",
                ConfigFactory.parseMap(Map.of(
                                "akka.management.http.bind-hostname",
                                hostname,
                                "symposium.management.beyond-loopback",
                                beyond))
                        .withFallback(ConfigFactory.load()));
        try {
            ManagementRouteProviderSettings settings =
                    ManagementRouteProviderSettings.create(Uri.create("http://" + hostname));
            ServerBinding server = got(Http.get(local.system())
                    .newServerAt("127.0.0.1", 0)
                    .bind(new StatusRoutes((ExtendedActorSystem) Adapter.toClassic(local.system())).routes(settings)));
            return get(server.localAddress().getPort(), "/symposium/status?wrong=1");
        } finally {
            local.shutdownTestKit();
        }
    }

    private static void badRequest(String path, String line) throws Exception {
        HttpResponse<String> response = get(path);
        assertEquals(400, response.statusCode(), path);
        assertTrue(response.body().startsWith(line), response.body());
        assertEquals(1, response.body().lines().count());
    }

    private static JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertEquals(200, response.statusCode(), response.body());
        return JsonNumbers.exact(new ObjectMapper().readTree(response.body()));
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return get(management.port(), path);
    }

    private static HttpResponse<String> get(int port, String path) throws Exception {
        return sent(request(port, path).GET());
    }

    private static HttpResponse<String> sent(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE);
    }

    // --- meters

    @Test
    void theMetersCountRequestsAndTimeThem() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (SymposiumMetrics metrics = new SymposiumMetrics(kit.system())) {
            metrics.bindTo(registry);
            double granted = answered(registry, "granted");
            double released = registry.get("symposium.leases.ended")
                    .tag("outcome", "released")
                    .functionCounter()
                    .count();
            Lease lease = got(symposium.locks().acquire("meter"));
            assertTrue(registry.get("symposium.leases.held").gauge().value() >= 1);
            assertEquals(Optional.empty(), got(symposium.locks().tryAcquire(Claims.exclusive("meter"))));
            assertThrows(
                    NotGranted.class,
                    () -> cause(symposium.locks().acquire(Claims.exclusive("meter"), Duration.ofMillis(20))));
            assertThrows(NotGranted.class, () -> cause(symposium.locks().acquire("")));
            got(lease.release());
            assertEquals(granted + 1, answered(registry, "granted"));
            assertEquals(1, timed(registry, "symposium.requests.wait", "granted"));
            assertEquals(1, timed(registry, "symposium.requests.wait", "not_free"));
            assertEquals(1, timed(registry, "symposium.requests.wait", "timed_out"));
            assertEquals(1, timed(registry, "symposium.requests.wait", "refused"));
            assertEquals(1, timed(registry, "symposium.leases.hold", "released"));
            assertEquals(
                    released + 1,
                    registry.get("symposium.leases.ended")
                            .tag("outcome", "released")
                            .functionCounter()
                            .count());
            assertEquals(1, registry.get("symposium.ready").gauge().value());
            await(status -> telemetry("election").leaderships() > 0);
            for (String name : List.of(
                    "messages.sent",
                    "messages.resent",
                    "messages.received",
                    "messages.dropped",
                    "regenerations",
                    "elections",
                    "leaderships")) {
                double count = registry.get("symposium." + name)
                        .tags("service", "election", "algorithm", "chang-roberts-terms")
                        .functionCounter()
                        .count();
                assertTrue(name.equals("messages.dropped") ? count == 0 : count >= 0, name + ": " + count);
                assertTrue(!name.equals("leaderships") || count > 0, "it leads");
            }
        }
        got(got(symposium.locks().acquire("meter")).release());
        assertEquals(1, timed(registry, "symposium.requests.wait", "granted"), "it is closed");
    }

    /** An election by name is a service of named locks: it counts there, without its name. */
    @Test
    void theMetersCountElectionsByName() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (SymposiumMetrics metrics = new SymposiumMetrics(kit.system())) {
            metrics.bindTo(registry);
            double elections = ofLocks(registry, "elections");
            double leaderships = ofLocks(registry, "leaderships");
            for (int term = 1; term <= 2; term++) {
                got(symposium.elections().campaign("counted", "me")).close();
                assertEquals(elections + term, ofLocks(registry, "elections"));
                assertEquals(leaderships + term, ofLocks(registry, "leaderships"));
            }
            got(got(symposium.locks().acquire("counted")).release());
            assertEquals(elections + 2, ofLocks(registry, "elections"), "a lock is no election");
        }
    }

    private static double ofLocks(SimpleMeterRegistry registry, String name) {
        return registry.get("symposium." + name)
                .tags("service", "resources", "algorithm", "privileges")
                .functionCounter()
                .count();
    }

    private static double answered(SimpleMeterRegistry registry, String outcome) {
        return registry.get("symposium.requests")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    private static long timed(SimpleMeterRegistry registry, String name, String outcome) {
        return registry.get(name).tag("outcome", outcome).timer().count();
    }

    // --- events

    @Test
    void theFlightRecorderHasAnEventOfEachKind() throws Exception {
        got(got(symposium.locks().acquire("recorded")).release());
        Leadership leadership = got(symposium.elections().campaign("recorded", "me"));
        long term = leadership.term();
        leadership.close();
        assertThrows(NotGranted.class, () -> cause(symposium.locks().acquire("")));
        Path file = directory.resolve("symposium.jfr");
        await(status -> telemetry("process").regenerations() > 0
                && telemetry("election").leaderships() > 0);
        recording.dump(file);
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> EVENTS.contains(event.getEventType().getName())
                        && event.getString("node").equals(address()))
                .toList();
        RecordedEvent acquire = named(events, "symposium.Acquire", "recorded");
        assertEquals("granted", acquire.getString("outcome"));
        RecordedEvent release = named(events, "symposium.Release", "recorded");
        assertEquals("released", release.getString("outcome"));
        assertEquals(acquire.getString("fence"), release.getString("fence"));
        assertFalse(release.getStartTime().isBefore(acquire.getEndTime()), acquire + " " + release);
        assertTrue(
                events.stream()
                        .anyMatch(event -> event.getEventType().getName().equals("symposium.Acquire")
                                && event.getString("outcome").equals("refused")),
                events.toString());
        RecordedEvent regeneration = events.stream()
                .filter(event -> event.getEventType().getName().equals("symposium.Regeneration"))
                .findFirst()
                .orElseThrow();
        assertEquals("ewd851-misra", regeneration.getString("algorithm"));
        assertEquals("e.8", regeneration.getString("rule"));
        RecordedEvent election = events.stream()
                .filter(event -> event.getEventType().getName().equals("symposium.Election")
                        && event.getString("service").equals("election"))
                .findFirst()
                .orElseThrow();
        assertTrue(election.getBoolean("self") && election.getLong("term") > 0, election.toString());
        RecordedEvent byName = events.stream()
                .filter(event -> event.getEventType().getName().equals("symposium.Election")
                        && event.getString("election").equals("recorded"))
                .findFirst()
                .orElseThrow();
        assertEquals("resources", byName.getString("service"));
        assertEquals(term, byName.getLong("term"));
    }

    private static ServiceTelemetry telemetry(String service) {
        return NodeTelemetry.get(kit.system()).services().stream()
                .filter(each -> each.service().equals(service))
                .findFirst()
                .orElseThrow();
    }

    private static RecordedEvent named(List<RecordedEvent> events, String type, String names) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type)
                        && event.getString("names").equals(names))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type + " of " + names + " in " + events));
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static <T> T cause(CompletionStage<T> stage) throws Exception {
        try {
            return got(stage);
        } catch (ExecutionException failed) {
            throw (Exception) failed.getCause();
        }
    }
}
