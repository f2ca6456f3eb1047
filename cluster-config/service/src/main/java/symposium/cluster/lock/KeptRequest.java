package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.ClientSessions;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Acquire;

/** A request of a client session: what it is granted outlives this node. */
final class KeptRequest extends LockRequest {

    /**
     * By which another node knows a request that it takes over.
     *
     * @param session the id of the session
     * @param life of the session, in milliseconds
     * @param label of the session
     * @param id of the request; empty for the session itself
     * @param value of the candidate, if it asks to lead
     */
    record Key(String session, long life, String label, String id, Optional<String> value) {

        private static final String SEPARATOR = "\n";
        private static final int PARTS = 5;

        static Key of(String text) {
            String[] parts = text.split(SEPARATOR, -1);
            if (parts.length != PARTS) {
                throw new IllegalArgumentException("the key of a kept request has " + PARTS + " lines: " + text);
            }
            return new Key(
                    parts[0],
                    Long.parseLong(parts[1]),
                    parts[2],
                    parts[3],
                    parts[4].isEmpty() ? Optional.empty() : Optional.of(parts[4].substring(1)));
        }

        /** One line for each part, none of which has a line end. */
        String text() {
            return String.join(
                    SEPARATOR,
                    session,
                    Long.toString(life),
                    label,
                    id,
                    value.map(told -> "=" + told).orElse(""));
        }
    }

    private final String key;
    private boolean told;
    private boolean takenOver;

    KeptRequest(Acquire asked, Optional<String> value, String key) {
        super(asked, value);
        this.key = key;
    }

    String key() {
        return key;
    }

    /** Marks it as taken over from another node. */
    KeptRequest takenOver() {
        takenOver = true;
        return this;
    }

    boolean isTakenOver() {
        return takenOver;
    }

    /** Whether it is told that it is granted: only once, after another node is its backup. */
    boolean tell() {
        boolean first = !told;
        told = true;
        return first && fence().isPresent();
    }

    @Override
    boolean isUnanswered() {
        return !told;
    }

    /**
     * Asks for what another node takes over when this one departs. It is answered as {@link Acquire}, and when another
     * node is its backup.
     *
     * @param value of the candidate, if it asks to lead
     * @param waits whether it waits for what is not free
     * @param key by which another node takes it over; without it, none does
     */
    record Ask(Acquire asked, Optional<String> value, boolean waits, Optional<String> key)
            implements LockService.Command {

        /** Asks whether these claims are free, by taking them. */
        static Ask lookUp(String id, Claims claims, Duration limit, ActorRef<LockService.Reply> owner) {
            return new Ask(
                    new Acquire(id, claims, Optional.of(limit), owner, owner, owner.narrow()),
                    Optional.empty(),
                    false,
                    Optional.empty());
        }

        LockRequest request() {
            return key.isPresent() ? kept() : new Attempt(asked);
        }

        KeptRequest kept() {
            return new KeptRequest(asked, value, key.orElseThrow());
        }
    }

    /**
     * This node takes over what another has had for a session.
     *
     * @param fence under which the session has it
     */
    record TakeOver(long ticket, Key key, Claims claims, Fence fence) implements ClientSessions.Command {
        @Override
        public String session() {
            return key.session();
        }
    }

    /** The answer to {@link TakeOver}: whose it is from now on. */
    record Adopt(long ticket, Ask kept) implements LockService.Command {}
}
