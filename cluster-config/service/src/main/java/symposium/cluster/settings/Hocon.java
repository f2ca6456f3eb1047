package symposium.cluster.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.Map;
import symposium.service.member.InvalidSetting;

/** The sources of the configuration of a node. */
public final class Hocon {

    private Hocon() {}

    /**
     * The configuration of a node. The first of these that has a setting wins: {@code said}, system properties,
     * {@code application.conf} or the file that {@code -Dconfig.file} names, {@code symposium-akka.conf}, and every
     * {@code reference.conf}.
     *
     * @param said paths and values, such as {@code symposium.process} and 3
     * @throws InvalidSetting when a file cannot be read
     */
    public static Config node(Map<String, ?> said) {
        return over(said, ConfigFactory.empty());
    }

    /**
     * The configuration of a node of a cluster that lives only for a demonstration or a test: it detects a crash within
     * a few seconds, and takes a long pause for one.
     *
     * @param said as in {@link #node}
     */
    public static Config quickNode(Map<String, ?> said) {
        return over(said, ConfigFactory.parseResources("symposium-quick.conf"));
    }

    /**
     * The configuration of a node as {@link #quickNode}, with short paths between nodes and a file of its own, which is
     * second to {@code said} and before all other sources.
     *
     * @param file the file's text in HOCON, its references to other settings unresolved; from {@link #file}
     * @param usual what holds where no source says otherwise
     */
    public static Config quickNodeWith(Map<String, ?> said, Config file, Map<String, ?> usual) {
        return over(
                said,
                file,
                ConfigFactory.parseMap(usual)
                        .withFallback(ConfigFactory.parseResources("symposium-low-latency.conf"))
                        .withFallback(ConfigFactory.parseResources("symposium-quick.conf")));
    }

    /**
     * Reads a file.
     *
     * @throws InvalidSetting when it cannot be read, or is no HOCON
     */
    public static Config file(Path file) {
        try {
            return ConfigFactory.parseFile(
                    file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
        } catch (ConfigException unreadable) {
            throw unreadable(unreadable);
        }
    }

    private static InvalidSetting unreadable(ConfigException why) {
        return new InvalidSetting("the configuration cannot be read: " + why.getMessage());
    }

    private static Config over(Map<String, ?> said, Config special) {
        return over(said, ConfigFactory.empty(), special);
    }

    private static Config over(Map<String, ?> said, Config file, Config special) {
        try {
            ConfigFactory.invalidateCaches();
            Config application = ConfigFactory.defaultApplication();
            requireSection(file);
            requireSection(application);
            return ConfigFactory.parseMap(said, "the command line")
                    .withFallback(file)
                    .withFallback(ConfigFactory.defaultOverrides())
                    .withFallback(application)
                    .withFallback(special)
                    .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                    .withFallback(ConfigFactory.defaultReferenceUnresolved())
                    .resolve();
        } catch (ConfigException unreadable) {
            throw unreadable(unreadable);
        }
    }

    /** The defaults refer to settings of the section, which another value would hide. */
    private static void requireSection(Config unresolved) {
        ConfigValue section = unresolved.root().get("symposium");
        if (section != null && !(section instanceof ConfigObject)) {
            throw new InvalidSetting("symposium is " + section.render(ConfigRenderOptions.concise()) + " ("
                    + section.origin().description() + "): it is a section of settings");
        }
    }

    /**
     * What a configuration says of a path that the defaults have.
     *
     * @throws InvalidSetting when it is null or missing, or its section is none
     */
    static Object said(Config config, String path) {
        return value(config, path).unwrapped();
    }

    private static ConfigValue value(Config config, String path) {
        try {
            return config.getValue(path);
        } catch (ConfigException.Null none) {
            throw new InvalidSetting(path + " is null: leave it out for its default, or give it a value");
        } catch (ConfigException.Missing none) {
            // The section has first been given another value, which hides its defaults.
            throw new InvalidSetting(path + " is missing: give it a value, or leave out all of its section");
        } catch (ConfigException.WrongType none) {
            String section = path.substring(0, path.lastIndexOf('.'));
            throw wrong(config, section, "a section with settings such as " + path);
        }
    }

    /**
     * The error of a value, with its origin.
     *
     * @param path of a setting that the defaults have
     * @param right what its value is to be
     * @throws InvalidSetting as {@link #said}
     */
    static InvalidSetting wrong(Config config, String path, String right) {
        return unfit(config, path, "it is " + right);
    }

    /**
     * The error of a value, with its origin.
     *
     * @param path of a setting that the defaults have
     * @param why what is wrong, in a clause
     * @throws InvalidSetting as {@link #said}
     */
    static InvalidSetting unfit(Config config, String path, String why) {
        ConfigValue value = value(config, path);
        return new InvalidSetting(path + " is " + value.render(ConfigRenderOptions.concise()) + " ("
                + value.origin().description() + "): " + why);
    }
}
