package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.Mode;
import symposium.cluster.execution.NodePaths;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Holder;
import symposium.service.status.ClusterStatus;
import symposium.service.status.StatusService;

/** A probe stands for the status of the cluster. */
class HolderSearchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String OWNER = "akka://shop/system/symposium-owner-1-night+batch";

    @AutoClose("shutdownTestKit")
    private final ActorTestKit kit = ActorTestKit.create();

    private final TestProbe<StatusService.Command> status = kit.createTestProbe();
    private final TestProbe<List<HolderSearch.Found>> found = kit.createTestProbe();
    private final AtomicReference<HolderSearch> search = new AtomicReference<>();
    private final ActorRef<Runnable> service;

    HolderSearchTest() {
        kit.system()
                .systemActorOf(
                        Behaviors.<StatusService.Command>receiveMessage(asked -> {
                            status.ref().tell(asked);
                            return Behaviors.same();
                        }),
                        NodePaths.STATUS,
                        Props.empty());
        service = kit.spawn(service());
    }

    private Behavior<Runnable> service() {
        return Behaviors.setup(context -> {
            search.set(HolderSearch.of(
                    HolderSearch.Reach.CLUSTER, context, context.getSelf()::tell, () -> List.of(held("x", 5))));
            return Behaviors.receiveMessage(what -> {
                what.run();
                return Behaviors.same();
            });
        });
    }

    private static LockService.Entry held(String name, long grant) {
        return new LockService.Entry(
                "1", OWNER, Claims.exclusive(name), Optional.of(new Fence(7, grant)), Instant.ofEpochSecond(9));
    }

    private void late(String name) {
        service.tell(() -> search.get().find(Claims.exclusive(name), found.ref()::tell));
    }

    private static ClusterStatus none() {
        return new ClusterStatus("akka://shop", Instant.ofEpochSecond(9), List.of(), List.of());
    }

    /** A thousand limits that pass at the same time. */
    @Test
    void oneQuestionGoesForAllThatAreLateMeanwhile() {
        late("0");
        StatusService.GetClusterStatus first = (StatusService.GetClusterStatus) status.receiveMessage(PATIENCE);
        IntStream.range(0, 1000).forEach(each -> late("name " + each % 200));
        service.tell(() -> first.replyTo().tell(none()));
        StatusService.GetClusterStatus second = (StatusService.GetClusterStatus) status.receiveMessage(PATIENCE);
        assertEquals(100, second.names().size(), "a question is bounded");
        second.replyTo().tell(none());
        found.receiveSeveralMessages(1001, PATIENCE);
        status.expectNoMessage(Duration.ZERO);
    }

    @Test
    void whereTheClusterDoesNotAnswerThisMemberSaysWhatItKnows() {
        late("x");
        assertEquals(
                List.of(new HolderSearch.Found(
                        new Holder(
                                "x",
                                kit.system().address().toString(),
                                "night batch",
                                new Fence(7, 5),
                                Instant.ofEpochSecond(9)),
                        Mode.EXCLUSIVE,
                        Mode.EXCLUSIVE)),
                found.receiveMessage(PATIENCE));
    }

    @Test
    void howItIsHeldIsSaidUnlessItIsHeldAlone() {
        assertEquals("", how(Mode.EXCLUSIVE, Mode.SHARED));
        assertEquals(" (shared)", how(Mode.SHARED, Mode.EXCLUSIVE));
        assertEquals(" (2 of 5 permits)", how(Mode.permits(2, 5), Mode.permits(4, 5)));
        assertEquals(" (2 of 5 permits)", how(Mode.permits(2, 5), Mode.EXCLUSIVE));
        assertEquals(
                " (2 of 5 permits; asked for were 1 of 2, and the smaller number counts)",
                how(Mode.permits(2, 5), Mode.permits(1, 2)));
    }

    private static String how(Mode held, Mode claimed) {
        Holder holder = new Holder("t", "akka://shop", "main", new Fence(7, 5), Instant.ofEpochSecond(9));
        String found = new HolderSearch.Found(holder, held, claimed).toString();
        assertTrue(
                found.startsWith("t is held by main at akka://shop since 1970-01-01T00:00:09Z under fence 7.5"), found);
        return found.substring(holder.toString().length());
    }

    @Test
    void whenTheServiceStopsAllAreAnswered() {
        late("x");
        status.receiveMessage(PATIENCE);
        late("y");
        service.tell(() -> search.get().end());
        assertEquals(List.of(List.of(), List.of()), found.receiveSeveralMessages(2, PATIENCE));
    }
}
