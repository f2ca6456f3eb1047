package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing.Choice;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.problem.Variants;

/**
 * Named locks in virtual time, under faults, a run for each seed: a hundred runs here, and ten thousand with
 * {@code mvn verify -P seeds}, or {@code -Dseeds} of them. {@code -Dseed=N} repeats one run, and prints every step.
 */
@Tag("fast")
class ResourcesSeedsTest {

    private static final int FEW = 100;
    /** With this number of seeds, every rule fires that may. */
    private static final int MOST_RULES = 1_000;

    /** So few seeds find every planted fault. */
    private static final long FINDS = 400;

    /** Of the faults that few seeds find: one that does, which is tried first. */
    private static final Map<String, Long> FOUND =
            Map.of("the parts of what is taken over are not reserved", 272L, "what is taken over waits its turn", 248L);

    private static final List<String> EXPECTED = List.of(
            "crash",
            "false departure",
            "join",
            "link failure",
            "link recovery",
            "together",
            "Taken",
            "NotFree",
            "Withdrawn",
            "Lost",
            "Excluded",
            "BackedUp",
            "TakingOver",
            "Ended");
    private static final int MANY = Integer.getInteger("seeds", 10_000);

    private static Protocol<ResourceState, ResourceMessage, Request, Grant> original(Start start) {
        return new ResourceAllocation.Entry().withDynamicMembership(start, 0);
    }

    @Test
    void everySeedKeepsThePromises() {
        Optional<Long> one = Optional.ofNullable(Long.getLong("seed"));
        LongStream seeds = one.map(LongStream::of).orElseGet(() -> LongStream.rangeClosed(1, FEW));
        keepThePromises(seeds, one.isPresent() ? System.out::println : step -> {});
    }

    @Test
    @Tag("seeds")
    void tenThousandSeedsKeepThePromises() {
        keepThePromises(LongStream.rangeClosed(1, MANY), step -> {});
    }

    private static void keepThePromises(LongStream seeds, Consumer<String> story) {
        SeededRun.Coverage coverage = new SeededRun.Coverage();
        List<String> failures = new ArrayList<>();
        long[] all = seeds.toArray();
        for (long seed : all) {
            SeededRun run = new SeededRun(seed, SeededRun::anyClaims, story);
            try {
                coverage.add(run.run(ResourcesSeedsTest::original));
            } catch (InvariantViolation violation) {
                failures.add("seed " + seed + ", " + run + ": " + violation + "; again: -Dseed=" + seed);
            }
        }
        System.out.println("named locks, " + all.length + " seeds: " + coverage.times);
        assertEquals(List.of(), failures);
        if (all.length > 1) {
            EXPECTED.forEach(what -> assertTrue(coverage.times.containsKey(what), what + " never happens"));
        }
        if (all.length >= MOST_RULES) {
            Set<String> silent = Arrays.stream(ResourceRule.values())
                    .map(ResourceRule::label)
                    .filter(label -> !coverage.times.containsKey("rule " + label))
                    .collect(Collectors.toSet());
            // A user is told at once of a loss, and never gives back what it has lost. All sessions fit into one
            // message.
            assertEquals(Set.of(ResourceRule.RELEASE_LOST.label(), ResourceRule.TOLD.label()), silent);
        }
    }

    /** Each fault that the checker has to find is found by one of a few seeds, too. */
    @Test
    void theSeedsFindEveryPlantedFault() {
        find(ResourceAllocationChecks::variants, SeededRun::anyClaims);
        find(ResourceModeChecks::shared, SeededRun::anyClaims);
        find(ResourceModeChecks::permits, SeededRun::oneName);
        find(KeptSessionsChecks::variants, SeededRun::oneName);
    }

    /** It takes one seed of 6,000: the end of a session follows later while the process asks for a fork. */
    @Test
    void aSeedFindsThatEndsAreNotToldBeforeANewGeneration() {
        assertThrows(InvariantViolation.class, () -> new SeededRun(12294, SeededRun::anyClaims, step -> {})
                .run(start -> new ResourceAllocation(start.quorum(), ResourceAllocation.Entry.FIRST) {
                    @Override
                    void endedBeforeNews(ProcessId other, Transition<ResourceState, ResourceMessage, Grant> step) {}
                }));
        assertTrue(holds(
                12294,
                SeededRun::anyClaims,
                start -> new ResourceAllocation(start.quorum(), ResourceAllocation.Entry.FIRST)));
    }

    private static void find(
            Function<Start, Variants<ResourceState, ResourceMessage, Request, Grant>> variants,
            Function<Random, List<Choice>> choices) {
        List<Variant<ResourceState, ResourceMessage, Request, Grant>> all =
                variants.apply(Start.of(3, 0)).list();
        for (int index = 0; index < all.size(); index++) {
            int at = index;
            if (all.get(at).scenario().orElseThrow().invariant().equals(KeptSessionsChecks.BACKED_UP)) {
                // It concerns all processes at once, as runs are not judged.
                continue;
            }
            LongStream known = LongStream.of(FOUND.getOrDefault(all.get(at).name(), 1L));
            OptionalLong found = LongStream.concat(known, LongStream.rangeClosed(1, FINDS))
                    .filter(seed -> !holds(
                            seed,
                            choices,
                            start -> variants.apply(start).list().get(at).protocol()))
                    .findFirst();
            assertTrue(found.isPresent(), all.get(at).name() + ", in " + FINDS + " seeds");
            System.out.println(all.get(at).name() + ": found by seed " + found.getAsLong());
        }
    }

    private static boolean holds(
            long seed,
            Function<Random, List<Choice>> choices,
            Function<Start, Protocol<ResourceState, ResourceMessage, Request, Grant>> protocol) {
        try {
            new SeededRun(seed, choices, step -> {}).run(protocol);
            return true;
        } catch (InvariantViolation found) {
            return false;
        }
    }
}
