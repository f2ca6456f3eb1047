package symposium.cluster.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import akka.cluster.UniqueAddress;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.actor.TimerDurations;
import symposium.cluster.AkkaSettings;
import symposium.cluster.membership.NodeDescriptor;
import symposium.kernel.Timer;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.topology.Shape;
import symposium.service.member.InvalidSetting;

/** Every wrong setting is said in one line: what, where, and what would be right. */
class SettingsTest {

    private enum Clock implements Timer {
        PONG_RESTS,
        UNHEARD_OF
    }

    @Test
    void theServiceOfLocksHasTwoNames() {
        Settings locks = Settings.from(node(Map.of("symposium.services", List.of("locks"))));
        Settings resources = Settings.from(node(Map.of("symposium.services", List.of("resources"))));

        assertEquals(resources.services(), locks.services());
        assertEquals(NodeDescriptor.configuration(resources), NodeDescriptor.configuration(locks));
        assertEquals(
                "symposium.services is [\"locks\",\"resources\"] (the command line): it is a list of one or more of locks,"
                        + " process and election",
                refused(Map.of("symposium.services", List.of("locks", "resources"))));
    }

    /** A dispatcher has settings of its executor, which reference.conf need not repeat. */
    @Test
    void everyDispatcherTakesAllSettingsOfDispatchers() {
        Set<String> dispatchers = new TreeSet<>();
        ConfigFactory.defaultReferenceUnresolved().getObject("symposium").forEach((key, value) -> {
            if (value instanceof ConfigObject section && section.containsKey("executor")) {
                dispatchers.add(key);
                Settings.from(node(Map.of("symposium." + key + ".fixed-pool-size", 3)));
            }
        });
        assertEquals(Set.of("dispatcher", "callbacks-dispatcher", "transport-dispatcher"), dispatchers);
    }

    @Test
    void aNodeNeedsToBeToldNothingButItsNumber() {
        Settings settings = Settings.from(node(Map.of("symposium.process", 3)));
        assertEquals(OptionalInt.of(3), settings.process());
        assertEquals(5, settings.processes());
        assertEquals(3, settings.majority());
        assertEquals("symposium", settings.role());
        assertEquals("ewd851-misra", settings.algorithm());
        assertEquals(Duration.ofSeconds(120), settings.formationTimeout());
        assertEquals(Duration.ofMillis(200), settings.timings().lasting(Clock.PONG_RESTS));
    }

    @Test
    void aTimerIsConfiguredUnderItsNameInSmallLettersAndHyphens() {
        Settings settings =
                Settings.from(node(Map.of("symposium.process", 0, "symposium.timers", Map.of("pong-rests", "3s"))));
        assertEquals(Duration.ofSeconds(3), settings.timings().lasting(Clock.PONG_RESTS));
        assertEquals(Duration.ofMillis(20), settings.hurried().lasting(Clock.PONG_RESTS));
        assertEquals(Duration.ofMillis(200), settings.timings().lasting(Clock.UNHEARD_OF));
    }

    /** The default algorithm deals out generations by number; graphs link processes by their numbers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            services           | process  | ewd851-misra on ring needs processes numbered from 0 to 4, one on each node; without numbers run the service resources (symposium.services), or an algorithm such as ewd851-by-chang-roberts (symposium.algorithm)
            algorithm          | lamport  | lamport on complete needs processes numbered from 0 to 4, one on each node; without numbers run the service resources (symposium.services), or an algorithm such as ewd851-by-chang-roberts (symposium.algorithm)
            """)
    void aMissingNumberIsMissedWhereAnAlgorithmNeedsNumbers(String key, String value, String line) {
        Map<String, Object> said = new HashMap<>(Map.of("symposium.services", List.of("process")));
        said.put("symposium." + key, key.equals("services") ? List.of(value) : value);
        assertEquals(
                "symposium.process is missing: " + line,
                assertThrows(InvalidSetting.class, () -> Settings.from(node(said)))
                        .getMessage());
    }

    @Test
    void whereNoneDoesTheNumberIsFoundFromTheAddress() {
        Settings resources = Settings.from(node(Map.of("symposium.services", List.of("resources", "election"))));
        Settings lock = Settings.from(node(
                Map.of("symposium.algorithm", "ewd851-by-chang-roberts", "symposium.services", List.of("process"))));
        assertEquals(OptionalInt.empty(), lock.process());
        UniqueAddress here = new UniqueAddress(new Address("akka", "shop", "10.0.0.1", 2551), 5L);
        UniqueAddress there = new UniqueAddress(new Address("akka", "shop", "10.0.0.2", 2551), 5L);
        assertEquals(NodeDescriptor.process(resources, here), NodeDescriptor.process(lock, here));
        assertEquals(5, NodeDescriptor.process(lock, here).incarnation());
        assertNotEquals(NodeDescriptor.process(lock, here), NodeDescriptor.process(lock, there));
    }

    @Test
    void onlyNamedLocksHaveDynamicVoters() {
        assertEquals(
                "symposium.voters is \"dynamic\" (the command line): only the service resources has dynamic voters:"
                        + " symposium.services would be [resources]",
                refused(Map.of("symposium.voters", "dynamic", "symposium.services", List.of("process"))));
    }

    /** With dynamic voters there may be any number of nodes, so the number of one may be any, too. */
    @Test
    void dynamicVotersHaveAnyNumbers() {
        Map<String, Object> said = Map.of(
                "symposium.services", List.of("resources"), "symposium.voters", "dynamic", "symposium.processes", 3);
        Settings settings = Settings.from(node(said));
        assertEquals(Settings.Voters.DYNAMIC, settings.voters());
        Map<String, Object> seventh = new HashMap<>(said);
        seventh.put("symposium.process", 6);
        assertEquals(OptionalInt.of(6), Settings.from(node(seventh)).process());
        seventh.put("symposium.process", -1);
        assertEquals(
                "symposium.process is -1 (the command line): it is a whole number, at least 0",
                assertThrows(InvalidSetting.class, () -> Settings.from(node(seventh)))
                        .getMessage());
        Settings fixed =
                Settings.from(node(Map.of("symposium.services", List.of("resources"), "symposium.processes", 3)));
        assertNotEquals(NodeDescriptor.configuration(settings), NodeDescriptor.configuration(fixed));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            processes         | 0     | symposium.processes is 0 (the command line): it is a whole number from 1 to 5000
            processes         | -3    | symposium.processes is -3 (the command line): it is a whole number from 1 to 5000
            processes         | many  | symposium.processes is "many" (the command line): it is a whole number from 1 to 5000
            process           | 5     | symposium.process is 5 (the command line): it is a whole number from 0 to 4, symposium.processes - 1
            process           | -1    | symposium.process is -1 (the command line): it is a whole number from 0 to 4, symposium.processes - 1
            services          | table | symposium.services is "table" (the command line): it is a list of one or more of locks, process and election
            voters            | some  | symposium.voters is "some" (the command line): it is one of the words static and dynamic
            role              | a b   | symposium.role is "a b" (the command line): it is a word of letters, digits and hyphens
            formation-timeout | 0s    | symposium.formation-timeout is "0s" (the command line): it is a duration above zero, such as 200ms
            formation-timeout | soon  | symposium.formation-timeout is "soon" (the command line): it is a duration above zero, such as 200ms
            algorithm         | ewd85 | symposium.algorithm is "ewd85" (the command line): the most similar one is ewd851; a cluster runs one of ALL
            algorithm         | chang-roberts | symposium.algorithm is "chang-roberts" (the command line): it elects, and is for symposium.election.algorithm; a cluster runs one of ALL
            algorithm         | ewd852-misra | symposium.algorithm is "ewd852-misra" (the command line): the most similar one is ewd851-misra; a cluster runs one of ALL
            election.algorithm | ewd851 | symposium.election.algorithm is "ewd851" (the command line): it does not elect, and is for symposium.algorithm; a cluster elects by one of ELECTIONS
            election.algorithm | misra | symposium.election.algorithm is "misra" (the command line): a cluster elects by one of ELECTIONS
            election.algorithm | buly | symposium.election.algorithm is "buly" (the command line): the most similar one is bully; a cluster elects by one of ELECTIONS
            election.topology | star  | symposium.election.topology is "star" (the command line): chang-roberts-terms does not run on that; it runs on ring
            election.patience | never | symposium.election.patience is "never" (the command line): it is a duration above zero, such as 200ms
            topology          | rind  | symposium.topology is "rind" (the command line): 'rind' is none of ring, complete, line, star, tree, petersen, grid:RxC, random:D[:SEED] or a file
            topology          | no.dot | symposium.topology is "no.dot" (the command line): no.dot: there is no such file
            topology          | star  | symposium.topology is "star" (the command line): ewd851-misra does not run on that; it runs on ring
            topology          | petersen | symposium.topology is "petersen" (the command line): Petersen's graph has 10 nodes, and symposium.processes is 5
            topology          | grid:2x2 | symposium.topology is "grid:2x2" (the command line): a grid of 2 by 2 has 4 nodes, and symposium.processes is 5
            handshake-interval | 0s   | symposium.handshake-interval is "0s" (the command line): it is a duration above zero, such as 200ms
            leave-timeout     | never | symposium.leave-timeout is "never" (the command line): it is a duration above zero, such as 200ms
            waiters-limit     | 0     | symposium.waiters-limit is 0 (the command line): it is a whole number, at least 1
            waiters-limit     | many  | symposium.waiters-limit is "many" (the command line): it is a whole number, at least 1
            timers.pong-rest  | 3s    | symposium.timers.pong-rest is "3s" (the command line): no algorithm has a timer of that name; there are TIMERS
            timers            | 5     | symposium.timers is 5 (the command line): it is a section of durations
            timers.default    | never | symposium.timers.default is "never" (the command line): it is a duration above zero, such as 200ms
            """)
    void aWrongSettingIsSaidInOneLine(String key, String value, String line) {
        Object said = value.matches("-?[0-9]+") ? (Object) Integer.valueOf(value) : value;
        assertEquals(
                line.replace("ALL", ClusterCatalogue.names().toString())
                        .replace("ELECTIONS", ClusterCatalogue.elections().toString())
                        .replace("TIMERS", timers()),
                refused(Map.of("symposium." + key, said)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0-1, 1-2, 2-3      | the graph is not connected: no path leads from 0 to 4
            0-1, 1-1           | 1 is linked with itself; a link joins two nodes
            0-1, 1-0           | the link between 1 and 0 is named twice; two nodes share at most one
            0-1, 1-5           | '1-5' leads to a process that is not there: they are 0 to 4
            0-1, one-two       | 'one-two' is no link: it is two numbers such as 0-1
            0-1, 1-2, 2-3, 3-4 | ewd851-misra does not run on that; it runs on ring
            """)
    void aGraphThatDoesNotFitIsSaidInOneLine(String links, String why) {
        String line = refused(Map.of("symposium.topology", List.of(links.split(", "))));
        assertTrue(line.startsWith("symposium.topology is [") && line.endsWith(" (the command line): " + why), line);
    }

    @Test
    void aTopologyThatIsSaidThoughItIsTheUsualOneMakesNoDifference() {
        Settings said = Settings.from(node(Map.of("symposium.process", 3, "symposium.topology", "ring")));
        Settings silent = Settings.from(node(Map.of("symposium.process", 3)));
        assertEquals(Shape.RING, said.topology());
        assertEquals(NodeDescriptor.configuration(silent), NodeDescriptor.configuration(said));
    }

    /** An application wants named locks, and gives no numbers. */
    @Test
    void withoutSettingsANodeHasNamedLocksAndNoOtherService() {
        Settings silent = Settings.from(node(Map.of()));
        assertEquals(Set.of(Settings.Service.RESOURCES), silent.services());
        assertEquals(OptionalInt.empty(), silent.process());
    }

    /** Fences of nodes with different lower bounds would not be comparable over a restart. */
    @Test
    void nodesWithDifferentFirstGenerationsAreNotAlike() {
        assertEquals(
                3,
                Stream.of("clock", "0", "7").map(SettingsTest::from).distinct().count());
    }

    private static SortedMap<String, String> from(String firstGeneration) {
        return NodeDescriptor.configuration(Settings.from(node(Map.of("symposium.first-generation", firstGeneration))));
    }

    @ParameterizedTest
    @CsvSource({"clock, 2551, 0", "0, 0, 0", "0, 2551, 1", "7, 2551, 1"})
    void aNodeThatMayStartAgainBelowItsFencesSaysSo(String firstGeneration, int port, long lines) {
        Config config =
                node(Map.of("symposium.first-generation", firstGeneration, "akka.remote.artery.canonical.port", port));
        Optional<String> said = AkkaSettings.restarts(config, Settings.from(config));
        assertEquals(lines, said.stream().flatMap(String::lines).count(), said::toString);
    }

    @Test
    void aFileIsNamedWithItsLine() {
        Config config =
                ConfigFactory.parseString("symposium {\n  processes = 0\n}").withFallback(node(Map.of()));
        String line =
                assertThrows(InvalidSetting.class, () -> Settings.from(config)).getMessage();
        assertTrue(line.startsWith("symposium.processes is 0 (String: 2): "), line);
    }

    @Test
    void anAlgorithmThatNoClusterRunsIsRefused() {
        assertEquals(
                "symposium.algorithm is ewd8510: the most similar one is ewd851; a cluster runs one of [ewd851]",
                assertThrows(InvalidSetting.class, () -> ClusterCatalogue.algorithm("ewd8510"))
                        .getMessage()
                        .replaceAll("\\[.*]", "[ewd851]"));
    }

    private static String timers() {
        SortedSet<String> names = new TreeSet<>(Set.of("default"));
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            if (ClusterCatalogue.names().contains(algorithm.name())) {
                algorithm.timers().forEach(timer -> names.add(TimerDurations.spelled(timer)));
            }
        }
        assertTrue(names.containsAll(Set.of("pong-rests", "suspicion")), names.toString());
        return String.join(", ", names);
    }

    private static String refused(Map<String, Object> said) {
        Map<String, Object> all = new HashMap<>(said);
        if (!said.isEmpty()) {
            all.putIfAbsent("symposium.process", 0);
        }
        return assertThrows(InvalidSetting.class, () -> Settings.from(node(all)))
                .getMessage();
    }

    /** With five processes, unless it says otherwise. */
    private static Config node(Map<String, ?> said) {
        Map<String, Object> all = new HashMap<>(Map.of("symposium.processes", 5));
        all.putAll(said);
        return Hocon.node(all);
    }

    /** The names and values of all settings, except sections with keys of Akka or of other readers. */
    static Stream<Arguments> defaults() {
        return ConfigFactory.defaultReferenceUnresolved().getConfig("symposium").entrySet().stream()
                .filter(each -> !each.getKey().matches("(lease|tls|timers.*|.*dispatcher)\\..*"))
                .map(each -> Arguments.of("symposium." + each.getKey(), each.getValue()));
    }

    /** Also a setting of which only a member without the role makes use, or an endpoint. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("defaults")
    void everySettingRefusesAValueOfAnotherKind(String path, ConfigValue usual) {
        assertRefused(path, Map.of("a", 1));
        String text = usual.render(ConfigRenderOptions.concise());
        boolean quantity = text.matches("[0-9.]+|\"[0-9]+ ?[A-Za-z]+\"");
        if (quantity) {
            assertRefused(path, -1);
        }
        if (quantity || !path.matches(".*(directory|file)")) {
            assertRefused(path, "no such value");
        }
    }

    /** Its defaults would be hidden, also where other sources of the configuration have the section. */
    @Test
    void theSectionIsNoValue() {
        Config file = ConfigFactory.parseString("symposium = 3");
        assertEquals(
                "symposium is 3 (String: 1): it is a section of settings",
                assertThrows(
                                InvalidSetting.class,
                                () -> Hocon.quickNodeWith(Map.of("symposium.process", 0), file, Map.of()))
                        .getMessage());
    }

    private static void assertRefused(String path, Object value) {
        String line = refused(Map.of(path, value));
        assertTrue(line.startsWith(path + " is "), line);
        assertTrue(line.contains(" (the command line): it is "), line);
    }

    @Test
    void theNumberOfProcessesIsRequired() {
        assertEquals(
                "symposium.processes is missing: it is a whole number from 1 to 5000",
                assertThrows(InvalidSetting.class, () -> Settings.from(Hocon.node(Map.of())))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            proceses            | symposium.processes
            Role                | symposium.role
            election.patients   | symposium.election.patience
            management.loopback | symposium.management.beyond-loopback
            """)
    void aSettingThatIsNotKnownIsNamedWithTheOneMostLikeIt(String key, String like) {
        assertEquals(
                "symposium." + key + " (the command line) is not a setting; the most similar one is " + like,
                refused(Map.of("symposium." + key, 3)));
    }
}
