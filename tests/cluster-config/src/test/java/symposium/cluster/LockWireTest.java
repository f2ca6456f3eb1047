package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.Address;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.SerializationTestKit;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.cluster.leader.LeaderReport;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** Whatever members say to each other of named locks and elections arrives as it was sent. */
class LockWireTest {

    private static final Claims CLAIMS =
            Claims.exclusive("x").and(Claims.shared("y")).and(Claims.permits("z", 2, 5));
    private static final Fence FENCE = new Fence(1_700_000_000L, 7);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(
            "wire", ConfigFactory.parseString("akka.actor.provider = local").withFallback(ConfigFactory.load()));

    @Test
    void everyCommandAndEveryReplyArrivesAsItWasSent() {
        ActorRef<LockService.Reply> owner =
                KIT.<LockService.Reply>createTestProbe().ref();
        ActorRef<LockService.Status> asking =
                KIT.<LockService.Status>createTestProbe().ref();
        ActorRef<LeaderReport> watcher = KIT.<LeaderReport>createTestProbe().ref();
        Optional<Duration> limit = Optional.of(Duration.ofMillis(1500));
        List<Object> samples = List.of(
                new LockService.Acquire("1", CLAIMS, limit, owner),
                new LockService.TryAcquire("1", Claims.leadership("x"), Optional.of(Duration.ofSeconds(5)), owner),
                new LockService.Campaign("1", "x", "10.0.0.1:80", limit, owner),
                new LockService.Cancel("1", owner, owner),
                new LockService.Release("1", FENCE, owner),
                new LockService.GetStatus(asking),
                new LeaderReport.Watch("x", watcher),
                new LeaderReport.Unwatch("x", watcher),
                new LockService.Granted("1", Claims.leadership("x"), FENCE),
                new LockService.NotFree("1", CLAIMS),
                new LockService.TimedOut(
                        "1",
                        Duration.ofMillis(1),
                        "why",
                        List.of(new LockService.Holder(
                                "x", "akka://shop@10.0.0.1:2551", "billing", FENCE, Instant.ofEpochMilli(7)))),
                new LockService.Cancelled("1"),
                new LockService.Refused("1", LockService.Reason.INVALID, "why"),
                new LockService.Released("1", FENCE),
                new LockService.NotHeld("1", "why"),
                new LockService.Lost("1", FENCE, "why"),
                new LockService.Leaving("1", FENCE, Duration.ofSeconds(3)),
                new LockService.Unavailable("1", LockService.UnavailableCause.NO_MAJORITY, "why"));
        assertEquals(
                Stream.of(LockService.class, LeaderReport.class)
                        .flatMap(each -> Arrays.stream(each.getDeclaredClasses()))
                        .filter(type -> type.isRecord()
                                && (LockService.Command.class.isAssignableFrom(type)
                                        || LockService.Reply.class.isAssignableFrom(type)))
                        .collect(Collectors.toSet()),
                samples.stream().map(Object::getClass).collect(Collectors.toSet()),
                "a sample of each");
        SerializationTestKit serialization = new SerializationTestKit(KIT.system());
        samples.forEach(sample -> serialization.verifySerialization(sample, true));
        LeaderState.Leader leader =
                new LeaderState.Leader("x", FENCE, "10.0.0.1:80", new Address("akka", "shop", "10.0.0.1", 2551));
        for (Optional<LeaderState.Leader> each : Set.of(Optional.of(leader), Optional.<LeaderState.Leader>empty())) {
            serialization.verifySerialization(new LeaderReport("x", each, true, owner), true);
        }
    }
}
