package symposium.kernel.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Rule;
import symposium.kernel.Timer;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** The algorithms that are registered, and those that families make of them. */
@Tag("fast")
class CatalogueTest {

    private static List<String> names(List<Algorithm<?, ?, ?, ?, ?>> algorithms) {
        return algorithms.stream().map(algorithm -> algorithm.name()).toList();
    }

    @Test
    void algorithmsAndTheMembersOfFamiliesAreInTheOrderOfTheirNames() {
        List<String> all = names(Catalogue.all());
        List<String> single = names(Catalogue.byThemselves());
        assertEquals(all.stream().sorted().distinct().toList(), all);
        assertEquals(single.stream().sorted().toList(), single);
        assertTrue(all.containsAll(single));
        assertTrue(single.contains("ewd851"));
        List<String> members = Catalogue.families().stream()
                .flatMap(family -> names(family.over(Catalogue.byThemselves())).stream())
                .toList();
        assertTrue(members.size() > 1);
        assertEquals(
                members.stream().sorted().toList(),
                all.stream().filter(name -> !single.contains(name)).toList());
    }

    @Test
    void everyAlgorithmIsFoundByItsNameAndNoOther() {
        for (String name : names(Catalogue.all())) {
            assertEquals(name, Catalogue.named(name).orElseThrow().name());
        }
        assertEquals(Optional.empty(), Catalogue.named("nobody"));
    }

    @Test
    void familiesHaveMembersThatTheCatalogueDoesNotList() {
        assertEquals("misra-7", Catalogue.named("misra-7").orElseThrow().name());
        assertFalse(names(Catalogue.all()).contains("misra-7"));
        assertTrue(Catalogue.families().stream()
                .flatMap(family -> family.others().stream())
                .anyMatch("misra-K for every number K from 1 to 99"::equals));
    }

    /** The checker, the simulation and logs tell timers and rules apart by these. */
    @Test
    void timersHaveDifferentNamesAndRulesDifferentLabels() {
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            assertDifferent(algorithm.timers().stream().map(Timer::name).toList(), algorithm.name());
            for (int processes = 1; processes <= 4; processes++) {
                assertDifferent(
                        algorithm.protocol(Start.of(processes, 0)).rules().stream()
                                .map(Rule::label)
                                .toList(),
                        algorithm.name());
            }
        }
    }

    private static void assertDifferent(List<String> names, String of) {
        assertEquals(names.stream().distinct().toList(), names, of);
    }

    // --- families

    private static Algorithm<?, ?, ?, ?, ?> algorithm(String name) {
        return new Algorithm<>(new Algorithm.Descriptor<Integer, Channels, User, Input, Output>(
                        name, MutualExclusion.PROBLEM, Channels.class)
                .withPaper(Paper.of("nowhere").withCost("0"))
                .withSystem(SystemModel.of(Channels.FIFO, Shape.RING).withAssumptions("none"))
                .withProtocol(start -> (self, neighbours) -> 0));
    }

    /** Its timers would have the names of those of the links below it. */
    @ParameterizedTest
    @ValueSource(strings = {"reliable-link", "reliable-link-handshake"})
    void aLinkIsNotOverLinks(String link) {
        assertTrue(Catalogue.named(link).isPresent());
        assertEquals(Optional.empty(), Catalogue.named(link + "-over-links"));
    }

    @Test
    void aNumberedFamilyHasAMemberForEachNumber() {
        NumberedFamily family =
                new NumberedFamily("copies of a", "a", number -> algorithm("a-" + (number == 13 ? 12 : number))) {};
        assertEquals("copies of a", family.name());
        assertEquals(List.of(), family.over(Catalogue.all()));
        assertEquals(Optional.of("a-K for every number K from 1 to 99"), family.others());
        for (String name : List.of("a-1", "a-10", "a-99")) {
            assertEquals(name, family.named(name, List.of()).orElseThrow().name());
        }
        for (String name : List.of("a-0", "a-07", "a-100", "a-", "a", "b-1", "a-b", "a-13")) {
            assertEquals(Optional.empty(), family.named(name, List.of()), name);
        }
    }

    @Test
    void aFamilyFindsItsMembersByName() {
        Family family = new Family() {
            @Override
            public String name() {
                return "twins";
            }

            @Override
            public List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all) {
                return List.of(algorithm("one"), algorithm("other"));
            }
        };
        assertEquals("other", family.named("other", List.of()).orElseThrow().name());
        assertEquals(Optional.empty(), family.named("third", List.of()));
        assertEquals(Optional.empty(), family.others());
    }

    // --- registration

    @TempDir
    private Path directory;

    /** Registers an algorithm whose class cannot be made. */
    public static final class Failing extends Algorithm<Integer, Channels, User, Input, Output> {
        public Failing() {
            super(new Descriptor<>("failing", MutualExclusion.PROBLEM, Channels.class));
        }
    }

    private ServiceConfigurationError registering(String line) throws IOException {
        Path file = directory.resolve("META-INF/services/symposium.kernel.catalogue.Algorithm");
        Files.createDirectories(file.getParent());
        Files.writeString(file, line + "\n");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, Catalogue.class.getClassLoader())) {
            return assertThrows(ServiceConfigurationError.class, () -> Catalogue.all(loader));
        }
    }

    @Test
    void aRegistrationThatFailsNamesTheFileAndTheReason() throws IOException {
        String file = "META-INF/services/symposium.kernel.catalogue.Algorithm: ";
        String missing = registering("symposium.Nobody").getMessage();
        assertTrue(missing.startsWith(file + "Provider symposium.Nobody not found; each line must be"), missing);
        assertTrue(missing.endsWith("that is a symposium.kernel.catalogue.Algorithm"), missing);
        String failing = registering(Failing.class.getName()).getMessage();
        assertTrue(failing.startsWith(file) && failing.endsWith(": failing: no source"), failing);
    }
}
