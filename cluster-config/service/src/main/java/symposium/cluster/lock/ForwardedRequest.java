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
 * @param releases whether its release is not answered yet
 * @param over whether it is answered for the last time, or given up
 * @param <H> the references to hosts
 */
record ForwardedRequest<H>(
        Asked asked,
        Optional<H> host,
        int sent,
        Patience patience,
        Optional<Fence> fence,
        boolean releases,
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
    sealed interface Effect<H> {}

    /**
     * Tells a host.
     *
     * @param sent the number under which the host has the request
     */
    record Send<H>(H host, int sent, Order order) implements Effect<H> {}

    /** The time begins that the request waits for a host. */
    record Await<H>() implements Effect<H> {}

    /** Answers the request. */
    record Answer<H>(Reply reply) implements Effect<H> {}

    /** Tells the owner of its lease. */
    record Notify<H>(LeaseNotice notice) implements Effect<H> {}

    /** Answers the release. */
    record Confirm<H>(Reply reply) implements Effect<H> {}

    /**
     * Answers the request that it has timed out, and who holds what it has waited for.
     *
     * @param otherwise the reason, if that is not found
     */
    record Search<H>(String otherwise) implements Effect<H> {}

    /**
     * The response to one event.
     *
     * @param next the request after it
     * @param effects what is to be done, in order
     */
    record Step<H>(ForwardedRequest<H> next, List<Effect<H>> effects) {}

    private static final String OR_CUT_OFF = "; or the node that hosts the request sees no majority";

    /** A request that has come. The next event is {@link #offered}. */
    static <H> ForwardedRequest<H> of(Asked asked) {
        return new ForwardedRequest<>(asked, Optional.empty(), 0, Patience.FULL, Optional.empty(), false, false);
    }

    /** Whether it is neither granted nor over. */
    boolean waits() {
        return fence.isEmpty() && !over;
    }

    // --- hosts

    /** The request has come, or more hosts take requests. */
    Step<H> offered(LockHosts<H> hosts) {
        return waits() && host.isEmpty() ? forwarded(hosts) : step();
    }

    /** The link with a host has ended, and with it all that it hosts. */
    Step<H> hostLost(H lost, LockHosts<H> hosts) {
        if (!host.equals(Optional.of(lost))) {
            return step();
        }
        return waits()
                ? at(Optional.empty(), sent, Patience.FULL).forwarded(hosts)
                : lost(
                        fence.orElseThrow(),
                        "the node that hosts the lease is unreachable",
                        "the node that hosts the lease became unreachable before it had confirmed the release");
    }

    /** The request has waited for a host as long as it may. */
    Step<H> noHost(LockHosts<H> hosts) {
        if (patience != Patience.RUNNING) {
            return step();
        }
        ForwardedRequest<H> spent = at(host, sent, Patience.SPENT);
        return host.isEmpty() ? spent.forwarded(hosts) : spent.step();
    }

    private Step<H> forwarded(LockHosts<H> hosts) {
        Optional<H> taking = hosts.taking();
        if (taking.isPresent()) {
            return new Step<>(at(taking, sent + 1, patience), List.of(new Send<>(taking.get(), sent + 1, Order.ASK)));
        }
        if (asked.manner() == Manner.TRY_ACQUIRE || patience == Patience.SPENT) {
            return answer(hosts.why().answer(asked.id()));
        }
        List<Effect<H>> begins = patience == Patience.FULL ? List.of(new Await<>()) : List.of();
        return new Step<>(at(host, sent, Patience.RUNNING), begins);
    }

    // --- what a host answers

    /**
     * A host has answered.
     *
     * @param under the number under which it has the request
     * @param hosts the hosts, which have heard the answer
     */
    Step<H> answered(int under, Reply reply, LockHosts<H> hosts) {
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
            return lost(lost.fence(), lost.why(), lost.why());
        } else if (reply instanceof Released released) {
            return ended(confirmed(new Released(asked.id(), released.fence())));
        } else if (reply instanceof NotHeld gone) {
            return ended(confirmed(new NotHeld(asked.id(), gone.why())));
        }
        return step();
    }

    private Step<H> granted(Fence under) {
        return new Step<>(
                new ForwardedRequest<>(asked, host, sent, Patience.FULL, Optional.of(under), false, false),
                List.of(new Answer<>(new Granted(asked.id(), asked.claims(), under))));
    }

    /** A host takes no request any more, or cannot grant at once what was tried. */
    private Step<H> unavailable(Unavailable unavailable, LockHosts<H> hosts) {
        return switch (unavailable.cause()) {
            case NO_MAJORITY -> answer(new Unavailable(asked.id(), unavailable.cause(), unavailable.why()));
            case NOT_FORMED -> at(Optional.empty(), sent, patience).forwarded(hosts);
            default -> at(Optional.empty(), sent, Patience.FULL).forwarded(hosts);
        };
    }

    // --- what the owner wants

    /** The owner no longer wants it, or has stopped. What is being released is over when the host says so. */
    Step<H> cancel() {
        return over || releases ? step() : ended(givenUp());
    }

    /** The owner releases the lease. */
    Step<H> release() {
        return new Step<>(
                new ForwardedRequest<>(asked, host, sent, patience, fence, true, false),
                List.of(new Send<>(host.orElseThrow(), sent, Order.RELEASE)));
    }

    /** The owner's limit has passed. */
    Step<H> expired(LockHosts<H> hosts) {
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

    private Stream<Effect<H>> givenUp() {
        return host.<Effect<H>>map(has -> new Send<>(has, sent, Order.GIVE_UP)).stream();
    }

    private Stream<Effect<H>> confirmed(Reply reply) {
        return releases ? Stream.of(new Confirm<>(reply)) : Stream.empty();
    }

    private Step<H> lost(Fence held, String why, String notReleased) {
        return ended(Stream.concat(
                Stream.of(new Notify<>(new Lost(asked.id(), held, why))),
                confirmed(new NotHeld(asked.id(), notReleased))));
    }

    private Step<H> answer(Reply reply) {
        return ended(Stream.of(new Answer<>(reply)));
    }

    private Step<H> ended(Stream<Effect<H>> effects) {
        return new Step<>(
                new ForwardedRequest<>(asked, Optional.empty(), sent, Patience.FULL, Optional.empty(), false, true),
                effects.toList());
    }

    private ForwardedRequest<H> at(Optional<H> now, int times, Patience left) {
        return new ForwardedRequest<>(asked, now, times, left, fence, releases, over);
    }

    private Step<H> step() {
        return new Step<>(this, List.of());
    }
}
