package symposium.cluster.simulation;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.Props;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import symposium.cluster.HostedAlgorithms;
import symposium.cluster.host.Host;
import symposium.cluster.host.HostListeners;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.hosted.ServiceBinding;
import symposium.cluster.settings.Hocon;
import symposium.cluster.settings.Settings;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;
import symposium.wire.WireMessage;

/**
 * Nodes of a cluster with named locks, whose hosts, links and services run as on a cluster. Their transport loses and
 * delays messages, and keeps those of one node to another in order, as Akka's does. The membership notices a silent
 * node after a while, and removes it later. Each node hears of it at its own time.
 */
final class SimulatedCluster implements AutoCloseable {

    /** The setting that names the {@link SimulatedTime} of an actor system. */
    static final String NUMBER = "simulation.number";

    private static final int NAMES = 3;
    private static final int PERMITS = 2;

    /** A node, from its start to its end. */
    private final class Node {
        private final ProcessId id;
        private final String path;
        private final ActorRef<Object> host;
        private ActorRef<LockService.Command> service;
        private final List<Client> clients = new ArrayList<>();
        private boolean running = true;
        private boolean reached = true;
        /** Since when it has known that it is cut off, in nanoseconds; the greatest number if it is not. */
        private long cutOffSince = Long.MAX_VALUE;
        /** By how much the clock of its machine has been set, in nanoseconds. */
        private long clockOffset;

        private final TreeSet<ProcessId> knownDeparted = new TreeSet<>();

        Node(int number, long incarnation) {
            this.id = new ProcessId(number, incarnation);
            this.path = "node-" + number + "-" + incarnation;
            Settings settings = settings(number);
            this.host = host(settings, HostedAlgorithms.resources(settings));
        }

        private <S, M, I, O> ActorRef<Object> host(Settings settings, HostedAlgorithm<S, M, I, O> hosted) {
            Behavior<HostCommand<M, I>> host = Host.create(
                    id,
                    Shape.COMPLETE,
                    settings,
                    hosted.withService(withPlanted(hosted.service())),
                    new HostListeners(
                            step -> {},
                            warning -> log(path + " warns: " + warning.line()),
                            ended -> endedBy(this, ended.toString()),
                            votes -> {}),
                    time::nanos,
                    List.of(time::nanos, () -> time.nanos() + clockOffset));
            return system.systemActorOf(SimulatedCluster.this.withPlanted(host), path, Props.empty())
                    .unsafeUpcast();
        }

        private <C, I, O> ServiceBinding<C, I, O> withPlanted(ServiceBinding<C, I, O> service) {
            return new ServiceBinding<>(
                    service.commands(),
                    (view, process) ->
                            SimulatedCluster.this.withPlanted(service.behavior().apply(view, process)),
                    service.fromHost(),
                    service.raised(),
                    service.excludes(),
                    service.finishes());
        }

        void tell(Object command) {
            if (running) {
                host.tell(command);
            }
        }
    }

    private final Predicate<Object> planted;
    private final int size;
    private final Random random;
    private final SimulatedTime time;
    private final ActorSystem<Void> system;
    private final ClientHistory history = new ClientHistory();
    private final SortedMap<Integer, Node> nodes = new TreeMap<>();
    private final TreeSet<ProcessId> departed = new TreeSet<>();
    private final Map<List<ProcessId>, ActorRef<WireMessage>> wires = new HashMap<>();
    private final Map<List<ProcessId>, Long> latest = new HashMap<>();
    private double loss;
    /** From which node nothing arrives at which. */
    private final Set<List<ProcessId>> deaf = new HashSet<>();
    /** The path of the node that is paused. */
    private Optional<String> paused = Optional.empty();

    private boolean asking = true;
    private long sent;
    private long incarnations;
    private int probes;

    /**
     * A cluster at its start.
     *
     * @param seed determines all that happens
     * @param size the number of nodes
     * @param planted of what a host or a service receives: what it does not; a planted fault
     */
    SimulatedCluster(long seed, int size, Predicate<Object> planted) throws InterruptedException {
        this.planted = planted;
        this.size = size;
        this.random = new Random(seed);
        this.time = new SimulatedTime(random);
        this.loss = random.nextBoolean() ? 0 : random.nextDouble() / 10;
        time.warmUp();
        this.system = ActorSystem.create(Behaviors.empty(), "simulation", config(time.number()));
        time.begin();
        for (int number = 0; number < size; number++) {
            start(number);
        }
    }

    private static Config config(int number) {
        Map<String, Object> all = new HashMap<>(Map.of(
                NUMBER,
                number,
                "akka.actor.provider",
                "local",
                "akka.scheduler.implementation",
                SimulatedScheduler.class.getName(),
                "akka.loggers",
                List.of("akka.event.Logging$DefaultLogger"),
                "akka.loglevel",
                "OFF",
                "akka.stdout-loglevel",
                "OFF",
                "akka.jvm-shutdown-hooks",
                "off",
                "akka.coordinated-shutdown.run-by-jvm-shutdown-hook",
                "off"));
        for (String dispatcher : List.of(
                "akka.actor.default-dispatcher",
                "akka.actor.internal-dispatcher",
                "akka.actor.default-blocking-io-dispatcher",
                "symposium.dispatcher",
                "symposium.callbacks-dispatcher")) {
            all.put(dispatcher + ".type", "Dispatcher");
            all.put(dispatcher + ".executor", SimulatedExecutor.class.getName());
            all.put(dispatcher + ".throughput", 1);
        }
        return ConfigFactory.parseMap(all)
                .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve();
    }

    private Settings settings(int number) {
        return Settings.from(Hocon.node(Map.of(
                "symposium.process",
                number,
                "symposium.processes",
                size,
                "symposium.services",
                List.of("resources"),
                "symposium.first-generation",
                1)));
    }

    @SuppressWarnings("unchecked")
    private <T> Behavior<T> withPlanted(Behavior<T> behavior) {
        return Behaviors.intercept(() -> (BehaviorInterceptor<T, T>) new Dropping(planted), behavior);
    }

    private static final class Dropping extends BehaviorInterceptor<Object, Object> {
        private final Predicate<Object> dropped;

        Dropping(Predicate<Object> dropped) {
            super(Object.class);
            this.dropped = dropped;
        }

        @Override
        public Behavior<Object> aroundReceive(
                TypedActorContext<Object> context, Object message, ReceiveTarget<Object> target) {
            return dropped.test(message) ? Behaviors.same() : target.apply(context, message);
        }
    }

    ClientHistory history() {
        return history;
    }

    long nanos() {
        return time.nanos();
    }

    private void log(String what) {
        history.happens(time.nanos(), what);
    }

    private void after(long millis, Runnable what) {
        time.schedule(Duration.ofMillis(millis).toNanos(), what);
    }

    /** A random number from one to the other. */
    private long between(long least, long most) {
        return least + (long) (random.nextDouble() * (most - least + 1));
    }

    // --- nodes

    private void start(int number) {
        Node node = new Node(number, incarnations++);
        log(node.path + " starts");
        nodes.put(number, node);
        node.tell(new HostCommand.GetService<>(
                probe(service -> service.taking(LockService.Command.class).ifPresent(found -> {
                    node.service = found;
                    for (int client = 0; client < 2; client++) {
                        node.clients.add(new Client(node, client));
                    }
                }))));
        tellAll();
    }

    private ActorRef<HostedService<?, ?>> probe(Consumer<HostedService<?, ?>> seen) {
        return actor("probe-" + probes++, seen);
    }

    private <T> ActorRef<T> actor(String name, Consumer<? super T> seen) {
        Behavior<T> behavior = Behaviors.receiveMessage(message -> {
            seen.accept(message);
            return Behaviors.same();
        });
        return system.systemActorOf(behavior, name, Props.empty());
    }

    /** Each node hears of the membership at its own time. */
    private void tellAll() {
        for (Node node : nodes.values()) {
            after(between(1, 200), () -> tell(node));
        }
    }

    private void tell(Node node) {
        if (!node.running) {
            return;
        }
        TreeMap<ProcessId, Address> members = new TreeMap<>();
        TreeSet<ProcessId> unreachable = new TreeSet<>();
        for (Node other : nodes.values()) {
            if (!departed.contains(other.id)) {
                members.put(other.id, new Address("akka", "simulation", "node-" + other.id.number(), 1));
                if (other != node && !(other.reached && node.reached)) {
                    unreachable.add(other.id);
                }
            }
        }
        boolean removed = departed.contains(node.id);
        if (removed) {
            node.tell(new HostCommand.Close<>("the others have removed it", actor("close-" + probes++, done -> {})));
            return;
        }
        node.knownDeparted.addAll(departed);
        boolean cutOff = (members.size() - unreachable.size()) * 2 <= size;
        node.cutOffSince = cutOff ? Math.min(node.cutOffSince, time.nanos()) : Long.MAX_VALUE;
        for (Node other : nodes.values()) {
            if (other != node && members.containsKey(other.id)) {
                node.tell(new HostCommand.Located<>(other.id, Optional.of(wire(node, other))));
            }
        }
        node.tell(new HostCommand.Located<>(node.id, Optional.of(node.host.unsafeUpcast())));
        node.tell(new HostCommand.Seen<>(new MembershipView(
                node.id, Shape.COMPLETE, members, unreachable, new TreeSet<>(node.knownDeparted), cutOff)));
    }

    /** The way from one node to another: messages arrive later, in order, or never. */
    private ActorRef<WireMessage> wire(Node from, Node to) {
        List<ProcessId> ends = List.of(from.id, to.id);
        return wires.computeIfAbsent(
                ends, any -> actor("wire-" + from.path + "-" + to.path, message -> carry(from, to, message)));
    }

    private void carry(Node from, Node to, Object message) {
        sent++;
        if (!from.running
                || !from.reached
                || !to.reached
                || random.nextDouble() < loss
                || deaf.contains(List.of(from.id, to.id))) {
            return;
        }
        List<ProcessId> ends = List.of(from.id, to.id);
        long at =
                Math.max(time.nanos() + Duration.ofMillis(between(1, 20)).toNanos(), latest.getOrDefault(ends, 0L) + 1);
        latest.put(ends, at);
        time.schedule(at - time.nanos(), () -> {
            if (from.reached && to.reached) {
                to.tell(message);
            }
        });
    }

    private void endedBy(Node node, String why) {
        log(node.path + " ends: " + why);
        after(1, () -> crash(node));
    }

    // --- faults

    /** The node is gone without goodbye. The others notice, remove it, and a new one may come in its place. */
    private void crash(Node node) {
        if (!node.running) {
            return;
        }
        log(node.path + " crashes");
        node.running = false;
        stop(node);
        history.crashed(node.path + "-");
        node.clients.forEach(Client::end);
        after(between(1_000, 3_000), () -> {
            node.reached = false;
            tellAll();
            after(between(3_000, 7_000), () -> remove(node));
        });
    }

    private void stop(Node node) {
        Adapter.toClassic(system).stop(Adapter.toClassic(node.host));
    }

    private void remove(Node node) {
        if (departed.add(node.id)) {
            log(node.path + " is removed");
            tellAll();
        }
        if (nodes.get(node.id.number()) == node && !node.running) {
            after(between(1_000, 5_000), () -> start(node.id.number()));
        }
    }

    /** The node reaches no other, and is reached by none. It is removed unless it is back in time. */
    private void cutOff(Node node, long millis) {
        log(node.path + " is cut off");
        node.reached = false;
        after(between(1_000, 3_000), () -> {
            if (!node.reached) {
                tellAll();
            }
        });
        long removal = between(5_000, 8_000);
        if (millis < removal) {
            after(millis, () -> {
                log(node.path + " is back");
                node.reached = node.running;
                tellAll();
            });
        } else {
            after(removal, () -> {
                remove(node);
                // The others remove it; it finds out by itself, and its actor system ends.
                after(between(0, 2_000), () -> crash(node));
            });
        }
    }

    /** Nothing of the node runs for a while, as in a pause of its JVM. */
    private void pause(Node node, long millis) {
        log(node.path + " is paused for " + millis + " ms");
        paused = Optional.of(node.path);
        time.pause(Optional.of(path -> path.contains("/" + node.path)));
        after(millis, () -> {
            paused = Optional.empty();
            time.pause(Optional.empty());
            log(node.path + " goes on");
        });
    }

    /** For a while, nothing of one node arrives at the other; the membership notices nothing. */
    private void deafen(Node from, Node to, long millis) {
        log(to.path + " hears nothing from " + from.path + " for " + millis + " ms");
        deaf.add(List.of(from.id, to.id));
        after(millis, () -> deaf.remove(List.of(from.id, to.id)));
    }

    /** The clock of the machine is set, forward or back. */
    private void setClock(Node node, long hours) {
        log("the clock of " + node.path + " is set by " + hours + " h");
        node.clockOffset += Duration.ofHours(hours).toNanos();
    }

    /** Lets this many seconds pass, with faults at random, one node at a time. */
    void runWithFaults(int seconds) {
        long end = time.nanos() + Duration.ofSeconds(seconds).toNanos();
        while (time.nanos() < end) {
            time.run(between(500, 6_000));
            Node node = nodes.get(random.nextInt(size));
            boolean quiet = nodes.values().stream().allMatch(each -> each.running && each.reached)
                    && paused.isEmpty()
                    && nodes.values().stream().noneMatch(each -> departed.contains(each.id));
            if (quiet) {
                switch (random.nextInt(6)) {
                    case 0 -> crash(node);
                    case 1 -> cutOff(node, between(500, 12_000));
                    case 2 -> pause(node, between(100, 4_000));
                    case 3 -> deafen(node, nodes.get(random.nextInt(size)), between(100, 4_000));
                    case 4 -> setClock(node, between(-24, 24));
                    default -> {}
                }
            }
        }
    }

    /** No more faults: everything that is under way ends, and everybody is served. */
    void heal() {
        loss = 0;
        time.run(60_000);
        asking = false;
        time.run(120_000);
    }

    /** Services show the time of the real clock. */
    private static String withoutClock(LockService.Reply reply) {
        return reply.toString().replaceAll("since[ =]\\S+Z", "since then");
    }

    /** Whether the node of a request has known for a second that it is cut off. */
    private boolean knowsLoss(String request) {
        return nodes.values().stream()
                .anyMatch(node -> request.startsWith(node.path + "-")
                        && !paused.equals(Optional.of(node.path))
                        && time.nanos() - Duration.ofSeconds(1).toNanos() > node.cutOffSince);
    }

    /** What the services still know of requests. */
    List<String> left() {
        List<String> left = new ArrayList<>();
        for (Node node : nodes.values()) {
            node.service.tell(new LockService.GetStatus(
                    actor("status-" + probes++, (LockService.Status status) -> status.entries()
                            .forEach(entry ->
                                    left.add(node.path + " knows " + entry.id() + " for " + entry.claims())))));
        }
        time.run(1_000);
        return left;
    }

    /** How many messages between nodes are sent in this time. */
    long sentIn(int seconds) {
        long before = sent;
        time.run(seconds * 1_000L);
        return sent - before;
    }

    @Override
    public void close() {
        system.terminate();
        time.run(60_000);
        time.end();
    }

    // --- clients

    /** A client at a node: asks, holds for a while, releases, and asks again. */
    private final class Client {
        private final Node node;
        private final String name;
        private final ActorRef<LockService.Reply> actor;
        private final ActorRef<LockService.Reply> canceller;
        /** Requests that it has given up while they waited, and those that it had been granted. */
        private final TreeSet<String> givenUp = new TreeSet<>();

        private final TreeSet<String> released = new TreeSet<>();
        private int asked;
        private boolean ended;

        Client(Node node, int number) {
            this.node = node;
            this.name = node.path + "-client-" + number;
            this.actor = SimulatedCluster.this.<LockService.Reply>actor(name, this::told);
            this.canceller = SimulatedCluster.this.<LockService.Reply>actor(name + "-cancels", this::cancelled);
            after(between(1, 2_000), this::ask);
        }

        void end() {
            ended = true;
            Adapter.toClassic(system).stop(Adapter.toClassic(actor));
        }

        private Claims claims() {
            String name = "name-" + random.nextInt(NAMES);
            return switch (random.nextInt(5)) {
                case 0 -> Claims.shared(name);
                case 1 -> Claims.permits("permits", 1 + random.nextInt(PERMITS), PERMITS);
                case 2 -> Claims.exclusive("name-0", "name-1");
                default -> Claims.exclusive(name);
            };
        }

        private void ask() {
            if (ended || !asking) {
                return;
            }
            String id = name + "-" + asked++;
            Claims claims = claims();
            Optional<Duration> limit =
                    random.nextInt(3) == 0 ? Optional.of(Duration.ofMillis(between(1, 3_000))) : Optional.empty();
            // A node may be paused for 4 s, and then asks whether it is still a member.
            history.asks(
                    id, claims, limit.map(it -> time.nanos() + it.plusSeconds(6).toNanos()));
            log(id + " asks for " + claims + limit.map(it -> " within " + it).orElse(""));
            node.service.tell(
                    random.nextInt(5) == 0
                            ? new LockService.TryAcquire(id, claims, limit, actor, actor, actor)
                            : new LockService.Acquire(id, claims, limit, actor, actor, actor));
            if (random.nextInt(8) == 0) {
                after(between(1, 1_000), () -> giveUp(id));
            }
        }

        /** What it has got already is released by that. */
        private void giveUp(String id) {
            if (ended || !history.holds(id) && !history.waiting().containsKey(id)) {
                return;
            }
            log(id + " is given up");
            if (history.holds(id)) {
                history.released(id);
                released.add(id);
            } else {
                givenUp.add(id);
            }
            node.service.tell(new LockService.Cancel(id, actor, canceller));
        }

        private void cancelled(LockService.Reply reply) {
            if (ended) {
                return;
            }
            log(name + " gets " + withoutClock(reply) + ", for what it has given up");
            if (released.remove(
                    reply instanceof LockService.NotHeld other ? other.id() : ((LockService.Cancelled) reply).id())) {
                again();
            }
        }

        private void again() {
            after(between(1, 3_000), this::ask);
        }

        /** Answers that a node sends while it stops do not leave a JVM that has crashed. */
        private void told(LockService.Reply reply) {
            if (ended) {
                return;
            }
            log(name + " gets " + withoutClock(reply));
            if (reply instanceof LockService.Granted granted) {
                if (givenUp.contains(granted.id())) {
                    history.ended(time.nanos(), granted.id(), "a grant");
                    again();
                } else {
                    history.granted(granted.id(), granted.claims(), granted.fence(), SimulatedCluster.this::knowsLoss);
                    hold(granted);
                }
            } else if (reply instanceof LockService.Lost lost) {
                history.released(lost.id());
                again();
            } else if (reply instanceof LockService.Released || reply instanceof LockService.NotHeld) {
                again();
            } else if (reply instanceof LockService.Leaving) {
                // Its lease ends by itself.
            } else {
                history.ended(time.nanos(), id(reply), reply.getClass().getSimpleName());
                again();
            }
        }

        private void hold(LockService.Granted granted) {
            after(random.nextInt(5) == 0 ? between(1_000, 15_000) : between(1, 1_000), () -> {
                if (history.holds(granted.id())) {
                    history.released(granted.id());
                    log(granted.id() + " releases");
                    node.service.tell(new LockService.Release(granted.id(), granted.fence(), actor));
                }
            });
        }

        private static String id(LockService.Reply reply) {
            if (reply instanceof LockService.NotFree other) {
                return other.id();
            } else if (reply instanceof LockService.TimedOut other) {
                return other.id();
            } else if (reply instanceof LockService.Cancelled other) {
                return other.id();
            } else if (reply instanceof LockService.Refused other) {
                return other.id();
            } else if (reply instanceof LockService.Unavailable other) {
                return other.id();
            }
            throw new IllegalArgumentException("an answer of another kind: " + reply);
        }
    }
}
