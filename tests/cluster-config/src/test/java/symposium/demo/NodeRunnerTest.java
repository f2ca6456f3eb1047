package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.demo.script.DemoScript.Service;
import symposium.service.member.Termination;

class NodeRunnerTest {

    private static final int EVENTS = 200;

    /** A node runs for months, and each of its events is a turn of the loop that waits for its end. */
    @Test
    @Timeout(120)
    void whatANodeKeepsUntilItsEndDoesNotGrowWithItsEvents() throws Exception {
        NodeRunner runner = new NodeRunner(
                Hocon.quickNode(Map.of(
                        "symposium.process", 0, "symposium.processes", 1, "symposium.services", List.of("process"))),
                Service.LOCK);
        CompletableFuture<SymposiumNode> node = new CompletableFuture<>();
        runner.giveTo((host, service) -> {
            host.join(List.of(host.address()));
            node.complete(host);
        });
        AtomicInteger events = new AtomicInteger();
        CompletableFuture<Boolean> enough = new CompletableFuture<>();
        CompletableFuture<Termination> ended = CompletableFuture.supplyAsync(() -> {
            try {
                return runner.used(new ThinkTimes(Duration.ofMillis(1), Duration.ofMillis(1)), 1)
                        .tell(line -> {}, (at, event) -> {
                            if (events.incrementAndGet() == EVENTS) {
                                enough.complete(true);
                            }
                        });
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        assertEquals(true, CompletableFuture.anyOf(enough, ended).get(100, TimeUnit.SECONDS));
        int dependents = dependents(node.join());
        assertTrue(dependents < EVENTS / 10, () -> dependents + " dependents after " + EVENTS + " events");
        runner.leave();
        assertEquals(Termination.Cause.LEFT, ended.get(60, TimeUnit.SECONDS).cause());
    }

    private static int dependents(SymposiumNode node) throws ReflectiveOperationException {
        Field end = SymposiumNode.class.getDeclaredField("ended");
        end.setAccessible(true);
        return ((CompletableFuture<?>) end.get(node)).getNumberOfDependents();
    }
}
