package symposium.cluster.lock;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import java.util.Optional;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Entry;
import symposium.service.lock.LockService.Reply;
import symposium.wire.OwnerLabel;

/** A request for named locks that waits or is granted, as a service has it. */
class LockRequest extends OwnerRequests.Pending {

    private final Acquire asked;
    private final Optional<String> value;
    private Entry shown;

    /** @param value that of the candidate, if this is a campaign */
    LockRequest(Acquire asked, Optional<String> value) {
        this.asked = asked;
        this.value = value;
    }

    final Acquire asked() {
        return asked;
    }

    final Optional<String> value() {
        return value;
    }

    @Override
    final String id() {
        return asked.id();
    }

    @Override
    final Claims claims() {
        return asked.claims();
    }

    @Override
    final ActorRef<?> owner() {
        return asked.owner();
    }

    @Override
    final boolean hasSeparateOwner() {
        return asked.label().isPresent();
    }

    /** Its owner, in words. */
    final String ownerLabel() {
        return OwnerLabel.of(owner(), asked.label());
    }

    @Override
    final ActorRef<Reply> replyTo() {
        return asked.replyTo();
    }

    /** Whether its owner waits for the answer: also when it is granted, and that is not told yet. */
    boolean isUnanswered() {
        return waits();
    }

    /** What the status shows of it. It is made once, and again when it is granted: many requests are shown often. */
    final Entry entry() {
        if (shown == null || !shown.fence().equals(fence())) {
            shown = new Entry(id(), OwnerLabel.path(owner(), asked.label()), claims(), fence(), since());
        }
        return shown;
    }

    /**
     * The leader, if this is a campaign that is won.
     *
     * @param here the address of this node
     */
    final Optional<LeaderState.Leader> leader(Address here) {
        Address node = owner().path().address();
        return value.map(told -> new LeaderState.Leader(
                claims().election().orElseThrow(), fence().orElseThrow(), told, node.hasGlobalScope() ? node : here));
    }

    /** A request that does not wait for other owners. */
    static final class Attempt extends LockRequest {
        Attempt(Acquire asked) {
            super(asked, Optional.empty());
        }
    }
}
