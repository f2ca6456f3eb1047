package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;
import symposium.Pages;
import symposium.cli.cluster.NodeCommand;
import symposium.cli.option.OptionRules;

/** The files of cluster-config/deploy, as far as a machine without a container engine can check them. */
class DeploymentTest {

    private static final Path ROOT = Pages.root();
    private static final Path DEPLOY = ROOT.resolve("cluster-config/deploy");

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes-statefulset.yaml", "kubernetes-deployment.yaml"})
    void aPodRunsANodeWhoseProbesAreItsOwn(String file) throws IOException {
        Map<?, ?> pods = documents(file).stream()
                .filter(each -> List.of("StatefulSet", "Deployment").contains(each.get("kind")))
                .findFirst()
                .orElseThrow();
        Map<?, ?> pod = map(map(map(pods, "spec"), "template"), "spec");
        Map<?, ?> container = (Map<?, ?>) ((List<?>) pod.get("containers")).get(0);
        List<String> options = words(container.get("args"));
        parsesAsNode(options.stream()
                .map(each -> each.replace("$(POD_IP)", "10.0.0.1"))
                .toList());
        assertTrue(options.contains("--processes=" + map(pods, "spec").get("replicas")), options.toString());
        assertEquals("/ready", map(map(container, "readinessProbe"), "httpGet").get("path"));
        assertEquals("/alive", map(map(container, "livenessProbe"), "httpGet").get("path"));
    }

    @Test
    void theClusterMayListItsPodsAndLosesOneAtATime() throws IOException {
        assertEquals(
                List.of("ServiceAccount", "Role", "RoleBinding", "PodDisruptionBudget"),
                documents("kubernetes-common.yaml").stream()
                        .map(each -> each.get("kind"))
                        .toList());
        Config discovery =
                ConfigFactory.parseFile(DEPLOY.resolve("kubernetes.conf").toFile());
        assertEquals("kubernetes-api", discovery.getString("akka.discovery.method"));
    }

    @Test
    void aServiceOfTheComposeFileIsANode() throws IOException {
        Map<?, ?> services = map(documents("compose.yaml").get(0), "services");
        assertEquals(3, services.size());
        for (Object service : services.values()) {
            parsesAsNode(words(((Map<?, ?>) service).get("command")));
        }
    }

    /** Prometheus names a counter with _total, and the other meters as they are, with _ for each dot. */
    @Test
    void everyAlertIsOnAMetricThatThePageLists() throws IOException {
        String page = Pages.text("cluster-config/docs/metrics-and-events.md");
        List<?> groups = (List<?>) documents("prometheus-alerts.yaml").get(0).get("groups");
        List<?> rules = (List<?>) ((Map<?, ?>) groups.get(0)).get("rules");
        assertEquals(7, rules.size());
        for (Object rule : rules) {
            isOnListedMetrics((String) ((Map<?, ?>) rule).get("expr"), page);
        }
    }

    private static void isOnListedMetrics(String expression, String page) {
        List<String> metrics = Pattern.compile("symposium_\\w+")
                .matcher(expression)
                .results()
                .map(MatchResult::group)
                .toList();
        assertFalse(metrics.isEmpty(), expression);
        for (String metric : metrics) {
            String name =
                    metric.replaceFirst("_total$|_seconds_(sum|count|max)$", "").replace('_', '.');
            assertTrue(page.contains("`" + name + "`"), name);
        }
    }

    @Test
    void everyPanelIsOnMetricsThatThePageLists() throws IOException {
        String page = Pages.text("cluster-config/docs/metrics-and-events.md");
        JsonNode dashboard = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana-dashboard.json").toFile());
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            assertTrue(ids.add(panel.path("id").intValue()), panel.toString());
            assertFalse(panel.path("description").asText().isEmpty(), panel.toString());
            panel.path("targets")
                    .forEach(each -> isOnListedMetrics(each.path("expr").asText(), page));
        }
        assertEquals(10, ids.size());
    }

    @Test
    void whatTheImageCopiesIsThereOrBuilt() throws IOException {
        Matcher copied = Pattern.compile("(?m)^COPY (\\S+) ").matcher(Files.readString(DEPLOY.resolve("Dockerfile")));
        List<String> files = copied.results().map(each -> each.group(1)).toList();
        assertEquals(
                List.of("cluster-config/cli/target/symposium.jar", "cluster-config/deploy/kubernetes.conf"), files);
        assertTrue(Files.exists(ROOT.resolve(files.get(1))));
    }

    @Test
    void theUnitStartsTheExecutableJar() throws IOException {
        String unit = Files.readString(DEPLOY.resolve("symposium.service"));
        assertTrue(unit.contains("-jar /opt/symposium/symposium.jar node $SYMPOSIUM_OPTIONS\n"), unit);
        Matcher example = Pattern.compile("(?m)^# SYMPOSIUM_OPTIONS=(.*)$").matcher(unit);
        assertTrue(example.find());
        List<String> options = new ArrayList<>(List.of("node"));
        options.addAll(List.of(example.group(1).split(" ")));
        parsesAsNode(options);
    }

    private static void parsesAsNode(List<String> words) {
        assertEquals("node", words.get(0));
        CommandLine.ParseResult parsed = OptionRules.apply(new CommandLine(new NodeCommand()), OptionRules.help())
                .parseArgs(words.stream().skip(1).toArray(String[]::new));
        assertFalse(parsed.matchedOptions().isEmpty());
    }

    private static List<Map<?, ?>> documents(String file) throws IOException {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return StreamSupport.stream(
                        yaml.loadAll(Files.readString(DEPLOY.resolve(file))).spliterator(), false)
                .<Map<?, ?>>map(each -> (Map<?, ?>) each)
                .toList();
    }

    private static Map<?, ?> map(Map<?, ?> of, String key) {
        return (Map<?, ?>) of.get(key);
    }

    private static List<String> words(Object list) {
        return ((List<?>) list).stream().map(Object::toString).toList();
    }
}
