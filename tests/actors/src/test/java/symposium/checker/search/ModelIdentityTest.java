package symposium.checker.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.ewd851.Ewd851;

/** What is explored is known by its contents. */
class ModelIdentityTest {

    private static ModelIdentity identity(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return ModelIdentity.of("it", model(algorithm), algorithm.getClass(), SearchWorker.class);
    }

    private static <S, M, U, I, O> Model<S, M, U, I, O> model(Algorithm<S, M, U, I, O> algorithm) {
        return Model.of(algorithm, Start.of(3, 0)).withFaults(FaultBudget.NONE.withCrashes(1));
    }

    /** The same model made again has the same identity, also after an exploration. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    void itIsOfAModelNotOfAnObject(Algorithm<?, ?, ?, ?, ?> algorithm) {
        Model<?, ?, ?, ?, ?> model = model(algorithm);
        ModelIdentity before = ModelIdentity.of("it", model, algorithm.getClass(), SearchWorker.class);
        assertEquals(before, identity(algorithm));
        Explorer.of(model, new Limits(300, Duration.ofMinutes(1))).explore();
        assertEquals(before, ModelIdentity.of("it", model, algorithm.getClass(), SearchWorker.class));
        assertEquals(
                before.parts().size(),
                before.parts().stream()
                        .map(ModelIdentity.Part::difference)
                        .distinct()
                        .count());
        assertTrue(before.parts().stream()
                .noneMatch(part -> part.toString().matches(".*(0x|@[0-9a-f]{5}|akka|jackson).*")));
    }

    /** Printed by another virtual machine, see the test below. */
    public static void main(String[] arguments) {
        System.out.print(all());
    }

    private static String all() {
        return Entries.all()
                .map(ModelIdentityTest::identity)
                .map(ModelIdentity::toString)
                .collect(Collectors.joining("\n"));
    }

    @Test
    @Tag("slow")
    void itIsTheSameInEachVirtualMachine() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=2",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ModelIdentityTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String there = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(other.waitFor(60, TimeUnit.SECONDS));
        assertEquals(all(), there);
    }

    @Test
    void everyOptionOfTheModelIsAPart() {
        Model<?, ?, ?, ?, ?> model = model(new Ewd851.Entry());
        assertDiffers("the channels differ (fifo, not unordered)", model, it -> it.withChannels(Channels.UNORDERED));
        assertDiffers("the requests differ (any number, not 2 each)", model, it -> it.withRequests(2));
        assertDiffers(
                "what is judged differs (progress, too, not the invariants)",
                model,
                it -> it.withJudgesProgress(false));
        assertDiffers("the quorum differs (2, not 3)", model, it -> it.withQuorum(3));
        assertDiffers("the start differs (with neighbours, not cut off)", model, Model::startingCutOff);
        assertDiffers(
                "the silent processes differ ([], not [1, 2])",
                model,
                it -> it.withInitiators(Set.of(ProcessId.of(0))));
        assertDiffers(
                "the arriving processes differ ([], not [2])", model, it -> it.withArriving(Set.of(ProcessId.of(2))));
        assertDiffers("the links of the topology differ", model, it -> it.withTopology(Shape.LINE));
        assertTrue(difference(model, model.withFaults(FaultBudget.NONE)).startsWith("the faults differ (FaultBudget["));
        assertTrue(difference(model, model.withInvariants(List.of())).endsWith(" more"));
        assertTrue(difference(model, model.among(new TreeSet<>(Set.of(ProcessId.of(0), ProcessId.of(1)))))
                .startsWith("the processes differ ([0, 1, 2], not [0, 1]), the links of the topology differ"));
    }

    private static void assertDiffers(
            String how, Model<?, ?, ?, ?, ?> model, Function<Model<?, ?, ?, ?, ?>, Model<?, ?, ?, ?, ?>> change) {
        String found = difference(model, change.apply(model));
        // A topology of another class has other code besides.
        assertEquals(how, found.replaceFirst(", the class .*", ""));
    }

    private static String difference(Model<?, ?, ?, ?, ?> found, Model<?, ?, ?, ?, ?> here) {
        return ModelIdentity.of("it", here)
                .difference(ModelIdentity.of("it", found))
                .orElse("none");
    }

    @Test
    void theQuotientIsAPart() {
        Catalogue.all().stream()
                .filter(algorithm -> model(algorithm).quotient().isPresent())
                .forEach(algorithm ->
                        assertTrue(difference(model(algorithm), model(algorithm).withoutQuotient())
                                .startsWith("the quotient differs")));
    }

    @Test
    void everyVariantIsAProtocolOfItsOwn() {
        Entries.all().forEach(ModelIdentityTest::assertVariantsDiffer);
    }

    private static <S, M, U, I, O> void assertVariantsDiffer(Algorithm<S, M, U, I, O> algorithm) {
        Start start = Start.of(3, 0);
        String correct = new Contents().of(algorithm.protocol(start));
        algorithm
                .checks()
                .variants(start)
                .forEach(variant -> assertNotEquals(
                        correct, new Contents().of(variant.protocol()), algorithm.name() + ": " + variant.name()));
    }

    /** A lambda has no name of its own; what it captures, however deep, does matter. */
    @Test
    void lambdasDifferByWhatTheyCapture() {
        List<String> texts = IntStream.of(1, 2, 1)
                .mapToObj(number -> {
                    IntSupplier inner = () -> number;
                    IntSupplier outer = () -> inner.getAsInt() + 1;
                    return new Contents().of(Optional.of(outer));
                })
                .toList();
        assertEquals(texts.get(0), texts.get(2));
        assertNotEquals(texts.get(0), texts.get(1));
        assertTrue(texts.get(0).contains("ModelIdentityTest lambda"), texts.get(0));
    }

    /** The code is that of the model and of the search: another algorithm may change, and so may the command line. */
    @Test
    void codeThatDoesNotMatterIsNoPart() {
        String parts = identity(new Ewd851.Entry()).parts().toString();
        for (String known : List.of(
                "mutex.ewd851.Ewd851", "kernel.Transition", "checker.space.StateSpace", "kernel.topology.Shape")) {
            assertTrue(parts.contains("the class symposium." + known + " differs"), known);
        }
        assertFalse(
                parts.matches(
                        ".*the class (?!(symposium\\.(kernel|checker|mutex|clock|regeneration)|org\\.pcollections)\\.).*"),
                parts);
        assertFalse(parts.contains("symposium.mutex.lamport"), parts);
    }

    @Test
    void anotherInvariantIsNamed() {
        Model<?, ?, ?, ?, ?> model = model(new Ewd851.Entry());
        assertDiffers("the invariant 1, \"x\", differs", bounded(model, 1), it -> bounded(it, 2));
        assertDiffers("none", bounded(model, 1), it -> bounded(it, 1));
    }

    private static <S, M, U, I, O> Model<S, M, U, I, O> bounded(Model<S, M, U, I, O> model, int most) {
        return model.withInvariants(List.of(Invariant.atMost(most, "x", (state, user) -> true)));
    }
}
