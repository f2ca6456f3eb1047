package symposium.cluster.lock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.cluster.guest.GuestMessage.Manner;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.LeaseNotice;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.NotHeld;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Released;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.TimedOut;
import symposium.service.lock.LockService.Unavailable;

/**
 * One request at a member without the role: a value. Each event yields the next value, and what is to be done.
 *
 * <ul>
 *   <li>The request goes to the first host that takes requests. While there is none, a try is over, and any other
 *       request waits, but not longer than its patience lasts.
 *   <li>A host that takes no requests any more sends it back, and it goes to the next. When the link with its host
 *       ends, it does so, too, if it waits; a lease is lost. Its patience is full again.
 *   <li>A lease is released when its host says so. Until then it cannot be cancelled.
 * </ul>
 *
 * @param asked what the owner asks for
 * @param host has the request, or granted the lease
 * @param sent how often it has been sent to a host
 * @param patience whether it may wait for a host
 * @param fence that of the lease
 * @param releaser waits for the answer to a release
 * @param over whether it is answered for the last time, or given up
 * @param <H> the references to hosts
 * @param <R> the references to those that release leases
 */
record ForwardedRequest<H, R>(
        Asked asked,
        Optional<H> host,
        int sent,
        Patience patience,
        Optional<Fence> fence,
        Optional<R> releaser,
        boolean over) {

    /** What an owner asks for. */
    record Asked(String id, Manner manner, Claims claims, Optional<Duration> limit) {}

    /** How long a request waits for a host that has formed a cluster. */
    enum Patience {
        /** It has not waited yet. */
        FULL,
        /** Its time runs. */
        RUNNING,
        /** It waits no longer. */
        SPENT
    }

    /** What a host is told. */
    enum Order {
        ASK,
        GIVE_UP,
        RELEASE
    }

    /** Something to do. */
    sealed interface Effect<H, R> {}

    /**
     * Tells a host.
     *
     * @param sent the number under which the host has the request
     */
    record Send<H, R>(H host, int sent, Order order) implements Effect<H, R> {}

    /** The time begins that the request waits for a host. */
    record Await<H, R>() implements Effect<H, R> {}

    /** Answers the request. */
    record Answer<H, R>(Reply reply) implements Effect<H, R> {}

    /** Tells the owner of its lease. */
    record Notify<H, R>(LeaseNotice notice) implements Effect<H, R> {}

    /** Answers a release. */
    record Confirm<H, R>(R releaser, Reply reply) implements Effect<H, R> {}

    /**
     * Answers the request that it has timed out, and who holds what it has waited for.
     *
     * @param otherwise the reason, if that is not found
     */
    record Search<H, R>(String otherwise) implements Effect<H, R> {}

    /**
     * The response to one event.
     *
     * @param next the request after it
     * @param effects what is to be done, in order
     */
    record Step<H, R>(ForwardedRequest<H, R> next, List<Effect<H, R>> effects) {

        Step {
            effects = List.copyOf(effects);
        }
    }

    private static final String OR_CUT_OFF = "; or the node that hosts the request sees no majority";

    /** A request that has come. The next event is {@link #offered}. */
    static <H, R> ForwardedRequest<H, R> of(Asked asked) {
        return new ForwardedRequest<>(
                asked, Optional.empty(), 0, Patience.FULL, Optional.empty(), Optional.empty(), false);
    }

    /** Whether it is neither granted nor over. */
    boolean waits() {
        return fence.isEmpty() && !over;
    }

    // --- hosts

    /** The request has come, or more hosts take requests. */
    Step<H, R> offered(LockHosts<H> hosts) {
        return waits() && host.isEmpty() ? forwarded(hosts) : step();
    }

    /** The link with a host has ended, and with it all that it hosts. */
    Step<H, R> hostLost(H lost, LockHosts<H> hosts) {
        if (!host.equals(Optional.of(lost))) {
            return step();
        }
        return waits()
                ? sentBack(Patience.FULL).forwarded(hosts)
                : lost(
                        "the node that hosts the lease is unreachable",
                        "the node that hosts the lease became unreachable before it had confirmed the release");
    }

    /** The request has waited for a host as long as it may. */
    Step<H, R> noHost(LockHosts<H> hosts) {
        if (patience != Patience.RUNNING) {
            return step();
        }
        ForwardedRequest<H, R> spent = at(host, sent, Patience.SPENT);
        return host.isEmpty() ? spent.forwarded(hosts) : spent.step();
    }

    private Step<H, R> forwarded(LockHosts<H> hosts) {
        Optional<H> taking = hosts.taking();
        if (taking.isPresent()) {
            return new Step<>(at(taking, sent + 1, patience), List.of(new Send<>(taking.get(), sent + 1, Order.ASK)));
        }
        if (asked.manner() == Manner.TRY_ACQUIRE || patience == Patience.SPENT) {
            return answer(hosts.why().answer(asked.id()));
        }
        List<Effect<H, R>> begins = patience == Patience.FULL ? List.of(new Await<>()) : List.of();
        return new Step<>(at(host, sent, Patience.RUNNING), begins);
    }

    // --- what a host answers

    /**
     * A host has answered.
     *
     * @param under the number under which it has the request
     * @param hosts the hosts, which have heard the answer
     */
    Step<H, R> answered(int under, Reply reply, LockHosts<H> hosts) {
        if (over || host.isEmpty() || under != sent) {
            return step();
        }
        if (reply instanceof Granted granted) {
            return waits() ? granted(granted.fence()) : step();
        } else if (reply instanceof NotFree) {
            return answer(new NotFree(asked.id(), asked.claims()));
        } else if (reply instanceof TimedOut late) {
            return answer(new TimedOut(asked.id(), late.limit(), late.why(), late.holders()));
        } else if (reply instanceof Refused refused) {
            return answer(new Refused(asked.id(), refused.reason(), refused.why()));
        } else if (reply instanceof Unavailable unavailable) {
            return unavailable(unavailable, hosts);
        } else if (reply instanceof Leaving leaving) {
            return new Step<>(this, List.of(new Notify<>(new Leaving(asked.id(), leaving.fence(), leaving.within()))));
        } else if (reply instanceof Lost lost) {
            return lost(lost.why(), lost.why());
        } else if (reply instanceof Released) {
            return ended(confirmed(new Released(asked.id(), fence.orElseThrow())));
        } else if (reply instanceof NotHeld gone) {
            return ended(confirmed(new NotHeld(asked.id(), gone.why())));
        }
        return step();
    }

    private Step<H, R> granted(Fence under) {
        return new Step<>(
                new ForwardedRequest<>(asked, host, sent, Patience.FULL, Optional.of(under), Optional.empty(), false),
                List.of(new Answer<>(new Granted(asked.id(), asked.claims(), under))));
    }

    /** A host takes no request any more, or cannot grant at once what was tried. */
    private Step<H, R> unavailable(Unavailable unavailable, LockHosts<H> hosts) {
        return switch (unavailable.cause()) {
            case NO_MAJORITY -> answer(new Unavailable(asked.id(), unavailable.cause(), unavailable.why()));
            case NOT_FORMED -> sentBack(patience).forwarded(hosts);
            default -> sentBack(Patience.FULL).forwarded(hosts);
        };
    }

    // --- what the owner wants

    /** The owner no longer wants it, or has stopped. What is being released is over when the host says so. */
    Step<H, R> cancel() {
        return over || releaser.isPresent() ? step() : ended(givenUp());
    }

    /** The owner releases the lease. */
    Step<H, R> release(R by) {
        return new Step<>(
                new ForwardedRequest<>(asked, host, sent, patience, fence, Optional.of(by), false),
                List.of(new Send<>(host.orElseThrow(), sent, Order.RELEASE)));
    }

    /** The owner's limit has passed. */
    Step<H, R> expired(LockHosts<H> hosts) {
        if (!waits()) {
            return step();
        }
        if (host.isPresent() && asked.manner() != Manner.TRY_ACQUIRE) {
            return ended(Stream.concat(
                    givenUp(), Stream.of(new Search<>(RequestRules.contended(asked.claims()) + OR_CUT_OFF))));
        }
        String why = host.isPresent() ? TimedOut.UNKNOWN : hosts.why().why();
        TimedOut late = new TimedOut(asked.id(), asked.limit().orElseThrow(), why);
        return ended(Stream.concat(givenUp(), Stream.of(new Answer<>(late))));
    }

    // --- parts

    private Stream<Effect<H, R>> givenUp() {
        return host.<Effect<H, R>>map(has -> new Send<>(has, sent, Order.GIVE_UP)).stream();
    }

    private Stream<Effect<H, R>> confirmed(Reply reply) {
        return releaser.<Effect<H, R>>map(by -> new Confirm<>(by, reply)).stream();
    }

    private Step<H, R> lost(String why, String notReleased) {
        return ended(Stream.concat(
                Stream.of(new Notify<>(new Lost(asked.id(), fence.orElseThrow(), why))),
                confirmed(new NotHeld(asked.id(), notReleased))));
    }

    private Step<H, R> answer(Reply reply) {
        return ended(Stream.of(new Answer<>(reply)));
    }

    private Step<H, R> ended(Stream<Effect<H, R>> effects) {
        return new Step<>(
                new ForwardedRequest<>(
                        asked, Optional.empty(), sent, Patience.FULL, Optional.empty(), Optional.empty(), true),
                effects.toList());
    }

    private ForwardedRequest<H, R> sentBack(Patience now) {
        return at(Optional.empty(), sent, now);
    }

    private ForwardedRequest<H, R> at(Optional<H> now, int times, Patience left) {
        return new ForwardedRequest<>(asked, now, times, left, fence, releaser, over);
    }

    private Step<H, R> step() {
        return new Step<>(this, List.of());
    }
}
