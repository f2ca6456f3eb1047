package symposium.cluster.simulation;

import akka.actor.Address;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
    /** So many nodes there may be after scaling. */
    private static final int MOST_NODES = 6;
    /** Of fewer nodes, none can be removed without a session being lost. */
    private static final int FEWEST_SAFE = 3;
    /** So long after the last fault at least, clients make requests. */
    private static final Duration HEALED = Duration.ofSeconds(5);
    /** So long after that at the latest, each client has been served; so long after that, all have finished. */
    private static final Duration SERVED = Duration.ofSeconds(120);
    /** So long after that, all have been told. */
    private static final Duration TOLD = Duration.ofSeconds(5);
    /** So long after that, all sessions and all watches of elections have expired. */
    private static final Duration EXPIRED = Duration.ofSeconds(45);
    /** As long as this, nothing may be sent. */
    private static final Duration SILENT = Duration.ofSeconds(30);
    /** As many elements the collections of a node may have then. */
    private static final int MOST_KEPT = 20;

    /** Of the collections of this class nothing is left when all is over. */
    private static final String EMPTY = "LeaseOwner.";

    private static final String PARTS = "PrivilegeState.parts";

    /** So long after a change, the nodes have received what they are to know if one of them crashes. */
    private static final Duration BACKED_UP = Duration.ofSeconds(3);
    /** On which nothing can be written, where there is one. */
    private static final Path FULL = Path.of("/dev/full");

    private static final List<Logger> LOGGERS = Stream.of("symposium", "akka")
            .map(LoggerFactory::getLogger)
            .map(Logger.class::cast)
            .toList();

    private static int running;

    private final SimulationPlan plan;
    private final Random random;
    private final Thread runner = Thread.currentThread();

    /** Adds the log of the nodes to the history. Actor systems of other tests may log at the same time. */
    private final AppenderBase<ILoggingEvent> lines = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            if (Thread.currentThread() != runner) {
                return;
            }
            String text = line.getFormattedMessage();
            log(line.getLevel() + " "
                    + logs.map(directory -> text.replace(directory.toString(), "DIR"))
                            .orElse(text));
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

    /** By the names of their nodes. */
    private final SortedMap<String, Candidate> candidates = new TreeMap<>();

    private final List<SessionClient> sessionClients = new ArrayList<>();
    private final TreeSet<Long> unreachable = new TreeSet<>();
    /** The nodes that have removed all others. */
    private final TreeSet<Long> alone = new TreeSet<>();
    /** When a node has come or has been removed last. */
    private long changed;
    /** The end of the faults by which messages are late or lost. */
    private long disturbed;
    /** From when on the nodes can tell each other of the last change. */
    private long undisturbed;

    private long incarnations;
    private int upNumbers;
    /** Seeds of one half put no session at risk, if there are nodes enough: a majority, and a backup. */
    private final boolean risky;
    /** Whether a lesser fault may come while nodes suffer from another one. */
    private final boolean doubled;
    /** The directory of the event logs. */
    private final Optional<Path> logs;

    private final boolean diskIsFull;
    private boolean faultsHappen;
    private double loss;
    /** How often nodes have ended because a majority of the voters was lost. */
    private int islands;

    private int faults;
    private int risks;

    /**
     * A cluster at its start.
     *
     * @param planted the messages that actors do not receive: a planted fault
     * @param logs the directory for the event logs of the nodes
     */
    SimulatedCluster(SimulationPlan plan, Predicate<Object> planted, Optional<Path> logs) {
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.risky = random.nextBoolean() || plan.nodes() < FEWEST_SAFE;
        this.doubled = random.nextInt(3) == 0;
        this.diskIsFull = random.nextInt(8) == 0 && logs.isEmpty() && Files.exists(FULL);
        this.logs = diskIsFull ? Optional.of(temporary()) : logs;
        this.time = new SimulatedTime(random, planted);
        this.world = time.machine();
        this.network = new SimulatedNetwork(random);
        this.history = new ClientHistory(time);
        this.wishes = new Wishes(random);
        lines.start();
        captureLog();
        loss = random.nextBoolean() ? 0 : random.nextDouble() / 10;
        network.loses(loss);
        network.repeats(random.nextInt(4) == 0 ? random.nextDouble() / 20 : 0);
        services.onChange(this::tellAll);
        history.judge(HistoryEvent.of(Kind.BEGINS));
        for (int number = 0; number < plan.nodes(); number++) {
            start(number);
        }
        for (int number = GUESTS; number < GUESTS + plan.guests(); number++) {
            start(number);
        }
        history.judge(HistoryEvent.of(Kind.STARTED, SessionClient.NODE).withValue(Optional.of((long) plan.sessions())));
        for (int number = 0; number < plan.sessions(); number++) {
            Duration life = Duration.ofSeconds(number % 2 == 0 ? 10 : 30);
            sessionClients.add(new SessionClient(
                    number, life, this::hosts, this::sessionChanges, () -> changed, time, wishes, history));
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

    @Override
    public void failed(SimulatedNode node, String what) {
        history.violates("an actor of " + node.name() + " fails: " + what);
    }

    private void after(long millis, Runnable what) {
        world.after(millis, what);
    }

    private long between(long least, long most) {
        return wishes.between(least, most);
    }

    // --- nodes

    private static Path temporary() {
        try {
            Path directory = Files.createTempDirectory("full-");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Map<String, Object> settings(int number, long uid) {
        Map<String, Object> settings = new HashMap<>();
        logs.ifPresent(directory -> settings.put("symposium.event-log.directory", directory.toString()));
        if (diskIsFull) {
            Path log = logs.orElseThrow()
                    .resolve((plan.dynamic() ? "privileges-with-voters-" : "privileges-") + number + "-" + uid
                            + ".ndjson");
            log.toFile().deleteOnExit();
            try {
                Files.createSymbolicLink(log, FULL);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        settings.put("symposium.process", number);
        settings.put("symposium.processes", plan.nodes());
        settings.put("symposium.services", List.of("resources"));
        settings.put("symposium.voters", plan.dynamic() ? "dynamic" : "static");
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
                settings(number, uid),
                time,
                network,
                services,
                this);
        nodes.put(number, node);
        members.put(uid, node.joining());
        tellAll();
        after(between(100, 1_000), () -> comeUp(node));
    }

    private void changes() {
        changed = time.nanos();
        undisturbed = Math.max(changed, disturbed);
    }

    /** For a while messages are late or lost. What was to be known by then is known later. */
    private void disturbs(long millis) {
        disturbed = Math.max(disturbed, time.nanos() + Duration.ofMillis(millis).toNanos());
        if (!isBackedUp()) {
            undisturbed = Math.max(undisturbed, disturbed);
        }
    }

    /** As with Akka, a member that joins is up when all others are reachable. */
    private void comeUp(SimulatedNode node) {
        if (!unreachable.isEmpty()) {
            after(500, () -> comeUp(node));
        } else if (members.containsKey(node.uid())) {
            members.computeIfPresent(node.uid(), (uid, seen) -> seen.up(++upNumbers));
            changes();
            tellAll();
        }
    }

    @Override
    public void serves(SimulatedNode node) {
        history.judge(HistoryEvent.of(Kind.STARTED, node.number()).withValue(Optional.of((long) plan.clients())));
        for (int number = 0; number < plan.clients(); number++) {
            ClientHistory.Client client = new ClientHistory.Client(node.number(), number);
            switch (number % 4) {
                case 1 -> candidates.put(node.name(), new Candidate(node, client, wishes, history, this::knowsLoss));
                case 2 -> new FutureClient(node, client, wishes, history, this::knowsLoss);
                case 3 -> new StoppingClient(node, client, wishes, history, this::knowsLoss);
                default -> new ActorClient(node, client, wishes, history, this::knowsLoss);
            }
        }
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
        if (alone.contains(node.uid())) {
            return;
        }
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
        if (why.cause() == Termination.Cause.REMOVED
                && members.containsKey(node.uid())
                && !node.endpoint().isCut()) {
            history.violates(node.name() + " ends as removed, and is a member");
        }
        after(between(1, 50), () -> crash(node));
        if (why.cause() == Termination.Cause.ISLAND) {
            // All begin again together: as many as the setting symposium.processes says.
            islands++;
            // The next backups may not have received what each session holds.
            sessionsAtRisk();
            for (int number = 0; number < plan.nodes(); number++) {
                if (!nodes.containsKey(number)) {
                    start(number);
                }
            }
        }
    }

    // --- faults

    /** The node is killed. The others detect and remove it, and another replaces it. */
    private void crash(SimulatedNode node) {
        if (node.isRunning()) {
            end(node);
            after(between(200, 15_000), () -> start(node.number()));
        }
    }

    private void end(SimulatedNode node) {
        log(node.name() + " crashes");
        node.crash();
        candidates.remove(node.name());
        history.crashed(node.number(), node.name() + "-");
        becomesUnreachable(node);
    }

    /** The others soon find it unreachable, and remove it later. */
    private void becomesUnreachable(SimulatedNode node) {
        after(between(1_000, 3_000), () -> {
            suspect(node);
            after(between(3_000, 7_000), () -> remove(node));
        });
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
            changes();
            if (node.hosts()) {
                askAll();
            } else {
                history.removed(node.number());
            }
            tellAll();
        }
    }

    /** Clients ask all nodes for their sessions, which nodes are perhaps taking over just now. */
    private void askAll() {
        for (SimulatedNode node : hosts()) {
            sessionClients.forEach(client -> after(between(0, 300), () -> client.renewsAt(node)));
        }
    }

    /**
     * The node has been removed, and reaches the others again: they tell it, unless it has removed them. Akka's downing
     * provider, which a member without the role has, too, removes it then. Of those whose nodes are all gone it decides
     * so later, as none answers.
     */
    private void hearsOfItsRemoval(SimulatedNode node) {
        node.after(between(10, 2_000), () -> nodes.values().stream()
                .filter(other -> other != node && node.seen().containsKey(other.uid()))
                .findFirst()
                .ifPresentOrElse(
                        other -> {
                            node.endpoint().isQuarantined(other.endpoint());
                            node.after(between(1, 50), () -> removesItself(node));
                        },
                        () -> {
                            if (!alone.contains(node.uid())) {
                                node.after(between(4_000, 10_000), () -> removesItself(node));
                            }
                        }));
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

    /**
     * The node reaches no other, or is reached by none, or both. In each case its heartbeats have no answer. It is
     * removed unless it is back in time.
     */
    private void cutOff(SimulatedNode node, long millis) {
        int way = random.nextInt(4);
        boolean receives = way == 1;
        boolean reaches = way == 2;
        log(node.name() + " is cut off"
                + (receives ? ", and receives messages" : reaches ? ", and its messages arrive" : ""));
        if (node.hosts() && risky) {
            sessionsAtRisk();
        }
        node.endpoint().cut(receives, reaches);
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
        } else if (random.nextInt(3) == 0) {
            // Its failure detector is faster than those of the others.
            after(between(millis / 8, millis / 2), () -> removesOthers(node));
        }
        after(millis, () -> {
            if (node.isRunning()) {
                log(node.name() + " is back");
                node.endpoint().mend();
                if (!alone.contains(node.uid())) {
                    unreachable.remove(node.uid());
                }
                tellAll();
                if (!members.containsKey(node.uid())) {
                    hearsOfItsRemoval(node);
                }
            }
        });
    }

    /** A switch fails for a while: no member reaches another, and none is removed. What they have is lost. */
    private void cutAllOff(long millis) {
        log("the members are cut off from each other");
        sessionsAtRisk();
        List<SimulatedNode> all = List.copyOf(nodes.values());
        for (SimulatedNode node : all) {
            node.endpoint().cut(false, false);
            after(between(1_000, 2_000), () -> suspect(node));
        }
        after(millis, () -> {
            log("the members reach each other again");
            all.forEach(node -> {
                node.endpoint().mend();
                unreachable.remove(node.uid());
            });
            tellAll();
        });
    }

    /**
     * It finds all others unreachable, and removes them. Of two members, Akka's provider decides for the same one on
     * both sides. A member without the role that did so would stay alone until its application ended it.
     */
    private void removesOthers(SimulatedNode node) {
        if (node.isRunning() && node.endpoint().isCut() && node.hosts() && hosts().size() > 2) {
            tell(node);
            node.after(between(1_000, 3_000), () -> {
                SimulatedMembership.Seen itself = node.seen().get(node.uid());
                if (itself != null
                        && itself.member().status().equals(MemberStatus.up())
                        && node.endpoint().isCut()) {
                    log(node.name() + " removes all others");
                    alone.add(node.uid());
                    node.sees(Map.of(node.uid(), itself));
                    // It does not answer them any more.
                    becomesUnreachable(node);
                }
            });
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
                askAll();
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
            disturbs(millis);
            after(millis, () -> network.hears(to.address(), from.address()));
        }
    }

    /** The clock of the machine is set, forward or back. */
    private void setClock(SimulatedNode node, long hours) {
        log("the clock of " + node.name() + " is set by " + hours + " h");
        node.setClock(Duration.ofHours(hours));
    }

    /** A further node joins. */
    private void scaleOut() {
        int number = hosts().stream().mapToInt(SimulatedNode::number).max().orElseThrow() + 1;
        start(number);
    }

    /** The node shuts down gracefully, and none replaces it, unless all have to begin again meanwhile. */
    private void scaleIn(SimulatedNode node) {
        int before = islands;
        leave(node, () -> {
            if (islands > before) {
                crash(node);
            } else if (node.isRunning()) {
                end(node);
                nodes.remove(node.number(), node);
            }
        });
    }

    /**
     * The node shuts down gracefully.
     *
     * @param left happens when it has left
     */
    private void leave(SimulatedNode node, Runnable left) {
        log(node.name() + " leaves");
        node.leave(() -> {
            Stream.of(MemberStatus.leaving(), MemberStatus.exiting()).forEach(status -> {
                members.computeIfPresent(node.uid(), (uid, seen) -> seen.with(status));
                tellAll();
            });
            after(between(200, 1_000), () -> {
                remove(node);
                after(between(100, 500), left);
            });
        });
    }

    /** The node does more than it can: each of its tasks takes a while. */
    private void overload(SimulatedNode node, long millis) {
        log(node.name() + " is overloaded for " + millis + " ms");
        node.overload(Duration.ofMillis(between(1, 15)).toNanos());
        disturbs(millis);
        after(millis, () -> node.overload(0));
    }

    /** Most messages get lost for a while. */
    private void loseMost(long millis) {
        log("most messages get lost for " + millis + " ms");
        network.loses(random.nextDouble());
        disturbs(millis);
        after(millis, () -> network.loses(loss));
    }

    private boolean isQuiet() {
        return (!plan.dynamic() || allVote())
                && unreachable.isEmpty()
                && nodes.values().stream()
                        .allMatch(each -> each.isRunning()
                                && !alone.contains(each.uid())
                                && !each.isPaused()
                                && !each.isLeaving()
                                && !each.endpoint().isCut()
                                && members.containsKey(each.uid())
                                && members.get(each.uid()).member().status().equals(MemberStatus.up()));
    }

    /** Before the next node is added or removed, an operator waits until the voters are the nodes. */
    private boolean allVote() {
        Set<Integer> voters = hosts().stream().map(SimulatedNode::number).collect(Collectors.toSet());
        return hosts().stream().allMatch(each -> each.countsVoters(voters));
    }

    /** Lets time pass, with faults at random. */
    void runWithFaults() {
        long end = time.nanos() + Duration.ofSeconds(plan.seconds()).toNanos();
        faultsHappen = true;
        while (time.nanos() < end) {
            time.run(between(500, 6_000));
            if (isQuiet() && (risky || isBackedUp())) {
                if (!isBackedUp() || hosts().size() < FEWEST_SAFE) {
                    sessionsAtRisk();
                }
                happens(fault(any()));
            } else if (doubled) {
                happens(lesserFault(any()));
            }
        }
        faultsHappen = false;
    }

    /**
     * A node crashes as it answers a session: what it has told the client, the other nodes must know. Or all are cut
     * off: the session is lost, and its client, which holds what it has just been granted, is the last to learn of it.
     */
    private void sessionChanges(SimulatedNode node) {
        if (faultsHappen && wishes.oneOf(20) && isQuiet() && isBackedUp() && hosts().size() >= FEWEST_SAFE) {
            boolean cuts = risky && wishes.oneOf(2);
            happens(() -> {
                if (cuts) {
                    cutAllOff(between(2_500, 5_000));
                } else {
                    crash(node);
                }
            });
        }
    }

    private boolean isBackedUp() {
        return time.nanos() - undisturbed >= BACKED_UP.toNanos();
    }

    private SimulatedNode any() {
        List<SimulatedNode> all = new ArrayList<>(nodes.values());
        return all.get(random.nextInt(all.size()));
    }

    private void happens(Runnable fault) {
        if (!plan.without().contains(++faults)) {
            log("fault " + faults + ":");
            fault.run();
        }
    }

    /** What the group knows ends with its last node: it begins again only when all founders are there. */
    private boolean isLast(SimulatedNode node) {
        return node.hosts() && hosts().size() == 1 && plan.nodes() > 1;
    }

    private Runnable fault(SimulatedNode node) {
        if (risky && wishes.oneOf(8)) {
            return () -> cutAllOff(between(2_500, 5_000));
        }
        if (plan.dynamic() && wishes.oneOf(3)) {
            int least = risky ? 1 : FEWEST_SAFE;
            boolean grows = hosts().size() <= least || hosts().size() < MOST_NODES && wishes.oneOf(2);
            return grows ? this::scaleOut : () -> scaleIn(hosts().get(random.nextInt(hosts().size())));
        }
        if (isLast(node)) {
            return lesserFault(node);
        }
        return switch (random.nextInt(7)) {
            case 0 -> () -> crash(node);
            case 1 -> () -> cutOff(node, between(node.hosts() && !risky ? 9_000 : 500, 15_000));
            case 2 -> () -> pause(node, between(100, 4_000));
            case 3 -> () -> pause(node, between(100, 15_000));
            case 4 ->
                () -> {
                    if (node.hosts()) {
                        leave(node, () -> crash(node));
                    }
                };
            default -> lesserFault(node);
        };
    }

    /** A fault for which no node is removed. */
    private Runnable lesserFault(SimulatedNode node) {
        return switch (random.nextInt(4)) {
            case 0 -> () -> deafen(node, any(), between(100, 4_000));
            case 1 -> () -> setClock(node, between(-24, 24));
            case 2 -> () -> overload(node, between(100, 4_000));
            default -> () -> loseMost(between(100, 4_000));
        };
    }

    /** The number of faults. */
    int faults() {
        return faults;
    }

    /** The virtual time that has passed, in seconds. */
    double seconds() {
        return time.nanos() / 1e9;
    }

    /** No more faults: all clients are served, and finish. Returns an error for each client that is not. */
    List<String> heal() {
        loss = 0;
        network.loses(0);
        network.repeats(0);
        Map<ClientHistory.Client, Integer> before = new LinkedHashMap<>();
        clients().forEach(client -> before.put(client, history.grants(client)));
        time.run(HEALED.toMillis());
        List<ClientHistory.Client> unserved = new ArrayList<>(before.keySet());
        runUntil(() -> {
            unserved.removeIf(client -> history.grants(client) > before.get(client)
                    || client.node() != SessionClient.NODE && !nodes.containsKey(client.node()));
            return unserved.isEmpty();
        });
        wishes.end();
        runUntil(() -> history.isOver()
                && nodes.values().stream()
                        .allMatch(node -> node.isRunning() && node.notReady().isEmpty()));
        return unserved.stream()
                .map(client -> client + " is not served after the last fault")
                .toList();
    }

    private List<ClientHistory.Client> clients() {
        List<ClientHistory.Client> clients = new ArrayList<>();
        for (int number : nodes.keySet()) {
            for (int client = 0; client < plan.clients(); client++) {
                clients.add(new ClientHistory.Client(number, client));
            }
        }
        for (int session = 0; session < plan.sessions(); session++) {
            clients.add(new ClientHistory.Client(SessionClient.NODE, session));
        }
        return clients;
    }

    private void runUntil(BooleanSupplier isOver) {
        long latest = time.nanos() + SERVED.toNanos();
        while (!isOver.getAsBoolean() && time.nanos() < latest) {
            time.run(between(1_000, 5_000));
        }
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
        time.run(TOLD.toMillis());
        candidates.values().forEach(each -> each.left().ifPresent(left::add));
        time.run(EXPIRED.toMillis());
        if (diskIsFull && history.events().stream().noneMatch(each -> each.contains("the event log ends here"))) {
            left.add("the disk is full, and no node has reported it");
        }
        history.waiting().forEach((request, claims) -> left.add(request + " waits for " + claims));
        if (history.holders() > 0) {
            left.add("holders are left: " + history.holders());
        }
        for (SimulatedNode node : nodes.values()) {
            if (node.streams() > 0) {
                left.add(node.name() + " has " + node.streams() + " streams of sessions that have ended");
            }
            node.notReady().ifPresent(why -> left.add(node.name() + " is not ready: " + why));
            if (node.service() == null) {
                left.add(node.name() + " has not started");
                continue;
            }
            node.service()
                    .tell(new LockService.GetStatus(node.actor("status", (LockService.Status status) -> status.entries()
                            .forEach(entry ->
                                    left.add(node.name() + " knows " + entry.id() + " for " + entry.claims())))));
        }
        time.run(TOLD.toMillis());
        Map<String, Integer> before = network.sent();
        time.run(SILENT.toMillis());
        network.sent().forEach((type, sent) -> {
            int more = sent - before.getOrDefault(type, 0);
            if (more > 0) {
                left.add(more + " messages " + type + " are sent when all is over");
            }
        });
        // A node has an entry for each part of the names that it has used, also of those of sessions.
        int names = sessionClients.stream().mapToInt(SessionClient::sessions).sum();
        nodes.values().forEach(node -> node.kept().forEach((kept, size) -> {
            if (size > (kept.startsWith(EMPTY) ? 0 : kept.equals(PARTS) ? MOST_KEPT + names : MOST_KEPT)) {
                left.add(node.name() + " keeps " + size + " elements in " + kept);
            }
        }));
        return left;
    }

    @Override
    public void close() {
        nodes.values().forEach(SimulatedNode::crash);
        time.end();
        releaseLog();
    }

    // --- the log of all clusters that run at the same time, each in its own thread

    private void captureLog() {
        synchronized (LOGGERS) {
            running++;
            LOGGERS.forEach(logger -> {
                logger.setAdditive(false);
                logger.addAppender(lines);
            });
        }
    }

    private void releaseLog() {
        synchronized (LOGGERS) {
            running--;
            LOGGERS.forEach(logger -> {
                logger.detachAppender(lines);
                logger.setAdditive(running == 0);
            });
        }
    }
}
