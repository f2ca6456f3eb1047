package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.membership.ClusterMembership.WithoutMajority;
import symposium.cluster.membership.NodeDescriptor;
import symposium.cluster.settings.Settings;
import symposium.cluster.status.NodeReadiness;
import symposium.cluster.status.Observers;
import symposium.cluster.status.StatusActor;
import symposium.service.MemberRuntime;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.telemetry.NodeTelemetry;

/** Starts what {@link SymposiumNode} starts, without waiting, where nothing is real but what it starts. */
public final class SimulatedStart {

    private final ActorSystem<?> system;
    private final Settings settings;
    private final NodeReadiness readiness;
    private final ActorRef<Guardian.Command> guardian;

    /**
     * @param quarantine ends the exchange with a removed incarnation of a node
     * @param ended is told why the node ends, when it does
     */
    public SimulatedStart(
            ActorSystem<?> system,
            LongSupplier nanoTime,
            List<LongSupplier> stallClocks,
            Consumer<UniqueAddress> quarantine,
            Observers observers,
            Consumer<Termination> ended) {
        this.system = system;
        this.settings = Settings.from(system.settings().config());
        SortedSet<String> starting = new TreeSet<>();
        settings.services().forEach(each -> starting.add(each.spelled()));
        this.readiness = new NodeReadiness(
                starting,
                settings.processes(),
                settings.majority(),
                MembershipView.alone(
                        NodeDescriptor.process(
                                settings, Cluster.get(system).selfMember().uniqueAddress()),
                        settings.topology()));
        NodeTelemetry.get(system).add(readiness);
        this.guardian = system.systemActorOf(
                Guardian.create(
                        settings,
                        new Platform(nanoTime, stallClocks, any -> quarantine),
                        HostedAlgorithms.process(settings),
                        readiness.before(observers),
                        WithoutMajority.END,
                        ended,
                        fault -> ended.accept(new Termination(Termination.Cause.FAILED, fault.getMessage()))),
                NodePaths.GUARDIAN,
                Props.empty());
    }

    /** Asks for the named locks. */
    public void locks(ActorRef<HostedService<?, ?>> replyTo) {
        guardian.tell(new Guardian.GetService(Settings.Service.RESOURCES, replyTo));
    }

    /** Starts the status of the node, which has these services. */
    public void status(List<HostedService<?, ?>> services) {
        system.systemActorOf(
                StatusActor.create(settings.role(), new StatusActor.Node(readiness, services)),
                NodePaths.STATUS,
                Props.empty());
    }

    /** Why the node does not serve now; empty when it does. */
    public Optional<String> notReady() {
        return readiness.readiness().notReady();
    }

    /** The node is to leave; answers when all have finished that can. */
    public void leave(ActorRef<Done> replyTo) {
        guardian.tell(new Guardian.Leave(replyTo));
    }

    /** Nothing is granted any more; answers when all clients have been told. */
    public void close(String why, ActorRef<Done> replyTo) {
        guardian.tell(new Guardian.Close(why, replyTo));
    }

    /** What runs at a member that hosts nothing. */
    public static MemberRuntime.Member guest(ActorSystem<?> system) {
        return ClusterMember.guest(system, system.settings().config().getString("symposium.role"));
    }
}
