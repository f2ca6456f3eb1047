package symposium;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.ActorContext;
import akka.pattern.Patterns;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Family;
import symposium.kernel.topology.Graph;
import symposium.planted.InTheCommonPool;
import symposium.planted.InTheDefaultLocale;
import symposium.planted.OfPath;
import symposium.planted.cycle.one.One;

/**
 * The arrows of the house: {@code tests -> cluster-config -> actors}; inside actors everything points at the kernel;
 * and there is no Akka where algorithms are written, explored, simulated and drawn.
 */
@Tag("fast")
class HouseTest {

    /** The packages of the laboratory's command line, in actors/cli, which may use all of actors. */
    private static final Set<String> OF_THE_LABORATORY = Set.of("cli", "distributed", "site", "web");

    /**
     * The packages of actors, with their subpackages, and what each may depend on besides the kernel and itself. An
     * algorithm's problem lies in the package above it, so {@code mutex.ewd851} sees {@code mutex}, and so do the
     * examples in {@code own}. Six exceptions: what is taken at a table carries the fence of a grant; mutual exclusion
     * by a token may run a regeneration that repairs its loss; what is in {@code composition} composes algorithms,
     * each of a problem of its own, and runs them instead of copying their rules; {@code eventlog} writes the modes of
     * resources and the incarnations of links in short; {@code topology} also reads tables; {@code browser} shows what
     * the tools find.
     */
    private static final Map<String, Set<String>> BESIDES_THE_KERNEL = new TreeMap<>(Map.ofEntries(
            Map.entry("kernel", Set.of()),
            Map.entry("clock", Set.of()),
            Map.entry("mutex", Set.of("clock", "regeneration")),
            Map.entry("election", Set.of()),
            Map.entry("input", Set.of()),
            Map.entry("links", Set.of()),
            Map.entry("membership", Set.of()),
            Map.entry("own", Set.of("mutex")),
            Map.entry("regeneration", Set.of()),
            Map.entry("arbitration", Set.of("mutex")),
            Map.entry("composition.ewd851misra", Set.of("mutex", "election", "regeneration")),
            Map.entry("composition.tokenbyelection", Set.of("mutex", "election")),
            Map.entry("composition.privilegeswithvoters", Set.of("arbitration", "membership")),
            Map.entry("checker", Set.of()),
            Map.entry("formula", Set.of()),
            Map.entry("browser", Set.of("checker", "election", "eventlog", "formula", "simulation", "trace")),
            Map.entry("simulation", Set.of()),
            Map.entry("termination", Set.of()),
            Map.entry("topology", Set.of("arbitration")),
            Map.entry("trace", Set.of("clock")),
            Map.entry("eventlog", Set.of("clock", "trace", "links", "arbitration")),
            Map.entry("actor", Set.of("clock"))));

    /** The one package of actors where Akka is at home. */
    private static final String OF_AKKA = "actor";

    private static final String GENERATED = "io.soabase.recordbuilder.core.RecordBuilderGenerated";

    private static final int COLUMNS = 120;

    private static final int MOST_CLASSES = 20;
    private static final int MOST_LINES = 450;
    private static final Pattern BLOCK_COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("^package ([a-z0-9.]+);", Pattern.MULTILINE);
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(symposium[a-z0-9.]*)\\.[A-Z]", Pattern.MULTILINE);
    private static final Pattern NO_CODE = Pattern.compile("//|import |package ");

    private static final Path PACKAGES = Pages.root().resolve("actors/docs/packages.md");

    /** A row of the tables of rooms: its name, what is there, and what it uses. */
    private static final Pattern ROW = Pattern.compile("\\| `([a-z.]+)` \\|[^|]*\\|([^|]*)\\|");

    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

    private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*|\\*|//)");

    private static final List<String> PARAMETERS = List.of("S", "M", "U", "I", "O");
    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> Stream.of("symposium-tests-support", "/tests/support/target/")
                    .noneMatch(location::contains))
            .importPackages("symposium");

    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("symposium.planted");

    private static final Set<String> OF_THE_COMMAND_LINE = Set.of("cli", "distributed", "distribution", "site", "web");

    static Set<String> packagesOfActors() {
        return BESIDES_THE_KERNEL.keySet();
    }

    @ParameterizedTest
    @MethodSource("packagesOfActors")
    void insideActorsEverythingPointsAtTheKernel(String name) {
        onlyTheKernelAnd(name, BESIDES_THE_KERNEL.get(name)).check(HOUSE);
    }

    @Test
    void actorsKnowsNothingOfClusterConfig() throws IOException {
        Set<String> actors = packagesIn("actors");
        Set<String> clusterConfig = packagesIn("cluster-config");
        assertTrue(Collections.disjoint(actors, clusterConfig), "a package is in both: " + actors + clusterConfig);
        blindTo(actors, clusterConfig).check(HOUSE);
    }

    /** The packages with sources in a folder of the top level. */
    private static Set<String> packagesIn(String folder) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Pages.root().resolve(folder))) {
            for (Path file : files.filter(HouseTest::isSource).toList()) {
                if (file.toString().contains("/src/main/")) {
                    found.addAll(found(PACKAGE, Files.readString(file)));
                }
            }
        }
        return found;
    }

    @Test
    void whatIsExploredSimulatedAndDrawnKnowsNothingOfAkka() {
        Set<String> pure = new TreeSet<>(packagesOfActors());
        pure.remove(OF_AKKA);
        withoutAkka(pure).check(HOUSE);
    }

    /** What an application imports does not depend on what carries it out. */
    @Test
    void applicationsImportOnePackage() {
        withoutWhatCarriesItOut("service").check(HOUSE);
    }

    /** An application has these libraries or not: what needs them is loaded only by an application that uses it. */
    @Test
    void optionalLibrariesStayInTheirPackages() {
        onlyIn(Set.of("metrics"), "io.micrometer..").check(HOUSE);
        // The executable jar has Akka Management.
        onlyIn(Set.of("management", "cli", "web"), "akka.http..", "akka.management..")
                .check(HOUSE);
    }

    /** Artery compresses a path to what is there when a message comes: before the actor starts, to an absent one. */
    @Test
    void noReferenceIsMadeOfAPath() {
        withoutReferencesOfPaths().check(HOUSE);
    }

    /** In some languages {@code %d} writes other digits than 0 to 9. The command line sets one locale for itself. */
    @Test
    void librariesWriteNumbersInOneLocale() {
        noClasses()
                .that(DescribedPredicate.not(of(OF_THE_COMMAND_LINE)))
                .should(formatInTheDefaultLocale())
                .check(HOUSE);
    }

    /**
     * What depends on the futures of Akka's Java API runs in the common pool, which the application may block; and the
     * actor that waits for an answer has a name which an actor of the next incarnation may have.
     */
    @Test
    void librariesAskByTheirOwnFutures() {
        noClasses()
                .that(DescribedPredicate.not(of(OF_THE_COMMAND_LINE)))
                .should(askByAkka())
                .check(HOUSE);
    }

    /** A node of a cluster, or a service, loses no message by hand. */
    @Test
    void onlyADemoLosesMessages() {
        losesNothing("cluster", "demo.Demo", "demo.nodes.LocalCluster", "demo.nodes.TokenLoss")
                .check(HOUSE);
    }

    @Test
    void noAlgorithmKnowsAnother() {
        apart("symposium.(mutex).(*)..").check(HOUSE);
        apart("symposium.(election).(*)..").check(HOUSE);
        apart("symposium.(regeneration).(*)..").check(HOUSE);
        apart("symposium.(composition).(*)..").check(HOUSE);
    }

    @Test
    void thereIsNoCycleAmongPackages() {
        withoutCycles().check(HOUSE);
    }

    @Test
    void thereIsNoCycleAmongClasses() {
        withoutClassCycles().check(HOUSE);
    }

    @Test
    void everyPackageHasItsPlace() throws IOException {
        Set<String> found = packagesIn("actors").stream()
                .map(each -> each.split("\\.")[1])
                .collect(Collectors.toCollection(TreeSet::new));
        found.removeAll(OF_THE_LABORATORY);
        Set<String> placed = packagesOfActors().stream()
                .map(name -> name.split("\\.")[0])
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(placed, found);
    }

    @Test
    void noRoomIsCrowded() {
        assertEquals(List.of(), crowded(MOST_CLASSES));
    }

    @Test
    void theArchitecturePageDrawsTheArrows() throws IOException {
        assertEquals(List.of(), deviations(drawn(Files.readString(PACKAGES))));
    }

    /** Where a stranger is sent by the page there is what the page says. */
    @Test
    void theQuestionsOfThePageLeadToClasses() throws IOException {
        Pattern row = Pattern.compile("^\\| [^|]*\\? \\| `([^`]*)` \\| `([^`]*)`", Pattern.MULTILINE);
        List<String> named = row.matcher(Files.readString(PACKAGES))
                .results()
                .map(found ->
                        "symposium." + found.group(1) + "." + found.group(2).replace('.', '$'))
                .toList();
        assertEquals(7, named.size());
        assertEquals(
                List.of(), named.stream().filter(name -> !HOUSE.contain(name)).toList());
    }

    /** The packages with more top-level classes than these; generated builders do not count. */
    private static List<String> crowded(int most) {
        Map<String, Set<String>> classes = new TreeMap<>();
        HOUSE.stream()
                .filter(type -> type.getEnclosingClass().isEmpty() && !type.isAnnotatedWith(GENERATED))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .forEach(type -> classes.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>())
                        .add(type.getSimpleName()));
        return classes.entrySet().stream()
                .filter(room -> room.getValue().size() > most)
                .map(room -> room.getKey() + ": " + room.getValue().size())
                .toList();
    }

    /** Which rooms each room uses, by the tables of the page: a room with many has several rows. */
    private static Map<String, Set<String>> drawn(String page) {
        Map<String, Set<String>> drawn = new TreeMap<>();
        page.lines().map(ROW::matcher).filter(Matcher::matches).forEach(row -> {
            Set<String> uses = NAME.matcher(row.group(2))
                    .results()
                    .map(each -> each.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            drawn.computeIfAbsent(row.group(1), first -> new TreeSet<>()).addAll(uses);
        });
        return drawn;
    }

    /** The arrows that are not drawn, those that are drawn and not there, and the packages that are in no room. */
    private static List<String> deviations(Map<String, Set<String>> drawn) {
        Set<String> found = new TreeSet<>();
        Map<String, Set<String>> there = new TreeMap<>();
        for (JavaClass type : HOUSE) {
            String from = room(type.getPackageName(), drawn.keySet());
            if (from.isEmpty()) {
                found.add(type.getPackageName() + " is in no room");
            }
            Set<String> uses = there.computeIfAbsent(from, name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(each -> each.getTargetClass().getBaseComponentType().getPackageName())
                    .filter(name -> name.startsWith("symposium."))
                    .map(name -> room(name, drawn.keySet()))
                    .filter(to -> !to.equals(from) && (from.startsWith("kernel") || !to.startsWith("kernel")))
                    .forEach(uses::add);
        }
        drawn.forEach((from, uses) -> {
            Set<String> of = there.getOrDefault(from, Set.of());
            of.stream().filter(to -> !uses.contains(to)).forEach(to -> found.add(from + " -> " + to + " is not drawn"));
            uses.stream()
                    .filter(to -> !of.contains(to))
                    .forEach(to -> found.add(from + " -> " + to + " is drawn, and not there"));
        });
        return List.copyOf(found);
    }

    /** The room of a package: that of its name, or else of the package above it. */
    private static String room(String name, Set<String> rooms) {
        String room = name.replaceFirst("^symposium\\.?", "");
        while (!room.isEmpty() && !rooms.contains(room)) {
            room = room.contains(".") ? room.substring(0, room.lastIndexOf('.')) : "";
        }
        return room;
    }

    /** State, messages, user, inputs, outputs: those that are declared together are in this order. */
    @Test
    void typeParametersHaveOneOrder() {
        List<String> found = HOUSE.stream()
                .flatMap(each -> Stream.concat(
                        Stream.of(names(each.getTypeParameters())),
                        each.getMethods().stream().map(method -> names(method.getTypeParameters()))))
                .map(HouseTest::outOfOrder)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        assertEquals(List.of(), found);
        assertEquals(Optional.of("[S, U, M]"), outOfOrder(List.of("S", "U", "M")));
        assertEquals(Optional.empty(), outOfOrder(List.of("S", "T", "M", "O")));
    }

    private static List<String> names(List<? extends JavaTypeVariable<?>> declared) {
        return declared.stream().map(JavaTypeVariable::getName).toList();
    }

    private static Optional<String> outOfOrder(List<String> declared) {
        List<String> ordered = declared.stream().filter(PARAMETERS::contains).toList();
        return Optional.of(declared)
                .filter(any -> !ordered.equals(ordered.stream()
                        .sorted(Comparator.comparing(PARAMETERS::indexOf))
                        .toList()))
                .map(List::toString);
    }

    @Test
    void noLineOfACommentIsTooLong() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Pages.root())) {
            for (Path file : files.filter(HouseTest::isSource).toList()) {
                tooLong(Files.readString(file)).forEach(line -> found.add(file + ": " + line));
            }
        }
        assertEquals(List.of(), found);
    }

    /** Imports for Javadoc count, too: readers and IDEs follow them. */
    @Test
    void thereIsNoCycleAmongImports() throws IOException {
        Map<String, Set<String>> imports = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Pages.root())) {
            for (Path file : files.filter(HouseTest::isSource).toList()) {
                if (file.toString().contains("/src/main/")) {
                    String source = Files.readString(file);
                    imports.computeIfAbsent(found(PACKAGE, source).get(0), name -> new TreeSet<>())
                            .addAll(found(IMPORT, source));
                }
            }
        }
        assertEquals(Set.of(), onCycles(imports));
        imports.get("symposium.kernel").add("symposium.mutex");
        assertTrue(onCycles(imports).containsAll(Set.of("symposium.kernel", "symposium.mutex")));
    }

    private static List<String> found(Pattern pattern, String source) {
        return pattern.matcher(source).results().map(match -> match.group(1)).toList();
    }

    /** The nodes of a graph to which a way leads back. */
    private static Set<String> onCycles(Map<String, Set<String>> graph) {
        Set<String> found = new TreeSet<>();
        for (String start : graph.keySet()) {
            Set<String> reached = Graph.reached(start, from -> graph.getOrDefault(from, Set.of()).stream()
                    .filter(to -> !to.equals(from) && graph.containsKey(to))
                    .toList());
            if (reached.stream()
                    .anyMatch(from -> !from.equals(start) && graph.get(from).contains(start))) {
                found.add(start);
            }
        }
        return found;
    }

    /** Lines of code: those of imports, of comments, and without text do not count. */
    @Test
    void noClassIsTooLong() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Pages.root())) {
            for (Path file : files.filter(HouseTest::isSource).toList()) {
                long lines = code(Files.readString(file));
                if (file.toString().contains("/src/main/") && lines > MOST_LINES) {
                    found.add(file + ": " + lines);
                }
            }
        }
        assertEquals(List.of(), found);
    }

    private static long code(String source) {
        return BLOCK_COMMENT
                .matcher(source)
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !NO_CODE.matcher(line).lookingAt())
                .count();
    }

    private static boolean isSource(Path file) {
        return file.toString().endsWith(".java") && file.toString().contains("/src/");
    }

    /** The lines of comments that have more columns than fit. */
    private static List<String> tooLong(String source) {
        return source.lines()
                .filter(line -> line.length() > COLUMNS && COMMENT.matcher(line).lookingAt())
                .toList();
    }

    /** A rule that cannot fail holds nothing: each fails where it is broken. */
    @Test
    void eachRuleFailsWhereItIsBroken() throws IOException {
        assertBroken(
                onlyTheKernelAnd("composition.ewd851misra", Set.of("mutex", "election")),
                HOUSE,
                "symposium.regeneration");
        assertBroken(blindTo(packagesIn("cluster-config"), packagesIn("actors")), HOUSE, "symposium.kernel");
        assertBroken(withoutWhatCarriesItOut("testkit"), HOUSE, "symposium.cluster");
        assertBroken(withoutAkka(Set.of(OF_AKKA)), HOUSE, "akka.actor.typed");
        assertBroken(onlyIn(Set.of("telemetry"), "io.micrometer.."), HOUSE, "symposium.metrics");
        assertBroken(withoutReferencesOfPaths(), PLANTED, OfPath.class.getName());
        assertBroken(noClasses().should(formatInTheDefaultLocale()), PLANTED, InTheDefaultLocale.class.getName());
        assertBroken(noClasses().should(askByAkka()), PLANTED, InTheCommonPool.class.getName());
        assertBroken(losesNothing("cluster", "demo.Demo"), HOUSE, "symposium.demo.nodes.LocalCluster");
        assertBroken(apart("symposium.(planted).cycle.(*).."), PLANTED, One.class.getName());
        assertBroken(withoutCycles(), PLANTED, One.class.getName());
        assertBroken(withoutClassCycles(), PLANTED, One.class.getName());
        assertTrue(crowded(MOST_CLASSES / 2).contains("symposium.arbitration: 19"));
        assertEquals(
                List.of("clock -> links is drawn, and not there", "trace -> clock is not drawn"),
                deviations(drawn(Files.readString(PACKAGES)
                        .replaceFirst("(\\| `clock` .*\\|) *\\|", "$1 `links` |")
                        .replaceFirst("(\\| `trace` .*)`clock`", "$1"))));
        for (String begin : List.of("/** ", "     * ", "    // ")) {
            String longest = begin + "x".repeat(COLUMNS - begin.length());
            assertEquals(List.of(longest + "x"), tooLong(longest + "x\n" + longest + "\n"));
        }
        assertEquals(
                2,
                code(
                        "package p;\n\nimport java.util.List;\n\n/** A\n * class. */\nclass A { // empty\n    // really\n}\n"));
    }

    private static void assertBroken(ArchRule rule, JavaClasses where, String naming) {
        var result = rule.evaluate(where);
        assertTrue(result.hasViolation(), rule.getDescription() + " holds");
        assertTrue(result.getFailureReport().toString().contains(naming), result.toString());
    }

    private static ArchRule withoutReferencesOfPaths() {
        return noClasses().should().callMethodWhere(new DescribedPredicate<>("a reference is made of a path") {
            @Override
            public boolean test(JavaMethodCall call) {
                return call.getName().equals("resolveActorRef");
            }
        });
    }

    private static ArchCondition<JavaClass> formatInTheDefaultLocale() {
        Set<String> formatting = Set.of("format", "formatted", "printf", "toLowerCase", "toUpperCase");
        return callMethodWhere(new DescribedPredicate<>("the default locale decides on the text") {
            @Override
            public boolean test(JavaMethodCall call) {
                return formatting.contains(call.getName())
                        && (call.getTargetOwner().isEquivalentTo(String.class)
                                || call.getTargetOwner().isAssignableTo(PrintStream.class)
                                || call.getTargetOwner().isAssignableTo(PrintWriter.class))
                        && call.getTarget().getRawParameterTypes().stream()
                                .noneMatch(type -> type.isEquivalentTo(Locale.class));
            }
        });
    }

    private static ArchCondition<JavaClass> askByAkka() {
        return callMethodWhere(new DescribedPredicate<>("it asks by a temporary actor of Akka") {
            @Override
            public boolean test(JavaMethodCall call) {
                return call.getTargetOwner().getSimpleName().startsWith("AskPattern")
                        || call.getTargetOwner().isEquivalentTo(Patterns.class)
                        || call.getTargetOwner().isAssignableTo(ActorContext.class)
                                && call.getName().startsWith("ask");
            }
        });
    }

    private static ArchRule losesNothing(String behind, String... but) {
        Set<String> allowed = Stream.of(but).map(each -> "symposium." + each).collect(Collectors.toSet());
        return noClasses()
                .that(DescribedPredicate.not(of(Set.of(behind))))
                .and(new DescribedPredicate<>("are none of " + allowed) {
                    @Override
                    public boolean test(JavaClass type) {
                        return !allowed.contains(type.getName());
                    }
                })
                .should()
                .dependOnClassesThat(
                        resideInAPackage("symposium.cluster..").and(new DescribedPredicate<>("lose messages") {
                            @Override
                            public boolean test(JavaClass type) {
                                return type.getSimpleName().equals("MessageLoss");
                            }
                        }))
                .because("messages are lost by hand only in a demo");
    }

    private static ArchRule onlyTheKernelAnd(String name, Set<String> others) {
        Set<String> allowed = new TreeSet<>(others);
        allowed.add(name);
        allowed.add("kernel");
        return noClasses()
                .that(of(Set.of(name)))
                .should()
                .dependOnClassesThat(resideInAPackage("symposium..").and(DescribedPredicate.not(of(allowed))))
                .because("inside actors everything points at the kernel");
    }

    private static ArchRule withoutWhatCarriesItOut(String name) {
        return noClasses()
                .that(of(Set.of(name)))
                .should()
                .dependOnClassesThat(of(Set.of("cluster")))
                .because("one package has all that applications import");
    }

    private static ArchRule blindTo(Set<String> these, Set<String> those) {
        return noClasses()
                .that(resideInAnyPackage(these.toArray(String[]::new)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(those.toArray(String[]::new)))
                .because("arrows only ever point tests -> cluster-config -> actors");
    }

    private static ArchRule withoutAkka(Set<String> these) {
        return noClasses()
                .that(of(these))
                .should()
                .dependOnClassesThat(resideInAnyPackage("akka..", "com.typesafe.."))
                .because("algorithms are explored, simulated and drawn without any actor");
    }

    private static ArchRule onlyIn(Set<String> packages, String... libraries) {
        return noClasses()
                .that(DescribedPredicate.not(of(packages)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(libraries))
                .because("the library is optional");
    }

    private static ArchRule apart(String packages) {
        return slices().matching(packages)
                .should()
                .notDependOnEachOther()
                .because("an algorithm is complete in its package");
    }

    private static ArchRule withoutCycles() {
        return slices().matching("symposium.(**)").should().beFreeOfCycles();
    }

    /**
     * A class counts with the classes nested in it; only what is registered in the catalogue, an entry or a family of
     * them, counts apart, because it names the invariants and variants, which name the algorithm. Generated builders do
     * not count.
     */
    private static ArchRule withoutClassCycles() {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        JavaClass top = type;
                        while (top.getEnclosingClass().isPresent()) {
                            top = top.getEnclosingClass().get();
                        }
                        if (!top.getName().startsWith("symposium.") || top.isAnnotatedWith(GENERATED)) {
                            return SliceIdentifier.ignore();
                        }
                        return SliceIdentifier.of(
                                type.isAssignableTo(Algorithm.class) || type.isAssignableTo(Family.class)
                                        ? type.getName()
                                        : top.getName());
                    }

                    @Override
                    public String getDescription() {
                        return "top-level classes";
                    }
                })
                .should()
                .beFreeOfCycles();
    }

    private static DescribedPredicate<JavaClass> of(Set<String> packages) {
        return resideInAnyPackage(
                packages.stream().map(name -> "symposium." + name + "..").toArray(String[]::new));
    }
}
