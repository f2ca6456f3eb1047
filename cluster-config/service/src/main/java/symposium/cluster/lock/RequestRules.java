package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import symposium.arbitration.resources.WrittenSize;
import symposium.cluster.execution.FrameLimit;
import symposium.cluster.settings.Settings;
import symposium.input.PlainText;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Campaign;
import symposium.service.lock.LockService.Cancel;
import symposium.service.lock.LockService.Cancelled;
import symposium.service.lock.LockService.Entry;
import symposium.service.lock.LockService.NotHeld;
import symposium.service.lock.LockService.Reason;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Release;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.TimedOut;
import symposium.wire.OwnerLabel;

/**
 * What a service of named locks refuses, and how it answers: the same at a node and at a member that passes requests
 * on.
 */
final class RequestRules {

    private static final int SHOWN_HOLDERS = 3;
    private static final int SHOWN_NAMES = 3;
    private static final String WITHOUT_LIMIT = "without one the request waits as long as it takes";
    private static final String TRY_TIMEOUT = "symposium.try-timeout";

    /** The refusal of a request that no service takes. */
    static Optional<Refused> invalid(Acquire asked) {
        return invalid(asked, WITHOUT_LIMIT);
    }

    /** The refusal of a try, a request to be granted at once, that no service takes. */
    static Optional<Refused> invalidTry(Acquire asked) {
        return invalid(asked, "without one " + TRY_TIMEOUT + " is the limit");
    }

    private static Optional<Refused> invalid(Acquire asked, String withoutLimit) {
        return invalidId(asked.id())
                .or(() -> invalidLimit(asked.limit(), withoutLimit))
                .or(() -> asked.claims().invalid())
                .map(why -> new Refused(asked.id(), Reason.INVALID, why));
    }

    /** The refusal of a campaign that no service takes. */
    static Optional<Refused> invalid(Campaign asked) {
        return invalidId(asked.id())
                .or(() -> invalidLimit(asked.limit(), WITHOUT_LIMIT))
                .or(() -> Claims.invalidName(asked.election()))
                .or(() -> invalidValue(asked.value()))
                .map(why -> new Refused(asked.id(), Reason.INVALID, why));
    }

    private static Optional<String> invalidLimit(Optional<Duration> asked, String withoutLimit) {
        return asked.filter(
                        limit -> limit.isNegative() || limit.isZero() || limit.compareTo(LockService.LONGEST_LIMIT) > 0)
                .map(limit -> "the limit is " + shown(limit) + ": it must be above zero and at most "
                        + LockService.LONGEST_LIMIT.toDays() + " days; " + withoutLimit);
    }

    /** Days where there are more than are admitted: so long a time may have too many milliseconds for a number. */
    private static String shown(Duration limit) {
        return Math.abs(limit.toDays()) > LockService.LONGEST_LIMIT.toDays()
                ? limit.toDays() + " days"
                : limit.toMillis() + " ms";
    }

    private static Optional<String> invalidId(String id) {
        return PlainText.hasControl(id)
                ? Optional.of(
                        PlainText.quoted(id) + " cannot be the id of a request: an id has " + PlainText.NO_CONTROL)
                : PlainText.malformed(id).map(why -> PlainText.quoted(id) + " cannot be the id of a request: " + why);
    }

    private static Optional<String> invalidValue(String value) {
        if (value.length() <= LockService.LONGEST_VALUE && !PlainText.hasControl(value)) {
            return PlainText.malformed(value)
                    .map(why -> PlainText.quoted(value) + " cannot be the value of a candidate: " + why);
        }
        return Optional.of(PlainText.quoted(value) + " cannot be the value of a candidate: a value has at most "
                + LockService.LONGEST_VALUE + " characters, and " + PlainText.NO_CONTROL);
    }

    /**
     * The refusal of a request whose claims do not fit into a message between nodes.
     *
     * @param greatestSize in bytes, from {@link #greatestSize(Config)}
     */
    static Optional<Refused> tooLarge(Acquire asked, long greatestSize) {
        Claims claims = asked.claims();
        long size = size(claims);
        return size <= greatestSize
                ? Optional.empty()
                : Optional.of(new Refused(
                        asked.id(),
                        Reason.TOO_LARGE,
                        claims.modes().size() + " names would take " + size + " bytes of a message, and at most "
                                + greatestSize + " are for one request: claim fewer, or raise " + FrameLimit.SETTING));
    }

    /**
     * The refusal of a request beyond those that may wait for one of its names at a member.
     *
     * @param most as many as {@code symposium.waiters-limit} admits
     */
    static Optional<Refused> tooManyWaiters(Acquire asked, OwnerRequests<?> requests, int most) {
        return asked.claims().modes().keySet().stream()
                .filter(name -> requests.waiters(name) >= most)
                .findFirst()
                .map(name -> new Refused(
                        asked.id(),
                        Reason.TOO_MANY_WAITERS,
                        most + " requests wait for " + Claims.shownName(name) + " on this node, as many as "
                                + Settings.WAITERS_LIMIT + " allows: ask again later, or raise it"));
    }

    /** The longest time that a try, a request to be granted at once, waits if it states no limit. */
    static Duration tryTimeout(Config config) {
        return config.getDuration(TRY_TIMEOUT);
    }

    /** How much of a message between nodes the claims of one request may take, in bytes. */
    static long greatestSize(Config config) {
        return config.getBytes(FrameLimit.SETTING) / 2;
    }

    /** The refusal of a request whose id is in use, or whose owner would wait for itself. */
    static Optional<Refused> conflict(Acquire asked, OwnerRequests<? extends LockRequest> requests) {
        if (requests.ticket(asked.owner(), asked.id()).isPresent()) {
            return Optional.of(new Refused(
                    asked.id(),
                    Reason.ID_IN_USE,
                    "this owner has a request with the id '" + asked.id()
                            + "'; each that waits or is held has its own"));
        }
        if (asked.label().isPresent()) {
            return Optional.empty();
        }
        return requests.conflict(asked.owner(), asked.claims())
                .map(own -> new Refused(
                        asked.id(),
                        Reason.ALREADY_CLAIMED,
                        "the owner '" + OwnerLabel.of(asked.owner(), asked.label()) + "' "
                                + (own.waits() ? "waits for " : "holds ")
                                + brief(own.claims()) + " already (request " + own.id()
                                + ") and would wait for itself: "
                                + (own.waits() ? "wait for that request" : "use that lease")
                                + ", or ask as another owner"));
    }

    /** What is claimed, in part when it is many names. */
    private static String brief(Claims claims) {
        return claims.modes().size() <= SHOWN_NAMES ? claims.toString() : briefNames(claims);
    }

    private static String briefNames(Claims claims) {
        Set<String> names = claims.shownNames();
        int more = names.size() - SHOWN_NAMES;
        return names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** That others have these claims, or wait for them, in one line; who, is not known. */
    static String contended(Claims claims) {
        boolean indivisible = claims.election().isPresent() || claims.session().isPresent();
        String part = claims.modes().size() == 1 ? ", or a part of it" : ", or a part of them";
        return TimedOut.CONFLICT + briefNames(claims) + (indivisible ? "" : part);
    }

    /** The answer to a request that others have kept waiting. */
    static TimedOut timedOut(Acquire asked, String otherwise, List<HolderSearch.Found> found) {
        String others = found.size() <= SHOWN_HOLDERS ? "" : "; and " + (found.size() - SHOWN_HOLDERS) + " more";
        String why = found.stream()
                .limit(SHOWN_HOLDERS)
                .map(HolderSearch.Found::toString)
                .collect(Collectors.joining("; "));
        return new TimedOut(
                asked.id(),
                asked.limit().orElseThrow(),
                found.isEmpty() ? otherwise : why + others,
                found.stream().map(HolderSearch.Found::holder).toList());
    }

    static NotHeld unknown(String id) {
        return new NotHeld(
                id,
                "this owner neither waits nor holds anything under that id; it has been answered, released or"
                        + " lost, or was never asked for here");
    }

    static NotHeld notHeld(Release release) {
        return new NotHeld(
                release.id(),
                "no lease of this id is held on this node under fence " + release.fence()
                        + "; it has been released, or lost when the node was cut off, or never granted here");
    }

    /** At most what claims take in a message between nodes, in bytes: those of one request go in one message. */
    private static long size(Claims claims) {
        return WrittenSize.ofNames(claims.modes().keySet());
    }

    /** The answer to a cancellation; the one that waits for the answer to the request is told, too. */
    static Reply cancelled(Cancel cancel, Optional<? extends LockRequest> pending) {
        if (pending.isEmpty()) {
            return unknown(cancel.id());
        }
        Cancelled cancelled = new Cancelled(cancel.id());
        ActorRef<Reply> asking = pending.get().asked().replyTo();
        if (pending.get().waits() && !asking.equals(cancel.replyTo())) {
            asking.tell(cancelled);
        }
        return cancelled;
    }

    /** What is shown of the requests. */
    static List<Entry> entries(OwnerRequests<? extends LockRequest> requests) {
        return requests.all().stream().map(LockRequest::entry).toList();
    }

    /** Notifies the actor that waits for the answer to a request whose owner has stopped. */
    static void withoutOwner(LockRequest over, ActorRef<?> stopped) {
        if (over.waits() && !over.replyTo().equals(stopped)) {
            over.replyTo().tell(new Cancelled(over.id()));
        }
    }

    private RequestRules() {}
}
