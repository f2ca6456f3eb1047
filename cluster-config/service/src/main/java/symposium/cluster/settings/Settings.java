package symposium.cluster.settings;

import static symposium.cluster.settings.SettingValues.SECTION;
import static symposium.cluster.settings.SettingValues.atLeast;
import static symposium.cluster.settings.SettingValues.choice;
import static symposium.cluster.settings.SettingValues.duration;
import static symposium.cluster.settings.SettingValues.number;
import static symposium.cluster.settings.SettingValues.read;
import static symposium.cluster.settings.SettingValues.word;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.actor.TimerDurations;
import symposium.arbitration.Dining;
import symposium.arbitration.Seats;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.service.member.InvalidSetting;
import symposium.topology.Fitting;
import symposium.topology.Topologies;

/**
 * What a node is told by its configuration, section {@code symposium}.
 *
 * @param process the number of this node's process, from 0 to {@code processes} - 1; empty for one that is found from
 *     its address
 * @param processes how many processes there are when all are up, from 1 to 5000; with dynamic voters, how many begin
 * @param role the role of the members that take part
 * @param services those that the node starts, at least one
 * @param voters whether the processes of which majorities are counted change
 * @param algorithm the algorithm's name in the catalogue
 * @param topology how the processes are linked; the algorithm runs on it
 * @param election by what the processes elect a leader
 * @param firstGeneration tokens issued with this process taking part are of a higher generation, 0 or more; empty for
 *     the seconds since 1970
 * @param formationTimeout how long to wait for a majority, positive
 * @param handshakeInterval how often is said again what other nodes have to answer before a process begins or a link is
 *     opened, and is confirmed what has come, positive
 * @param leaveTimeout how long a process that is asked to leave may take, positive
 * @param silenceTimeout how long another node that the cluster reaches may leave an answer due, before it is asked
 *     another way, positive
 * @param timings how long the algorithm's timers last
 * @param hurried how long they last after a change of the membership
 * @param hurry for how long after it, not negative
 * @param clock says how many seconds have passed since 1970
 */
@RecordBuilder
public record Settings(
        OptionalInt process,
        int processes,
        String role,
        SortedSet<Service> services,
        Voters voters,
        String algorithm,
        Topology topology,
        Election election,
        OptionalLong firstGeneration,
        Duration formationTimeout,
        Duration handshakeInterval,
        Duration leaveTimeout,
        Duration silenceTimeout,
        TimerDurations timings,
        TimerDurations hurried,
        Duration hurry,
        InstantSource clock)
        implements SettingsBuilder.With {

    /** What a node can serve its applications, each by a process of its own. */
    public enum Service {
        /** The lock or the philosopher of the algorithm that the settings name. */
        PROCESS,
        /** Sets of resources. */
        RESOURCES,
        /** A leader. */
        ELECTION;

        /** Its name in the configuration, and that of the actor that hosts its process. */
        public String spelled() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of which processes majorities are counted. */
    public enum Voters {
        /** The configured processes. */
        STATIC,
        /** Those that take part: they agree on each change. */
        DYNAMIC;

        /** Its name in the configuration. */
        public String spelled() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How a leader is elected.
     *
     * @param algorithm its name in the catalogue
     * @param topology how the processes are linked for it
     * @param patience the time without a leader after which a node asks for another election, positive
     */
    public record Election(String algorithm, Topology topology, Duration patience) {}

    /** More processes are no cluster, and topologies of some sizes take the memory of the square of their number. */
    private static final int MOST_PROCESSES = 5_000;

    /** How often a member asks again who leads what it follows. */
    public static final String LEADER_WATCH_INTERVAL = "symposium.leader-watch-interval";

    /** How many elections a member follows. */
    public static final String LEADER_WATCH_LIMIT = "symposium.leader-watch-limit";

    /** How many requests wait for one name at a node. */
    public static final String WAITERS_LIMIT = "symposium.waiters-limit";

    /** How many client sessions are at a node. */
    public static final String MOST_SESSIONS = "symposium.clients.most-sessions";

    /** How many requests a client session has. */
    public static final String MOST_REQUESTS = "symposium.clients.most-requests";

    /** How long a request waits at a member that hosts no process while no node takes it. */
    public static final String HOST_TIMEOUT = "symposium.host-timeout";

    /** How often a node, or a member that hosts no process, sends again what another must receive. */
    public static final String HANDSHAKE_INTERVAL = "symposium.handshake-interval";

    /** The longest time that a try, a request to be granted at once, waits. */
    private static final String TRY_TIMEOUT = "symposium.try-timeout";

    private static final String PROVIDER = "akka.actor.provider";

    /** The other name of the service resources, under which users look for it. */
    private static final String LOCKS = "locks";

    private static final String DEFAULT = "default";
    /** The first generation that is found from the clock. */
    public static final String CLOCK = "clock";

    /**
     * Reads and checks the settings.
     *
     * @param config the whole configuration of the actor system, resolved
     * @throws InvalidSetting for the first setting that is missing or wrong
     */
    public static Settings from(Config config) {
        String role = ofEveryMember(config);
        int processes = number(config, "processes", 1, MOST_PROCESSES, "a whole number from 1 to " + MOST_PROCESSES);
        Algorithm<?, ?, ?, ?, ?> algorithm = algorithm(config);
        Topology topology = seated(algorithm, topology(config, "topology", algorithm, processes), processes);
        SortedSet<String> known = ClusterCatalogue.timers();
        known.add(DEFAULT);
        Map<String, Duration> timers = timers(config, "timers", known);
        Map<String, Duration> hurried = new TreeMap<>(timers);
        hurried.putAll(timers(config, "timers-after-departure", known));
        Duration otherwise = timers.get(DEFAULT);
        if (otherwise == null) {
            throw new InvalidSetting("symposium.timers.default is missing: it is a duration above zero, such as 200ms");
        }
        SortedSet<Service> services = services(config);
        Election election = election(config, processes);
        Voters voters = voters(config, services);
        OptionalInt process = voters == Voters.DYNAMIC
                ? process(config, Integer.MAX_VALUE, "a whole number, at least 0")
                : process(
                        config,
                        processes - 1,
                        "a whole number from 0 to " + (processes - 1) + ", symposium.processes - 1");
        if (process.isEmpty()) {
            requireAnyNumbers(services, algorithm, topology, election, processes);
        }
        return new Settings(
                process,
                processes,
                role,
                services,
                voters,
                algorithm.name(),
                topology,
                election,
                firstGeneration(config),
                duration(config, "formation-timeout"),
                duration(config, "handshake-interval"),
                duration(config, "leave-timeout"),
                duration(config, "silence-timeout"),
                TimerDurations.named(timers, otherwise),
                TimerDurations.named(hurried, otherwise),
                duration(config, "hurry"),
                InstantSource.system());
    }

    /**
     * Checks what every member needs, with or without the role, and what its endpoints need.
     *
     * @param config the whole configuration of the actor system, resolved
     * @return the role of the members that are nodes
     * @throws InvalidSetting for the first setting that is missing or wrong
     */
    public static String member(Config config) {
        noCluster(config).ifPresent(why -> {
            throw new InvalidSetting(why);
        });
        return ofEveryMember(config);
    }

    private static String ofEveryMember(Config config) {
        KnownSettings.check(config);
        for (String path : List.of(HANDSHAKE_INTERVAL, LEADER_WATCH_INTERVAL, HOST_TIMEOUT, TRY_TIMEOUT)) {
            duration(config, path.substring(SECTION.length()));
        }
        atLeast(1, config, LEADER_WATCH_LIMIT);
        waitersLimit(config);
        mostSessions(config);
        mostRequests(config);
        choice(config, "forgotten-leases", "warn", "release");
        LongestHolding.of(config);
        EventLogSettings.of(config);
        EndpointSettings.check(config);
        return word(config, "role");
    }

    /**
     * How many requests may wait for one name at a node.
     *
     * @throws InvalidSetting when it is missing or wrong
     */
    public static int waitersLimit(Config config) {
        return atLeast(1, config, WAITERS_LIMIT);
    }

    /**
     * How many client sessions are at a node at most.
     *
     * @throws InvalidSetting when it is missing or wrong
     */
    public static int mostSessions(Config config) {
        return atLeast(1, config, MOST_SESSIONS);
    }

    /**
     * How many requests a client session has at most.
     *
     * @throws InvalidSetting when it is missing or wrong
     */
    public static int mostRequests(Config config) {
        return atLeast(1, config, MOST_REQUESTS);
    }

    /** Why an actor system is no member of a cluster, in one line; empty when it is. */
    public static Optional<String> noCluster(Config config) {
        String provider = config.getString(PROVIDER);
        return List.of("cluster", "akka.cluster.ClusterActorRefProvider").contains(provider)
                ? Optional.empty()
                : Optional.of(PROVIDER + " is " + provider + ": a node is a member of a cluster; set it to cluster");
    }

    /** How many processes are a majority. */
    public int majority() {
        return processes / 2 + 1;
    }

    /**
     * Tokens that are issued with this process taking part are of a higher generation than this, where they have one,
     * and fences are not below it, where all processes begin together.
     *
     * <p>A process forgets with its life which generations it has heard of. So unless the settings say otherwise it is
     * the seconds from 1970 to now, which exceed every generation of a former life, as far as clocks can be trusted:
     * each loss advances them by the number of processes at the most. The terms of elections are likewise, which each
     * change of the membership advances by one at each process at the most.
     */
    public long generationFloor() {
        return firstGeneration.orElseGet(() -> clock.instant().getEpochSecond());
    }

    private static OptionalInt process(Config config, int most, String right) {
        return config.hasPath(SECTION + "process")
                ? OptionalInt.of(number(config, "process", 0, most, right))
                : OptionalInt.empty();
    }

    /** A node without a number has one that is found from its address, which not every algorithm can do with. */
    private static void requireAnyNumbers(
            SortedSet<Service> services,
            Algorithm<?, ?, ?, ?, ?> algorithm,
            Topology topology,
            Election election,
            int processes) {
        String missing = SECTION + "process is missing: ";
        String right = " needs processes numbered from 0 to " + (processes - 1) + ", one on each node";
        if (services.contains(Service.PROCESS) && !(algorithm.system().anyNumbers() && linksAnyNumbers(topology))) {
            throw new InvalidSetting(missing + algorithm.name() + " on " + topology + right
                    + "; without numbers run the service resources (symposium.services), or an algorithm"
                    + " such as ewd851-by-chang-roberts (symposium.algorithm)");
        }
        if (services.contains(Service.ELECTION) && !linksAnyNumbers(election.topology())) {
            throw new InvalidSetting(
                    missing + "an election on " + election.topology() + " (symposium.election.topology)" + right);
        }
    }

    private static boolean linksAnyNumbers(Topology topology) {
        return topology == Shape.RING || topology == Shape.CYCLE || topology == Shape.COMPLETE;
    }

    private static SortedSet<Service> services(Config config) {
        String right = "a list of one or more of locks, process and election";
        List<String> said = read(config, "services", right, Config::getStringList).stream()
                .map(service -> service.equals(LOCKS) ? Service.RESOURCES.spelled() : service)
                .toList();
        SortedSet<Service> services = new TreeSet<>(Arrays.asList(Service.values()));
        services.removeIf(service -> !said.contains(service.spelled()));
        if (services.isEmpty() || services.size() != said.size()) {
            throw Hocon.wrong(config, SECTION + "services", right);
        }
        return services;
    }

    private static Voters voters(Config config, SortedSet<Service> services) {
        Voters voters = Voters.valueOf(choice(config, "voters", Voters.STATIC.spelled(), Voters.DYNAMIC.spelled())
                .toUpperCase(Locale.ROOT));
        if (voters == Voters.DYNAMIC && !services.equals(Set.of(Service.RESOURCES))) {
            throw Hocon.unfit(
                    config,
                    SECTION + "voters",
                    "only the service resources has dynamic voters: " + SECTION + "services would be [resources]");
        }
        return voters;
    }

    private static Algorithm<?, ?, ?, ?, ?> algorithm(Config config) {
        String name = word(config, "algorithm");
        return ClusterCatalogue.serving(name)
                .orElseThrow(
                        () -> Hocon.unfit(config, ClusterCatalogue.SETTING, ClusterCatalogue.whyItDoesNotServe(name)));
    }

    private static Election election(Config config, int processes) {
        String name = word(config, "election.algorithm");
        Algorithm<?, ?, ?, ?, ?> algorithm = ClusterCatalogue.electing(name)
                .orElseThrow(() -> Hocon.unfit(
                        config, ClusterCatalogue.ELECTION_SETTING, ClusterCatalogue.whyItDoesNotElect(name)));
        return new Election(
                algorithm.name(),
                topology(config, "election.topology", algorithm, processes),
                duration(config, "election.patience"));
    }

    /** The first of the algorithm's topologies that fits the number of processes. */
    private static Topology usualTopology(Algorithm<?, ?, ?, ?, ?> algorithm, String key, int processes) {
        return algorithm.system().topologies().stream()
                .filter(topology -> topology.misfit(processes).isEmpty())
                .findFirst()
                .orElseThrow(() -> new InvalidSetting(SECTION + "processes is " + processes + ": "
                        + algorithm
                                .system()
                                .topologies()
                                .get(0)
                                .misfit(processes)
                                .orElse("") + ", and " + algorithm.name()
                        + " runs on that unless " + SECTION + key + " says otherwise"));
    }

    /** Philosophers keep the forks of the start: no philosopher takes the place of a departed one. */
    private static Topology seated(Algorithm<?, ?, ?, ?, ?> algorithm, Topology topology, int processes) {
        return algorithm.problem() instanceof Dining && !(topology instanceof Seats)
                ? Seats.of(topology, processes)
                : topology;
    }

    private static Topology topology(Config config, String key, Algorithm<?, ?, ?, ?, ?> algorithm, int processes) {
        if (!config.hasPath(SECTION + key)) {
            return usualTopology(algorithm, key, processes);
        }
        Topology named = named(config, key, processes);
        named.misfit(processes).ifPresent(why -> {
            throw Hocon.unfit(config, SECTION + key, why + ", and " + SECTION + "processes is " + processes);
        });
        return Fitting.of(algorithm, named)
                .orElseThrow(() -> Hocon.unfit(
                        config,
                        SECTION + key,
                        algorithm.name() + " does not run on that; it runs on " + Fitting.wantedBy(algorithm)));
    }

    private static Topology named(Config config, String key, int processes) {
        String right = Topologies.NAMES + ", or a list of links between the processes such as [\"0-1\", \"1-2\"]";
        try {
            return config.getValue(SECTION + key).valueType() == ConfigValueType.LIST
                    ? Fitting.ofLinks("of " + SECTION + key, processes, read(config, key, right, Config::getStringList))
                    : Topologies.named(read(config, key, right, Config::getString))
                            .of(processes);
        } catch (IllegalArgumentException unfit) {
            throw Hocon.unfit(config, SECTION + key, unfit.getMessage());
        }
    }

    private static OptionalLong firstGeneration(Config config) {
        String key = "first-generation";
        String right = "the word " + CLOCK + ", or a whole number from 0";
        String said = read(config, key, right, Config::getString);
        if (said.equals(CLOCK)) {
            return OptionalLong.empty();
        }
        if (!said.matches("[0-9]{1,10}")) {
            throw Hocon.wrong(config, SECTION + key, right);
        }
        return OptionalLong.of(Long.parseLong(said));
    }

    private static Map<String, Duration> timers(Config config, String section, SortedSet<String> known) {
        Map<String, Duration> timers = new TreeMap<>();
        for (String name : read(config, section, "a section of durations", Config::getObject)
                .keySet()) {
            if (!known.contains(name)) {
                throw Hocon.unfit(
                        config,
                        SECTION + ConfigUtil.joinPath(section, name),
                        "no algorithm has a timer of that name; there are " + String.join(", ", known));
            }
            timers.put(name, duration(config, ConfigUtil.joinPath(section, name)));
        }
        return timers;
    }
}
