package symposium.cluster.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import symposium.cluster.Exploration;
import symposium.cluster.Exploration.Result;
import symposium.cluster.guest.GuestMessage.Manner;
import symposium.cluster.lock.ForwardedRequest.Asked;
import symposium.cluster.lock.ForwardedRequest.Effect;
import symposium.cluster.lock.ForwardedRequest.Order;
import symposium.cluster.lock.ForwardedRequest.Patience;
import symposium.cluster.lock.ForwardedRequest.Step;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService.Cancelled;
import symposium.service.lock.LockService.Granted;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.lock.LockService.NotFree;
import symposium.service.lock.LockService.NotHeld;
import symposium.service.lock.LockService.Reason;
import symposium.service.lock.LockService.Refused;
import symposium.service.lock.LockService.Released;
import symposium.service.lock.LockService.Reply;
import symposium.service.lock.LockService.TimedOut;
import symposium.service.lock.LockService.Unavailable;
import symposium.service.lock.LockService.UnavailableCause;

/**
 * Requests at a member without the role, and the hosts {@code a} and {@code b}: every order of events, breadth first. A
 * link between the member and a host delivers messages in order, after any time, until one end ends it; then all that
 * is under way to that end is lost, and the other end hears of that later.
 */
final class ForwardedRequestModel {

    /**
     * How many of these events may happen in one run.
     *
     * @param changes of the hosts, and of the links with them
     * @param answers of hosts by which a request or a lease ends
     * @param wishes of owners, after they have asked
     * @param again how often hosts that have not formed a cluster are asked again
     */
    record Budget(int changes, int answers, int wishes, int again) {}

    /** What the member does. The variants of the test override it. */
    static class Rules {

        Step<String> offered(ForwardedRequest<String> request, LockHosts<String> hosts) {
            return request.offered(hosts);
        }

        Step<String> hostLost(ForwardedRequest<String> request, String host, LockHosts<String> hosts) {
            return request.hostLost(host, hosts);
        }

        Step<String> answered(ForwardedRequest<String> request, int under, Reply reply, LockHosts<String> hosts) {
            return request.answered(under, reply, hosts);
        }

        Step<String> cancel(ForwardedRequest<String> request) {
            return request.cancel();
        }

        Step<String> expired(ForwardedRequest<String> request, LockHosts<String> hosts) {
            return request.expired(hosts);
        }

        LockHosts<String> heard(LockHosts<String> known, String host, Reply reply) {
            return known.heard(host, reply);
        }

        LockHosts<String> askedAgain(LockHosts<String> known) {
            return known.askedAgain();
        }

        /** The step of any event. */
        Step<String> step(ForwardedRequest<String> before, Step<String> step) {
            return step;
        }
    }

    /** What an owner has been told last. */
    private enum Told {
        UNASKED,
        NOTHING,
        GRANTED,
        ENDED
    }

    /**
     * An owner, and its one request.
     *
     * @param request what the member has of it
     * @param releases whether a release is not answered
     * @param stopped whether the owner has stopped
     * @param timed whether the timer runs that limits its time without a host
     * @param waited whether it has run out since the request has come, or since a host that had it is gone
     */
    private record Owner(
            Optional<ForwardedRequest<String>> request,
            Told told,
            boolean releases,
            boolean stopped,
            boolean timed,
            boolean waited) {

        static Owner of(Optional<ForwardedRequest<String>> request, Told told) {
            return new Owner(request, told, false, false, false, false);
        }

        Owner with(Optional<ForwardedRequest<String>> now) {
            boolean runs =
                    timed && now.filter(it -> it.patience() == Patience.RUNNING).isPresent();
            return new Owner(now, told, releases, stopped, runs, waited);
        }

        Owner told(Told now) {
            return new Owner(request, now, releases, stopped, timed, waited);
        }

        Owner releases(boolean now) {
            return new Owner(request, told, now, stopped, timed, waited);
        }

        Owner thatStops() {
            return new Owner(request, told, releases, true, timed, waited);
        }

        Owner timed(boolean now, boolean ranOut) {
            return new Owner(request, told, releases, stopped, now, ranOut);
        }
    }

    /**
     * A host.
     *
     * @param closed why it takes no requests
     * @param requests their fences, {@link Fence#NONE} if the lease is given back without an answer
     */
    private record Host(Optional<UnavailableCause> closed, Map<String, Optional<Fence>> requests) {}

    private record Message(Order order, String id) {}

    /**
     * The link with a host.
     *
     * @param here whether the member's end is open
     * @param there whether the host's end is
     */
    private record Link(boolean here, boolean there, List<Message> up, List<Reply> down) {}

    private record State(
            Map<String, Owner> owners,
            Map<String, Host> hosts,
            Set<String> unreachable,
            Map<String, Link> links,
            LockHosts<String> known,
            long fence,
            Budget left) {}

    private static final Claims CLAIMS = Claims.exclusive("x");
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final Closed NO_HOST = new Closed(UnavailableCause.NO_HOST, "there is no host");
    private static final Link CLOSED = new Link(false, false, List.of(), List.of());
    private static final Link OPEN = new Link(true, true, List.of(), List.of());

    /** More than are sent when nothing changes any more. */
    private static final int MOST_DELIVERIES = 40;

    private final Rules rules;
    private final Map<String, Manner> manners = new TreeMap<>();
    private final State start;

    ForwardedRequestModel(Rules rules, List<Manner> manners, Budget budget) {
        this.rules = rules;
        Map<String, Owner> owners = new TreeMap<>();
        for (Manner manner : manners) {
            String name = "r" + (owners.size() + 1);
            this.manners.put(name, manner);
            owners.put(name, Owner.of(Optional.empty(), Told.UNASKED));
        }
        Map<String, Host> hosts = new TreeMap<>();
        Map<String, Link> links = new TreeMap<>();
        for (String name : List.of("a", "b")) {
            hosts.put(name, new Host(Optional.empty(), Map.of()));
            links.put(name, CLOSED);
        }
        LockHosts<String> known =
                new LockHosts<String>(List.of(), NO_HOST).found(hosts.keySet(), new TreeSet<>(hosts.keySet()));
        this.start = new State(owners, hosts, Set.of(), links, known, 0, budget);
    }

    Result explore() {
        return Exploration.explore(start, Run::new, state -> {
            Map<String, Consumer<Run>> events = events(state);
            events.replaceAll((name, event) -> event.andThen(Run::check));
            return events;
        });
    }

    private Map<String, Consumer<Run>> events(State state) {
        Map<String, Consumer<Run>> events = new LinkedHashMap<>();
        state.owners().forEach((name, owner) -> ofOwner(events, state, name, owner));
        if (state.left().again() > 0 && state.known().hasUnformed()) {
            events.put("hosts are asked again", run -> run.spend(0, 0, 0, 1).askAgain());
        }
        state.links().forEach((name, link) -> ofLink(events, state, name, link));
        state.hosts().forEach((name, host) -> ofHost(events, state, name, host));
        if (state.left().changes() > 0
                && state.unreachable().isEmpty()
                && state.hosts().size() > 1) {
            events.put("both are unreachable", run -> run.spend(1, 0, 0, 0)
                    .unreachable(state.hosts().keySet()));
        }
        return events;
    }

    private void ofOwner(Map<String, Consumer<Run>> events, State state, String name, Owner owner) {
        if (owner.told() == Told.UNASKED) {
            events.put(name + " asks", run -> run.ask(name));
        }
        owner.request().ifPresent(request -> {
            if (owner.timed()) {
                events.put(name + " has no host in time", run -> run.noHost(name));
            }
            if (owner.stopped()) {
                events.put("the stop of " + name + " is heard", run -> run.cancel(name));
            } else if (state.left().wishes() > 0) {
                events.put(name + " cancels", run -> run.spend(0, 0, 1, 0).cancel(name));
                events.put(name + " stops", run -> run.spend(0, 0, 1, 0).stop(name));
                if (owner.told() == Told.GRANTED && !owner.releases()) {
                    events.put(name + " releases", run -> run.spend(0, 0, 1, 0).release(name));
                }
                if (request.waits()) {
                    events.put(name + " is late", run -> run.spend(0, 0, 1, 0).expire(name));
                }
            }
        });
    }

    private static void ofLink(Map<String, Consumer<Run>> events, State state, String name, Link link) {
        if (!link.up().isEmpty() && link.there()) {
            events.put("to " + name, run -> run.deliverUp(name));
        }
        if (!link.down().isEmpty()) {
            events.put("from " + name, run -> run.deliverDown(name));
        }
        boolean reachable = !state.unreachable().contains(name);
        if (!link.here() && !link.there() && reachable) {
            events.put(name + " is linked", run -> run.open(name));
        }
        if (!link.here() && link.there()) {
            events.put(name + " hears the end", run -> run.endThere(name));
        }
        if (link.here() && !link.there()) {
            events.put("the end of " + name + " is heard", run -> run.endHere(name, false));
            events.put(name + " is linked again", run -> run.endHere(name, true));
        }
    }

    private void ofHost(Map<String, Consumer<Run>> events, State state, String name, Host host) {
        boolean free = state.hosts().values().stream()
                .flatMap(each -> each.requests().values().stream())
                .flatMap(Optional::stream)
                .allMatch(Fence.NONE::equals);
        host.requests().forEach((id, fence) -> {
            Owner owner = state.owners().get(owner(id));
            if (fence.isEmpty() && free) {
                events.put(name + " grants " + id, run -> run.grant(name, id));
            }
            if (state.left().answers() > 0 && !fence.equals(Optional.of(Fence.NONE))) {
                (fence.isPresent() ? List.of(new Lost(id, fence.get(), "why")) : answers(id))
                        .forEach(reply -> events.put(
                                name + " answers " + id + " " + reply.getClass().getSimpleName(),
                                run -> run.spend(0, 1, 0, 0).answer(name, reply)));
            }
            if (owner.stopped() && !fence.equals(Optional.of(Fence.NONE))) {
                events.put(name + " drops " + id, run -> run.drop(name, id));
            }
        });
        if (state.left().changes() > 0) {
            if (host.closed().isEmpty() || host.closed().equals(Optional.of(UnavailableCause.NOT_FORMED))) {
                boolean formed = host.closed().isEmpty();
                events.put(name + (formed ? " is unformed" : " forms"), run -> run.spend(1, 0, 0, 0)
                        .close(name, formed ? Optional.of(UnavailableCause.NOT_FORMED) : Optional.empty()));
                events.put(name + " leaves", run -> run.spend(1, 0, 0, 0)
                        .close(name, Optional.of(UnavailableCause.LEAVING)));
                events.put(
                        name + " ends", run -> run.spend(1, 0, 0, 0).close(name, Optional.of(UnavailableCause.ENDED)));
            }
            events.put(name + " is removed", run -> run.spend(1, 0, 0, 0).remove(name));
            if (!state.unreachable().contains(name)) {
                events.put(
                        name + " is unreachable", run -> run.spend(1, 0, 0, 0).unreachable(Set.of(name)));
            }
            if (state.links().get(name).equals(OPEN) || state.links().get(name).there()) {
                events.put(name + " ends the link", run -> run.spend(1, 0, 0, 0).endThere(name));
            }
        }
        if (state.unreachable().contains(name)) {
            events.put(name + " returns", run -> run.comeBack(name));
        }
    }

    /** The last answers of a host to a request that waits there. */
    private List<? extends Reply> answers(String id) {
        return manners.get(owner(id)) == Manner.TRY_ACQUIRE
                ? List.of(
                        new NotFree(id, CLAIMS),
                        new TimedOut(id, LIMIT, "why"),
                        new Unavailable(id, UnavailableCause.NO_MAJORITY, "why"))
                : List.of(new Refused(id, Reason.TOO_MANY_WAITERS, "why"));
    }

    private static String owner(String id) {
        return id.substring(0, id.indexOf('.'));
    }

    private static int sent(String id) {
        return Integer.parseInt(id.substring(id.indexOf('.') + 1));
    }

    /** A state that changes. */
    private final class Run extends Exploration.Run<State> {

        private final Map<String, Owner> owners;
        private final Map<String, Host> hosts;
        private final Set<String> unreachable;
        private final Map<String, Link> links;
        private LockHosts<String> known;
        private long fence;
        private Budget left;

        Run(State state) {
            owners = new TreeMap<>(state.owners());
            hosts = new TreeMap<>(state.hosts());
            unreachable = new TreeSet<>(state.unreachable());
            links = new TreeMap<>(state.links());
            known = state.known();
            fence = state.fence();
            left = state.left();
        }

        @Override
        protected State state() {
            return new State(owners, hosts, unreachable, links, known, fence, left);
        }

        Run spend(int changes, int answers, int wishes, int again) {
            left = new Budget(
                    left.changes() - changes, left.answers() - answers, left.wishes() - wishes, left.again() - again);
            return this;
        }

        // --- owners

        void ask(String name) {
            Asked asked = new Asked(name, manners.get(name), CLAIMS, Optional.of(LIMIT));
            ForwardedRequest<String> request = ForwardedRequest.of(asked);
            owners.put(name, Owner.of(Optional.of(request), Told.NOTHING));
            carryOut(name, request.offered(known));
        }

        void noHost(String name) {
            change(name, owner -> owner.timed(false, true));
            carryOut(name, request(name).noHost(known));
        }

        void expire(String name) {
            carryOut(name, rules.expired(request(name), known));
        }

        void release(String name) {
            change(name, owner -> owner.releases(true));
            carryOut(name, request(name).release());
        }

        void stop(String name) {
            change(name, Owner::thatStops);
        }

        void cancel(String name) {
            carryOut(name, rules.cancel(request(name)));
            if (owners.get(name).request().isEmpty()) {
                told(name, Told.ENDED);
            }
        }

        private ForwardedRequest<String> request(String name) {
            return owners.get(name).request().orElseThrow();
        }

        private void told(String name, Told now) {
            change(name, owner -> owner.told(now));
        }

        private void change(String name, UnaryOperator<Owner> change) {
            owners.computeIfPresent(name, (any, owner) -> change.apply(owner));
        }

        // --- the member

        private void each(Function<ForwardedRequest<String>, Step<String>> event) {
            List.copyOf(owners.keySet())
                    .forEach(name ->
                            owners.get(name).request().ifPresent(request -> carryOut(name, event.apply(request))));
        }

        void askAgain() {
            known = rules.askedAgain(known);
            each(request -> rules.offered(request, known));
        }

        private void carryOut(String name, Step<String> taken) {
            Owner before = owners.get(name);
            Step<String> step = rules.step(before.request().orElseThrow(), taken);
            change(name, owner -> owner.with(Optional.of(step.next()).filter(request -> !request.over())));
            step.effects().forEach(effect -> carryOut(name, effect));
        }

        private void carryOut(String name, Effect<String> effect) {
            if (effect instanceof ForwardedRequest.Send<String> send) {
                say(send.host(), new Message(send.order(), name + "." + send.sent()));
            } else if (effect instanceof ForwardedRequest.Await<String>) {
                change(name, owner -> owner.timed(true, owner.waited()));
            } else if (effect instanceof ForwardedRequest.Answer<String> answer) {
                answered(name, answer.reply());
            } else if (effect instanceof ForwardedRequest.Search<String>) {
                answered(name, new TimedOut(name, LIMIT, "others"));
            } else if (effect instanceof ForwardedRequest.Notify<String> notify) {
                if (owners.get(name).told() != Told.GRANTED) {
                    violated("told of a lease that it does not hold");
                }
                if (notify.notice() instanceof Lost) {
                    told(name, Told.ENDED);
                }
            } else if (effect instanceof ForwardedRequest.Confirm<String>) {
                if (!owners.get(name).releases()) {
                    violated("a release is answered twice");
                }
                change(name, now -> now.releases(false).told(Told.ENDED));
            }
        }

        private void answered(String name, Reply reply) {
            if (owners.get(name).told() != Told.NOTHING) {
                violated("answered twice");
            }
            boolean noHost = reply instanceof Unavailable unavailable && unavailable.cause() == UnavailableCause.NO_HOST
                    || reply instanceof TimedOut late && late.why().equals(NO_HOST.why());
            if (noHost
                    && links.entrySet().stream()
                            .anyMatch(each -> each.getValue().here() && !unreachable.contains(each.getKey()))) {
                violated("told that there is no host");
            }
            if (reply instanceof Unavailable
                    && manners.get(name) != Manner.TRY_ACQUIRE
                    && !owners.get(name).waited()) {
                violated("it has not waited as long as it may");
            }
            told(name, reply instanceof Granted ? Told.GRANTED : Told.ENDED);
        }

        // --- links

        private void link(String name, UnaryOperator<Link> change) {
            links.computeIfPresent(name, (any, link) -> change.apply(link));
        }

        private void say(String host, Message message) {
            if (!links.getOrDefault(host, CLOSED).here()) {
                violated("sent on a link that is not open");
                return;
            }
            link(
                    host,
                    link -> link.there() ? new Link(link.here(), true, joined(link.up(), message), link.down()) : link);
        }

        private void say(String host, Reply reply) {
            link(
                    host,
                    link -> link.here() ? new Link(true, link.there(), link.up(), joined(link.down(), reply)) : link);
        }

        void open(String name) {
            links.put(name, OPEN);
            known = known.linked(name, true);
            each(request -> rules.offered(request, known));
        }

        /** The host's end is closed, and with it all that it hosts is over. */
        void endThere(String name) {
            link(name, link -> new Link(link.here(), false, List.of(), link.down()));
            hosts.computeIfPresent(name, (any, host) -> new Host(host.closed(), Map.of()));
        }

        /** The member's end is closed, and perhaps opened again at once. */
        void endHere(String name, boolean again) {
            link(name, link -> again ? OPEN : new Link(false, link.there(), link.up(), List.of()));
            known = known.linked(name, again);
            sentBack(name);
            each(request -> rules.hostLost(request, name, known));
            if (again) {
                each(request -> rules.offered(request, known));
            }
        }

        /** What waits at a host that is gone may wait for another as long as at first. */
        private void sentBack(String host) {
            List.copyOf(owners.keySet()).stream()
                    .filter(name -> owners.get(name)
                            .request()
                            .flatMap(ForwardedRequest::host)
                            .equals(Optional.of(host)))
                    .forEach(name -> change(name, owner -> owner.timed(owner.timed(), false)));
        }

        void unreachable(Set<String> some) {
            unreachable.addAll(some);
            find();
            some.stream().filter(name -> links.get(name).here()).forEach(name -> endHere(name, false));
        }

        void comeBack(String name) {
            unreachable.remove(name);
            find();
        }

        void remove(String name) {
            hosts.remove(name);
            unreachable.remove(name);
            find();
            Link link = links.remove(name);
            if (link.here()) {
                endHere(name, false);
            }
        }

        private void find() {
            Set<String> reachable = new TreeSet<>(hosts.keySet());
            reachable.removeAll(unreachable);
            known = known.found(new TreeSet<>(hosts.keySet()), reachable);
        }

        void deliverUp(String name) {
            Message message = links.get(name).up().get(0);
            link(name, link -> new Link(link.here(), link.there(), rest(link.up()), link.down()));
            hear(name, hosts.get(name), message.order(), message.id());
        }

        void deliverDown(String name) {
            Reply reply = links.get(name).down().get(0);
            link(name, link -> new Link(link.here(), link.there(), link.up(), rest(link.down())));
            known = rules.heard(known, name, reply);
            String owner = owner(reply.id());
            if (reply instanceof Unavailable said
                    && (said.cause() == UnavailableCause.LEAVING || said.cause() == UnavailableCause.ENDED)) {
                change(owner, its -> its.timed(its.timed(), false));
            }
            owners.get(owner)
                    .request()
                    .ifPresent(request -> carryOut(owner, rules.answered(request, sent(reply.id()), reply, known)));
        }

        // --- hosts

        private void hear(String name, Host host, Order order, String id) {
            if (order == Order.ASK) {
                keep(name, id, Optional.of(Optional.empty()));
                host.closed().ifPresent(why -> answer(name, new Unavailable(id, why, "why")));
            } else if (order == Order.GIVE_UP) {
                keep(name, id, Optional.empty());
            } else if (host.requests().containsKey(id)) {
                Fence held = host.requests().get(id).orElseThrow();
                answer(name, held.equals(Fence.NONE) ? new NotHeld(id, "why") : new Released(id, held));
            }
        }

        private void keep(String name, String id, Optional<Optional<Fence>> now) {
            Host host = hosts.get(name);
            Map<String, Optional<Fence>> requests = new TreeMap<>(host.requests());
            requests.remove(id);
            now.ifPresent(held -> requests.put(id, held));
            hosts.put(name, new Host(host.closed(), requests));
        }

        void grant(String name, String id) {
            fence++;
            Fence granted = new Fence(0, fence);
            keep(name, id, Optional.of(Optional.of(granted)));
            say(name, new Granted(id, CLAIMS, granted));
        }

        void answer(String name, Reply last) {
            keep(name, last.id(), Optional.empty());
            say(name, last);
        }

        /** The host has heard that the owner has stopped. */
        void drop(String name, String id) {
            if (hosts.get(name).requests().get(id).isEmpty()) {
                answer(name, new Cancelled(id));
            } else {
                keep(name, id, Optional.of(Optional.of(Fence.NONE)));
            }
        }

        void close(String name, Optional<UnavailableCause> why) {
            Map<String, Optional<Fence>> requests = hosts.get(name).requests();
            hosts.put(name, new Host(why, requests));
            why.ifPresent(closed -> requests.forEach((id, held) -> {
                if (held.isEmpty()) {
                    answer(name, new Unavailable(id, closed, "why"));
                } else if (held.get().equals(Fence.NONE)) {
                    return;
                } else if (closed == UnavailableCause.LEAVING) {
                    say(name, new Leaving(id, held.get(), LIMIT));
                } else if (closed == UnavailableCause.ENDED) {
                    answer(name, new Lost(id, held.get(), "why"));
                }
            }));
        }

        // --- properties

        void check() {
            links.forEach(this::checkKept);
            owners.forEach((name, owner) -> {
                if (owner.told() == Told.GRANTED && !isCovered(name, owner)) {
                    violated("a lease that no host has");
                }
                if (owner.told() == Told.ENDED && owner.request().isPresent()) {
                    violated("what is over is kept");
                }
                if (owner.timed()
                        && owner.request().filter(ForwardedRequest::waits).isEmpty()) {
                    violated("a timer runs for what does not wait");
                }
            });
        }

        /** A host may keep what the member has given up only until it hears so. */
        private void checkKept(String name, Link link) {
            hosts.get(name).requests().keySet().stream()
                    .filter(id -> link.here() && link.there())
                    .filter(id -> !link.up().contains(new Message(Order.GIVE_UP, id)))
                    .filter(id -> owners.get(owner(id))
                            .request()
                            .filter(now -> now.sent() == sent(id) && now.host().equals(Optional.of(name)))
                            .isEmpty())
                    .forEach(id -> violated("a host keeps what is over"));
        }

        /** Whether the host of the lease has it, or the member is about to hear otherwise. */
        private boolean isCovered(String name, Owner owner) {
            if (owner.request().flatMap(ForwardedRequest::host).isEmpty()) {
                return false;
            }
            String host = request(name).host().orElseThrow();
            String id = name + "." + request(name).sent();
            Link link = links.getOrDefault(host, CLOSED);
            Optional<Fence> held = hosts.get(host).requests().getOrDefault(id, Optional.empty());
            return link.here()
                    && (!link.there()
                            || held.isPresent()
                                    && (held.equals(request(name).fence())
                                            || held.get().equals(Fence.NONE))
                            || link.down().stream().anyMatch(reply -> reply.id().equals(id)));
        }

        /** Nothing changes any more. */
        @Override
        protected void settle() {
            deliverAll();
            askAgain();
            deliverAll();
            check();
            owners.forEach((name, owner) -> {
                if (owner.releases()) {
                    violated("a release is not answered");
                }
                owner.request().filter(ForwardedRequest::waits).ifPresent(request -> checkWaiting(name, request));
            });
            Set<String> forgotten = new HashSet<>();
            known.hosts().forEach(host -> forgotten.add(host.service()));
            if (!forgotten.equals(hosts.keySet())) {
                violated("a host is not known, or kept");
            }
        }

        private void checkWaiting(String name, ForwardedRequest<String> request) {
            boolean hosted = request.host()
                    .filter(hosts::containsKey)
                    .filter(host -> hosts.get(host).requests().containsKey(name + "." + request.sent()))
                    .isPresent();
            boolean taken = links.entrySet().stream()
                    .anyMatch(each -> each.getValue().equals(OPEN)
                            && hosts.get(each.getKey()).closed().isEmpty());
            if (taken && !hosted) {
                violated("it waits although a host takes requests");
            } else if (!hosted
                    && (!owners.get(name).timed()
                            || request.noHost(known).next().waits())) {
                violated("it waits for ever");
            }
        }

        private void deliverAll() {
            owners.forEach((name, owner) -> {
                if (owner.stopped() && owner.request().isPresent()) {
                    cancel(name);
                }
            });
            int deliveries = 0;
            for (boolean changes = true; changes; deliveries++) {
                changes = List.copyOf(links.keySet()).stream().anyMatch(this::advance);
                if (deliveries > MOST_DELIVERIES) {
                    violated("it asks for ever");
                    return;
                }
            }
        }

        /** Whether the link with this host has something to do. */
        private boolean advance(String name) {
            Link link = links.get(name);
            boolean reachable = !unreachable.contains(name);
            if (link.there() && !link.here()) {
                endThere(name);
            } else if (link.here() && !link.there()) {
                endHere(name, true);
            } else if (!link.here() && reachable) {
                open(name);
            } else if (!link.up().isEmpty()) {
                deliverUp(name);
            } else if (!link.down().isEmpty()) {
                deliverDown(name);
            } else {
                return false;
            }
            return true;
        }
    }

    private static <T> List<T> joined(List<T> some, T last) {
        List<T> all = new ArrayList<>(some);
        all.add(last);
        return List.copyOf(all);
    }

    private static <T> List<T> rest(List<T> some) {
        return List.copyOf(some.subList(1, some.size()));
    }
}
