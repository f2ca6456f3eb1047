package symposium.cluster.simulation;

import akka.actor.Address;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.service.lock.LockService;
import symposium.service.member.Termination;

/**
 * Nodes of a cluster with named locks, members without the role, and their clients. The membership notices a silent
 * node after a while, and removes it later. Each node hears of it at its own time.
 */
final class SimulatedCluster implements AutoCloseable, SimulatedNode.Surroundings {

    private static final int GUESTS = 100;
    private static final int CLIENTS = 2;
    private static final List<Logger> LOGGERS = Stream.of("symposium", "akka")
            .map(LoggerFactory::getLogger)
            .map(Logger.class::cast)
            .toList();

    private final int size;
    private final Random random;
    private final Thread runner = Thread.currentThread();

    /** Adds the log of the nodes to the history. Actor systems of other tests may log at the same time. */
    private final AppenderBase<ILoggingEvent> lines = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            if (Thread.currentThread() != runner) {
                return;
            }
            log(line.getLevel() + " " + line.getFormattedMessage());
            if (line.getLevel() == Level.ERROR && line.getThrowableProxy() != null) {
                history.violates("an actor fails: " + line.getThrowableProxy().getMessage());
            }
        }
    };

    private final SimulatedTime time;
    private final SimulatedTime.Machine world;
    private final SimulatedNetwork network;
    private final SimulatedReceptionist.Services services = new SimulatedReceptionist.Services();
    private final Wishes wishes;
    private final ClientHistory history;
    /** The latest incarnation of each node, by its number; those of guests begin at {@value #GUESTS}. */
    private final SortedMap<Integer, SimulatedNode> nodes = new TreeMap<>();
    /** The members, on which the nodes agree in the end. */
    private final Map<Long, SimulatedMembership.Seen> members = new LinkedHashMap<>();

    private final SortedMap<Integer, Candidate> candidates = new TreeMap<>();
    private final TreeSet<Long> unreachable = new TreeSet<>();
    private long incarnations;
    private int upNumbers;
    /** Seeds of one half put no session at risk. */
    private final boolean risky;

    private int risks;

    /**
     * A cluster at its start.
     *
     * @param seed determines all that happens
     * @param size the number of nodes
     * @param guests the number of members without the role
     * @param sessions the number of clients that are no members
     * @param planted the messages that actors do not receive: a planted fault
     */
    SimulatedCluster(long seed, int size, int guests, int sessions, Predicate<Object> planted) {
        this.size = size;
        this.random = new Random(seed);
        this.risky = random.nextBoolean();
        this.time = new SimulatedTime(random, planted);
        this.world = time.machine();
        this.network = new SimulatedNetwork(random);
        this.history = new ClientHistory(time);
        this.wishes = new Wishes(random);
        lines.start();
        LOGGERS.forEach(logger -> {
            logger.setAdditive(false);
            logger.addAppender(lines);
        });
        network.loses(random.nextBoolean() ? 0 : random.nextDouble() / 10);
        services.onChange(this::tellAll);
        history.judge(HistoryEvent.of(Kind.BEGINS));
        for (int number = 0; number < size; number++) {
            start(number);
        }
        for (int number = GUESTS; number < GUESTS + guests; number++) {
            start(number);
        }
        history.judge(HistoryEvent.of(Kind.STARTED, SessionClient.NODE).withValue(Optional.of((long) sessions)));
        for (int number = 0; number < sessions; number++) {
            Duration life = Duration.ofSeconds(number % 2 == 0 ? 10 : 30);
            new SessionClient(number, life, this::hosts, time, wishes, history);
        }
    }

    private List<SimulatedNode> hosts() {
        return nodes.values().stream().filter(SimulatedNode::hosts).toList();
    }

    ClientHistory history() {
        return history;
    }

    @Override
    public void log(String what) {
        history.happens(what);
    }

    private void after(long millis, Runnable what) {
        world.after(millis, what);
    }

    private long between(long least, long most) {
        return wishes.between(least, most);
    }

    // --- nodes

    private Map<String, Object> settings(int number) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("symposium.process", number);
        settings.put("symposium.processes", size);
        settings.put("symposium.services", List.of("resources"));
        settings.put("symposium.first-generation", 1);
        return settings;
    }

    private void start(int number) {
        Optional.ofNullable(nodes.get(number)).ifPresent(this::remove);
        long uid = ++incarnations;
        boolean hosts = number < GUESTS;
        String name = (hosts ? "node-" : "guest-") + number + "-" + uid;
        log(name + " starts");
        SimulatedNode node = new SimulatedNode(
                name,
                number,
                new UniqueAddress(new Address("akka", "symposium", "node-" + number, 2551), uid),
                hosts,
                settings(number),
                time,
                network,
                services,
                this);
        nodes.put(number, node);
        members.put(uid, node.joining());
        tellAll();
        after(between(100, 1_000), () -> comeUp(node));
    }

    /** As with Akka, a member that joins is up when all others are reachable. */
    private void comeUp(SimulatedNode node) {
        if (!unreachable.isEmpty()) {
            after(500, () -> comeUp(node));
        } else if (members.containsKey(node.uid())) {
            members.computeIfPresent(node.uid(), (uid, seen) -> seen.up(++upNumbers));
            tellAll();
        }
    }

    @Override
    public void serves(SimulatedNode node) {
        history.judge(HistoryEvent.of(Kind.STARTED, node.number()).withValue(Optional.of(CLIENTS + 1L)));
        for (int client = 0; client < CLIENTS; client++) {
            new ActorClient(node, new ClientHistory.Client(node.number(), client), wishes, history, this::knowsLoss);
        }
        candidates.put(
                node.number(),
                new Candidate(
                        node, new ClientHistory.Client(node.number(), CLIENTS), wishes, history, this::knowsLoss));
    }

    /** Each node hears of the membership at its own time. */
    private void tellAll() {
        for (SimulatedNode node : nodes.values()) {
            if (node.isRunning()) {
                node.after(between(1, 200), () -> tell(node));
            }
        }
    }

    private void tell(SimulatedNode node) {
        Map<Long, SimulatedMembership.Seen> seen = new LinkedHashMap<>();
        if (node.endpoint().isCut()) {
            node.seen().forEach((uid, member) -> seen.put(uid, member.reachable(uid == node.uid())));
        } else if (members.containsKey(node.uid())) {
            members.forEach((uid, member) -> seen.put(uid, member.reachable(!unreachable.contains(uid))));
        } else {
            // The others have removed it, and do not inform it.
            return;
        }
        node.sees(seen);
    }

    @Override
    public void ended(SimulatedNode node, Termination why) {
        log(node.name() + " ends: " + why);
        after(between(1, 50), () -> crash(node));
    }

    // --- faults

    /** The node is killed. The others detect and remove it, and another replaces it. */
    private void crash(SimulatedNode node) {
        if (!node.isRunning()) {
            return;
        }
        log(node.name() + " crashes");
        node.crash();
        history.crashed(node.number(), node.name() + "-");
        after(between(1_000, 3_000), () -> {
            suspect(node);
            after(between(3_000, 7_000), () -> remove(node));
        });
        after(between(200, 15_000), () -> start(node.number()));
    }

    private void suspect(SimulatedNode node) {
        if (members.containsKey(node.uid())) {
            log(node.name() + " is unreachable");
            unreachable.add(node.uid());
            tellAll();
        }
    }

    private void remove(SimulatedNode node) {
        if (members.remove(node.uid()) != null) {
            log(node.name() + " is removed");
            unreachable.remove(node.uid());
            if (!node.hosts()) {
                history.removed(node.number());
            }
            tellAll();
        }
    }

    /**
     * The node has been removed, and reaches the others again: they tell it. Akka's downing provider, which a member
     * without the role has, too, removes it then.
     */
    private void hearsOfItsRemoval(SimulatedNode node) {
        node.after(between(10, 2_000), () -> {
            node.endpoint()
                    .isQuarantined(nodes.values().stream()
                            .filter(other -> other != node)
                            .findFirst()
                            .orElseThrow()
                            .endpoint());
            node.after(between(1, 50), () -> removesItself(node));
        });
    }

    private void removesItself(SimulatedNode node) {
        node.sees(Map.of());
        if (!node.hosts()) {
            // Its actor system ends with its membership.
            after(between(1, 50), () -> crash(node));
        }
    }

    /** If its node comes back before the others have removed it, a session is lost: its client finds out in a while. */
    private void sessionsAtRisk() {
        history.judge(HistoryEvent.of(Kind.SESSIONS_AT_RISK));
        int risk = ++risks;
        after(45_000, () -> {
            if (risk == risks) {
                history.judge(HistoryEvent.of(Kind.STEADY));
            }
        });
    }

    /** The node reaches no other, and is reached by none. It is removed unless it is back in time. */
    private void cutOff(SimulatedNode node, long millis) {
        log(node.name() + " is cut off");
        if (node.hosts() && risky) {
            sessionsAtRisk();
        }
        node.endpoint().cut(true);
        after(between(1_000, 3_000), () -> {
            if (node.endpoint().isCut()) {
                suspect(node);
            }
        });
        long removal = between(5_000, 8_000);
        if (millis >= removal) {
            after(removal, () -> {
                remove(node);
                findsOut(node);
            });
        }
        after(millis, () -> {
            if (node.isRunning()) {
                log(node.name() + " is back");
                if (node.hosts() && members.containsKey(node.uid())) {
                    // Its sessions and their leases are lost. Their clients may not know yet.
                    history.judge(HistoryEvent.of(Kind.ENDED, SessionClient.NODE));
                }
                node.endpoint().cut(false);
                unreachable.remove(node.uid());
                tellAll();
                if (!members.containsKey(node.uid())) {
                    hearsOfItsRemoval(node);
                }
            }
        });
    }

    private void removesOthers(SimulatedNode node) {
        SimulatedMembership.Seen itself = node.seen().get(node.uid());
        if (itself != null) {
            log(node.name() + " removes all others");
            node.sees(Map.of(node.uid(), itself));
        }
    }

    /** It removes itself, as its downing provider decides; or the others; or it waits. */
    private void findsOut(SimulatedNode node) {
        switch (random.nextInt(3)) {
            case 0 -> node.after(between(0, 2_000), () -> removesItself(node));
            case 1 -> node.after(between(0, 2_000), () -> removesOthers(node));
            default -> {}
        }
    }

    /** A JVM pause. The others remove the node if the pause is long. */
    private void pause(SimulatedNode node, long millis) {
        log(node.name() + " is paused for " + millis + " ms");
        node.pause();
        if (millis > 4_000) {
            after(between(1_000, 3_000), () -> suspect(node));
            after(between(4_000, millis), () -> remove(node));
        }
        after(millis, () -> {
            if (node.isRunning()) {
                log(node.name() + " goes on");
                node.resume();
                unreachable.remove(node.uid());
                tellAll();
                if (!members.containsKey(node.uid())) {
                    hearsOfItsRemoval(node);
                }
            }
        });
    }

    /** For a while, nothing of one node arrives at the other; the membership notices nothing. */
    private void deafen(SimulatedNode from, SimulatedNode to, long millis) {
        if (from != to) {
            log(to.name() + " hears nothing from " + from.name() + " for " + millis + " ms");
            network.isDeaf(to.address(), from.address());
            after(millis, () -> network.hears(to.address(), from.address()));
        }
    }

    /** The clock of the machine is set, forward or back. */
    private void setClock(SimulatedNode node, long hours) {
        log("the clock of " + node.name() + " is set by " + hours + " h");
        node.setClock(Duration.ofHours(hours));
    }

    /** The node shuts down gracefully, and another replaces it. */
    private void leave(SimulatedNode node) {
        log(node.name() + " leaves");
        node.leave(() -> {
            Stream.of(MemberStatus.leaving(), MemberStatus.exiting()).forEach(status -> {
                members.computeIfPresent(node.uid(), (uid, seen) -> seen.with(status));
                tellAll();
            });
            after(between(200, 1_000), () -> {
                remove(node);
                after(between(100, 500), () -> crash(node));
            });
        });
    }

    private boolean isQuiet() {
        return unreachable.isEmpty()
                && nodes.values().stream()
                        .allMatch(each -> each.isRunning()
                                && !each.isPaused()
                                && !each.isLeaving()
                                && !each.endpoint().isCut()
                                && members.containsKey(each.uid())
                                && members.get(each.uid()).member().status().equals(MemberStatus.up()));
    }

    /** Lets this many seconds pass, with faults at random, one node at a time. */
    void runWithFaults(int seconds) {
        long end = time.nanos() + Duration.ofSeconds(seconds).toNanos();
        while (time.nanos() < end) {
            time.run(between(500, 6_000));
            if (isQuiet()) {
                fault();
            }
        }
    }

    private SimulatedNode any() {
        List<SimulatedNode> all = new ArrayList<>(nodes.values());
        return all.get(random.nextInt(all.size()));
    }

    private void fault() {
        SimulatedNode node = any();
        switch (random.nextInt(8)) {
            case 0 -> crash(node);
            case 1 -> cutOff(node, between(node.hosts() && !risky ? 9_000 : 500, 15_000));
            case 2 -> pause(node, between(100, 4_000));
            case 3 -> pause(node, between(100, 15_000));
            case 4 -> deafen(node, any(), between(100, 4_000));
            case 5 -> setClock(node, between(-24, 24));
            case 6 -> {
                if (node.hosts()) {
                    leave(node);
                }
            }
            default -> {}
        }
    }

    /** No more faults: everything that is under way ends, and everybody is served. */
    void heal() {
        network.loses(0);
        time.run(60_000);
        wishes.end();
        time.run(120_000);
    }

    /** Whether the node of a request has known for a second that it is cut off. */
    private boolean knowsLoss(String request) {
        return nodes.values().stream()
                .anyMatch(node -> request.startsWith(node.name() + "-")
                        && !node.isPaused()
                        && time.nanos() - Duration.ofSeconds(1).toNanos() > node.cutOffSince());
    }

    /** The errors that are visible when all clients have finished. */
    List<String> left() {
        List<String> left = new ArrayList<>();
        history.waiting().forEach((request, claims) -> left.add(request + " waits for " + claims));
        if (history.holders() > 0) {
            left.add("holders are left: " + history.holders());
        }
        nodes.values()
                .forEach(node -> node.notReady().ifPresent(why -> left.add(node.name() + " is not ready: " + why)));
        for (SimulatedNode node : nodes.values()) {
            if (node.service() == null) {
                left.add(node.name() + " has not started");
                continue;
            }
            node.service()
                    .tell(new LockService.GetStatus(node.actor("status", (LockService.Status status) -> status.entries()
                            .forEach(entry ->
                                    left.add(node.name() + " knows " + entry.id() + " for " + entry.claims())))));
        }
        candidates.values().forEach(each -> each.left().ifPresent(left::add));
        time.run(1_000);
        Map<String, Integer> before = network.sent();
        time.run(60_000);
        network.sent().forEach((type, sent) -> {
            int more = sent - before.getOrDefault(type, 0);
            if (more > 0) {
                left.add(more + " messages " + type + " are sent when all is over");
            }
        });
        return left;
    }

    @Override
    public void close() {
        time.end();
        LOGGERS.forEach(logger -> {
            logger.detachAppender(lines);
            logger.setAdditive(true);
        });
    }
}
