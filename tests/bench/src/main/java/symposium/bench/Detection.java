package symposium.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Locale;

/** The settings by which the nodes of a cluster detect that one has crashed. */
enum Detection {
    FAST,
    MODERATE,
    /** Akka's own. */
    DEFAULT {
        @Override
        Config settings() {
            // Otherwise symposium-akka.conf, which is for nodes of the command line, would count.
            return ConfigFactory.parseString("akka.cluster.split-brain-resolver.stable-after = 20s");
        }
    };

    Config settings() {
        return ConfigFactory.parseResources("symposium-" + name().toLowerCase(Locale.ROOT) + "-detection.conf");
    }
}
