package symposium.service;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import symposium.service.election.ElectionRuntime;
import symposium.service.lock.LockRuntime;
import symposium.service.lock.LockService;
import symposium.service.member.InvalidSetting;
import symposium.service.member.NodeEnded;
import symposium.service.member.RuntimeLoader;
import symposium.service.participant.Node;
import symposium.service.status.StatusService;

/**
 * What carries out the services of a member. Applications have no use for it. {@link RuntimeLoader} finds it, so that
 * what applications import does not depend on what carries it out.
 *
 * @since 1.0
 */
public interface MemberRuntime extends LockRuntime, ElectionRuntime {

    /** What runs at one member of a cluster. */
    interface Member {

        /** Named locks; empty at a node whose settings do not name that service. */
        Optional<ActorRef<LockService.Command>> locks();

        /** The status of the cluster. */
        ActorRef<StatusService.Command> status();

        /** Completed when this member serves requests, or by {@link NodeEnded} when it never will again. */
        CompletionStage<Done> ready();

        /** Why this member does not serve requests now, in one line; empty when it does. */
        Optional<String> notReady();

        /** The node that the actor system is; empty at a member without the role. */
        Optional<Node> node();
    }

    /**
     * Starts what runs at a member of a cluster, with or without the role; once for each actor system.
     *
     * @throws InvalidSetting when the configuration of the actor system does not do
     */
    Member start(ActorSystem<?> system);

    /** The one on the class path. */
    static MemberRuntime load() {
        return RuntimeLoader.load(MemberRuntime.class);
    }
}
