package symposium.cluster;

import akka.Done;
import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.cluster.UniqueAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.membership.ClusterMembership.WithoutMajority;
import symposium.cluster.settings.Settings;
import symposium.cluster.status.NodeReadiness;
import symposium.cluster.status.Observers;
import symposium.cluster.status.StatusActor;
import symposium.service.MemberRuntime;
import symposium.service.member.Termination;

/** Starts the actors of a {@link SymposiumNode} in a simulated actor system. It does not wait for them. */
public final class SimulatedStart {

    private final ActorSystem<?> system;
    private final Settings settings;
    private final NodeReadiness readiness;
    private final ActorRef<Guardian.Command> guardian;

    /**
     * Starts the guardian of a node.
     *
     * @param nanoTime the clock of time-outs, in nanoseconds
     * @param clock the clock of generations
     * @param stallClocks the clocks that reveal a pause
     * @param quarantine ends the connection to a removed incarnation of a node
     * @param listens whether the node at an address accepts connections
     * @param ended receives the reason when the node ends
     */
    public SimulatedStart(
            ActorSystem<?> system,
            LongSupplier nanoTime,
            InstantSource clock,
            List<LongSupplier> stallClocks,
            Consumer<UniqueAddress> quarantine,
            Predicate<Address> listens,
            Observers observers,
            Consumer<Termination> ended) {
        this.system = system;
        this.settings = Settings.from(system.settings().config()).withClock(clock);
        this.readiness = SymposiumNode.readiness(system, settings);
        this.guardian = system.systemActorOf(
                Guardian.create(
                        settings,
                        new Platform(nanoTime, stallClocks, any -> quarantine, listens),
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

    /** The reason why the node is not ready, if it is not. */
    public Optional<String> notReady() {
        return readiness.readiness().notReady();
    }

    /** Begins a graceful shutdown. The answer comes when the owners have released their leases. */
    public void leave(ActorRef<Done> replyTo) {
        guardian.tell(new Guardian.Leave(replyTo));
    }

    /** Ends all services. The answer comes when all clients have been notified. */
    public void close(String why, ActorRef<Done> replyTo) {
        guardian.tell(new Guardian.Close(why, replyTo));
    }

    /** Starts a member without the role. */
    public static MemberRuntime.Member guest(ActorSystem<?> system) {
        return ClusterMember.guest(system, system.settings().config().getString("symposium.role"));
    }
}
