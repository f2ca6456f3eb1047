package symposium.cluster.guest;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** What a member without the role and the node that hosts its requests say to each other, by a {@link GuestLink}. */
public sealed interface GuestMessage {

    /** What the owner has asked for. */
    enum Manner {
        /** Waits until it is granted. */
        ACQUIRE,
        /** Does not wait for other owners. */
        TRY_ACQUIRE,
        /** Waits to lead an election. */
        CAMPAIGN
    }

    /**
     * A request.
     *
     * @param id by which the member tells its requests apart
     * @param value what is told of a candidate
     * @param limit how long it may take to know whether what is tried is free
     */
    record Ask(
            String id,
            Manner manner,
            Claims claims,
            Optional<String> value,
            Optional<Duration> limit,
            ActorRef<?> owner)
            implements GuestMessage {}

    /** A request is over, granted or not. */
    record GiveUp(String id, ActorRef<?> owner) implements GuestMessage {}

    /** A lease is released; the answer says so. */
    record Release(String id, Fence fence) implements GuestMessage {}

    /** What the service of the node says of a request. */
    record Told(LockService.Reply reply) implements GuestMessage {}
}
