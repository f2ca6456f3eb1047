package symposium.bench;

import akka.actor.ActorSystem;
import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.typed.Subscribe;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.mutex.Fence;
import symposium.service.lock.BlockingLocks;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.LockService;
import symposium.service.lock.Locks;
import symposium.service.participant.Lock;
import symposium.service.status.NodeStatus;
import symposium.service.status.StatusService;

/** Named locks, or the lock of one algorithm, on three nodes. */
final class SymposiumContender implements Contender {

    /** What goes over a hop, by Akka's own serializer. */
    record Hop(long number, ActorRef<Hop> replyTo) {}

    private static final String NAMED = "named";
    /** Behind the name of a contender: with the settings of this name. */
    static final String LOW_LATENCY = "-low-latency";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SymposiumNode node;
    private final boolean named;
    private final Locks locks;
    private final BlockingLocks blocking;
    private final ActorRef<Lock.Reply> owner;
    private final Address first;
    private final Map<String, Lease> leases = new HashMap<>();
    private volatile long removedAt;
    private Fence fence;

    /**
     * @param what "named" for named locks, "named-low-latency" for those with the settings of that name, or the name of
     *     an algorithm
     * @param own the port at which this member listens
     * @param detection the settings by which a member is detected that will be killed; empty when none will be
     */
    SymposiumContender(String what, Optional<Detection> detection, int index, List<Integer> ports, int own) {
        boolean preset = what.endsWith(LOW_LATENCY);
        named = what.equals(NAMED) || what.equals(NAMED + LOW_LATENCY);
        Map<String, Object> said = new HashMap<>();
        said.put("symposium.process", index);
        said.put("symposium.processes", ports.size());
        said.put("symposium.services", List.of(named ? "resources" : "process"));
        if (!named) {
            said.put("symposium.algorithm", what);
        }
        said.put("akka.remote.artery.canonical.port", ports.get(index));
        said.put("akka.remote.artery.bind.port", own);
        said.put("akka.loglevel", "WARNING");
        if (detection.isEmpty()) {
            // A machine that is loaded by the benchmark is no crash.
            said.put("akka.cluster.failure-detector.acceptable-heartbeat-pause", "30s");
        }
        node = SymposiumNode.start(
                ConfigFactory.parseMap(said)
                        .withFallback(ConfigFactory.parseMap(Map.of(
                                "akka.actor.serialization-bindings.\"" + Hop.class.getName() + "\"", "jackson-cbor")))
                        .withFallback(
                                preset
                                        ? ConfigFactory.parseResources("symposium-low-latency.conf")
                                        : ConfigFactory.empty())
                        .withFallback(detection.orElse(Detection.FAST).settings())
                        .withFallback(detection.isPresent() ? Hocon.node(said) : Hocon.quickNode(said))
                        .resolve(),
                Observers.none());
        first = node.address()
                .copy(
                        node.address().protocol(),
                        node.address().system(),
                        node.address().host(),
                        scala.Some.apply(ports.get(0)));
        node.join(List.of(first));
        node.spawn(
                Behaviors.<Hop>receiveMessage(hop -> {
                    hop.replyTo().tell(new Hop(hop.number(), hop.replyTo()));
                    return Behaviors.same();
                }),
                "echo");
        node.spawn(
                Behaviors.<ClusterEvent.MemberEvent>setup(context -> {
                    akka.cluster.typed.Cluster.get(context.getSystem())
                            .subscriptions()
                            .tell(Subscribe.create(context.getSelf(), ClusterEvent.MemberEvent.class));
                    return Behaviors.receiveMessage(this::onMember);
                }),
                "members");
        owner = node.spawn(Behaviors.ignore(), "owner");
        locks = named ? Locks.of(node.locks(), node.system()) : null;
        blocking = named ? new BlockingLocks(locks) : null;
    }

    private Behavior<ClusterEvent.MemberEvent> onMember(ClusterEvent.MemberEvent event) {
        if (removedAt == 0
                && (event instanceof ClusterEvent.MemberDowned || event instanceof ClusterEvent.MemberRemoved)) {
            removedAt = System.currentTimeMillis();
        }
        return Behaviors.same();
    }

    @Override
    public long removedAt() {
        return removedAt;
    }

    @Override
    public long acquire(String name) throws Exception {
        if (named) {
            Lease lease = blocking.acquire(name);
            leases.put(name, lease);
            return lease.fence().number();
        }
        Lock.Reply reply = ask(replyTo -> new Lock.Acquire(owner, replyTo, owner));
        fence = ((Lock.Granted) reply).fence();
        return fence.number();
    }

    @Override
    public void release(String name) throws Exception {
        if (named) {
            leases.remove(name).release().toCompletableFuture().get();
        } else {
            ask(replyTo -> new Lock.Release(fence, replyTo));
        }
    }

    private Lock.Reply ask(akka.japi.function.Function<ActorRef<Lock.Reply>, Lock.Command> question) throws Exception {
        return AskPattern.<Lock.Command, Lock.Reply>ask(
                        node.lock(), question, PATIENCE, node.system().scheduler())
                .toCompletableFuture()
                .get();
    }

    @Override
    public CompletableFuture<Long> pass(String name) {
        return locks.acquire(name)
                .thenCompose(lease -> lease.release().toCompletableFuture().thenApply(released -> lease.fence()
                        .number()));
    }

    @Override
    public long actors(int actors, long end) throws Exception {
        List<CompletableFuture<Long>> all = new ArrayList<>();
        for (int actor = 0; actor < actors; actor++) {
            CompletableFuture<Long> pairs = new CompletableFuture<>();
            String name = "actor-" + actor;
            node.spawn(
                    Behaviors.<LockService.Reply>setup(
                            context -> new Taker(node.locks(), context.getSelf(), name, end, pairs).taking(0)),
                    name + "-" + end);
            all.add(pairs);
        }
        long pairs = 0;
        for (CompletableFuture<Long> each : all) {
            pairs += each.get();
        }
        return pairs;
    }

    /** An actor that takes a lock, and releases it as soon as it has it. */
    private record Taker(
            ActorRef<LockService.Command> locks,
            ActorRef<LockService.Reply> self,
            String name,
            long end,
            CompletableFuture<Long> pairs) {

        private Behavior<LockService.Reply> taking(long taken) {
            locks.tell(new LockService.Acquire(name, Claims.exclusive(name), Optional.empty(), self));
            return Behaviors.receiveMessage(reply -> {
                LockService.Granted granted = (LockService.Granted) reply;
                locks.tell(new LockService.Release(name, granted.fence(), self));
                return releasing(taken + 1);
            });
        }

        private Behavior<LockService.Reply> releasing(long taken) {
            return Behaviors.receiveMessage(reply -> {
                if (System.currentTimeMillis() < end) {
                    return taking(taken);
                }
                pairs.complete(taken);
                return Behaviors.stopped();
            });
        }
    }

    @Override
    public long sent() throws Exception {
        NodeStatus status = AskPattern.<StatusService.Command, NodeStatus>ask(
                        node.status(),
                        replyTo -> new StatusService.GetNodeStatus(
                                Set.of(), 1, 1 << 16, StatusService.USUAL_PATIENCE, replyTo),
                        PATIENCE,
                        node.system().scheduler())
                .toCompletableFuture()
                .get();
        return status.services().stream().mapToLong(NodeStatus.Service::sent).sum();
    }

    /** One message at a time, from an actor here to one there, and back. */
    @Override
    public double hop(int messages) throws Exception {
        ActorSystem system = Adapter.toClassic(node.system());
        akka.actor.ActorRef echo = system.actorSelection(first + "/system/echo")
                .resolveOne(PATIENCE)
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);
        ActorRef<Hop> there = Adapter.toTyped(echo);
        CompletableFuture<Long> nanos = new CompletableFuture<>();
        long begin = System.nanoTime();
        ActorRef<Hop> here = node.spawn(
                Behaviors.setup(context -> Behaviors.receiveMessage(hop -> {
                    if (hop.number() == messages) {
                        nanos.complete(System.nanoTime() - begin);
                        return Behaviors.stopped();
                    }
                    there.tell(new Hop(hop.number() + 1, context.getSelf()));
                    return Behaviors.same();
                })),
                "hop-" + System.nanoTime());
        here.tell(new Hop(0, here));
        return nanos.get(2, TimeUnit.MINUTES) / 2.0 / messages;
    }

    @Override
    public void close() {
        node.kill();
    }
}
