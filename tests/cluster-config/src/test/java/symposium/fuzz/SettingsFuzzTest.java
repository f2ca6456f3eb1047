package symposium.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import symposium.cluster.settings.EventLogSettings;
import symposium.cluster.settings.Settings;
import symposium.service.member.InvalidSetting;

/** The settings of a node, below {@code symposium}: what is no HOCON is refused by the library that reads it. */
@Tag("fuzz")
class SettingsFuzzTest {

    private static final Config BELOW = ConfigFactory.parseString("akka.actor.provider = cluster")
            .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
            .withFallback(ConfigFactory.defaultReferenceUnresolved());

    /** Files and addresses that an input names are not read. */
    private static final class NoFiles implements ConfigIncluder {
        @Override
        public ConfigIncluder withFallback(ConfigIncluder fallback) {
            return this;
        }

        @Override
        public ConfigObject include(ConfigIncludeContext context, String what) {
            return ConfigFactory.empty().root();
        }
    }

    @FuzzTest(maxDuration = "10m")
    void anyInput(byte[] input) {
        read(input);
    }

    static void read(byte[] input) {
        if (Parsing.fits(input)) {
            config(Parsing.text(input)).ifPresent(config -> {
                Parsing.read(InvalidSetting.class, () -> Settings.from(config));
                Parsing.read(InvalidSetting.class, () -> Settings.member(config));
                Parsing.read(InvalidSetting.class, () -> EventLogSettings.of(config));
            });
        }
    }

    /** Substitutions that lead to themselves may take the library's stack. */
    private static Optional<Config> config(String text) {
        try {
            return Optional.of(ConfigFactory.parseString(
                            text, ConfigParseOptions.defaults().setIncluder(new NoFiles()))
                    .atPath("symposium")
                    .withFallback(BELOW)
                    .resolve());
        } catch (ConfigException | StackOverflowError unreadable) {
            return Optional.empty();
        }
    }
}
