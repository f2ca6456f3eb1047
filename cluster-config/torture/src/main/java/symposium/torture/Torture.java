package symposium.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.torture.NodeLinks.Link;

/**
 * A cluster of several virtual machines on this machine, whose clients use a service without pause, under faults that a
 * seed chooses one after the other. After each fault all that has ended is started again, and every node has to be
 * served.
 */
public final class Torture {

    /** What can be done to a cluster. */
    public enum Fault {
        KILL_HOLDER(torture -> torture.kill(List.of(torture.holder().orElseGet(torture::any)))),
        KILL_WAITER(torture -> torture.kill(List.of(torture.waiter().orElseGet(torture::any)))),
        KILL_FIRST_SEED(torture -> torture.kill(List.of(0))),
        KILL_TWO(true, torture -> torture.kill(torture.some(2))),
        KILL_MAJORITY(true, torture -> torture.kill(torture.some(torture.fleet.size() / 2 + 1))),
        KILL_ALL(true, torture -> torture.kill(torture.all())),
        SUSPEND_SHORTLY(true, Torture::suspendShortly),
        SUSPEND(Torture::suspend),
        LEAVE(torture -> torture.leave(torture.any())),
        ROLLING_RESTART(Torture::rollingRestart),
        LOAD(true, Torture::load),
        CLOCK_JUMP(Torture::clockJump),
        PARTITION(true, Torture::partition),
        PARTITION_SHORTLY(true, torture -> torture.cutFor(torture.between(torture.minority()), 500, 3_000)),
        ONE_WAY(true, torture -> torture.cutFor(torture.oneWay(torture.any()), 1_000, 15_000)),
        ONE_LINK(true, torture -> torture.cutFor(torture.link(), 1_000, 15_000)),
        FLAPPING(true, Torture::flapping),
        /** What passes is lost at random, and connections are torn. */
        LOSSY(true, Torture::lossy),
        SEED_CUT_OFF(true, Torture::seedCutOff),
        /** For dynamic voters: some nodes leave for good, the others go on, and others join. */
        MEMBERSHIP(Torture::membership),
        COMBINED(true, Torture::combined);

        /** Whether a client session may be lost: two nodes may depart at once, or one may come back too early. */
        private final boolean losesSessions;

        private final Injection injection;

        Fault(Injection injection) {
            this(false, injection);
        }

        Fault(boolean losesSessions, Injection injection) {
            this.losesSessions = losesSessions;
            this.injection = injection;
        }

        /** The name, in lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    private interface Injection {
        void into(Torture torture) throws IOException, InterruptedException;
    }

    /**
     * What a run requires.
     *
     * @param program what runs a node, with the options of {@code symposium node}: a main class on the class path of
     *     this virtual machine, and the arguments that come before the options
     * @param options those that say what the nodes host
     * @param generations whether grants of one generation are exclusive even where live nodes are taken for departed
     * @param servesSurvivors whether those that are left have to be served while a node is gone
     * @param takesBack whether a node that comes back after a fault takes part; if not, all are started again after
     *     each fault
     * @param nodes how many, from 2
     * @param rounds how many faults
     * @param seed chooses the faults
     * @param faults those that it may choose
     * @param limit in which every node must be served after a fault
     * @param sessions how many clients ask over HTTP, from outside the cluster
     * @param namespaces whether each node gets a network namespace of its own; otherwise all are on loopback
     * @param directory for the history and what the nodes print; it exists
     */
    public record Settings(
            List<String> program,
            List<String> options,
            boolean generations,
            boolean servesSurvivors,
            boolean takesBack,
            int nodes,
            int rounds,
            long seed,
            List<Fault> faults,
            Duration limit,
            int sessions,
            boolean namespaces,
            Path directory) {}

    /** The option of nodes whose voters change. */
    public static final String DYNAMIC = "dynamic";

    /** After this time of a cut a node has noticed it by its own failure detector, whose pause is 2 s. */
    private static final Duration NOTICED = Duration.ofSeconds(8);

    /** After this time without a sign of life the others have removed a node. */
    private static final Duration REMOVED = Duration.ofSeconds(12);

    private static final int LINGER = 5_000;
    private static final int TICK = 100;
    /** After this time most clients have asked for something again, in milliseconds. */
    private static final int AWAKE = 1_500;

    private static final int FLAPS = 10;
    private static final int BURST = 50;
    private static final int BURSTS_PER_TEAR = 20;
    private static final int COMBINED = 5;

    private final Settings settings;
    private final History history;
    private final NodeLinks network;
    private final Fleet fleet;
    private final Random random;
    private final FencedStore store;
    private final Optional<FreeNames> freeNames;
    private final Consumer<String> story;
    private final Set<Link> cuts = new HashSet<>();

    private Torture(
            Settings settings,
            History history,
            NodeLinks network,
            Fleet fleet,
            FencedStore store,
            Optional<FreeNames> freeNames,
            Consumer<String> story) {
        this.store = store;
        this.freeNames = freeNames;
        this.settings = settings;
        this.history = history;
        this.network = network;
        this.fleet = fleet;
        this.random = new Random(settings.seed());
        this.story = story;
    }

    /**
     * Runs all rounds.
     *
     * @param story is told of each round in a line
     * @return the file with the history
     * @throws IOException when a namespace, a file or a virtual machine cannot be made
     */
    public static Path run(Settings settings, Consumer<String> story) throws IOException, InterruptedException {
        Path file = settings.directory().resolve("history.jsonl");
        Optional<Fleet.Clients> clients = settings.sessions() == 0
                ? Optional.empty()
                : Optional.of(Fleet.Clients.at(
                        settings.nodes(),
                        Files.writeString(settings.directory().resolve("token"), UUID.randomUUID() + "\n")
                                .toAbsolutePath()));
        try (NodeLinks network =
                        settings.namespaces() ? new Namespaces(settings.nodes()) : new Loopback(settings.nodes());
                History history = new History(file);
                FencedStore store = new FencedStore(network.storeHost(), history);
                Fleet fleet = new Fleet(
                        network,
                        settings.nodes(),
                        settings.program(),
                        settings.options(),
                        store.address(),
                        settings.directory(),
                        clients)) {
            Thread onSignal = new Thread(() -> quietly(fleet, network), "end of the torture");
            Runtime.getRuntime().addShutdownHook(onSignal);
            history.add(HistoryEvent.of(Kind.BEGINS)
                    .withValue(Optional.of(settings.seed()))
                    .withNote(Optional.of(String.join(" ", settings.options()))));
            if (!settings.generations()) {
                history.add(HistoryEvent.of(Kind.WITHOUT_GENERATIONS));
            }
            Optional<FreeNames> freeNames = Optional.empty();
            if (clients.isPresent()) {
                String token = Files.readString(clients.get().token()).strip();
                SessionClients.start(
                        settings.nodes(),
                        settings.sessions(),
                        clients.get().urls(network),
                        token,
                        store.address(),
                        settings.seed());
                freeNames = Optional.of(new FreeNames(
                        history,
                        clients.get().urls(network),
                        token,
                        settings.nodes() + 1,
                        new LockMix(settings.seed()).names(),
                        settings.limit()));
            }
            new Torture(settings, history, network, fleet, store, freeNames, story).rounds();
            fleet.loggedErrors()
                    .forEach((node, lines) -> lines.forEach(line ->
                            history.add(HistoryEvent.of(Kind.LOGGED_ERROR, node).withNote(Optional.of(line)))));
            history.add(HistoryEvent.of(Kind.FINISHED));
            Runtime.getRuntime().removeShutdownHook(onSignal);
        }
        return file;
    }

    private static void quietly(Fleet fleet, NodeLinks network) {
        try {
            fleet.close();
            network.close();
        } catch (IOException ending) {
            // The virtual machine ends.
        }
    }

    private void rounds() throws IOException, InterruptedException {
        story.accept(String.format(Locale.ROOT, "formed: %s", heal()));
        for (int round = 1; round <= settings.rounds(); round++) {
            Fault fault = settings.faults().get(random.nextInt(settings.faults().size()));
            history.add(HistoryEvent.of(Kind.FAULT).withNote(Optional.of(fault.toString())));
            if (fault.losesSessions || !majority(others(List.of(0)))) {
                history.add(HistoryEvent.of(Kind.SESSIONS_AT_RISK));
            }
            fault.injection.into(this);
            story.accept(String.format(Locale.ROOT, "%d %s: %s", round, fault, heal()));
            if (freeNames.isPresent()) {
                rest(freeNames.get());
            }
        }
    }

    /** All clients release what they have, and rest while that is checked. Then they use the service again. */
    private void rest(FreeNames names) throws InterruptedException {
        store.rest(true);
        story.accept(String.format(Locale.ROOT, "  at rest: %s", names.check()));
        store.rest(false);
        Thread.sleep(AWAKE);
    }

    /** Ends all faults, starts what has ended, and waits until all nodes have been served; says how long that took. */
    private String heal() throws IOException, InterruptedException {
        for (Link link : Set.copyOf(cuts)) {
            mend(link);
        }
        fleet.resume();
        if (!settings.takesBack()) {
            fleet.kill(fleet.running());
        }
        String healed = served(all(), true);
        if (!healed.startsWith("all")) {
            history.add(HistoryEvent.of(Kind.SESSIONS_AT_RISK));
            fleet.kill(fleet.running());
            healed += "; all started again, " + served(all(), true);
        }
        history.add(HistoryEvent.of(Kind.STEADY));
        return healed;
    }

    /** As {@link #served}, while others are gone; does not wait where the algorithm may stop then. */
    private String survivors(List<Integer> left) throws IOException, InterruptedException {
        return settings.servesSurvivors() ? served(left, false) : "may not be served";
    }

    /**
     * Waits until these nodes have been served; says how long that took, or which have not been. One that ends
     * meanwhile is started again, as a supervisor does: those that lose each other for too long end by themselves.
     *
     * @param starting whether they are expected to have ended
     */
    private String served(List<Integer> nodes, boolean starting) throws IOException, InterruptedException {
        Set<Integer> expected = new TreeSet<>(nodes);
        if (starting && settings.sessions() > 0) {
            expected.add(fleet.size());
        }
        history.expect(HistoryEvent.of(Kind.EXPECTED)
                .withNodes(new TreeSet<>(expected))
                .withValue(Optional.of(settings.limit().toMillis())));
        long begin = System.nanoTime();
        Set<Integer> ended = new TreeSet<>();
        while (true) {
            for (int node : nodes) {
                if (!fleet.runs(node)) {
                    if (!starting) {
                        history.add(HistoryEvent.of(Kind.SESSIONS_AT_RISK));
                        ended.add(node);
                    }
                    fleet.start(node, Map.of());
                }
            }
            Duration passed = Duration.ofNanos(System.nanoTime() - begin);
            Set<Integer> waiting = new TreeSet<>(expected);
            waiting.removeAll(history.now(index -> index.served(fleet.size() + 1)));
            waiting.addAll(outside(nodes));
            String again = ended.isEmpty() ? "" : "; ended, and started again: " + ended;
            if (waiting.isEmpty()) {
                return String.format(Locale.ROOT, "all served after %.1f s%s", passed.toMillis() / 1e3, again);
            }
            if (passed.compareTo(settings.limit().plusMillis(TICK)) > 0) {
                return String.format(
                        Locale.ROOT,
                        "NOT SERVED in %d s: %s%s",
                        settings.limit().toSeconds(),
                        waiting,
                        again);
            }
            Thread.sleep(TICK);
        }
    }

    /** Of these nodes, those that do not vote yet: the next fault would meet too few voters. */
    private Set<Integer> outside(List<Integer> nodes) {
        if (!settings.options().contains(DYNAMIC)) {
            return Set.of();
        }
        Set<Integer> outside = history.now(HistoryIndex::entering);
        outside.retainAll(nodes);
        return outside;
    }

    private List<Integer> all() {
        return IntStream.range(0, fleet.size()).boxed().toList();
    }

    private List<Integer> others(List<Integer> nodes) {
        return all().stream().filter(node -> !nodes.contains(node)).toList();
    }

    private int any() {
        return random.nextInt(fleet.size());
    }

    private List<Integer> some(int count) {
        List<Integer> nodes = new ArrayList<>(all());
        Collections.shuffle(nodes, random);
        return nodes.subList(0, Math.min(count, nodes.size()));
    }

    private List<Integer> minority() {
        return some(1 + random.nextInt((fleet.size() - 1) / 2));
    }

    private boolean majority(List<Integer> nodes) {
        return nodes.size() > fleet.size() / 2;
    }

    private Optional<Integer> holder() {
        return lastTo(Kind.GRANTED);
    }

    private Optional<Integer> waiter() {
        return lastTo(Kind.ASKS);
    }

    /** A node of which this is the last that was heard. */
    private Optional<Integer> lastTo(Kind kind) {
        return history.now(index -> index.lastTo(kind, fleet.size()));
    }

    private void kill(List<Integer> victims) throws IOException, InterruptedException {
        fleet.kill(victims);
        List<Integer> left = others(victims);
        if (majority(left)) {
            story.accept(String.format(Locale.ROOT, "  without %s: %s", victims, survivors(left)));
        }
    }

    private void suspendShortly() throws IOException, InterruptedException {
        disturb();
        int victim = any();
        fleet.suspend(victim);
        Thread.sleep(500 + random.nextInt(1_500));
        fleet.resume(victim);
    }

    /** Until the others have removed the node. */
    private void suspend() throws IOException, InterruptedException {
        disturb();
        int victim = holder().orElseGet(this::any);
        fleet.suspend(victim);
        long suspended = System.nanoTime();
        story.accept(String.format(Locale.ROOT, "  without %d: %s", victim, survivors(others(List.of(victim)))));
        // Those that need nothing of the node are served before it is removed.
        TimeUnit.NANOSECONDS.sleep(suspended + REMOVED.toNanos() - System.nanoTime());
        Thread.sleep(random.nextInt(2 * LINGER));
        fleet.resume(victim);
    }

    private void leave(int node) throws IOException, InterruptedException {
        if (!fleet.leave(node)) {
            story.accept(String.format(Locale.ROOT, "  node %d did not leave in time", node));
        }
        story.accept(String.format(Locale.ROOT, "  without %d: %s", node, survivors(others(List.of(node)))));
    }

    /**
     * Nodes leave one after the other until one is left, and the others are served after each; then they join again, as
     * others. So no majority of those at the beginning is left. Clients run all the time.
     */
    private void membership() throws IOException, InterruptedException {
        List<Integer> leaving = some(fleet.size() - 1);
        List<Integer> there = new ArrayList<>(all());
        for (int node : leaving) {
            boolean left = fleet.leave(node);
            there.remove((Integer) node);
            story.accept(String.format(
                    Locale.ROOT,
                    "  %s%s: %s",
                    left ? "with " : node + " did not leave in time; with ",
                    there,
                    served(there, false)));
        }
        for (int node : some(fleet.size())) {
            if (leaving.contains(node)) {
                fleet.start(node, Map.of());
                there.add(node);
                story.accept(String.format(Locale.ROOT, "  with %s: %s", there, served(there, false)));
            }
        }
    }

    private void rollingRestart() throws IOException, InterruptedException {
        for (int node : all()) {
            leave(node);
            story.accept(String.format(Locale.ROOT, "  %d back: %s", node, heal()));
        }
    }

    /** Twice as many threads as processors compute for a while. */
    private void load() throws InterruptedException {
        disturb();
        Machine.compute(Duration.ofSeconds(10));
    }

    /** A node comes back with a clock that is wrong by up to an hour. */
    private void clockJump() throws IOException, InterruptedException {
        int victim = any();
        kill(settings.takesBack() ? List.of(victim) : all());
        history.add(HistoryEvent.of(Kind.CLOCK_WRONG)
                .withValue(Optional.of(Instant.now().getEpochSecond())));
        fleet.start(victim, Machine.wrongClock(random));
        story.accept(String.format(Locale.ROOT, "  with a wrong clock at %d: %s", victim, served(all(), true)));
        fleet.kill(List.of(victim));
    }

    private void partition() throws IOException, InterruptedException {
        disturb();
        List<Integer> minority = minority();
        cut(between(minority));
        long cut = System.nanoTime();
        story.accept(String.format(Locale.ROOT, "  without %s: %s", minority, survivors(others(minority))));
        // Those that need nothing of the minority are served at once: that says nothing of what the minority knows.
        TimeUnit.NANOSECONDS.sleep(cut + NOTICED.toNanos() - System.nanoTime());
        denied(minority, LINGER);
    }

    private void flapping() throws IOException, InterruptedException {
        List<Integer> minority = minority();
        for (int flap = 0; flap < FLAPS; flap++) {
            cutFor(between(minority), 100, 1_500);
            Thread.sleep(100 + random.nextInt(1_400));
        }
    }

    /** Every link loses 5 to 10 % of the time all that passes, in bursts; and every second connections are torn. */
    private void lossy() throws IOException, InterruptedException {
        disturb();
        int percent = 5 + random.nextInt(6);
        int bursts = 200 + random.nextInt(200);
        List<Link> links = all().stream()
                .flatMap(from -> others(List.of(from)).stream().map(to -> new Link(from, to)))
                .toList();
        int torn = 0;
        for (int burst = 1; burst <= bursts; burst++) {
            List<Link> lost =
                    links.stream().filter(link -> random.nextInt(100) < percent).toList();
            cut(lost);
            Thread.sleep(BURST);
            for (Link link : lost) {
                mend(link);
            }
            if (burst % BURSTS_PER_TEAR == 0) {
                torn += network.tear(links.get(random.nextInt(links.size())));
            }
        }
        story.accept(
                String.format(Locale.ROOT, "  %d %% lost in %d bursts, %d connections torn", percent, bursts, torn));
    }

    /** The first seed comes back while it is cut off, for longer than it waits for other seeds. */
    private void seedCutOff() throws IOException, InterruptedException {
        disturb();
        kill(List.of(0));
        cut(between(List.of(0)));
        fleet.start(0, Map.of());
        denied(List.of(0), 4 * LINGER);
    }

    /** Several faults, each of which lasts until the cluster heals or the next ends it. */
    private void combined() throws IOException, InterruptedException {
        disturb();
        for (int each = 0; each < COMBINED; each++) {
            int node = any();
            switch (random.nextInt(fleet.runs(node) ? 7 : 1)) {
                case 0 -> {
                    fleet.kill(List.of(node));
                    fleet.start(node, Map.of());
                }
                case 1 -> fleet.kill(List.of(node));
                case 2 -> fleet.suspend(node);
                case 3 -> fleet.askToLeave(node);
                case 4 -> cut(between(minority()));
                case 5 -> cut(oneWay(node));
                default -> cut(link());
            }
            Thread.sleep(random.nextInt(LINGER));
        }
    }

    /** For this time, in milliseconds, nothing may be granted to these nodes. */
    private void denied(List<Integer> nodes, int time) throws InterruptedException {
        history.add(HistoryEvent.of(Kind.DENIED).withNodes(new TreeSet<>(nodes)));
        Thread.sleep(time);
        history.add(HistoryEvent.of(Kind.ALLOWED).withNodes(new TreeSet<>(nodes)));
    }

    private void disturb() {
        history.add(HistoryEvent.of(Kind.DISTURBED));
    }

    private List<Link> between(List<Integer> nodes) {
        return nodes.stream()
                .flatMap(one ->
                        others(nodes).stream().flatMap(other -> Stream.of(new Link(one, other), new Link(other, one))))
                .toList();
    }

    private List<Link> oneWay(int node) {
        boolean out = random.nextBoolean();
        return others(List.of(node)).stream()
                .map(other -> out ? new Link(node, other) : new Link(other, node))
                .toList();
    }

    private List<Link> link() {
        List<Integer> ends = some(2);
        return List.of(new Link(ends.get(0), ends.get(1)), new Link(ends.get(1), ends.get(0)));
    }

    private void cutFor(List<Link> links, int least, int most) throws IOException, InterruptedException {
        disturb();
        cut(links);
        Thread.sleep(least + random.nextInt(most - least));
        for (Link link : links) {
            mend(link);
        }
    }

    private void cut(List<Link> links) throws IOException {
        for (Link link : links) {
            network.cut(link);
            cuts.add(link);
        }
    }

    private void mend(Link link) throws IOException {
        network.mend(link);
        cuts.remove(link);
    }
}
