package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.RandomWalk;
import symposium.checker.RandomWalks;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.Graphs;

/**
 * A thousand random walks on rings with chords, of ten to twenty nodes, over unordered links: what fails, fails at any
 * moment, and in the end a process that waits is served. A walk that fails names its seed, from which it is walked
 * again.
 */
@Tag("slow")
class ChangingNetworkWalkTest {

    private static final int SEEDS = 200;
    private static final int STEPS = 60;

    private interface Life {
        Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> of(
                Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> model);
    }

    /** Two of the users ask, each once. */
    private static Map<String, Long> walk(long firstSeed, Life life) {
        return walk(firstSeed, 20, life);
    }

    private static Map<String, Long> walk(long firstSeed, int mostNodes, Life life) {
        Map<String, Long> fired = new TreeMap<>();
        for (long seed = firstSeed; seed < firstSeed + SEEDS; seed++) {
            int nodes = 10 + (int) (seed % (mostNodes - 9));
            Start start = Start.of(nodes, (int) (seed % nodes));
            Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> model = Model.of(
                            new ChangingNetwork.Entry(), start)
                    .withTopology(Graphs.ringWithChords(seed, nodes, 3))
                    .withInitiators(two(seed, start.processes()));
            RandomWalk walk = new RandomWalks<>(life.of(model)).walk(seed, STEPS);

            assertEquals(Optional.empty(), walk.broken(), () -> "seed " + walk.seed() + ", last " + walk.trace());
            walk.rules().forEach((rule, times) -> fired.merge(rule, times, Long::sum));
        }
        return fired;
    }

    private static Set<ProcessId> two(long seed, SortedSet<ProcessId> processes) {
        List<ProcessId> shuffled = new ArrayList<>(processes);
        Collections.shuffle(shuffled, new Random(seed));
        return new TreeSet<>(shuffled.subList(0, 2));
    }

    private static void fires(Map<String, Long> fired, String... rules) {
        for (String rule : rules) {
            assertTrue(fired.get(rule) > 0, rule + " fires, in " + fired);
        }
    }

    @Test
    void linksFailAndRecover() {
        fires(
                walk(
                        1_000,
                        model -> model.withFaults(
                                FaultBudget.NONE.withLinkFailures(2).withLinkRecoveries(2))),
                "7.1.1 undeliverable",
                "7.1.1 links",
                "alarm",
                "token.handle",
                "token.own");
    }

    @Test
    void aProcessCrashes() {
        fires(
                walk(2_000, model -> model.withFaults(FaultBudget.NONE.withCrashes(1))),
                "7.1.2 departure",
                "7.1.2 regeneration",
                "census.promise",
                "report.handle");
    }

    @Test
    void aProcessCrashesAndALinkFailsAndRecovers() {
        fires(
                walk(
                        3_000,
                        model -> model.withFaults(FaultBudget.NONE
                                .withCrashes(1)
                                .withLinkFailures(1)
                                .withLinkRecoveries(1))),
                "7.1.2 regeneration",
                "7.1.1 undeliverable");
    }

    @Test
    void aProcessLeaves() {
        fires(walk(4_000, model -> model.withFaults(FaultBudget.NONE.withLeaves(1))), "7.2 leave", "7.2 later");
    }

    /** Every process has two lives here, so there are twice as many; the rings are shorter. */
    @Test
    void aProcessCrashesAndComesBack() {
        fires(
                walk(5_000, 11, model -> {
                    SortedSet<ProcessId> everyone = new TreeSet<>(model.processes());
                    SortedSet<ProcessId> again = new TreeSet<>();
                    model.processes().forEach(process -> again.add(new ProcessId(process.number(), 1)));
                    everyone.addAll(again);
                    SortedSet<ProcessId> asking = new TreeSet<>(everyone);
                    asking.removeAll(model.silent());
                    asking.removeIf(process -> process.incarnation() == 1 && process.number() % 4 != 0);
                    return model.among(everyone)
                            .withArriving(again)
                            .withInitiators(asking)
                            .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1));
                }),
                "7.1.2 regeneration",
                "7.1.1 links");
    }
}
