package symposium.regeneration.misra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;

/** Every interleaving of the two tokens, and every moment at which one of them may be lost. */
@Tag("slow")
class MisraExhaustiveTest {

    private static Model<Misra.State, Misra.Message, User, NoInput, Regenerated> ring(int processes) {
        return Model.of(new Misra.Entry(), Start.of(processes, 0));
    }

    private static Explorer<Misra.State, Misra.Message, User, NoInput, Regenerated> explored(
            int processes, int losses) {
        return Explorer.of(ring(processes).withFaults(FaultBudget.NONE.withLosses(losses)), Limits.WIDE)
                .explore();
    }

    @ParameterizedTest
    @CsvSource({"1, 33", "2, 399", "3, 2669", "4, 13891", "5, 63369", "6, 267143"})
    void withoutALossNothingIsRegeneratedAndBothTokensGoRound(int processes, long states) {
        Report report = Explorer.check(ring(processes));

        assertHolds(report);
        assertEquals(states, report.states());
        assertEquals(Set.of("ping.regenerates", "pong.regenerates"), silent(report));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void withoutALossBothTokensAreThereAlways(int processes) {
        explored(processes, 0).reachable().forEach(at -> assertEquals(List.of(1, 1), List.of(pings(at), pongs(at))));
    }

    @ParameterizedTest
    @CsvSource({"1, 89, 14", "2, 1451, 154", "3, 12417, 1022", "4, 78783, 5326", "5, 423737, 24334"})
    void oneLossAtAnyMomentIsMadeGoodExactlyOnceWithinNPlusOnePasses(int processes, long states, long withoutPing) {
        var explorer = explored(processes, 1);
        Report report = explorer.report(false);
        assertTrue(report.complete());
        assertHolds(report);
        assertEquals(states, report.states());
        assertEquals(Set.of(), silent(report));

        Region region = new Region(explorer);
        assertEquals(withoutPing, region.count(Lost.PING));
        assertEquals(withoutPing, region.count(Lost.PONG), "the tokens are alike");
        assertEquals(0, region.count(Lost.BOTH));
        region.everyRegenerationIsTheOnlyOne();
        for (Lost lost : List.of(Lost.PING, Lost.PONG)) {
            assertEquals(processes + 1, region.passesUntilRegeneration(lost), lost.toString());
        }
    }

    @Test
    @Tag("exhaustive")
    void soItIsOnARingOfSix() {
        oneLossAtAnyMomentIsMadeGoodExactlyOnceWithinNPlusOnePasses(6, 2056563, 102674);
    }

    /** Never unsafe, but dead: that is what an election is for. */
    @ParameterizedTest
    @CsvSource({"1, 5", "2, 39", "3, 283", "4, 1547"})
    void theSecondLossBeforeTheFirstIsRepairedLeavesARingWithoutTokens(int processes, long dead) {
        var explorer = explored(processes, 2);
        Report report = explorer.report(false);
        assertTrue(report.complete());
        assertHolds(report);

        Region region = new Region(explorer);
        assertEquals(dead, region.count(Lost.BOTH));
        region.whereBothAreLostNothingHappensAnyMore();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void overLinksThatDoNotKeepOrderATokenIsRegeneratedThatWasNotLost(int processes) {
        Property broken = violated(ring(processes).withChannels(Channels.UNORDERED));

        assertEquals("never two of a kind: at most one pong", broken.name());
        assertEquals(
                2 * processes + 3,
                broken.trace().size(),
                "ping makes a round and finds its mark, and pong is on its first link");
        assertTrue(broken.trace().stream().noneMatch(TraceEvent.MessageLost.class::isInstance));
    }

    static Property violated(Model<Misra.State, Misra.Message, User, NoInput, Regenerated> model) {
        return Explorer.of(model, Limits.WIDE).explore().report(false).properties().stream()
                .filter(property -> property.verdict() == Verdict.VIOLATED)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is violated"));
    }

    /** No user waits in this problem, so starvation is not checked; all else is. */
    private static void assertHolds(Report report) {
        for (Property property : report.properties()) {
            if (!property.name().equals(Scenario.NO_STARVATION)) {
                assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
                assertTrue(property.tested(), property.toString());
            }
        }
    }

    private static Set<String> silent(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static int pings(Configuration<Misra.State, Misra.Message, User> at) {
        return tokens(at, true);
    }

    private static int pongs(Configuration<Misra.State, Misra.Message, User> at) {
        return tokens(at, false);
    }

    private static int tokens(Configuration<Misra.State, Misra.Message, User> at, boolean ofPing) {
        int tokens = 0;
        for (ProcessId process : at.processes()) {
            Misra.State state = at.state(process);
            tokens += (ofPing ? state.holdsPing() : state.holdsPong()) ? 1 : 0;
            for (Neighbour neighbour : state.neighbours()) {
                for (Misra.Message message : at.inTransit(process, neighbour)) {
                    tokens += message instanceof Misra.Ping == ofPing ? 1 : 0;
                }
            }
        }
        return tokens;
    }

    private enum Lost {
        NEITHER,
        PING,
        PONG,
        BOTH
    }

    /** The states of an exploration by what is lost in them, and the transitions between them. */
    private static final class Region {
        private record Arc(int from, int to, boolean pass) {}

        private final List<Lost> lost = new ArrayList<>();
        private final List<Integer> regenerations = new ArrayList<>();
        private final List<Arc> fromLost = new ArrayList<>();

        Region(Explorer<Misra.State, Misra.Message, User, NoInput, Regenerated> explorer) {
            explorer.reachable().forEach(at -> {
                lost.add(Lost.values()[(pings(at) == 0 ? 1 : 0) + (pongs(at) == 0 ? 2 : 0)]);
                regenerations.add(at.processes().stream()
                        .mapToInt(process -> at.user(process).regenerations())
                        .sum());
            });
            explorer.forEachTransition((from, occurrence, to) -> {
                if (lost.get(from) != Lost.NEITHER) {
                    boolean pass =
                            occurrence instanceof TraceEvent.Stepped step && step.event() instanceof Event.Received;
                    fromLost.add(new Arc(from, to, pass));
                }
            });
        }

        long count(Lost what) {
            return lost.stream().filter(each -> each == what).count();
        }

        /** As long as a token is missing nothing has been regenerated; when both are there again, one has. */
        void everyRegenerationIsTheOnlyOne() {
            assertTrue(regenerations.stream().allMatch(each -> each <= 1));
            for (int state = 0; state < lost.size(); state++) {
                if (lost.get(state) != Lost.NEITHER) {
                    assertEquals(0, regenerations.get(state));
                }
            }
            for (Arc arc : fromLost) {
                if (lost.get(arc.to()) == Lost.NEITHER) {
                    assertEquals(1, regenerations.get(arc.to()));
                }
            }
        }

        void whereBothAreLostNothingHappensAnyMore() {
            assertTrue(fromLost.stream().noneMatch(arc -> lost.get(arc.from()) == Lost.BOTH));
        }

        /**
         * The most receptions of the token that is left, from any state without the other until that is there again.
         * That there is a most says that it always comes to be: one cannot stay without it for ever, and nowhere does
         * nothing happen.
         */
        int passesUntilRegeneration(Lost what) {
            int[] most = new int[lost.size()];
            boolean[] leads = new boolean[lost.size()];
            List<Arc> arcs = fromLost.stream()
                    .filter(arc -> lost.get(arc.from()) == what)
                    .toList();
            arcs.forEach(arc -> leads[arc.from()] = true);
            IntStream.range(0, lost.size())
                    .filter(state -> lost.get(state) == what)
                    .forEach(state -> assertTrue(leads[state], "nothing happens in state " + state));
            int longest = 2 * processesAtMost() + 4;
            for (int round = 0; round <= longest; round++) {
                boolean changed = false;
                for (Arc arc : arcs) {
                    int passes = (arc.pass() ? 1 : 0) + most[arc.to()];
                    if (passes > most[arc.from()]) {
                        most[arc.from()] = passes;
                        changed = true;
                    }
                }
                if (!changed) {
                    return Arrays.stream(most).max().orElseThrow();
                }
            }
            throw new AssertionError("one can stay without " + what + " for ever");
        }

        private static int processesAtMost() {
            return 6;
        }
    }
}
