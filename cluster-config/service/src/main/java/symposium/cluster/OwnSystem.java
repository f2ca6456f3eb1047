package symposium.cluster;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.stream.BindFailedException;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.net.BindException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import symposium.cluster.execution.AkkaConfiguration;
import symposium.service.member.InvalidSetting;

/**
 * Starts actor systems by the settings of a user, and reports in one line what Akka cannot use.
 *
 * <p>The file of an application may name classes that only the application has. Akka reports a serializer that is
 * missing with each message, and a logger without the name of its setting.
 */
public final class OwnSystem {

    private static final String SERIALIZERS = "akka.actor.serializers";
    private static final String BINDINGS = "akka.actor.serialization-bindings";
    private static final String NO_BINDING = "none";
    /** Akka binds classes of this library, and leaves them out if it is not there. */
    private static final String OPTIONAL = "com.google.protobuf.";

    private static final Pattern MISSING =
            Pattern.compile("(?:ClassNotFoundException|NoClassDefFoundError): ([\\w.$/]+)");

    private OwnSystem() {}

    /**
     * Starts an actor system that does nothing.
     *
     * @throws InvalidSetting if its port is in use, or it cannot use its configuration
     */
    public static ActorSystem<?> start(String name, Config config) {
        require(config);
        AkkaConfiguration.requireKeys(config);
        try {
            return ActorSystem.create(Behaviors.empty(), name, config);
        } catch (Exception | LinkageError failed) {
            throw unusable(config, failed);
        }
    }

    private static void require(Config config) {
        for (ConfigValue serializer : config.getObject(SERIALIZERS).values()) {
            require(config, String.valueOf(serializer.unwrapped()));
        }
        for (Map.Entry<String, ConfigValue> binding : config.getObject(BINDINGS).entrySet()) {
            if (!binding.getValue().unwrapped().equals(NO_BINDING)
                    && !binding.getKey().startsWith(OPTIONAL)) {
                require(config, binding.getKey());
            }
        }
    }

    private static void require(Config config, String type) {
        ClassLoader loader = Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElseGet(OwnSystem.class::getClassLoader);
        try {
            Class.forName(type, false, loader);
        } catch (ClassNotFoundException | LinkageError missing) {
            throw wrong(config, type);
        }
    }

    private static RuntimeException unusable(Config config, Throwable failed) {
        // The transport has Akka's exception as the cause, which has that of the JDK as its own.
        if (causes(failed).anyMatch(cause -> cause instanceof BindFailedException || cause instanceof BindException)) {
            int port = config.getInt("akka.remote.artery.canonical.port");
            String host = config.getString("akka.remote.artery.canonical.hostname");
            if (port == 0) {
                return new InvalidSetting("akka.remote.artery.canonical.hostname is " + host
                        + ": it must be the name or the address of this machine");
            }
            return new InvalidSetting("akka.remote.artery.canonical.port is " + port + ": at " + host
                    + " that port is in use or not available; use another one, or 0 for any free port");
        }
        RuntimeException other =
                failed instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failed);
        return missingClass(config, failed)
                .or(() -> AkkaConfiguration.fault("the configuration", failed))
                .or(() -> Optional.of(new InvalidSetting("the configuration cannot be used: " + failed))
                        .filter(any -> failed instanceof IllegalArgumentException))
                .map(RuntimeException.class::cast)
                .orElse(other);
    }

    /** Returns what is wrong with the settings if Akka has failed because a class that they name is missing. */
    public static Optional<InvalidSetting> missingClass(Config config, Throwable failed) {
        return causes(failed)
                .map(cause -> MISSING.matcher(cause.toString()))
                .filter(Matcher::find)
                .findFirst()
                .map(missing -> wrong(config, missing.group(1).replace('/', '.')));
    }

    private static Stream<Throwable> causes(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause);
    }

    private static InvalidSetting wrong(Config config, String type) {
        String setting = config.entrySet().stream()
                .filter(entry -> (entry.getKey() + entry.getValue().unwrapped()).contains(type))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse("the configuration");
        return new InvalidSetting(
                setting + ": the class " + type + " must be on the class path; leave the setting out, or add its jar");
    }
}
