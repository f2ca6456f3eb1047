package symposium.cluster.guest;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** A message between a member without the role and the node that hosts its requests, on a {@link GuestLink}. */
public sealed interface GuestMessage {

    /** The kind of a request. */
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
     * @param value the value of a candidate, which followers of the election receive
     * @param limit the longest time of a {@link Manner#TRY_ACQUIRE}; the member keeps the limits of other requests
     * @param label as that of {@link LockService.Acquire}
     */
    record Ask(
            String id,
            Manner manner,
            Claims claims,
            Optional<String> value,
            Optional<Duration> limit,
            ActorRef<?> owner,
            Optional<String> label)
            implements GuestMessage {
        public Ask {
            label = label == null ? Optional.empty() : label;
        }
    }

    /** Ends a request, granted or not. */
    record GiveUp(String id, ActorRef<?> owner) implements GuestMessage {}

    /** Releases a lease. The answer is {@link LockService.Released} or {@link LockService.NotHeld}. */
    record Release(String id, Fence fence) implements GuestMessage {}

    /** A reply of the node's service to a request. */
    record Told(LockService.Reply reply) implements GuestMessage {}
}
