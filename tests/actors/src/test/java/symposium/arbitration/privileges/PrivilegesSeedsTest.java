package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;

/**
 * Named locks in virtual time, under faults, a run for each seed: a hundred runs here, and ten thousand with
 * {@code mvn verify -P seeds}, or {@code -Dseeds} of them. {@code -Dseed=N} repeats one run, and prints every step.
 */
@Tag("fast")
class PrivilegesSeedsTest {

    private static final int FEW = 100;
    /** With this number of seeds, every rule fires that may. */
    private static final int MOST_RULES = 1_000;

    /** So few seeds find every planted fault. */
    private static final long FINDS = 400;

    /** Of the faults that few seeds find: one that does, which is tried first. */
    private static final Map<String, Long> FOUND = Map.of();

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
    private static final BiConsumer<Long, TraceEvent> SILENT = (time, event) -> {};
    private static final int MANY = Integer.getInteger("seeds", 10_000);

    private static Protocol<PrivilegeState, PrivilegeMessage, Request, Grant> original(Start start) {
        return new Privileges.Entry().withDynamicMembership(start, 0);
    }

    @Test
    void everySeedKeepsThePromises() {
        Optional<Long> one = Optional.ofNullable(Long.getLong("seed"));
        LongStream seeds = one.map(LongStream::of).orElseGet(() -> LongStream.rangeClosed(1, FEW));
        keepThePromises(seeds, one.isPresent() ? (time, event) -> System.out.println(time + "  " + event) : SILENT);
    }

    @Test
    @Tag("seeds")
    void tenThousandSeedsKeepThePromises() {
        keepThePromises(LongStream.rangeClosed(1, MANY), SILENT);
    }

    private static void keepThePromises(LongStream seeds, BiConsumer<Long, TraceEvent> story) {
        SeededRun.Coverage coverage = new SeededRun.Coverage();
        List<String> failures = new ArrayList<>();
        long[] all = seeds.toArray();
        for (long seed : all) {
            SeededRun run = new SeededRun(seed, SeededRun::anyClaims, story);
            try {
                coverage.add(run.run(PrivilegesSeedsTest::original));
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
            Set<String> silent = Arrays.stream(PrivilegeRule.values())
                    .map(PrivilegeRule::label)
                    .filter(label -> !coverage.times.containsKey("rule " + label))
                    .collect(Collectors.toSet());
            // All sessions fit into one message.
            assertEquals(Set.of(PrivilegeRule.PORTION.label()), silent);
        }
    }

    /** Each fault that the checker has to find is found by one of a few seeds, too. */
    @Test
    void theSeedsFindEveryPlantedFault() {
        find(PrivilegeChecks::variants, SeededRun::anyClaims);
        find(PrivilegeModeChecks::shared, SeededRun::anyClaims);
        find(PrivilegeModeChecks::permits, SeededRun::oneName);
        find(PrivilegeChecks::keptVariants, SeededRun::oneName);
    }

    /** Faults that need more than three processes, or several names: no exploration finds them. */
    @Test
    @Tag("slow")
    void seedsFindWhatNoExplorationDoes() {
        List<Function<Start, Protocol<PrivilegeState, PrivilegeMessage, Request, Grant>>> faulty = List.of(
                start -> with(start, new Sessions(new Parts(Parts.MOST), Backups::new) {
                    /** Arrows lead to what has ended. */
                    @Override
                    boolean ended(Tabled other, PrivilegeState p) {
                        return false;
                    }
                }),
                start -> with(start, new Sessions(new Parts(Parts.MOST), Backups::new) {
                    /** The end of what is not taken over yet is told. */
                    @Override
                    boolean mayTakeOver(Fence fence, PrivilegeState p) {
                        return false;
                    }
                }));
        for (int index = 0; index < faulty.size(); index++) {
            Function<Start, Protocol<PrivilegeState, PrivilegeMessage, Request, Grant>> protocol = faulty.get(index);
            OptionalLong found = LongStream.rangeClosed(1, MANY)
                    .filter(seed -> !holds(seed, SeededRun::anyClaims, protocol))
                    .findFirst();
            System.out.println("fault " + index + ": found by seed " + found);
            assertTrue(found.isPresent());
        }
    }

    private static Protocol<PrivilegeState, PrivilegeMessage, Request, Grant> with(Start start, Sessions sessions) {
        return new Privileges(start.quorum(), PrivilegeChecks.FIRST, sessions, Views::new);
    }

    private static void find(
            Function<Start, Variants<PrivilegeState, PrivilegeMessage, Request, Grant>> variants,
            Function<Random, List<Choice>> choices) {
        List<Variant<PrivilegeState, PrivilegeMessage, Request, Grant>> all =
                variants.apply(Start.of(3, 0)).list();
        for (int index = 0; index < all.size(); index++) {
            int at = index;
            if (all.get(at).scenario().orElseThrow().invariant().equals(PrivilegeChecks.BACKED_UP)) {
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
            Function<Start, Protocol<PrivilegeState, PrivilegeMessage, Request, Grant>> protocol) {
        try {
            new SeededRun(seed, choices, SILENT).run(protocol);
            return true;
        } catch (InvariantViolation found) {
            return false;
        }
    }
}
