package symposium.regeneration.misrak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
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
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.VariantTrials;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;

/** Every interleaving of the tokens, and every moment at which all but one of them may be lost. */
class MisraKExhaustiveTest {

    private static Explorer<MisraK.State, MisraK.Token, User, NoInput, Regenerated> explored(
            int processes, int tokens, int losses) {
        return explored(processes, tokens, losses, Channels.FIFO);
    }

    private static Explorer<MisraK.State, MisraK.Token, User, NoInput, Regenerated> explored(
            int processes, int tokens, int losses, Channels channels) {
        return Explorer.of(
                        Model.of(new MisraK.Entry(tokens), Start.of(processes, 0))
                                .withChannels(channels)
                                .withFaults(FaultBudget.NONE.withLosses(losses)),
                        Limits.WIDE)
                .explore();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "1, 2", "2, 2", "3, 2", "4, 2", "1, 3", "2, 3", "3, 3"})
    void withoutALossAllTokensAreThereAlwaysAndNothingIsRegenerated(int processes, int tokens) {
        var explorer = explored(processes, tokens, 0);
        assertHolds(
                explorer.report(false),
                tokens == 1 ? Set.of("token.meets", "token.regenerates") : Set.of("token.regenerates"));
        explorer.reachable().forEach(at -> assertEquals(tokens, there(at).size()));
    }

    @Test
    void aTokenThatIsNotHereIsNotSentOn() {
        ProcessId self = ProcessId.of(1);
        MisraK protocol = new MisraK(ProcessId.of(0), 2);
        MisraK.State p = protocol.initial(self, Neighbours.onRing(self, self));

        InvariantViolation violation =
                assertThrows(InvariantViolation.class, () -> protocol.step(p, new Event.Timeout<>(new MisraK.Rest(0))));

        assertEquals(MisraK.SENT_ON, violation.invariant());
        assertTrue(violation.getMessage().contains("TOKEN_0_RESTS expired at State[self=1, "), violation.getMessage());
    }

    /**
     * "it will work so long as one remains on the ring": all but one lost, at any moments, in any order, repaired
     * between or not.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 2, 1, 57",
        "2, 2, 1, 519",
        "3, 2, 1, 2499",
        "4, 2, 1, 8947",
        "1, 3, 2, 1186",
        "2, 3, 2, 74407",
        "1, 4, 3, 21843"
    })
    void allButOneMayBeLostAndAllAreRegenerated(int processes, int tokens, int losses, long states) {
        check(processes, tokens, losses, states);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"3, 3, 2, 1699513"})
    void allButOneMayBeLostOnLargerInstances(int processes, int tokens, int losses, long states) {
        check(processes, tokens, losses, states);
    }

    private static void check(int processes, int tokens, int losses, long states) {
        var explorer = explored(processes, tokens, losses);
        Report report = explorer.report(false);
        assertHolds(report, Set.of());
        assertEquals(states, report.states());
        new Region(explorer, tokens).everythingIsRegeneratedInTheEnd();
    }

    /**
     * Of two tokens it is Misra's bound: the one that is left comes at most n + 1 times until the other is there again.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void ofTwoTheOneThatIsLeftComesAtMostNPlus1Times(int processes) {
        assertEquals(processes + 1, new Region(explored(processes, 2, 1), 2).mostPassesToRepair());
    }

    /** Never unsafe, but dead. */
    @ParameterizedTest
    @CsvSource({"1, 2, 2", "2, 2, 2", "3, 2, 2", "1, 3, 3"})
    void whereAllAreLostNothingHappensAnyMore(int processes, int tokens, int losses) {
        var explorer = explored(processes, tokens, losses);
        assertHolds(explorer.report(false), Set.of());
        Region region = new Region(explorer, tokens);
        assertTrue(region.without(tokens) > 0);
        region.whereNoneIsLeftNothingHappens();
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 2", "1, 3", "2, 3"})
    void overLinksThatDoNotKeepOrderATokenIsRegeneratedThatWasNotLost(int processes, int tokens) {
        Property broken = explored(processes, tokens, 0, Channels.UNORDERED)
                .report(false)
                .violated()
                .orElseThrow();
        assertTrue(broken.name().startsWith("never two of a kind"), broken.toString());
    }

    private static void assertHolds(Report report, Set<String> silent) {
        assertTrue(report.complete());
        for (Property property : report.properties()) {
            if (!property.name().equals(Scenario.NO_STARVATION)) {
                assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
                assertTrue(property.tested(), property.toString());
            }
        }
        assertEquals(silent, VariantTrials.silent(report));
    }

    private static Set<Integer> there(Configuration<MisraK.State, MisraK.Token, User> at) {
        List<Integer> there = new ArrayList<>();
        for (ProcessId process : at.processes()) {
            there.addAll(at.state(process).tokens().keySet());
            for (Neighbour neighbour : at.state(process).neighbours()) {
                at.inTransit(process, neighbour).forEach(message -> there.add(message.number()));
            }
        }
        assertEquals(there.size(), Set.copyOf(there).size());
        return there.stream().collect(Collectors.toSet());
    }

    /** The states of an exploration by how many tokens are missing, and the steps between them. */
    private static final class Region {
        private record Arc(int from, int to, boolean pass) {}

        private final List<Integer> missing = new ArrayList<>();
        private final List<Arc> arcs = new ArrayList<>();

        Region(Explorer<MisraK.State, MisraK.Token, User, NoInput, Regenerated> explorer, int tokens) {
            explorer.reachable().forEach(at -> missing.add(tokens - there(at).size()));
            explorer.forEachTransition((from, occurrence, to) -> {
                if (missing.get(from) > 0 && !(occurrence instanceof TraceEvent.MessageLost)) {
                    arcs.add(new Arc(from, to, ((TraceEvent.Stepped) occurrence).event() instanceof Event.Received));
                }
            });
        }

        long without(int tokens) {
            return missing.stream().filter(each -> each == tokens).count();
        }

        void whereNoneIsLeftNothingHappens() {
            int all = missing.stream().mapToInt(Integer::intValue).max().orElseThrow();
            assertTrue(arcs.stream().noneMatch(arc -> missing.get(arc.from()) == all));
        }

        /**
         * As long as no more is lost: from every state with something missing something happens, and only so often
         * before less is missing. For this no token may stay for ever where the one that it waits for is; timers see to
         * that.
         */
        void everythingIsRegeneratedInTheEnd() {
            boolean[] leads = new boolean[missing.size()];
            arcs.forEach(arc -> leads[arc.from()] = true);
            IntStream.range(0, missing.size())
                    .filter(state -> missing.get(state) > 0)
                    .forEach(state -> assertTrue(leads[state], "nothing happens in state " + state));
            arcs.forEach(arc -> assertTrue(missing.get(arc.to()) <= missing.get(arc.from())));
            // From every state a state with all of them can be reached, so a fair run cannot stay among those without.
            boolean[] repaired = new boolean[missing.size()];
            IntStream.range(0, missing.size()).forEach(state -> repaired[state] = missing.get(state) == 0);
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int each = arcs.size() - 1; each >= 0; each--) {
                    Arc arc = arcs.get(each);
                    if (repaired[arc.to()] && !repaired[arc.from()]) {
                        repaired[arc.from()] = true;
                        changed = true;
                    }
                }
            }
            IntStream.range(0, missing.size()).forEach(state -> assertTrue(repaired[state], "state " + state));
        }

        /**
         * The most receptions between a loss and the next regeneration; only with two tokens is it bounded by itself.
         */
        int mostPassesToRepair() {
            int[] most = new int[missing.size()];
            for (int round = 0; round < 64; round++) {
                boolean changed = false;
                for (Arc arc : arcs) {
                    int passes = (arc.pass() ? 1 : 0) + (missing.get(arc.to()) > 0 ? most[arc.to()] : 0);
                    if (passes > most[arc.from()]) {
                        most[arc.from()] = passes;
                        changed = true;
                    }
                }
                if (!changed) {
                    return IntStream.of(most).max().orElseThrow();
                }
            }
            throw new AssertionError("one can stay without a token for ever");
        }
    }
}
