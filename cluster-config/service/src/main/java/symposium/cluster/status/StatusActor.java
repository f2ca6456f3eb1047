package symposium.cluster.status;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import symposium.arbitration.resources.WrittenSize;
import symposium.cluster.execution.FrameLimit;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.settings.Settings;
import symposium.kernel.ProcessId;
import symposium.service.lock.LockService;
import symposium.service.member.AkkaFutures;
import symposium.service.member.MembershipView;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.Lock;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;
import symposium.service.status.StatusService;
import symposium.service.status.StatusService.Command;
import symposium.service.status.StatusService.GetClusterStatus;
import symposium.service.status.StatusService.GetNodeStatus;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.ServiceTelemetry;

/** Carries out {@link StatusService}. */
public final class StatusActor extends AbstractBehavior<Command> {

    /**
     * A node, as this service sees it.
     *
     * @param services its services
     */
    public record Node(NodeReadiness readiness, List<HostedService<?, ?>> services) {

        private boolean has(Class<?> commands) {
            return services.stream().anyMatch(each -> each.taking(commands).isPresent());
        }

        private <C, T> CompletableFuture<Optional<T>> ask(
                Class<C> commands, Function<ActorRef<T>, C> question, Duration patience, ActorSystem<?> system) {
            return services.stream()
                    .flatMap(each -> each.taking(commands).stream())
                    .findFirst()
                    .map(service -> StatusActor.<C, T>ask(service, question, patience, system))
                    .orElse(CompletableFuture.completedFuture(Optional.empty()));
        }
    }

    private final ActorSystem<?> system;
    private final String role;
    private final long greatestSize;
    private final Optional<Node> node;

    private StatusActor(ActorContext<Command> context, String role, Optional<Node> node) {
        super(context);
        this.system = context.getSystem();
        this.role = role;
        this.greatestSize = system.settings().config().getBytes(FrameLimit.SETTING) / 2;
        this.node = node;
    }

    /** At a node. */
    public static Behavior<Command> create(String role, Node node) {
        return Behaviors.setup(context -> new StatusActor(context, role, Optional.of(node)));
    }

    /**
     * At a member of the cluster that is no node: it asks those that are.
     *
     * @param role that of the nodes
     */
    public static Behavior<Command> guest(String role) {
        return Behaviors.setup(context -> new StatusActor(context, role, Optional.empty()));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(GetClusterStatus.class, this::onGetClusterStatus)
                .onMessage(GetNodeStatus.class, this::onGetNodeStatus)
                .build();
    }

    // --- the cluster

    private Behavior<Command> onGetClusterStatus(GetClusterStatus asked) {
        Cluster cluster = Cluster.get(system);
        Set<Member> unreachable = cluster.state().getUnreachable();
        List<Member> members = StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
                .filter(member -> member.hasRole(role) && !member.status().equals(MemberStatus.removed()))
                .toList();
        long bytes = greatestSize / Math.max(1, members.size());
        SortedMap<Address, CompletableFuture<Optional<NodeStatus>>> answers = new TreeMap<>(Member.addressOrdering());
        List<CompletableFuture<?>> expected = new ArrayList<>();
        for (Member member : members) {
            CompletableFuture<Optional<NodeStatus>> answer = ask(member.address(), asked, bytes);
            answers.put(member.address(), answer);
            if (!unreachable.contains(member)) {
                expected.add(answer);
            }
        }
        Set<Address> lost = Set.copyOf(unreachable.stream().map(Member::address).toList());
        String self = cluster.selfMember().address().toString();
        CompletableFuture.allOf(expected.toArray(CompletableFuture<?>[]::new))
                .thenRun(() -> asked.replyTo().tell(status(self, answers, lost, asked.patience())));
        return this;
    }

    /** The service at that address. It may not exist yet, and then no reference may be made of its path. */
    private CompletableFuture<Optional<NodeStatus>> ask(Address address, GetClusterStatus asked, long bytes) {
        return AkkaFutures.<NodeStatus>ask(
                        Adapter.toClassic(system).actorSelection(address + "/system/" + NodePaths.STATUS),
                        replyTo -> new GetNodeStatus(asked.names(), asked.limit(), bytes, asked.patience(), replyTo),
                        NodeStatus.class,
                        asked.patience(),
                        system)
                .thenApply(Optional::of)
                .exceptionally(late -> Optional.empty());
    }

    private static ClusterStatus status(
            String self,
            SortedMap<Address, CompletableFuture<Optional<NodeStatus>>> answers,
            Set<Address> unreachable,
            Duration patience) {
        List<NodeStatus> nodes = new ArrayList<>();
        List<ClusterStatus.Silent> silent = new ArrayList<>();
        answers.forEach((address, answer) -> answer.getNow(Optional.empty())
                .ifPresentOrElse(
                        nodes::add,
                        () -> silent.add(new ClusterStatus.Silent(
                                address.toString(),
                                unreachable.contains(address)
                                        ? "the cluster does not reach it"
                                        : "it has not answered within " + patience.toMillis() + " ms"))));
        return new ClusterStatus(self, Instant.now(), nodes, silent);
    }

    // --- this node

    private Behavior<Command> onGetNodeStatus(GetNodeStatus asked) {
        node.ifPresent(here -> answer(here, asked));
        return this;
    }

    /** A service that does not answer in time leaves time for the others to be told of. */
    private void answer(Node here, GetNodeStatus asked) {
        Duration patience = asked.patience().multipliedBy(3).dividedBy(4);
        CompletableFuture<Optional<LockService.Status>> locks =
                here.ask(LockService.Command.class, LockService.GetStatus::new, patience, system);
        CompletableFuture<Optional<Lock.Status>> lock =
                here.ask(Lock.Command.class, Lock.GetStatus::new, patience, system);
        CompletableFuture<Optional<LeaderElection.Status>> election =
                here.ask(LeaderElection.Command.class, LeaderElection.GetStatus::new, patience, system);
        CompletableFuture.allOf(locks, lock, election)
                .thenRun(() -> asked.replyTo().tell(status(here, asked, locks.join(), lock.join(), election.join())));
    }

    private NodeStatus status(
            Node here,
            GetNodeStatus asked,
            Optional<LockService.Status> locks,
            Optional<Lock.Status> lock,
            Optional<LeaderElection.Status> election) {
        MembershipView view = here.readiness().view();
        List<LockService.Entry> all = locks.stream()
                .flatMap(status -> status.entries().stream())
                .filter(entry -> asked.names().isEmpty()
                        || entry.claims().modes().keySet().stream().anyMatch(asked.names()::contains))
                .sorted(Comparator.comparing(LockService.Entry::since))
                .toList();
        List<LockService.Entry> told = bounded(all, asked.limit(), asked.bytes());
        Set<String> silent = new TreeSet<>();
        if (locks.isEmpty()) {
            silent.add(Settings.Service.RESOURCES.spelled());
        }
        if (lock.isEmpty() && here.has(Lock.Command.class)) {
            silent.add(Settings.Service.PROCESS.spelled());
        }
        if (election.isEmpty()) {
            silent.add(Settings.Service.ELECTION.spelled());
        }
        int held = count(all, true) - count(told, true);
        NodeTelemetry telemetry = NodeTelemetry.get(system);
        return new NodeStatus(
                Cluster.get(system).selfMember().address().toString(),
                view.self(),
                here.readiness().readiness().notReady(),
                view.members().values().stream().map(Address::toString).toList(),
                addresses(view, view.unreachable()),
                view.voting()
                        .map(voting -> new NodeStatus.Voters(
                                voting.voters().version(),
                                addresses(view, voting.voters().members()),
                                voting.quorate())),
                telemetry.services().stream()
                        .map(each -> service(each, silent.contains(each.service())))
                        .toList(),
                told,
                held,
                all.size() - told.size() - held,
                lock.map(status -> new NodeStatus.AlgorithmLock(
                        algorithm(telemetry, Settings.Service.PROCESS),
                        status.place(),
                        status.fence(),
                        status.waiting())),
                election.map(LeaderElection.Status::news)
                        .filter(LeaderElection.Leads.class::isInstance)
                        .map(LeaderElection.Leads.class::cast)
                        .map(leads -> new NodeStatus.Leader(leads.term(), leads.leader(), leads.self())));
    }

    private static List<String> addresses(MembershipView view, Set<ProcessId> processes) {
        return processes.stream()
                .map(id ->
                        view.members().containsKey(id) ? view.members().get(id).toString() : id.toString())
                .toList();
    }

    private static int count(List<LockService.Entry> entries, boolean held) {
        return (int) entries.stream()
                .filter(each -> each.fence().isPresent() == held)
                .count();
    }

    /** Of what waits and of what is held the oldest; each has half of the room, and what the other leaves. */
    private static List<LockService.Entry> bounded(List<LockService.Entry> all, int limit, long bytes) {
        int waiting = count(all, false);
        int roomForHeld = Math.max(limit - waiting, limit / 2);
        int roomForWaiting = Math.max(limit - count(all, true), limit - limit / 2);
        List<LockService.Entry> told = new ArrayList<>();
        Stream.concat(
                        all.stream().filter(each -> each.fence().isEmpty()).limit(roomForWaiting),
                        all.stream().filter(each -> each.fence().isPresent()).limit(roomForHeld))
                .sorted(Comparator.comparing(LockService.Entry::since))
                .forEach(told::add);
        long taken = 0;
        int fitting = 0;
        while (fitting < told.size() && (taken += size(told.get(fitting))) <= bytes) {
            fitting++;
        }
        return told.subList(0, fitting);
    }

    private static long size(LockService.Entry entry) {
        return WrittenSize.ENTRY
                + WrittenSize.ofText(entry.id())
                + WrittenSize.ofText(entry.owner())
                + WrittenSize.ofNames(entry.claims().modes().keySet());
    }

    private static NodeStatus.Service service(ServiceTelemetry telemetry, boolean silent) {
        return new NodeStatus.Service(
                telemetry.service(),
                telemetry.algorithm(),
                telemetry.begun(),
                !silent,
                telemetry.sent(),
                telemetry.resent(),
                telemetry.received(),
                telemetry.dropped(),
                telemetry.silent());
    }

    private static String algorithm(NodeTelemetry telemetry, Settings.Service service) {
        return telemetry.services().stream()
                .filter(each -> each.service().equals(service.spelled()))
                .map(ServiceTelemetry::algorithm)
                .findFirst()
                .orElse("");
    }

    private static <C, T> CompletableFuture<Optional<T>> ask(
            ActorRef<C> whom, Function<ActorRef<T>, C> question, Duration patience, ActorSystem<?> system) {
        return AkkaFutures.<C, T>ask(whom, question, patience, system)
                .thenApply(Optional::of)
                .exceptionally(late -> Optional.empty());
    }
}
