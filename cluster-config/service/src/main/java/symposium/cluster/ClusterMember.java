package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.cluster.typed.Cluster;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import symposium.cluster.execution.AkkaConfiguration;
import symposium.cluster.execution.CallerRunsExecutor;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.leader.LeaderWatchActor;
import symposium.cluster.lock.LocalLocks;
import symposium.cluster.lock.LockProxy;
import symposium.cluster.lock.LockServiceActor;
import symposium.cluster.settings.Settings;
import symposium.cluster.status.Observers;
import symposium.cluster.status.Readiness;
import symposium.cluster.status.StatusActor;
import symposium.service.MemberRuntime;
import symposium.service.election.LeaderWatch;
import symposium.service.lock.LockService;
import symposium.service.participant.Node;
import symposium.service.status.StatusService;

/** A member of a cluster: one with the role is a node, others reach the services through one. */
public final class ClusterMember implements MemberRuntime {

    /** By the {@link java.util.ServiceLoader}. */
    public ClusterMember() {}

    private record Started(
            Optional<ActorRef<LockService.Command>> locks,
            ActorRef<StatusService.Command> status,
            Readiness readiness,
            Optional<Node> node)
            implements Member {

        @Override
        public CompletionStage<Done> ready() {
            return readiness.ready();
        }

        @Override
        public Optional<String> notReady() {
            return readiness.notReady();
        }
    }

    @Override
    public Member start(ActorSystem<?> system) {
        String role = Settings.member(system.settings().config());
        AkkaConfiguration.require(system);
        return SymposiumNode.of(system)
                .or(() -> Cluster.get(system).selfMember().hasRole(role)
                        ? Optional.of(SymposiumNode.within(system, Observers.none()))
                        : Optional.empty())
                .map(ClusterMember::node)
                .orElseGet(() -> guest(system, role));
    }

    private static Member node(SymposiumNode node) {
        return new Started(
                Optional.of(node).filter(SymposiumNode::hasLocks).map(SymposiumNode::locks),
                node.status(),
                node.readiness(),
                Optional.of(node));
    }

    /** Starts the services of a member without the role. */
    static Member guest(ActorSystem<?> system, String role) {
        String noHost = LockProxy.noHost(system.settings().config());
        system.log()
                .info(
                        "this member does not have the role {} (symposium.role): it hosts nothing, and uses the services of those that do",
                        role);
        Readiness readiness = new Readiness(noHost);
        system.systemActorOf(HostWatch.create(readiness, noHost), "symposium-hosts", Props.empty());
        return new Started(
                Optional.of(system.systemActorOf(LockProxy.create(), "symposium-locks", CallerRunsExecutor.SELECTOR)),
                system.systemActorOf(StatusActor.guest(role), NodePaths.STATUS, Props.empty()),
                readiness,
                Optional.empty());
    }

    @Override
    public Behavior<LockService.Command> alone() {
        return LocalLocks.alone();
    }

    @Override
    public Behavior<LeaderWatch.Command> leaders() {
        return LeaderWatchActor.create(LockServiceActor.KEY);
    }

    @Override
    public Behavior<LeaderWatch.Command> leaders(ActorRef<LockService.Command> service) {
        return LeaderWatchActor.of(service);
    }
}
