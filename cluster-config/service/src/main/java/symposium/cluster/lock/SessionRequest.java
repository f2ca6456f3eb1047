package symposium.cluster.lock;

import java.util.List;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/**
 * A request of a client session.
 *
 * @param shown the fence under which the client knows it; that of the first node
 * @param own the fence under which this node's process has it
 * @param owed how many answers the service owes to releases and cancellations, and to its loss
 * @param releases whether it is to end
 * @param asking the questions that are answered when it is granted, or is not
 * @param releasing the questions that are answered when it has ended
 */
record SessionRequest<Q>(
        Claims claims,
        Optional<String> value,
        Optional<Fence> shown,
        Optional<Fence> own,
        SessionRequest.Stage stage,
        int owed,
        boolean releases,
        List<Q> asking,
        List<Q> releasing) {

    /** What the service has of a request. */
    enum Stage {
        /** It waits there. */
        WAITS,
        /** It is taken over, and not yet held here. */
        COMES,
        /** It is granted. */
        HELD,
        /** It is lost here, and its backup may not know of that. */
        LOST,
        /** It is over. */
        OVER
    }

    static <Q> SessionRequest<Q> of(
            Claims claims, Optional<String> value, Optional<Fence> shown, Stage stage, List<Q> asking) {
        return new SessionRequest<>(claims, value, shown, Optional.empty(), stage, 0, false, asking, List.of());
    }

    /** Whether the service says nothing of it any more. */
    boolean isForgotten() {
        return owed == 0 && (stage == Stage.LOST || stage == Stage.OVER);
    }

    SessionRequest<Q> at(Stage now, int change) {
        return new SessionRequest<>(claims, value, shown, own, now, owed + change, releases, asking, releasing);
    }

    SessionRequest<Q> granted(Fence fence) {
        Optional<Fence> known = shown.or(() -> Optional.of(fence));
        return new SessionRequest<>(
                claims, value, known, Optional.of(fence), Stage.HELD, owed, releases, asking, releasing);
    }

    SessionRequest<Q> released(List<Q> by) {
        return new SessionRequest<>(claims, value, shown, own, stage, owed, true, asking, by);
    }

    SessionRequest<Q> asked(List<Q> by) {
        return new SessionRequest<>(claims, value, shown, own, stage, owed, releases, by, releasing);
    }

    SessionRequest<Q> replied(Reply reply) {
        if (reply instanceof LockService.Lost) {
            return at(Stage.LOST, 1);
        } else if (reply instanceof LockService.NotHeld) {
            return at(stage == Stage.HELD ? Stage.OVER : stage, -Math.min(owed, 1));
        }
        boolean ordered = reply instanceof LockService.Released || reply instanceof LockService.Cancelled;
        return at(Stage.OVER, ordered ? -Math.min(owed, 1) : 0);
    }
}
