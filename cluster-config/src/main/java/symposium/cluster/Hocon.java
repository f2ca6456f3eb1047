package symposium.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.util.Map;

/** Where the configuration of a node comes from. */
public final class Hocon {

    private Hocon() {}

    /**
     * The configuration of a node. In this order, the first that says something is heard: what is said here, system properties,
     * {@code application.conf} or the file that {@code -Dconfig.file} names, {@code symposium-akka.conf}, and every {@code
     * reference.conf}.
     *
     * @param said paths and values, such as {@code symposium.process} and 3
     * @throws InvalidSetting when a file cannot be read
     */
    public static Config node(Map<String, ?> said) {
        return over(said, ConfigFactory.empty());
    }

    /**
     * The configuration of a node of a cluster that lives only for a demonstration or a test: it notices a death within a few seconds,
     * and would take a long pause for one.
     *
     * @param said as in {@link #node}
     */
    public static Config quickNode(Map<String, ?> said) {
        return over(said, ConfigFactory.parseResources("symposium-quick.conf"));
    }

    private static Config over(Map<String, ?> said, Config special) {
        try {
            ConfigFactory.invalidateCaches();
            return ConfigFactory.parseMap(said, "the command line")
                    .withFallback(ConfigFactory.defaultOverrides())
                    .withFallback(ConfigFactory.defaultApplication())
                    .withFallback(special)
                    .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                    .withFallback(ConfigFactory.defaultReferenceUnresolved())
                    .resolve();
        } catch (ConfigException unreadable) {
            throw new InvalidSetting("the configuration cannot be read: " + unreadable.getMessage());
        }
    }
}
