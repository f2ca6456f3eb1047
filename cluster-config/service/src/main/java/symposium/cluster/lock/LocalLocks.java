package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.hosted.HostEvent;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.Lost;
import symposium.service.member.MembershipView;

/** Named locks of one actor system, without a cluster. */
public final class LocalLocks {

    private LocalLocks() {}

    /**
     * The service for the applications of one actor system, which need not be a node: there is no cluster, no message
     * between nodes, and no setting but {@code symposium.waiters-limit}. Two such services, in this JVM or elsewhere,
     * know nothing of each other.
     *
     * <p>It is the service of a node whose process has no neighbours. An application that later needs the locks of
     * a cluster changes only where it gets the service from. Fences begin above the seconds from 1970 to its start, so
     * they grow over restarts as far as the clock can be trusted. A grant is {@link Lost} only when the service ends.
     */
    public static Behavior<Command> alone() {
        return alone(Instant.now().getEpochSecond());
    }

    /** @param floor the generation above which its fences begin */
    public static Behavior<Command> alone(long floor) {
        return Behaviors.setup(context -> {
            ProcessId self = ProcessId.of(0);
            ProcessContext<PrivilegeMessage, Grant> surroundings = new ProcessContext<>(
                    (to, message) -> {
                        throw new IllegalStateException("a process without neighbours sends " + message);
                    },
                    told -> context.getSelf().tell(new LockServiceActor.FromHost(new HostEvent.Told<>(told))),
                    timer -> {
                        throw new IllegalStateException("there is no timer " + timer);
                    },
                    step -> {});
            ActorRef<ProcessActor.Command<PrivilegeMessage, Request>> process = context.spawn(
                    ProcessActor.create(
                            self,
                            Neighbours.none(),
                            new Privileges.Entry().withDynamicMembership(Start.of(1, 0), floor),
                            surroundings),
                    "process");
            context.watchWith(
                    process,
                    new LockServiceActor.FromHost(new HostEvent.Closed<>(
                            "the process of these locks has stopped",
                            context.getSystem().ignoreRef())));
            MembershipView itself = new MembershipView(
                    self,
                    Shape.COMPLETE,
                    new TreeMap<>(Map.of(self, context.getSystem().address())),
                    new TreeSet<>(),
                    new TreeSet<>(),
                    false);
            return LockServiceActor.create(
                    itself,
                    request -> process.tell(new ProcessActor.Ask<>(request)),
                    LockServiceActor.telemetry(context),
                    HolderSearch.Reach.MEMBER,
                    Optional.empty(),
                    () -> {});
        });
    }
}
