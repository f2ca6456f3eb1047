package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeRule.BACKED;
import static symposium.arbitration.privileges.PrivilegeRule.BACKUP;
import static symposium.arbitration.privileges.PrivilegeRule.CHANGED;
import static symposium.arbitration.privileges.PrivilegeRule.DISMISS;
import static symposium.arbitration.privileges.PrivilegeRule.DISMISSED;
import static symposium.arbitration.privileges.PrivilegeRule.END;
import static symposium.arbitration.privileges.PrivilegeRule.FORWARD;
import static symposium.arbitration.privileges.PrivilegeRule.KEEP;
import static symposium.arbitration.privileges.PrivilegeRule.KEPT;
import static symposium.arbitration.privileges.PrivilegeRule.LATE;
import static symposium.arbitration.privileges.PrivilegeRule.LOST;
import static symposium.arbitration.privileges.PrivilegeRule.OWN;
import static symposium.arbitration.privileges.PrivilegeRule.PORTION;
import static symposium.arbitration.privileges.PrivilegeRule.RELEASE_LOST;
import static symposium.arbitration.privileges.PrivilegeRule.REQUEST;
import static symposium.arbitration.privileges.PrivilegeRule.RETURNED;
import static symposium.arbitration.privileges.PrivilegeRule.STALE;
import static symposium.arbitration.privileges.PrivilegeRule.T0_NOT;
import static symposium.arbitration.privileges.PrivilegeRule.T0_T1;
import static symposium.arbitration.privileges.PrivilegeRule.T2;
import static symposium.arbitration.privileges.PrivilegeRule.T2_T1;
import static symposium.arbitration.privileges.PrivilegeRule.UNDIRECTED;
import static symposium.arbitration.privileges.PrivilegeRule.VIEW;
import static symposium.arbitration.privileges.PrivilegeRule.WITHDRAW;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import symposium.arbitration.privileges.PrivilegeMessage.Ask;
import symposium.arbitration.privileges.PrivilegeMessage.Await;
import symposium.arbitration.privileges.PrivilegeMessage.Bid;
import symposium.arbitration.privileges.PrivilegeMessage.Hand;
import symposium.arbitration.privileges.PrivilegeMessage.Handed;
import symposium.arbitration.privileges.PrivilegeMessage.Portion;
import symposium.arbitration.privileges.PrivilegeMessage.Request;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeMessage.Undirected;
import symposium.arbitration.privileges.PrivilegeMessage.View;
import symposium.arbitration.privileges.PrivilegeMessage.ViewId;
import symposium.arbitration.privileges.PrivilegeMessage.Want;
import symposium.arbitration.privileges.PrivilegeMessage.Wanted;
import symposium.arbitration.privileges.PrivilegeState.Asked;
import symposium.arbitration.privileges.PrivilegeState.Part;
import symposium.arbitration.privileges.PrivilegeState.Place;
import symposium.arbitration.privileges.PrivilegeState.Privilege;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;

/** A process with a user that takes sets of resources. Each set is a session: a philosopher of section 5. */
public class Privileges implements Protocol<PrivilegeState, PrivilegeMessage, ResourceSharing.Request, Grant> {

    /** The name in the catalogue. */
    public static final String NAME = "privileges";

    /** How many sessions do T0 with one that goes first, at most, or wait for privileges of other parts. */
    private static final int MOST_TOGETHER = 32;

    /** Of so many members all others are asked where a privilege may be with any of them. */
    static final int ASKING_ALL = 3;

    private final int quorum;
    private final long first;
    private final Parts parts;
    private final Sessions sessions;
    private final Views views;
    private final int askingAll;

    /**
     * The protocol of every process of a run, with as many parts as there can be.
     *
     * @param quorum with fewer processes within reach nothing is taken
     * @param first the generation in which each starts
     */
    public Privileges(int quorum, long first) {
        this(quorum, first, Parts.MOST);
    }

    /**
     * The protocol of every process of a run.
     *
     * @param quorum with fewer processes within reach nothing is taken
     * @param first the generation in which each starts
     * @param parts of the names, a power of 2
     */
    public Privileges(int quorum, long first, int parts) {
        this(quorum, first, parts, ASKING_ALL);
    }

    /** The protocol in which all others are asked, of so many members. */
    private Privileges(int quorum, long first, int parts, int askingAll) {
        this(quorum, first, new Sessions(new Parts(parts), Backups::new), Views::new, askingAll);
    }

    /** The protocol with other sessions, or other views. */
    Privileges(int quorum, long first, Sessions sessions, Function<Sessions, Views> views) {
        this(quorum, first, sessions, views, ASKING_ALL);
    }

    private Privileges(int quorum, long first, Sessions sessions, Function<Sessions, Views> views, int askingAll) {
        this.quorum = quorum;
        this.first = first;
        this.parts = sessions.parts();
        this.sessions = sessions;
        this.views = views.apply(sessions);
        this.askingAll = askingAll;
    }

    @Override
    public List<PrivilegeRule> rules() {
        return List.of(PrivilegeRule.values());
    }

    @Override
    public PrivilegeState initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, Portion> entered = Sorted.map();
        for (ProcessId other : Sorted.ids(neighbours)) {
            entered = Sorted.with(entered, other, Portion.NOTHING);
        }
        return new PrivilegeState(
                self,
                new ViewId(first, 0),
                Sorted.with(Sorted.ids(neighbours), self),
                entered,
                Sorted.map(),
                Sorted.ids(neighbours),
                Sorted.set(),
                Sorted.set(),
                Fence.NONE,
                Fence.NONE,
                0,
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map());
    }

    /** A step ends with what follows from the handler's part of it. */
    @Override
    public Step<PrivilegeState, PrivilegeMessage, Grant> step(
            PrivilegeState before, Event<PrivilegeMessage, ResourceSharing.Request> event) {
        Transition<PrivilegeState, PrivilegeMessage, Grant> step = transition(before, event);
        if (!quorate(step.state()) && sessions.lose(step)) {
            views.enter(views.afterLoss(step.state().view()), step.state().members(), step);
        }
        if (step.state().excluded()) {
            Sessions.exclude(before, step);
        }
        if (exhausted(step.state())) {
            views.enter(step.state().view().nextGeneration(), step.state().members(), step);
        }
        views.tell(before, event instanceof Event.NeighboursChanged, step);
        if (quorate(step.state()) && Views.begins(before, step.state())) {
            sessions.backups().begin(step);
        }
        if (quorate(step.state()) && open(step.state())) {
            SortedSet<Integer> touched = TouchedParts.of(before, event, step.state(), parts);
            List<Take> ready = ready(touched, step.state());
            sessions.t0(ready, step);
            ready.forEach(take -> touched.addAll(parts.of(take.modes())));
            move(touched, isAsk(event), step);
        }
        views.settle(step);
        return step.step();
    }

    /** Whether T0 needs a new generation, because the fences of this one would not be numbers any more. */
    private boolean exhausted(PrivilegeState p) {
        int waiting = p.waiting().size();
        long next = p.next().grant();
        return waiting > 0 && next > 1 && next + waiting - 1 > mostGrants();
    }

    /** The most fences of one generation. */
    long mostGrants() {
        return Fence.MOST_GRANTS;
    }

    /** Whether this process may do T0, and hand over privileges: all members are in its view. */
    boolean open(PrivilegeState p) {
        return p.open();
    }

    private boolean quorate(PrivilegeState p) {
        return p.reach() >= quorum;
    }

    // --- messages

    @Override
    public Transition<PrivilegeState, PrivilegeMessage, Grant> onMessage(
            Neighbour neighbour,
            PrivilegeMessage message,
            PrivilegeState p,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        ProcessId from = neighbour.id();
        if (!p.linked(from)) {
            views.late(from, message, step);
            return step;
        }
        Portion former = p.coming().getOrDefault(from, Portion.NOTHING);
        if (message instanceof Portion portion) {
            return step.by(PORTION, p.withComing(Sorted.with(p.coming(), from, former.with(portion))));
        }
        if (p.coming().containsKey(from)) {
            step.next(p.withComing(Sorted.without(p.coming(), from)));
        }
        if (message instanceof View view) {
            views.onView(from, view, former, step);
        } else if (message instanceof Await await) {
            sessions.onAwait(from, await, step);
        } else if (message instanceof Undirected undirected) {
            step.by(UNDIRECTED);
            undirected.fences().forEach(fence -> sessions.undirected(from, fence, step));
        } else if (message instanceof PrivilegeMessage.OfBackup backup) {
            sessions.backups().onMessage(from, backup, step);
        } else if (!p.entered().containsKey(from)) {
            step.by(LATE);
        } else if (message instanceof Ask ask) {
            onAsk(ask, step);
        } else {
            onHand((Hand) message, former.tabled(), step.by(OWN));
        }
        return step;
    }

    @Override
    public Transition<PrivilegeState, PrivilegeMessage, Grant> onInput(
            ResourceSharing.Request request,
            PrivilegeState p,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        sessions.onInput(request, p, step);
        return step;
    }

    @Override
    public Transition<PrivilegeState, PrivilegeMessage, Grant> onNeighboursChanged(
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            PrivilegeState p,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        views.onNeighboursChanged(neighbours, departed, step);
        return step;
    }

    @Override
    public Transition<PrivilegeState, PrivilegeMessage, Grant> onUndeliverable(
            Neighbour to,
            PrivilegeMessage message,
            PrivilegeState p,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        return step.by(RETURNED);
    }

    /**
     * Requests of privileges that are here wait in the queue. Others follow the privilege, from each process to one
     * that has had it later.
     */
    private void onAsk(Ask ask, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        step.by(STALE);
        SortedMap<ProcessId, List<Request>> onwards = new TreeMap<>();
        for (Request request : ask.requests()) {
            PrivilegeState p = step.state();
            Part part = p.part(request.part());
            Bid bid = request.bid();
            p = p.withClock(Math.max(p.clock(), Math.max(bid.number(), request.since())));
            if (p.has(part)) {
                Privilege privilege = part.privilege().requested(bid, request.want());
                step.by(REQUEST, p.with(request.part(), part.withPrivilege(privilege)));
                continue;
            }
            Place place = p.place(part);
            if (request.since() > place.since()) {
                place = new Place(request.place(), request.since());
                part = part.withPlace(Optional.of(place));
            }
            ProcessId next = place.process();
            if (bid.process().equals(next)) {
                // It has had the privilege since it sent this, or will have it.
                step.next(p.with(request.part(), part));
                continue;
            }
            step.next(p.with(request.part(), remember(request, part)));
            if (request.toAll() || comesBefore(part, bid) || next.equals(p.self()) || !p.linked(next)) {
                // The others have it too; or it will come here before; or the link is down, and the next view begins
                // with new requests.
                step.by(KEEP);
            } else {
                step.by(FORWARD);
                onwards.computeIfAbsent(next, each -> new ArrayList<>())
                        .add(new Request(request.part(), bid, request.want(), next, place.since(), false));
            }
        }
        onwards.forEach((process, requests) -> step.send(process, new Ask(requests)));
    }

    /** Whether the privilege comes to this process before it goes to a session of this bid. */
    private static boolean comesBefore(Part part, Bid bid) {
        return part.requested().filter(own -> own.bid().compareTo(bid) < 0).isPresent();
    }

    /** A request is remembered until the privilege comes here: it might follow it, or miss it, forever. */
    Part remember(Request request, Part part) {
        return part.withRemembered(part.remembered().requested(request.bid(), request.want()));
    }

    /** Privileges come, with the sessions that are tabled elsewhere, and with the requests that follow them. */
    private void onHand(Hand hand, List<Tabled> former, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        long clock = Math.max(step.state().clock(), hand.time());
        for (Handed handed : hand.parts()) {
            PrivilegeState p = step.state();
            int part = handed.part();
            Part known = p.part(part);
            step.require(!p.has(known), "a privilege comes where it is not");
            Privilege privilege = Privilege.of(handed)
                    .tabled(former.stream()
                            .filter(each -> parts.of(each.modes()).contains(part))
                            .toList())
                    .requested(known.remembered().queue())
                    .at(p.self());
            step.next(p.with(
                    part,
                    new Part(
                            p.here(), privilege, Optional.empty(), Privilege.NOTHING, known.wanted(), known.tabled())));
            if (!privilege.queue().isEmpty()) {
                clock = Math.max(clock, privilege.queue().lastKey().number());
            }
        }
        step.next(step.state().withClock(clock).withLatest(step.state().latest().max(hand.latest())));
    }

    // --- T0

    private static boolean isAsk(Event<PrivilegeMessage, ?> event) {
        return event instanceof Event.Received<PrivilegeMessage, ?> received && received.message() instanceof Ask;
    }

    /**
     * The sessions that want one of these parts and can do T0, in the order of their bids. Where a session goes first,
     * some that wait here with greater bids go with it: fewer messages are needed, and no session of another process
     * waits for more than these.
     */
    private List<Take> ready(SortedSet<Integer> touched, PrivilegeState p) {
        SortedMap<Long, Take> ready = new TreeMap<>();
        for (int part : touched) {
            int others = 0;
            Part its = p.part(part);
            Iterator<Map.Entry<Long, Long>> wanted =
                    goes(its, p) ? its.wanted().entrySet().iterator() : Collections.emptyIterator();
            while (wanted.hasNext() && others < MOST_TOGETHER) {
                Map.Entry<Long, Long> session = wanted.next();
                Take take = p.waiting().get(session.getValue()).take();
                boolean all = parts.of(take.modes()).stream().allMatch(each -> each == part || goes(p.part(each), p));
                if (all) {
                    ready.put(session.getKey(), take);
                }
                if (!all || !first(its, new Bid(session.getKey(), p.self()))) {
                    others++;
                }
            }
        }
        for (Take take : p.trying().values()) {
            SortedSet<Integer> its = parts.of(take.modes());
            if (its.stream().anyMatch(touched::contains)
                    && its.stream().map(p::part).allMatch(part -> goes(part, p) || p.has(part) && stays(part))) {
                ready.put(p.waiting().get(take.ticket()).bid(), take);
            }
        }
        return List.copyOf(ready.values());
    }

    /** Whether the privilege of a part is here, and a session here goes first. */
    private boolean goes(Part part, PrivilegeState p) {
        return p.has(part) && p.bid(part).filter(own -> first(part, own)).isPresent();
    }

    /** Whether a session of this bid goes before all sessions of other processes that want a part, as far as known. */
    boolean first(Part part, Bid bid) {
        SortedMap<Bid, Want> queue = part.privilege().queue();
        return queue.isEmpty() || bid.compareTo(queue.firstKey()) < 0;
    }

    // --- privileges

    /**
     * Hands over privileges to sessions of other processes with lesser bids, and requests the missing ones.
     *
     * @param asked whether another process has just asked
     */
    private void move(
            SortedSet<Integer> touched, boolean asked, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        SortedMap<ProcessId, List<Handed>> handed = new TreeMap<>();
        SortedMap<ProcessId, List<Request>> requests = new TreeMap<>();
        for (int part : touched) {
            PrivilegeState p = step.state();
            Part its = p.part(part);
            Optional<Bid> own = p.bid(its);
            if (p.has(its)) {
                SortedMap<Bid, Want> queue = its.privilege().queue();
                if (!queue.isEmpty() && (own.isEmpty() || !first(its, own.get())) && !stays(its)) {
                    if (handed.isEmpty()) {
                        step.next(p.withClock(p.clock() + 1));
                    }
                    ProcessId next = queue.firstKey().process();
                    handed.computeIfAbsent(next, each -> new ArrayList<>()).add(hand(part, next, own, asked, step));
                }
            } else if (own.isPresent()
                    && !asked(part, its, p)
                    && !p.place(its).process().equals(p.self())) {
                Asked now = new Asked(its.requested().map(Asked::bid).orElse(own.get()), !tries(part, p));
                step.next(p.with(part, its.withRequested(Optional.of(now))));
                Place place = p.place(its);
                boolean all = asksAll(place, p);
                Request request =
                        new Request(part, now.bid(), want(part, own.get(), p), place.process(), place.since(), all);
                ProcessId to = place.last().filter(p::linked).orElse(place.process());
                (all ? p.linked() : Sorted.set(List.of(to)))
                        .forEach(each -> requests.computeIfAbsent(each, first -> new ArrayList<>())
                                .add(request));
            }
        }
        handed.forEach((process, some) -> send(process, some, step));
        requests.forEach((process, some) ->
                sessions.portions().of(some, Portions::size).forEach(each -> step.send(process, new Ask(each))));
    }

    /**
     * Whether all others are asked, which takes one round trip. Where a process has been waiting for the privilege, it
     * is asked first: under contention it keeps the request.
     */
    private boolean asksAll(Place place, PrivilegeState p) {
        return p.members().size() == askingAll && place.last().isEmpty();
    }

    /** In as many messages as they need. */
    private void send(ProcessId process, List<Handed> some, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        Portions portions = sessions.portions();
        for (List<Handed> each : portions.of(some, Portions::size)) {
            List<Handed> last = each;
            if (each.size() == 1 && !portions.fits(each.get(0))) {
                Handed handed = each.get(0);
                List<List<Tabled>> tabled = portions.of(handed.tabled(), Portions::size);
                for (List<Tabled> first : tabled.subList(0, tabled.size() - 1)) {
                    step.send(process, new Portion(first, List.of()));
                }
                last = List.of(new Handed(handed.part(), handed.queue(), tabled.get(tabled.size() - 1), handed.left()));
            }
            step.send(
                    process, new Hand(last, step.state().latest(), step.state().clock()));
        }
    }

    /**
     * Whether a privilege stays although other processes have requested it, because each of their sessions would wait
     * for a session here. It goes when that session ends, and no other message reports the end.
     */
    boolean stays(Part part) {
        for (Want want : part.privilege().queue().values()) {
            if (!want.waits() || !excluded(want.modes(), part.tabled().values())) {
                return false;
            }
        }
        return true;
    }

    private static boolean excluded(SortedMap<String, Mode> some, Collection<SortedMap<String, Mode>> tabled) {
        for (SortedMap<String, Mode> modes : tabled) {
            for (Map.Entry<String, Mode> each : modes.entrySet()) {
                Mode other = some.get(each.getKey());
                if (other != null && each.getValue().excludes(other)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * The privilege goes, with the requests of all others and of this process, and with the tabled sessions.
     *
     * @param atOnce whether it goes at a request, and no process has waited for it
     */
    Handed hand(
            int part,
            ProcessId to,
            Optional<Bid> own,
            boolean atOnce,
            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
        PrivilegeState p = step.state();
        Part its = p.part(part);
        Optional<ProcessId> last = Optional.of(its.privilege().queue().lastKey().process());
        Privilege privilege =
                its.privilege().at(to).leaves(p.self(), p.clock(), own.map(bid -> new Wanted(bid, want(part, bid, p))));
        SortedMap<Fence, Tabled> tabled = privilege.tabled();
        for (Map.Entry<Fence, SortedMap<String, Mode>> each : its.tabled().entrySet()) {
            tabled = Sorted.with(tabled, each.getKey(), new Tabled(each.getKey(), p.self(), each.getValue()));
        }
        step.next(p.with(
                part,
                new Part(
                        Optional.of(new Place(to, p.clock(), atOnce ? Optional.empty() : last)),
                        Privilege.NOTHING,
                        own.map(bid -> new Asked(bid, !tries(part, p))).or(its::requested),
                        its.remembered(),
                        its.wanted(),
                        its.tabled())));
        return privilege.withTabled(tabled).handed(part);
    }

    private Want want(int part, Bid bid, PrivilegeState p) {
        Take take = p.waiting().get(p.part(part).wanted().get(bid.number())).take();
        return new Want(Sorted.only(take.modes(), name -> parts.of(name) == part), !tries(part, p));
    }

    /** Whether a privilege has been requested, and again if now a session wants it that does not wait. */
    private boolean asked(int part, Part its, PrivilegeState p) {
        return its.requested()
                .filter(asked -> !asked.waits() || !tries(part, p))
                .isPresent();
    }

    /** Whether a session here wants a part and is not to wait for others. */
    boolean tries(int part, PrivilegeState p) {
        return !p.trying().isEmpty()
                && p.trying().values().stream()
                        .anyMatch(take -> parts.of(take.modes()).contains(part));
    }

    /** The catalogue entry. */
    public static class Entry
            extends Algorithm<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant> {

        /** With users who take either of two resources, or both. */
        public Entry() {
            this(new ResourceSharing(List.of(Set.of("a"), Set.of("b"), Set.of("a", "b")), 1), Parts.MOST);
        }

        /** With other users. */
        public Entry(ResourceSharing problem) {
            this(problem, Parts.MOST);
        }

        /** With other users, and this number of parts. */
        Entry(ResourceSharing problem, int parts) {
            this(problem, parts, ASKING_ALL);
        }

        /** With other users, this number of parts, and this number of members of which all others are asked. */
        Entry(ResourceSharing problem, int parts, int askingAll) {
            this(
                    NAME,
                    problem,
                    parts,
                    askingAll,
                    PrivilegeChecks.invariants(),
                    PrivilegeChecks::variants,
                    union(KEEPING, T0_NOT, T2_T1, WITHDRAW),
                    Set.of(FORWARD, KEEP, STALE));
        }

        Entry(
                String name,
                ResourceSharing problem,
                int parts,
                int askingAll,
                Invariants<PrivilegeState, PrivilegeMessage, User> invariants,
                Function<Start, Variants<PrivilegeState, PrivilegeMessage, ResourceSharing.Request, Grant>> variants,
                Set<PrivilegeRule> unreachable,
                Set<PrivilegeRule> unreachableByTwo) {
            super(new Algorithm.Descriptor<PrivilegeState, PrivilegeMessage, User, ResourceSharing.Request, Grant>(
                            name, problem, PrivilegeMessage.class)
                    .withPaper(Paper.of("E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, section 5,"
                                    + " with sessions for philosophers and a privilege for each part of the names")
                            .withCost("0 for a name that no other process uses, 2 for one that all want;"
                                    + " more where a request has to follow the privilege"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withAnyNumbers(true)
                            .withAssumptions("a link that fails recovers, or one of its ends departs;"
                                    + " any two quorums have a process in common"))
                    .withProtocol(start -> new Privileges(start.quorum(), 1, parts, askingAll))
                    .withDynamicMembership(
                            (start, generation) -> new Privileges(start.quorum(), generation + 1, parts, askingAll))
                    .withFalseDeparture("in one generation no resource is taken beyond its capacity, and fences grow")
                    .checks(checks -> checks.withInvariants(invariants)
                            .withVariants(variants)
                            .unreachable(CHANGED, VIEW, PORTION, LOST, RELEASE_LOST, LATE, RETURNED)
                            .unreachable(unreachable.toArray(PrivilegeRule[]::new))
                            .unreachable(2, unreachableByTwo.toArray(PrivilegeRule[]::new))
                            .reachableAlone(T0_T1, T2)
                            .withUnderSuspicion(Optional.of(PrivilegeChecks.underSuspicion()))));
        }
    }

    /** The rules of sessions that outlive their process. */
    static final Set<PrivilegeRule> KEEPING = Set.of(KEPT, BACKUP, BACKED, END, DISMISS, DISMISSED);

    static Set<PrivilegeRule> union(Set<PrivilegeRule> some, PrivilegeRule... others) {
        Set<PrivilegeRule> all = new HashSet<>(some);
        all.addAll(List.of(others));
        return all;
    }
}
