package symposium.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symposium.service.member.InvalidSetting;

/**
 * The classes that Akka's settings name. The file of an application may name some that only the application has. Akka
 * reports a serializer that is missing with each message, and a logger without the name of its setting.
 */
final class ConfiguredClasses {

    private static final String SERIALIZERS = "akka.actor.serializers";
    private static final String BINDINGS = "akka.actor.serialization-bindings";
    private static final String NO_BINDING = "none";
    /** Akka binds classes of this library, and leaves them out if it is not there. */
    private static final String OPTIONAL = "com.google.protobuf.";

    private static final Pattern MISSING =
            Pattern.compile("(?:ClassNotFoundException|NoClassDefFoundError): ([\\w.$/]+)");

    private ConfiguredClasses() {}

    /** @throws InvalidSetting if a serializer, or a class that is bound to one, is not on the class path */
    static void require(Config config) {
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
                .orElseGet(ConfiguredClasses.class::getClassLoader);
        try {
            Class.forName(type, false, loader);
        } catch (ClassNotFoundException | LinkageError missing) {
            throw wrong(config, type);
        }
    }

    /** What is wrong with the settings if a class that they name is missing, and this is the consequence. */
    static Optional<InvalidSetting> missing(Config config, Throwable failure) {
        Matcher missing = MISSING.matcher(failure.toString());
        return missing.find() ? Optional.of(wrong(config, missing.group(1).replace('/', '.'))) : Optional.empty();
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
