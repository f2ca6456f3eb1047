package symposium.cluster.leader;

import akka.actor.Address;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.cluster.Exploration;
import symposium.cluster.Exploration.Result;
import symposium.cluster.leader.LeaderWatching.Report;
import symposium.cluster.leader.LeaderWatching.Services;
import symposium.cluster.leader.LeaderWatching.Step;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;
import symposium.service.election.LeaderState.Leader;
import symposium.service.election.LeaderState.NoLeader;
import symposium.service.election.LeaderState.Reason;

/**
 * One election, the services {@code a} and {@code b}, perhaps {@code c} instead of one of them, and members that watch
 * the election: every order of events, breadth first. Messages between two actors arrive in order, after any time, or
 * are lost.
 */
final class LeaderWatchingModel {

    /** How many of these events may happen in one run. */
    record Budget(int asks, int leases, int changes, int losses, int refreshes) {}

    /** What a watch and a service do. The variants of the test override it. */
    static class Rules {

        Step<String, String> found(LeaderWatching<String, String> watching, Services<String> now) {
            return watching.found(now);
        }

        Step<String, String> reported(LeaderWatching<String, String> watching, String service, Report report) {
            return watching.reported(service, report);
        }

        Step<String, String> ask(LeaderWatching<String, String> watching, String follower) {
            return watching.ask(follower);
        }

        LeaderReporting<String> expire(LeaderReporting<String> reporting) {
            return reporting.expire();
        }

        /** The step of any event. */
        Step<String, String> step(LeaderWatching<String, String> before, Step<String, String> step) {
            return step;
        }
    }

    private record Service(LeaderReporting<String> reporting, boolean cutOff) {}

    /**
     * A member.
     *
     * @param heard the services that have reported since the election is watched here
     * @param seen the greatest fence that the follower has seen since it follows
     * @param last the state that it has received last
     * @param open the questions that are not answered
     */
    private record Member(
            LeaderWatching<String, String> watching,
            Set<String> heard,
            Fence seen,
            Optional<LeaderState> last,
            int open) {}

    private record Link(String from, String to) implements Comparable<Link> {
        @Override
        public int compareTo(Link other) {
            int byFrom = from.compareTo(other.from);
            return byFrom != 0 ? byFrom : to.compareTo(other.to);
        }

        @Override
        public String toString() {
            return from + " to " + to;
        }
    }

    private record State(
            Map<String, Service> services,
            Set<String> unreachable,
            Map<String, Member> members,
            Map<Link, List<Object>> links,
            long fence,
            boolean lost,
            Budget left) {}

    private static final String FOLLOWER = "follower";
    private static final String ASKER = "asker";
    private static final String WATCH = "watch";
    private static final String UNWATCH = "unwatch";
    private static final Address ADDRESS = new Address("akka", "x");

    private final Rules rules;
    private final State start;

    LeaderWatchingModel(Rules rules, int members, Budget budget) {
        this.rules = rules;
        Map<String, Service> services = new TreeMap<>();
        for (String name : List.of("a", "b")) {
            services.put(name, new Service(LeaderReporting.idle(), false));
        }
        Map<String, Member> watching = new TreeMap<>();
        for (int i = 1; i <= members; i++) {
            watching.put(
                    "m" + i,
                    new Member(LeaderWatching.idle("x", Optional.empty()), Set.of(), Fence.NONE, Optional.empty(), 0));
        }
        this.start = new State(services, Set.of(), watching, Map.of(), 0, false, budget);
    }

    Result explore() {
        return Exploration.explore(start, Run::new, LeaderWatchingModel::events);
    }

    private static Map<String, Consumer<Run>> events(State state) {
        Map<String, Consumer<Run>> events = new LinkedHashMap<>();
        Budget left = state.left();
        state.members().forEach((name, member) -> {
            if (left.asks() > 0) {
                boolean follows = member.watching().followers().contains(FOLLOWER);
                events.put(name + (follows ? " unfollows" : " follows"), run -> run.follow(name, !follows));
                events.put(name + " asks", run -> run.ask(name));
            }
            if (!member.watching().asking().isEmpty()) {
                events.put(name + " is late", run -> run.late(name));
            }
            if (!member.watching().services().equals(Optional.of(services(state)))) {
                events.put(name + " finds", run -> run.find(name));
            }
            if (left.refreshes() > 0 && !member.watching().isIdle()) {
                events.put(name + " refreshes", run -> run.spendRefresh().refresh(name));
            }
        });
        boolean free = state.services().values().stream()
                .allMatch(service -> service.reporting().leader().isEmpty());
        state.services().forEach((name, service) -> {
            if (!free && service.reporting().leader().isPresent()) {
                events.put(name + " ends", run -> run.lead(name, Optional.empty()));
            }
            if (free && left.leases() > 0 && !service.cutOff()) {
                events.put(name + " leads", run -> run.lead(name));
            }
            if (left.changes() > 0) {
                events.put(name + (service.cutOff() ? " is back" : " is cut off"), run -> run.cutOff(name));
                events.put(name + " is removed", run -> run.remove(name));
                if (!state.services().containsKey("c")) {
                    events.put(name + " is replaced", run -> run.replace(name));
                }
                if (!state.unreachable().contains(name)) {
                    events.put(name + " is unreachable", run -> run.unreachable(name));
                }
            }
            if (state.unreachable().contains(name)) {
                events.put(name + " returns", run -> run.unreachable.remove(name));
            }
            if (left.refreshes() > 0 && !service.reporting().watchers().isEmpty()) {
                events.put(name + " ends old watches", run -> run.spendRefresh().expire(name));
            }
        });
        state.links().keySet().forEach(link -> {
            events.put(link.toString(), run -> run.deliver(link));
            if (left.losses() > 0) {
                events.put(link + " is lost", run -> run.lose(link));
            }
        });
        return events;
    }

    private static Services<String> services(State state) {
        Set<String> reachable = new TreeSet<>(state.services().keySet());
        reachable.removeAll(state.unreachable());
        return new Services<>(new TreeSet<>(state.services().keySet()), reachable);
    }

    /** A state that changes. */
    private final class Run extends Exploration.Run<State> {

        private final Map<String, Service> services;
        private final Set<String> unreachable;
        private final Map<String, Member> members;
        private final Map<Link, List<Object>> links;
        private long fence;
        private boolean lost;
        private Budget left;

        Run(State state) {
            services = new TreeMap<>(state.services());
            unreachable = new TreeSet<>(state.unreachable());
            members = new TreeMap<>(state.members());
            links = new TreeMap<>(state.links());
            fence = state.fence();
            lost = state.lost();
            left = state.left();
        }

        @Override
        protected State state() {
            return new State(services, unreachable, members, links, fence, lost, left);
        }

        // --- members

        void follow(String name, boolean follows) {
            spend(1, 0, 0, 0, 0);
            if (follows) {
                members.computeIfPresent(
                        name,
                        (any, member) -> new Member(
                                member.watching(), member.heard(), Fence.NONE, Optional.empty(), member.open()));
            }
            LeaderWatching<String, String> watching = members.get(name).watching();
            carryOut(name, follows ? watching.follow(FOLLOWER) : watching.unfollow(FOLLOWER));
        }

        void ask(String name) {
            spend(1, 0, 0, 0, 0);
            members.computeIfPresent(
                    name,
                    (any, member) -> new Member(
                            member.watching(), member.heard(), member.seen(), member.last(), member.open() + 1));
            carryOut(name, rules.ask(members.get(name).watching(), ASKER));
        }

        void late(String name) {
            carryOut(name, members.get(name).watching().late());
        }

        void refresh(String name) {
            carryOut(name, members.get(name).watching().refresh());
        }

        void find(String name) {
            carryOut(name, rules.found(members.get(name).watching(), services(state())));
        }

        private void carryOut(String name, Step<String, String> taken) {
            Member before = members.get(name);
            Step<String, String> step = rules.step(before.watching(), taken);
            Set<String> heard = step.next().isIdle() ? Set.of() : before.heard();
            members.put(name, new Member(step.next(), heard, before.seen(), before.last(), before.open()));
            for (LeaderWatching.Send<String, String> send : step.sends()) {
                if (send instanceof LeaderWatching.Watch<String, String> watch) {
                    send(name, watch.service(), WATCH);
                } else if (send instanceof LeaderWatching.Unwatch<String, String> unwatch) {
                    send(name, unwatch.service(), UNWATCH);
                } else if (send instanceof LeaderWatching.Tell<String, String> tell) {
                    tell(name, before, tell);
                }
            }
        }

        private void tell(String name, Member before, LeaderWatching.Tell<String, String> tell) {
            Member member = members.get(name);
            LeaderState state = tell.state();
            boolean known = before.watching().state() instanceof Leader
                    || is(before.watching().state(), Reason.VACANT);
            if (is(state, Reason.VACANT)
                    && !known
                    && !before.heard()
                            .containsAll(
                                    member.watching().services().orElseThrow().reachable())) {
                violated("vacant before all have reported");
            }
            if (tell.follower().equals(ASKER)) {
                if (member.open() == 0) {
                    violated("answered twice");
                }
                members.put(
                        name,
                        new Member(member.watching(), member.heard(), member.seen(), member.last(), member.open() - 1));
                return;
            }
            if (state.fence().compareTo(member.seen()) < 0) {
                violated(state instanceof Leader ? "an earlier leader is shown" : "the fence goes back");
            }
            members.put(
                    name,
                    new Member(
                            member.watching(),
                            member.heard(),
                            member.seen().max(state.fence()),
                            Optional.of(state),
                            member.open()));
        }

        // --- services

        void lead(String name) {
            spend(0, 1, 0, 0, 0);
            fence++;
            lead(name, Optional.of(new Leader("x", new Fence(0, fence), "at " + name, ADDRESS)));
        }

        void lead(String name, Optional<Leader> leader) {
            carryOut(name, services.get(name).reporting().leads(leader));
        }

        void cutOff(String name) {
            spend(0, 0, 1, 0, 0);
            services.computeIfPresent(name, (any, service) -> new Service(service.reporting(), !service.cutOff()));
            carryOut(name, services.get(name).reporting().changed());
        }

        void unreachable(String name) {
            spend(0, 0, 1, 0, 0);
            unreachable.add(name);
        }

        /** Its last reports may arrive later. */
        void remove(String name) {
            spend(0, 0, 1, 0, 0);
            services.remove(name);
            unreachable.remove(name);
            links.keySet().removeIf(link -> link.to().equals(name));
        }

        void replace(String name) {
            remove(name);
            services.put("c", new Service(LeaderReporting.idle(), false));
        }

        /** What ends the watch of a member that watches is the loss of its questions. */
        void expire(String name) {
            Service before = services.get(name);
            Service after = new Service(rules.expire(before.reporting()), before.cutOff());
            services.put(name, after);
            lost |= before.reporting().watchers().keySet().stream()
                    .anyMatch(member -> !after.reporting().watchers().containsKey(member)
                            && !members.get(member).watching().isIdle());
        }

        private void carryOut(String name, LeaderReporting.Step<String> step) {
            Service service = new Service(step.next(), services.get(name).cutOff());
            services.put(name, service);
            Report report = new Report(step.next().leader(), service.cutOff());
            step.informed().forEach(member -> send(name, member, report));
        }

        // --- the network

        private void send(String from, String to, Object message) {
            if (services.containsKey(to) || members.containsKey(to)) {
                List<Object> waiting = new ArrayList<>(links.getOrDefault(new Link(from, to), List.of()));
                waiting.add(message);
                links.put(new Link(from, to), waiting);
            }
        }

        private Object take(Link link) {
            List<Object> waiting = links.get(link);
            if (waiting.size() == 1) {
                links.remove(link);
            } else {
                links.put(link, List.copyOf(waiting.subList(1, waiting.size())));
            }
            return waiting.get(0);
        }

        void lose(Link link) {
            spend(0, 0, 0, 1, 0);
            lost = true;
            take(link);
        }

        void deliver(Link link) {
            Object message = take(link);
            if (message instanceof Report report) {
                Member member = members.get(link.to());
                Set<String> heard = new TreeSet<>(member.heard());
                heard.add(link.from());
                Member hearing = new Member(
                        member.watching(),
                        member.watching().isIdle() ? Set.of() : heard,
                        member.seen(),
                        member.last(),
                        member.open());
                members.put(link.to(), hearing);
                carryOut(link.to(), rules.reported(hearing.watching(), link.from(), report));
            } else {
                LeaderReporting<String> reporting = services.get(link.to()).reporting();
                carryOut(
                        link.to(),
                        message.equals(WATCH)
                                ? reporting.watch(link.from())
                                : new LeaderReporting.Step<>(reporting.unwatch(link.from()), List.of()));
            }
        }

        Run spendRefresh() {
            spend(0, 0, 0, 0, 1);
            return this;
        }

        private void spend(int asks, int leases, int changes, int losses, int refreshes) {
            left = new Budget(
                    left.asks() - asks,
                    left.leases() - leases,
                    left.changes() - changes,
                    left.losses() - losses,
                    left.refreshes() - refreshes);
        }

        // --- nothing changes any more, and nothing is lost

        @Override
        protected void settle() {
            unreachable.clear();
            Services<String> now = services(state());
            for (String name : List.copyOf(members.keySet())) {
                if (!members.get(name).watching().services().equals(Optional.of(now))) {
                    find(name);
                }
            }
            deliverAll();
            if (!lost) {
                checkStates("untrue although all arrived");
            }
            List.copyOf(members.keySet()).forEach(this::refresh);
            deliverAll();
            checkStates("untrue after a refresh");
            List.copyOf(members.keySet()).forEach(this::late);
            if (members.values().stream().anyMatch(member -> member.open() > 0)) {
                violated("a question is not answered");
            }
            for (int round = 0; round < 2; round++) {
                List.copyOf(members.keySet()).forEach(this::refresh);
                deliverAll();
                List.copyOf(services.keySet()).forEach(this::expire);
            }
            for (Service service : services.values()) {
                members.forEach((name, member) -> checkWatch(service.reporting(), name, member.watching()));
            }
        }

        private void checkWatch(
                LeaderReporting<String> reporting, String name, LeaderWatching<String, String> watching) {
            boolean watched = reporting.watchers().containsKey(name);
            if (watched && watching.isIdle()) {
                violated("a watch is left");
            } else if (!watched && !watching.isIdle()) {
                violated("a watch has ended that was renewed");
            }
        }

        private void deliverAll() {
            while (!links.isEmpty()) {
                deliver(links.keySet().iterator().next());
            }
        }

        private void checkStates(String otherwise) {
            members.values().stream()
                    .filter(member -> member.watching().followers().contains(FOLLOWER))
                    .filter(member -> !isTrue(member.last().orElseThrow()))
                    .forEach(member -> violated(otherwise));
        }

        private boolean isTrue(LeaderState state) {
            if (services.values().stream().allMatch(Service::cutOff)) {
                return is(state, Reason.CUT_OFF);
            }
            Optional<Leader> leader = services.values().stream()
                    .flatMap(service -> service.reporting().leader().stream())
                    .findFirst();
            return leader.map(state::equals).orElseGet(() -> is(state, Reason.VACANT));
        }
    }

    private static boolean is(LeaderState state, Reason reason) {
        return state instanceof NoLeader none && none.reason() == reason;
    }
}
