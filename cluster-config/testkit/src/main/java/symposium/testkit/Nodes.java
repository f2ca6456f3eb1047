package symposium.testkit;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.lock.HostedLocks;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.service.election.LeaderWatch;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Command;
import symposium.service.member.AkkaFutures;
import symposium.service.member.MembershipView;
import symposium.testkit.LocalNetwork.Peer;

/** The actor of a test kit: the {@link LocalNetwork}, the services of the nodes, and what a test does to them. */
final class Nodes implements LocalNetwork.Services {

    /** A message to the actor. */
    sealed interface Task {}

    /** Runs an action or a question of a test. */
    record Do(Consumer<Nodes> action) implements Task {}

    private record Asked(Peer peer, Request request) implements Task {}

    private enum Stop implements Task {
        NOW
    }

    /** Ends the actor. */
    static final Task STOP = Stop.NOW;

    /** Observes the services for the test kit, on their threads. */
    interface Watcher {

        /** Returns the answer to a request that must not reach the service, or empty if the request may reach it. */
        Optional<LockService.Refused> refuses(LockService.Acquire asked);

        /** Called when the status may have changed. */
        void changed();

        /** Called when the service of a node has started. */
        void started(int node, ActorRef<Command> service, ActorRef<LeaderWatch.Command> leaders);
    }

    private record Taken(long ticket, Fence fence) {}

    private record Ticket(Peer peer, long number) {}

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ActorContext<Task> context;
    private final Watcher watcher;
    private final int size;
    private final LocalNetwork network;
    private final Map<Peer, ActorRef<Command>> services = new HashMap<>();
    private final Map<ProcessId, ActorRef<Command>> known = new HashMap<>();
    private final Map<Peer, ActorRef<LeaderWatch.Command>> leaders = new HashMap<>();
    private final Map<Peer, List<Taken>> held = new HashMap<>();
    private final List<Hold> holds = new ArrayList<>();
    private final Map<Ticket, List<Grant>> withheld = new LinkedHashMap<>();

    /** The withheld grants of a name. Two holds with the same name are different. */
    static final class Hold {
        private final String name;

        Hold(String name) {
            this.name = name;
        }

        private boolean holds(Grant told) {
            return told instanceof Grant.Taken taken && taken.modes().containsKey(name);
        }
    }

    private Nodes(ActorContext<Task> context, int size, Watcher watcher) {
        this.context = context;
        this.size = size;
        this.watcher = watcher;
        this.network = new LocalNetwork(context.getSystem().name(), size, this);
        for (int node = 0; node < size; node++) {
            start(node);
        }
        network.look();
    }

    /**
     * Returns the actor with the nodes of a test kit.
     *
     * @param size the number of nodes, 1 or more
     */
    static Behavior<Task> create(int size, Watcher watcher) {
        return Behaviors.setup(context -> {
            Nodes nodes = new Nodes(context, size, watcher);
            return Behaviors.receiveMessage(nodes::on);
        });
    }

    private Behavior<Task> on(Task task) {
        if (task instanceof Do test) {
            test.action().accept(this);
            return Behaviors.same();
        }
        if (task instanceof Asked asked) {
            onAsked(asked);
            return Behaviors.same();
        }
        return Behaviors.stopped();
    }

    LocalNetwork network() {
        return network;
    }

    /** Starts an absent node, with a new service. */
    public void start(int node) {
        MembershipView view = network.alone(node);
        Peer peer = network.start(node);
        ActorRef<Task> self = context.getSelf();
        ActorRef<Command> service = context.spawn(
                Behaviors.intercept(
                        () -> new Interceptor(watcher),
                        HostedLocks.service(view, request -> self.tell(new Asked(peer, request)))),
                "node-" + node + "-" + view.self().incarnation());
        services.put(peer, service);
        known.put(view.self(), service);
        leaders.put(
                peer,
                context.spawn(
                        HostedLocks.leaders(),
                        "leaders-" + node + "-" + view.self().incarnation()));
        held.put(peer, new ArrayList<>());
        watcher.started(node, service, leaders.get(peer));
    }

    /** Rejects the requests that a test wants rejected, and notifies the test kit of possible changes. */
    private static final class Interceptor extends BehaviorInterceptor<Command, Command> {
        private final Watcher watcher;

        Interceptor(Watcher watcher) {
            super(Command.class);
            this.watcher = watcher;
        }

        @Override
        public Behavior<Command> aroundReceive(
                TypedActorContext<Command> context, Command command, ReceiveTarget<Command> target) {
            Optional<LockService.Acquire> asked = asked(command);
            Optional<LockService.Refused> refusal = asked.flatMap(watcher::refuses);
            if (refusal.isPresent()) {
                asked.get().replyTo().tell(refusal.get());
                return Behaviors.same();
            }
            Behavior<Command> next = target.apply(context, command);
            if (!(command instanceof LockService.GetStatus)) {
                watcher.changed();
            }
            return next;
        }

        private static Optional<LockService.Acquire> asked(Command command) {
            if (command instanceof LockService.TryAcquire once) {
                return Optional.of(new LockService.Acquire(
                        once.id(),
                        once.claims(),
                        once.limit(),
                        once.owner(),
                        once.replyTo(),
                        once.lostTo(),
                        once.label()));
            }
            return command instanceof LockService.Acquire asked ? Optional.of(asked) : Optional.empty();
        }
    }

    private void onAsked(Asked asked) {
        long ticket = asked.request().ticket();
        held.get(asked.peer()).removeIf(each -> each.ticket() == ticket);
        network.ask(asked.peer(), asked.request());
    }

    // --- what the processes tell

    @Override
    public void told(Peer peer, Grant output) {
        Ticket ticket = new Ticket(peer, output.ticket());
        if (output instanceof Grant.Withdrawn) {
            withheld.remove(ticket);
        }
        if (withheld.containsKey(ticket)) {
            withheld.get(ticket).add(output);
        } else if (holds.stream().anyMatch(hold -> hold.holds(output))) {
            withheld.put(ticket, new ArrayList<>(List.of(output)));
        } else {
            pass(peer, output);
        }
    }

    private void pass(Peer peer, Grant output) {
        held.get(peer).removeIf(each -> each.ticket() == output.ticket());
        if (output instanceof Grant.Taken taken) {
            held.get(peer).add(new Taken(taken.ticket(), taken.fence()));
        }
        services.get(peer).tell(HostedLocks.told(output));
    }

    @Override
    public void seen(Peer peer, MembershipView view) {
        services.get(peer).tell(HostedLocks.seen(view));
        Set<ProcessId> reachable = new HashSet<>(view.members().keySet());
        reachable.removeAll(view.unreachable());
        leaders.get(peer).tell(HostedLocks.found(services(view.members().keySet()), services(reachable)));
    }

    private Set<ActorRef<Command>> services(Set<ProcessId> processes) {
        return processes.stream().map(known::get).collect(Collectors.toSet());
    }

    @Override
    public void closed(Peer peer, String why) {
        withheld.keySet().removeIf(ticket -> ticket.peer() == peer);
        held.get(peer).clear();
        services.get(peer).tell(HostedLocks.closed(why, context.getSystem().ignoreRef()));
        Set<ActorRef<Command>> own = Set.of(services.get(peer));
        leaders.get(peer).tell(HostedLocks.found(own, own));
    }

    // --- what a test does

    /** Withholds grants until {@link #letThrough}. */
    void hold(Hold hold) {
        holds.add(hold);
    }

    /** Releases the grants that are withheld only for this reason, in the order of the grants. */
    void letThrough(Hold hold) {
        holds.remove(hold);
        for (Ticket ticket : List.copyOf(withheld.keySet())) {
            Grant first = withheld.get(ticket).get(0);
            if (holds.stream().noneMatch(other -> other.holds(first))) {
                withheld.remove(ticket).forEach(output -> pass(ticket.peer(), output));
            }
        }
    }

    /**
     * Notifies the owner that it has lost the lease with this fencing token.
     *
     * @return an action that frees the names of the lease, or empty if no node holds such a lease
     */
    Optional<Runnable> lose(Fence fence) {
        for (Map.Entry<Peer, List<Taken>> each : held.entrySet()) {
            Peer peer = each.getKey();
            Optional<Taken> found = each.getValue().stream()
                    .filter(taken -> taken.fence().equals(fence))
                    .findFirst();
            if (found.isPresent()) {
                pass(peer, new Grant.Lost(found.get().ticket(), fence));
                return Optional.of(
                        () -> network.ask(peer, new Request.Withdraw(found.get().ticket())));
            }
        }
        return Optional.empty();
    }

    /** Returns the status of all nodes, after all messages to their services. */
    CompletableFuture<KitStatus> status() {
        List<CompletableFuture<LockService.Status>> all = new ArrayList<>();
        for (int node = 0; node < size; node++) {
            all.add(AkkaFutures.ask(
                    services.get(network.peer(node)), LockService.GetStatus::new, PATIENCE, context.getSystem()));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(done ->
                        new KitStatus(all.stream().map(CompletableFuture::join).toList()));
    }

    /** Notifies every owner that the service has ended, and then stops the actor. */
    void end() {
        for (int node = 0; node < size; node++) {
            if (!network.removed(node)) {
                closed(network.peer(node), "the test kit has been closed");
            }
        }
    }
}
