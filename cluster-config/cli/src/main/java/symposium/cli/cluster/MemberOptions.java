package symposium.cli.cluster;

import static symposium.cli.option.Values.quoted;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.HostAndPort;
import symposium.cluster.settings.Hocon;

/** How a command becomes a member of a cluster. */
final class MemberOptions {

    private static final String LOOPBACK = "127.0.0.1";

    @Option(names = "--host", paramLabel = "H")
    private Optional<String> host;

    @Option(names = "--seeds", paramLabel = "HOST:PORT[,HOST:PORT...]")
    private Optional<String> seeds;

    @Option(names = "--config", paramLabel = "FILE")
    private Optional<String> file;

    /** The seeds, as the user writes them. */
    Optional<String> seeds() {
        return seeds;
    }

    /** Whether a member at this port is the only seed. */
    boolean isOnlySeed(int port) {
        return seeds.equals(Optional.of(host() + ":" + port));
    }

    /** Whether an option configures the member, apart from its seeds. */
    boolean isConfigured() {
        return host.isPresent() || file.isPresent();
    }

    private String host() {
        return host.orElse(LOOPBACK);
    }

    /**
     * The configuration of the member, for a command that leaves the cluster by itself when the virtual machine ends.
     *
     * @param system the name of the actor systems of the cluster
     * @param port where the others find the member; 0 for any free port
     * @param said settings that no file changes
     * @param usual settings that hold where the file has no others
     */
    Config config(String system, int port, Map<String, ?> said, Map<String, ?> usual) {
        Map<String, Object> all = new HashMap<>(said);
        all.put("akka.remote.artery.canonical.port", port);
        all.put("akka.remote.artery.canonical.hostname", HostAndPort.host("--host", host()));
        all.put(
                "akka.cluster.seed-nodes",
                seeds.map(each -> seeds(system, each)).orElse(List.of()));
        all.put("akka.coordinated-shutdown.run-by-jvm-shutdown-hook", "off");
        return Hocon.quickNodeWith(
                all, file.map(name -> Hocon.file(path(name))).orElseGet(ConfigFactory::empty), usual);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException unfit) {
            throw new BadInput("--config " + quoted(text) + ": must be the name of a file");
        }
    }

    private static List<String> seeds(String system, String seeds) {
        return Stream.of(seeds.split(",", -1)).map(seed -> seed(system, seed)).toList();
    }

    private static String seed(String system, String seed) {
        if (seed.lastIndexOf(':') < 0) {
            throw new BadInput("--seeds %s: must be HOST:PORT, several of them separated by commas", quoted(seed));
        }
        HostAndPort at = HostAndPort.of("--seeds", seed, 1);
        return "akka://%s@%s:%d".formatted(system, at.host(), at.port());
    }
}
