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
 * The implementation behind the services of a member; applications do not use it. {@link RuntimeLoader} finds it, so
 * that the types that applications import do not depend on their implementation.
 *
 * @since 1.0
 */
public interface MemberRuntime extends LockRuntime, ElectionRuntime {

    /** The services that run on one member of a cluster. */
    interface Member {

        /** Returns the service of named locks, or empty if the node's settings do not list that service. */
        Optional<ActorRef<LockService.Command>> locks();

        /** Returns the service that reports the status of the cluster. */
        ActorRef<StatusService.Command> status();

        /**
         * Returns a stage that completes when this member serves requests, or fails with {@link NodeEnded} if it will
         * never serve requests again.
         */
        CompletionStage<Done> ready();

        /** Returns why this member does not serve requests now, in one line, or empty if it does. */
        Optional<String> notReady();

        /** Returns the node of this actor system, or empty on a member without the role. */
        Optional<Node> node();
    }

    /**
     * Starts the services on a member of a cluster, with or without the role; called once for each actor system.
     *
     * @throws InvalidSetting if the configuration of the actor system is invalid
     */
    Member start(ActorSystem<?> system);

    /** Returns the implementation on the class path. */
    static MemberRuntime load() {
        return RuntimeLoader.load(MemberRuntime.class);
    }
}
