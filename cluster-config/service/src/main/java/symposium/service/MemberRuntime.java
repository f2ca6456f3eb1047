package symposium.service;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;

/**
 * What carries out the services of this package. Applications have no use for it. {@link ServiceLoader} finds it, so
 * that what applications import does not depend on what carries it out.
 */
public interface MemberRuntime {

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

    /** Named locks of one actor system, without a cluster. */
    Behavior<LockService.Command> alone();

    /** The leaders of the elections of a cluster. */
    Behavior<LeaderWatch.Command> leaders();

    /** The leaders of the elections of one service, which no cluster finds. */
    Behavior<LeaderWatch.Command> leaders(ActorRef<LockService.Command> service);

    /**
     * The one on the class path.
     *
     * @throws IllegalStateException when there is none: a jar that contains that of Symposium lacks its
     *     {@code META-INF/services}
     */
    static MemberRuntime load() {
        return ServiceLoader.load(MemberRuntime.class, MemberRuntime.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the class path has no "
                        + "META-INF/services/" + MemberRuntime.class.getName()
                        + "; a jar that contains others keeps the services of all"));
    }
}
