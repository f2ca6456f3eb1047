package symposium.cluster.lock;

import akka.Done;
import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.leader.LeaderRegistry;
import symposium.cluster.settings.LongestHolding;
import symposium.kernel.ProcessId;
import symposium.service.election.LeaderState;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Acquire;
import symposium.service.lock.LockService.Cancel;
import symposium.service.lock.LockService.Command;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.Release;
import symposium.service.lock.LockService.Released;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.TimedOut;
import symposium.telemetry.Outcome;
import symposium.telemetry.RequestTelemetry;
import symposium.wire.OwnerLabel;

/**
 * The requests of the owners at one node, from their admission to their end: each waits, then is granted, and ends in
 * one of the {@link Outcome outcomes}, of which its owner is told once. Used by one thread, that of the service.
 */
final class RequestLifecycle {

    /** The limit of a request that waits has passed. */
    record Expired(long ticket) implements Command {}

    /** A request has been granted for the longest time. */
    record HeldLong(long ticket) implements Command {}

    /** That this node sees no majority. */
    static final String NO_MAJORITY = "this node sees no majority now";

    private static final Logger LOG = LoggerFactory.getLogger(LockService.class);
    private static final String NOT_BACKED_UP = "no other node has confirmed that it would take it over";
    private static final String CUT_OFF = "this node was cut off from a majority";
    private static final String CUT_OFF_OR_REMOVED = CUT_OFF + ", or removed from the cluster";

    private final Consumer<Request> process;
    private final TimerScheduler<Command> timers;
    private final RequestTelemetry.Tracker telemetry;
    private final OwnerRequests<LockRequest> requests;
    private final KeptRequests kept;
    private final LeaderRegistry leaders;
    private final LongestHolding longestHolding;
    private final ProcessId self;
    private final Address here;

    /** Is told once nothing is held or waited for, when the node leaves. */
    private Optional<ActorRef<Done>> vacated = Optional.empty();

    /**
     * @param process takes the requests
     * @param self the process
     * @param here the address of this node
     */
    RequestLifecycle(
            Consumer<Request> process,
            TimerScheduler<Command> timers,
            RequestTelemetry.Tracker telemetry,
            OwnerRequests<LockRequest> requests,
            KeptRequests kept,
            LeaderRegistry leaders,
            LongestHolding longestHolding,
            ProcessId self,
            Address here) {
        this.process = process;
        this.timers = timers;
        this.telemetry = telemetry;
        this.requests = requests;
        this.kept = kept;
        this.leaders = leaders;
        this.longestHolding = longestHolding;
        this.self = self;
        this.here = here;
    }

    // --- what begins a request, and what its owner ends

    /** Begins a request that the rules admit. */
    void begin(LockRequest request, boolean waits) {
        Acquire asked = request.asked();
        long ticket = requests.add(request);
        telemetry.waits(ticket, asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner(), asked.label()));
        asked.limit().ifPresent(limit -> timers.startSingleTimer(ticket, new Expired(ticket), limit));
        process.accept(new Request.Take(ticket, asked.claims().modes(), waits));
        kept.asked(ticket, request);
    }

    /** What another node has had is that of a client session here. */
    void adopt(KeptRequest.Adopt adopt) {
        KeptRequest request = adopt.kept().kept().takenOver();
        Acquire asked = request.asked();
        requests.add(adopt.ticket(), request);
        telemetry.waits(adopt.ticket(), asked.claims().shownNames(), () -> OwnerLabel.of(asked.owner(), asked.label()));
        for (Grant told : kept.adopted(adopt.ticket())) {
            requests.get(adopt.ticket()).ifPresent(pending -> change(told, pending, false));
        }
    }

    void cancel(Cancel cancel) {
        Optional<Long> ticket = requests.ticket(cancel.owner(), cancel.id());
        Optional<LockRequest> pending = ticket.map(known -> giveBack(known, Outcome.CANCELLED));
        Reply answer = RequestRules.cancelled(cancel, pending);
        pending.ifPresentOrElse(
                over -> ended(ticket.orElseThrow(), over, cancel.replyTo(), () -> cancel.replyTo()
                        .tell(answer)),
                () -> cancel.replyTo().tell(answer));
    }

    void release(Release release) {
        Optional<Long> ticket = requests.held(release.id(), release.fence(), release.replyTo());
        Released released = new Released(release.id(), release.fence());
        if (ticket.flatMap(requests::get).filter(KeptRequest.class::isInstance).isPresent()) {
            kept.ends(ticket.get(), release.replyTo(), released);
            giveBack(ticket.get(), Outcome.RELEASED);
            return;
        }
        ticket.ifPresent(held -> giveBack(held, Outcome.RELEASED));
        release.replyTo().tell(ticket.isPresent() ? released : RequestRules.notHeld(release));
    }

    // --- what happens to a request

    /**
     * What the process says of a request.
     *
     * @param cutOff whether this node sees no majority
     */
    void told(Grant grant, boolean cutOff) {
        if (!kept.told(grant)) {
            requests.get(grant.ticket()).ifPresent(pending -> change(grant, pending, cutOff));
        }
        // Otherwise the request has been given up, and the process is about to hear of that.
    }

    private void change(Grant told, LockRequest pending, boolean cutOff) {
        long ticket = told.ticket();
        Acquire asked = pending.asked();
        if (told instanceof Grant.Taken taken) {
            requests.granted(ticket, taken.fence());
            telemetry.granted(ticket, taken.fence());
            if (!(pending instanceof KeptRequest)) {
                timers.cancel(ticket);
                watchHolding(ticket, asked.claims());
                tellGranted(pending);
            }
        } else if (told instanceof Grant.BackedUp) {
            if (pending instanceof KeptRequest request && request.tell()) {
                timers.cancel(ticket);
                tellGranted(pending);
                vacateIfVacant();
            }
        } else if (told instanceof Grant.NotFree) {
            forget(ticket, Outcome.NOT_FREE);
            asked.replyTo().tell(new NotFree(asked.id(), asked.claims()));
        } else if (told instanceof Grant.Lost && !pending.waits()) {
            String why = cutOff ? CUT_OFF : CUT_OFF_OR_REMOVED;
            if (pending instanceof KeptRequest) {
                // Until then another node may take it over.
                kept.ends(ticket, asked.replyTo(), new LockService.NotHeld(asked.id(), why));
            }
            forget(ticket, Outcome.LOST);
            asked.lostTo().tell(new Lost(asked.id(), pending.fence().orElseThrow(), why));
        }
    }

    private void tellGranted(LockRequest request) {
        Acquire asked = request.asked();
        Optional<LeaderState.Leader> leader = request.leader(here);
        leader.ifPresent(its -> telemetry.leads(its.election(), self, its.fence()));
        asked.replyTo()
                .tell(new Granted(asked.id(), asked.claims(), request.fence().orElseThrow()));
        leader.ifPresent(leaders::leads);
    }

    /**
     * The limit of a request has passed.
     *
     * @param cutOff whether this node sees no majority
     * @param holders finds who holds what was asked for
     */
    void expired(long ticket, boolean cutOff, HolderSearch holders) {
        if (requests.get(ticket).filter(LockRequest::isUnanswered).isEmpty()) {
            return;
        }
        LockRequest late = giveBack(ticket, Outcome.TIMED_OUT);
        Acquire asked = late.asked();
        ActorRef<Reply> to = asked.replyTo();
        if (cutOff || late instanceof LockRequest.Attempt || !late.waits()) {
            Duration limit = asked.limit().orElseThrow();
            String why = late.waits() ? TimedOut.UNKNOWN : NOT_BACKED_UP;
            TimedOut answer = new TimedOut(asked.id(), limit, cutOff ? NO_MAJORITY : why);
            ended(ticket, late, to, () -> to.tell(answer));
        } else {
            ended(
                    ticket,
                    late,
                    to,
                    () -> holders.find(
                            asked.claims(),
                            found -> to.tell(
                                    RequestRules.timedOut(asked, RequestRules.contended(asked.claims()), found))));
        }
    }

    /**
     * A request has ended here. Its process may have granted it, and the backup may know of that without having said
     * so. Until the backup knows of the end, it may take the request over.
     *
     * @param answers tells the owner, now or then
     */
    private void ended(long ticket, LockRequest over, ActorRef<Reply> to, Runnable answers) {
        if (over instanceof KeptRequest) {
            kept.ends(ticket, to, over.asked().id(), answers);
        } else {
            answers.run();
        }
    }

    /** Perhaps nobody is left that would release it. */
    void heldLong(long ticket) {
        requests.get(ticket).filter(holder -> !holder.waits()).ifPresent(holder -> {
            boolean taken = longestHolding.release();
            String time = longestHolding.time().orElseThrow().toMillis() + " ms";
            LOG.warn(
                    "{} holds {} under fence {} for {} or longer: {} (symposium.longest-holding)",
                    holder.ownerLabel(),
                    holder.claims(),
                    holder.fence().orElseThrow(),
                    time,
                    taken ? "it is taken back" : "it may have forgotten to release it");
            if (taken) {
                takeBack(ticket, "it was held for " + time + ", the longest time (symposium.longest-holding)");
            } else {
                watchHolding(ticket, holder.claims());
            }
        });
    }

    private void watchHolding(long ticket, Claims claims) {
        longestHolding.of(claims).ifPresent(time -> timers.startSingleTimer(ticket, new HeldLong(ticket), time));
    }

    /** Ends the requests of an owner that has stopped. */
    void ownerStopped(ActorRef<?> owner) {
        requests.overWith(owner).stream()
                // What a session holds is taken over where its actor stops with the node.
                .filter(ticket -> !(requests.get(ticket).orElseThrow() instanceof KeptRequest))
                .forEach(ticket -> RequestRules.withoutOwner(giveBack(ticket, Outcome.OWNER_STOPPED), owner));
    }

    // --- what ends all requests

    /** The node takes no more requests, and owners may release their leases. */
    void leave(HostEvent.Leaving<Grant> leaving, Closed why) {
        end(requests.tickets(request -> request.waits() && !comes(request)), why);
        for (long ticket : requests.tickets(request -> !request.waits())) {
            LockRequest holder = requests.get(ticket).orElseThrow();
            Acquire asked = holder.asked();
            asked.lostTo().tell(new Leaving(asked.id(), holder.fence().orElseThrow(), leaving.within()));
        }
        if (vacant()) {
            leaving.replyTo().tell(Done.getInstance());
        } else {
            vacated = Optional.of(leaving.replyTo());
        }
    }

    /** Whether no lease would end with this node, and no request is being taken over. */
    private boolean vacant() {
        return requests.tickets(request -> !(request instanceof KeptRequest) || comes(request))
                .isEmpty();
    }

    /** Whether this node is taking it over, and no other node is its backup yet. */
    private static boolean comes(LockRequest request) {
        return request instanceof KeptRequest kept && kept.isTakenOver() && kept.isUnanswered();
    }

    private void vacateIfVacant() {
        if (vacated.isPresent() && vacant()) {
            vacated.get().tell(Done.getInstance());
            vacated = Optional.empty();
        }
    }

    /**
     * Ends all requests: those that wait are answered, those that hold have lost their leases. The process does not
     * release them: another owner could be granted them before this one hears of the loss. The other nodes free them
     * when they remove this one, in the next generation.
     */
    void endAll(Closed ending) {
        endThoseThatWait(ending);
        for (long ticket : requests.tickets(any -> true)) {
            LockRequest holder = forget(ticket, Outcome.LOST);
            Acquire asked = holder.asked();
            if (holder instanceof KeptRequest) {
                asked.replyTo().tell(ending.answer(asked.id()));
            } else {
                asked.lostTo().tell(new Lost(asked.id(), holder.fence().orElseThrow(), ending.why()));
            }
        }
    }

    void endThoseThatWait(Closed ending) {
        end(requests.tickets(LockRequest::waits), ending);
    }

    private void end(List<Long> tickets, Closed ending) {
        for (long ticket : tickets) {
            Acquire asked = giveBack(ticket, Outcome.UNAVAILABLE).asked();
            asked.replyTo().tell(ending.answer(asked.id()));
        }
    }

    private void takeBack(long ticket, String why) {
        LockRequest holder = giveBack(ticket, Outcome.LOST);
        Acquire asked = holder.asked();
        asked.lostTo().tell(new Lost(asked.id(), holder.fence().orElseThrow(), why));
    }

    private LockRequest giveBack(long ticket, Outcome outcome) {
        boolean waits = requests.get(ticket).filter(LockRequest::waits).isPresent();
        process.accept(waits ? new Request.Withdraw(ticket) : new Request.Release(ticket));
        return forget(ticket, outcome);
    }

    private LockRequest forget(long ticket, Outcome outcome) {
        telemetry.ended(ticket, outcome);
        LockRequest forgotten = requests.remove(ticket);
        timers.cancel(ticket);
        if (!forgotten.waits()) {
            forgotten.claims().election().ifPresent(leaders::leadsNoMore);
        }
        vacateIfVacant();
        return forgotten;
    }
}
