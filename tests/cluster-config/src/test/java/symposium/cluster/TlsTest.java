package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.Pages;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;
import symposium.service.member.InvalidSetting;
import symposium.service.member.Termination;

/** The profile symposium-tls.conf, with certificates made by cluster-config/deploy/certificates.sh. */
class TlsTest {

    private static final String PASSWORD = "for a test";
    private static final String HOST = "127.0.0.1";

    /** A stranger gives up after this time without a majority. */
    private static final Duration FORMATION = Duration.ofSeconds(5);

    @TempDir
    private static Path directory;

    private static Path ours;
    private static Path strangers;

    @BeforeAll
    static void makeCertificates() throws Exception {
        ours = certificates("ours");
        strangers = certificates("strangers");
    }

    private static Path certificates(String name) throws IOException, InterruptedException {
        Path made = directory.resolve(name);
        Path root = Pages.root();
        ProcessBuilder script = new ProcessBuilder(
                        root.resolve("cluster-config/deploy/certificates.sh").toString(), made.toString(), HOST)
                .inheritIO();
        script.environment().put("SYMPOSIUM_STORE_PASSWORD", PASSWORD);
        // Eight virtual machines, one after the other: they are too short-lived to be optimized.
        script.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        script.environment().merge("PATH", System.getProperty("java.home") + "/bin", (path, java) -> java + ":" + path);
        Process running = script.start();
        assertTrue(running.waitFor(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        assertEquals(0, running.exitValue());
        return made;
    }

    @Test
    void nodesWithCertificatesFormAClusterAndNobodyElseGetsIn() throws Exception {
        try (Nodes nodes = new Nodes(2).with("symposium.services", List.of("resources"))) {
            tls(ours, ours).forEach(nodes::with);
            Locks first = locks(nodes.start(0));
            Nodes.Watched second = nodes.start(1);
            grants(first);

            nodes.with("symposium.formation-timeout", FORMATION);
            // It trusts the others; they do not trust it.
            tls(strangers, ours).forEach(nodes::with);
            Nodes.Watched other = nodes.start(1);
            nodes.with("akka.remote.artery.transport", "tcp");
            Nodes.Watched plain = nodes.start(1);
            assertEquals(Termination.Cause.NOT_FORMED, other.ended().cause());
            assertEquals(Termination.Cause.NOT_FORMED, plain.ended().cause());

            grants(first);
            grants(locks(second));
        }
    }

    /** Akka reads the keys at the first connection, and then logs an exception for each. */
    @Test
    void keysThatCannotBeUsedAreAWrongSetting() throws IOException {
        Path text = Files.writeString(directory.resolve("text.p12"), "no keys");
        Path missing = directory.resolve("missing.p12");
        assertRefused("symposium.tls.key-store", missing, "there is no file " + missing);
        assertRefused("symposium.tls.trust-store", missing, "there is no file " + missing);
        assertRefused("symposium.tls.trust-store", text, text + " is no key store, or has another password");
        assertRefused(
                "symposium.tls.password", Path.of("wrong"), HOST + ".p12 is no key store, or has another password: ");
    }

    private static void assertRefused(String setting, Path value, String why) {
        Map<String, Object> said = new TreeMap<>(tls(ours, ours, Map.of(setting, value.toString())));
        said.put("symposium.process", 0);
        said.put("symposium.processes", 3);
        InvalidSetting refused =
                assertThrows(InvalidSetting.class, () -> SymposiumNode.start(Hocon.quickNode(said), Observers.none()));
        String line = refused.getMessage();
        assertTrue(
                line.startsWith("the keys of TLS cannot be used (akka.remote.artery.ssl.config-ssl-engine): "), line);
        assertTrue(line.contains(why), line);
    }

    private static Locks locks(Nodes.Watched node) {
        return Locks.of(node.node().locks(), node.node().system());
    }

    private static void grants(Locks locks) throws Exception {
        try (Lease lease = locks.acquire("till").get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            assertTrue(lease.isHeld());
        }
    }

    private static Map<String, Object> tls(Path keys, Path trust) {
        return tls(keys, trust, Map.of());
    }

    private static Map<String, Object> tls(Path keys, Path trust, Map<String, Object> other) {
        Config config = ConfigFactory.parseMap(other)
                .withFallback(ConfigFactory.parseMap(Map.of(
                        "symposium.tls.key-store", keys.resolve(HOST + ".p12").toString(),
                        "symposium.tls.trust-store",
                                trust.resolve("trust-store.p12").toString(),
                        "symposium.tls.password", PASSWORD)))
                .withFallback(ConfigFactory.parseResources("symposium-tls.conf"))
                .resolve();
        Map<String, Object> settings = new TreeMap<>();
        config.entrySet()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().unwrapped()));
        return settings;
    }
}
