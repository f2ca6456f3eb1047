package symposium.cluster;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.membership.IslandWatch;
import symposium.cluster.membership.NodeDescriptor;
import symposium.cluster.settings.Settings;
import symposium.service.member.InvalidSetting;

/**
 * What a node needs of Akka's settings, which are the application's. It changes none of them, and says what is wrong.
 */
public final class AkkaSettings {

    /** The longest time for the services to tell their clients that the node leaves. */
    static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private static final String ROLES = "akka.cluster.roles";
    private static final String BINDING = "akka.actor.serialization-bindings.\"symposium.wire.Wire\"";
    private static final String SERIALIZER = "symposium-cbor";
    private static final String DOWNING = "akka.cluster.downing-provider-class";
    private static final String PORT = "akka.remote.artery.canonical.port";
    private static final String UNTRUSTED = "akka.remote.artery.untrusted-mode";
    private static final String TRUSTED = "akka.remote.artery.trusted-selection-paths";
    private static final String SHUTDOWN = "akka.coordinated-shutdown.";
    private static final String PHASE = SHUTDOWN + "phases.before-cluster-shutdown.timeout";

    private static final String TRANSPORT = "symposium.transport-dispatcher";
    private static final String DEFAULT_DISPATCHER = "akka.actor.default-dispatcher";

    private AkkaSettings() {}

    /**
     * Logs what a node can run with and should not.
     *
     * @throws InvalidSetting with a line for each setting that it cannot run with
     */
    static void check(ActorSystem<?> system, Settings settings) {
        Config config = system.settings().config();
        require(config, settings);
        doubts(config, settings).forEach(system.log()::warn);
    }

    /** @throws InvalidSetting with a line for each setting that a node cannot run with */
    static void require(Config config, Settings settings) {
        try {
            requireAll(config, settings);
        } catch (ConfigException unfit) {
            throw new InvalidSetting(unfit.getMessage());
        }
    }

    private static void requireAll(Config config, Settings settings) {
        List<String> wrong = new ArrayList<>();
        Edition.conflict(AkkaSettings.class.getClassLoader()).ifPresent(wrong::add);
        Settings.noCluster(config).ifPresent(wrong::add);
        List<String> roles = config.getStringList(ROLES);
        if (!roles.contains(settings.role())) {
            wrong.add(ROLES + " is " + roles + ": the other nodes find this one by its role; add " + settings.role()
                    + " (symposium.role)");
        }
        String serializer = config.hasPath(BINDING) ? config.getString(BINDING) : "missing";
        if (!serializer.equals(SERIALIZER)) {
            wrong.add(BINDING + " is " + serializer + ": only " + SERIALIZER
                    + " writes the messages between nodes, as reference.conf of symposium-service says; leave it so");
        }
        if (config.getBoolean(UNTRUSTED)) {
            List<String> dropped = new ArrayList<>(asked(settings));
            dropped.removeAll(config.getStringList(TRUSTED));
            if (!dropped.isEmpty()) {
                wrong.add(TRUSTED + " lacks " + dropped + ": with " + UNTRUSTED
                        + " = on Akka drops what the nodes ask each other there; include symposium-untrusted.conf");
            }
        }
        if (!wrong.isEmpty() && config.hasPath(Edition.other())) {
            wrong.add("there are settings of " + Edition.other()
                    + ", which this edition of Symposium does not read: write " + Edition.NAME + " in place of "
                    + Edition.other());
        }
        if (!wrong.isEmpty()) {
            throw new InvalidSetting(String.join("\n", wrong));
        }
    }

    /** The paths by which nodes ask each other, before they know references. */
    private static List<String> asked(Settings settings) {
        List<String> paths = new ArrayList<>(List.of("/system/" + NodePaths.STATUS));
        String above = "/system/" + NodePaths.GUARDIAN + "/";
        paths.add(above + NodeDescriptor.NAME);
        paths.add(above + IslandWatch.NAME);
        settings.services().forEach(service -> paths.add(above + service.spelled()));
        return paths;
    }

    /** What a node can run with and should not, a line for each setting. */
    static List<String> doubts(Config config, Settings settings) {
        List<String> doubts = new ArrayList<>();
        if (config.getString(DOWNING).isEmpty()) {
            doubts.add(DOWNING + " is empty: a node that has crashed is never removed, and what it held is not granted"
                    + " again; set it to akka.cluster.sbr.SplitBrainResolverProvider");
        }
        Duration phase = config.getDuration(config.hasPath(PHASE) ? PHASE : SHUTDOWN + "default-phase-timeout");
        Duration needed = settings.leaveTimeout().plus(CLOSE_LIMIT);
        if (phase.compareTo(needed) < 0) {
            doubts.add(PHASE + " is " + phase.toMillis() + " ms: a node that leaves hands over what it holds within "
                    + settings.leaveTimeout().toMillis() + " ms (symposium.leave-timeout), and then tells its clients;"
                    + " set it to " + needed.toMillis() + " ms or more");
        }
        if (dispatcher(config, DEFAULT_DISPATCHER).equals(TRANSPORT)) {
            doubts.add(DEFAULT_DISPATCHER + " is " + TRANSPORT + ", which has one thread: an actor of the application"
                    + " that blocks or computes for long there keeps all messages and heartbeats of this node waiting,"
                    + " and the others remove it; set it to another dispatcher");
        }
        return doubts;
    }

    /** The dispatcher that a setting names, perhaps by way of others. */
    private static String dispatcher(Config config, String setting) {
        String at = setting;
        Set<String> met = new HashSet<>();
        while (met.add(at) && config.hasPath(at) && config.getValue(at).valueType() == ConfigValueType.STRING) {
            at = config.getString(at);
        }
        return at;
    }

    /**
     * Why fences may go back, in one line, at a node that may start again where it was: one whose port is always the
     * same.
     */
    public static Optional<String> restarts(Config config, Settings settings) {
        return settings.firstGeneration().isPresent() && config.getInt(PORT) != 0
                ? Optional.of("symposium.first-generation is "
                        + settings.firstGeneration().getAsLong()
                        + ": when nodes start again, fences and terms may begin below those that were granted before;"
                        + " set it to clock, unless no node ever restarts")
                : Optional.empty();
    }
}
