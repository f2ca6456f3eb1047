package symposium.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.Join;
import akka.cluster.typed.SingletonActor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.mutex.Fence;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.election.Leadership;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.lock.NotGranted;
import symposium.service.status.ClusterStatus;

/** The extension on the actor systems of an application, which are members of one cluster. */
class SymposiumTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int HOSTS = 3;

    private final List<ActorTestKit> kits = new ArrayList<>();

    @AfterEach
    void stop() {
        kits.forEach(ActorTestKit::shutdownTestKit);
    }

    /** Each asks with a temporary reference, which ends with the answer; the owner lives on. */
    @Test
    void whoAsksByThePatternHoldsTheLockAlone() throws Exception {
        cluster(Map.of());
        AtomicInteger inside = new AtomicInteger();
        List<Fence> fences = new ArrayList<>();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (ActorTestKit kit : kits) {
            TestProbe<LockService.Reply> owner = kit.createTestProbe();
            CompletableFuture<Void> turns = CompletableFuture.completedFuture(null);
            for (int turn = 0; turn < 5; turn++) {
                String id = "turn " + turn;
                turns = turns.thenCompose(before -> ask(kit.system(), id, owner.ref()))
                        .thenCompose(granted -> {
                            assertEquals(1, inside.incrementAndGet(), "holders at the same time");
                            fences.add(granted.fence());
                            inside.decrementAndGet();
                            return release(kit.system(), granted, owner.ref());
                        });
            }
            ends.add(turns);
        }
        for (CompletableFuture<Void> end : ends) {
            got(end);
        }
        assertEquals(5 * HOSTS, fences.size());
        assertEquals(fences.stream().sorted().distinct().toList(), fences, "fences grow");
    }

    private static CompletableFuture<LockService.Granted> ask(
            ActorSystem<?> system, String id, ActorRef<LockService.Reply> owner) {
        return AskPattern.<LockService.Command, LockService.Reply>ask(
                        Symposium.get(system).locks().service(),
                        replyTo -> new LockService.Acquire(
                                id, Claims.exclusive("till"), Optional.of(PATIENCE), owner, replyTo, owner),
                        PATIENCE,
                        system.scheduler())
                .thenApply(LockService.Granted.class::cast)
                .toCompletableFuture();
    }

    private static CompletionStage<Void> release(
            ActorSystem<?> system, LockService.Granted granted, ActorRef<LockService.Reply> owner) {
        return AskPattern.<LockService.Command, LockService.Reply>ask(
                        Symposium.get(system).locks().service(),
                        replyTo -> new LockService.Release(granted.id(), granted.fence(), replyTo),
                        PATIENCE,
                        system.scheduler())
                .thenAccept(reply -> assertEquals(LockService.Released.class, reply.getClass()));
    }

    /** An actor that asks by its context owns the lease itself, and holds it until it stops. */
    @Test
    void anActorThatAsksByItsContextHoldsTheLockUntilItStops() throws Exception {
        cluster(Map.of());
        TestProbe<LockService.Reply> probe = kits.get(0).createTestProbe();
        ActorRef<LockService.Reply> holder = kits.get(0).spawn(holder(probe.ref()));
        probe.expectMessageClass(LockService.Granted.class, PATIENCE);
        Locks elsewhere = Symposium.get(kits.get(1).system()).locks();
        assertEquals(Optional.empty(), got(elsewhere.tryAcquire(Claims.exclusive("till"))));
        CompletableFuture<Lease> next = elsewhere.acquire("till");
        kits.get(0).stop(holder);
        got(next).close();
    }

    private static Behavior<LockService.Reply> holder(ActorRef<LockService.Reply> told) {
        return Behaviors.setup(context -> {
            ActorRef<LockService.Reply> self = context.getSelf();
            context.ask(
                    LockService.Reply.class,
                    Symposium.get(context.getSystem()).locks().service(),
                    PATIENCE,
                    replyTo -> new LockService.Acquire(
                            "mine", Claims.exclusive("till"), Optional.empty(), self, replyTo, self),
                    (reply, failure) -> reply);
            return Behaviors.receiveMessage(reply -> {
                told.tell(reply);
                return Behaviors.same();
            });
        });
    }

    /** A member without the role uses the locks through a node that hosts a process, until that node is gone. */
    @Test
    void aMemberThatHostsNoProcessUsesTheLocksOfOthers() throws Exception {
        cluster(Map.of());
        Symposium member = Symposium.get(
                join(Map.of("akka.cluster.roles", List.of("guest"))).system());
        got(member.ready());
        assertTrue(member.isReady());
        Locks guest = member.locks();
        Lease lease = got(guest.acquire("till"));
        Locks host = Symposium.get(kits.get(0).system()).locks();
        assertEquals(Optional.empty(), got(host.tryAcquire(Claims.exclusive("till"))));
        CompletableFuture<Lease> next = host.acquire("till");
        assertEquals(Optional.empty(), got(guest.tryAcquire(Claims.exclusive("till"))), "the guest has another owner");
        got(lease.release());
        Lease taken = got(next);
        ClusterStatus status = got(member.status());
        assertEquals(HOSTS, status.nodes().size() + status.silent().size(), "the guest is no node: " + status);
        assertTrue(taken.fence().compareTo(lease.fence()) > 0, taken + " after " + lease);
        taken.close();
    }

    /** At another node, and at a member that hosts no process. */
    @Test
    void whoWaitsInVainIsToldWhoHoldsIt() throws Exception {
        cluster(Map.of());
        ActorTestKit guest = join(Map.of("akka.cluster.roles", List.of("guest")));
        got(Symposium.get(guest.system()).ready());
        Lease lease = got(Symposium.get(kits.get(0).system())
                .locks()
                .as("billing batch 7")
                .acquire(Claims.exclusive("order 17", "till")));
        Leadership leads = got(elections(kits.get(1)).candidate("the elder").campaign("order 17"));
        for (ActorTestKit late : List.of(kits.get(1), guest)) {
            List<LockService.Holder> holders = lateFor(late, "till").holders();
            assertEquals(
                    List.of("till"),
                    holders.stream().map(LockService.Holder::name).toList());
            LockService.Holder holder = holders.get(0);
            assertEquals("billing batch 7", holder.owner());
            assertEquals(kits.get(0).system().address().toString(), holder.node());
            assertEquals(lease.fence(), holder.fence());
            NotGranted told = lateFor(late, "till");
            assertTrue(
                    told.getMessage()
                            .startsWith("not granted within 100 ms: till is held by billing batch 7 at " + holder.node()
                                    + " since "),
                    told.getMessage());
        }
        NotGranted defeated;
        do {
            defeated = notGranted(elections(kits.get(2)).campaign("order 17", "", Duration.ofMillis(100)));
        } while (defeated.holders().isEmpty());
        assertEquals(
                List.of("election order 17 the elder"),
                defeated.holders().stream()
                        .map(each -> each.name() + " " + each.owner())
                        .toList());
        leads.close();
        lease.close();
    }

    /** On a loaded machine a node may not answer in time who holds it; then the next attempt asks again. */
    private static NotGranted lateFor(ActorTestKit kit, String name) throws Exception {
        NotGranted late;
        do {
            late = notGranted(
                    Symposium.get(kit.system()).locks().acquire(Claims.exclusive(name), Duration.ofMillis(100)));
            assertEquals(NotGranted.Cause.TIMED_OUT, late.reason());
        } while (late.holders().isEmpty());
        return late;
    }

    private static NotGranted notGranted(CompletionStage<?> stage) throws Exception {
        return (NotGranted)
                assertThrows(ExecutionException.class, () -> got(stage)).getCause();
    }

    /** Members follow the leader that are no candidates; one of them hosts no process. */
    @Test
    @Tag("slow")
    void aLeaderStaysWhenOthersJoinAndIsFollowedOnAllMembers() throws Exception {
        ActorTestKit first = host(0);
        ActorTestKit second = host(1);
        Leadership leads = got(elections(first).campaign("x", "first"));
        CompletableFuture<Leadership> waits = elections(second).campaign("x", "second");

        ActorTestKit third = host(2);
        Followed watcher = new Followed(third);
        Followed guest = new Followed(join(Map.of("akka.cluster.roles", List.of("guest"))));
        for (Followed followed : List.of(watcher, guest)) {
            LeaderState.Leader leader = followed.leader("first");
            assertEquals(leads.term(), leader.term());
            assertEquals(first.system().address(), leader.node());
        }
        assertTrue(leads.isLeader(), "others have joined");
        assertFalse(waits.isDone());
        got(Symposium.get(third.system()).locks().acquire("x")).close();

        got(leads.resign());
        Leadership next = got(waits);
        assertTrue(next.term() > leads.term(), next + " after " + leads);
        for (Followed followed : List.of(watcher, guest)) {
            assertEquals(next.term(), followed.leader("second").term());
        }
        assertEquals(next.fence(), got(elections(third).leader("x")).fence());
        assertEquals(next.fence(), new Followed(first).leader("second").fence(), "one that comes later");

        second.system().terminate();
        watcher.vacant();
        guest.vacant();
        Leadership last = got(elections(guest.kit).campaign("x", "guest"));
        assertTrue(last.term() > next.term(), last + " after " + next);
        for (Followed followed : List.of(watcher, guest)) {
            LeaderState.Leader leader = followed.leader("guest");
            assertEquals(last.term(), leader.term());
            assertEquals(guest.kit.system().address(), leader.node());
        }
    }

    private static Elections elections(ActorTestKit kit) {
        return Symposium.get(kit.system()).elections();
    }

    /** What is told at a member of the leader of the election x. */
    private static final class Followed {
        private final ActorTestKit kit;
        private final BlockingQueue<LeaderState> told = new LinkedBlockingQueue<>();

        Followed(ActorTestKit kit) {
            this.kit = kit;
            elections(kit).watch("x", told::add);
        }

        LeaderState.Leader leader(String value) throws InterruptedException {
            return (LeaderState.Leader) await(state ->
                    state instanceof LeaderState.Leader leader && leader.value().equals(value));
        }

        void vacant() throws InterruptedException {
            await(state -> state instanceof LeaderState.NoLeader none && none.reason() == LeaderState.Reason.VACANT);
        }

        private LeaderState await(Predicate<LeaderState> condition) throws InterruptedException {
            LeaderState next;
            do {
                next = Objects.requireNonNull(
                        told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS), "nothing told within " + PATIENCE);
            } while (!condition.test(next));
            return next;
        }
    }

    @Test
    void aSingletonThatUsesTheLeaseMovesWhenItsActorSystemEnds() throws Exception {
        cluster(Map.of(
                "akka.cluster.singleton.use-lease",
                "symposium.lease",
                "akka.cluster.singleton.lease-retry-interval",
                "200 ms"));
        BlockingQueue<Integer> started = new LinkedBlockingQueue<>();
        for (ActorTestKit kit : kits) {
            int index = kits.indexOf(kit);
            ClusterSingleton.get(kit.system())
                    .init(SingletonActor.of(
                            Behaviors.<String>setup(context -> {
                                started.add(index);
                                return Behaviors.ignore();
                            }),
                            "only"));
        }
        int first = next(started);
        LockService.Entry lease = held(kits.get(first));
        assertTrue(lease.claims().toString().contains("only"), lease.toString());
        kits.get(first).system().terminate();
        int second = next(started);
        assertNotEquals(first, second);
        LockService.Entry next = held(kits.get(second));
        assertTrue(next.fence().orElseThrow().compareTo(lease.fence().orElseThrow()) > 0, next + " after " + lease);
    }

    private static int next(BlockingQueue<Integer> started) throws InterruptedException {
        return Objects.requireNonNull(
                started.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS), "no singleton within " + PATIENCE);
    }

    private static LockService.Entry held(ActorTestKit kit) throws Exception {
        LockService.Status status = got(AskPattern.<LockService.Command, LockService.Status>ask(
                Symposium.get(kit.system()).locks().service(),
                LockService.GetStatus::new,
                PATIENCE,
                kit.system().scheduler()));
        return status.held().get(0);
    }

    @Test
    void theExtensionIsTheSameForTypedAndClassicSystems() {
        ActorTestKit kit = join(Map.of("symposium.process", 0, "symposium.processes", 1));
        assertEquals(
                Symposium.get(kit.system()), Symposium.get(akka.actor.typed.javadsl.Adapter.toClassic(kit.system())));
        assertFalse(Symposium.get(kit.system()).node().isEmpty());
    }

    /** Nodes that all see a majority. */
    private void cluster(Map<String, ?> more) throws Exception {
        for (int process = 0; process < HOSTS; process++) {
            host(process, more);
        }
        kits.forEach(kit -> Symposium.get(kit.system()));
        for (ActorTestKit kit : kits) {
            got(Symposium.get(kit.system()).ready());
        }
    }

    private ActorTestKit host(int process) {
        ActorTestKit kit = host(process, Map.of());
        Symposium.get(kit.system());
        return kit;
    }

    private ActorTestKit host(int process, Map<String, ?> more) {
        Map<String, Object> said = new HashMap<>(more);
        said.put("symposium.process", process);
        said.put("symposium.processes", HOSTS);
        return join(said);
    }

    private ActorTestKit join(Map<String, ?> more) {
        ActorTestKit kit = ActorTestKit.create("shop", Hocon.quickNode(more));
        kits.add(kit);
        Cluster.get(kit.system())
                .manager()
                .tell(Join.create(Cluster.get(kits.get(0).system()).selfMember().address()));
        return kit;
    }

    private static <T> T got(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
