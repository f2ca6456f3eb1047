package symposium.cluster.guest;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import symposium.links.Frame;
import symposium.service.lock.LockService;
import symposium.wire.Wire;

/**
 * A frame of a {@link GuestLink}.
 *
 * @param from the end that sends it: a member without the role, or the service of a node
 */
public record GuestFrame(ActorRef<GuestFrame> from, Frame<GuestMessage> frame) implements LockService.Command, Wire {

    public GuestFrame {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(frame, "frame");
    }
}
