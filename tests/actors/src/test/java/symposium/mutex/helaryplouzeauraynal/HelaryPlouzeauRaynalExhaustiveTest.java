package symposium.mutex.helaryplouzeauraynal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Graph;
import symposium.mutex.GrantsOfOthers;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * Every interleaving on every connected graph of up to four nodes, and on a choice of five: with the token anywhere, in
 * any order of messages and in the order of sending.
 */
@Tag("slow")
class HelaryPlouzeauRaynalExhaustiveTest {

    private static Model<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, User, Input, Output> model(
            Graph graph, int holder) {
        return Model.of(new HelaryPlouzeauRaynal.Entry(), Start.of(graph.nodes().size(), holder))
                .withTopology(graph);
    }

    private static Report holds(
            Model<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, User, Input, Output> model) {
        Report report = Explorer.check(model);
        assertTrue(report.complete());
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
        }
        assertTrue(report.rules().get("enter.here") + report.rules().get("token.own") > 0);
        return report;
    }

    private static Set<String> silent(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(java.util.Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    // --- all processes ask

    @ParameterizedTest
    @CsvSource({"pair, 1, 2, 21", "pair, 2, 2, 0", "pair, 3, 2, 0", "line of three, 1, 3, 0", "triangle, 1, 3, 3241"})
    void onGraphsOfUpToThreeNodesEveryRequestIsServed(String name, int requests, int holders, long states) {
        for (Channels channels : List.of(Channels.FIFO, Channels.UNORDERED)) {
            for (int holder = 0; holder < holders; holder++) {
                Report report = holds(
                        model(Graphs.named(name), holder).withChannels(channels).withRequests(requests));
                if (states > 0 && channels == Channels.UNORDERED) {
                    assertEquals(states, report.states());
                }
            }
        }
    }

    @Test
    void aProcessAloneEntersForNothing() {
        Report report = holds(model(Graph.of("alone", 1, List.of()), 0).withRequests(3));

        assertEquals(
                Set.of("enter.here", "exit.keep"),
                report.rules().entrySet().stream()
                        .filter(rule -> rule.getValue() > 0)
                        .map(java.util.Map.Entry::getKey)
                        .collect(Collectors.toSet()));
    }

    /** All others than the holder ask, in any order of messages. */
    @ParameterizedTest
    @CsvSource({
        "line of four, 0, 24017",
        "star, 1, 32996",
        "paw, 3, 47239",
        "complete, 0, 69277",
        "diamond, 0, 139465",
    })
    void allOthersThanTheHolderAsk(String name, int holder, long states) {
        Set<ProcessId> others = new TreeSet<>(Graphs.processes("0123"));
        others.remove(ProcessId.of(holder));

        assertEquals(
                states,
                holds(model(Graphs.named(name), holder).withInitiators(others)).states());
    }

    // --- two of four ask

    @ParameterizedTest
    @ValueSource(strings = {"line of four", "star", "square", "paw", "diamond", "complete"})
    void whicheverTwoOfFourAskWhereverTheTokenIs(String name) {
        for (Set<ProcessId> askers : Graphs.choices(2, 4)) {
            for (int holder = 0; holder < 4; holder++) {
                holds(model(Graphs.named(name), holder).withInitiators(askers));
                holds(model(Graphs.named(name), holder).withInitiators(askers).withChannels(Channels.FIFO));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"ring of five, 0, 12", "kite, 4, 01", "house, 4, 23", "wheel, 4, 01"})
    void twoOfFiveAsk(String name, int holder, String askers) {
        holds(model(Graphs.named(name), holder).withInitiators(Graphs.processes(askers)));
    }

    /**
     * When all know a request, at most n-1 critical sections of others begin before it is granted: one older request of
     * each other process is pending. Before that there is no bound but the number of requests.
     */
    @ParameterizedTest
    @CsvSource({"pair, 3, 1, 3", "line of three, 1, 2, 2", "triangle, 1, 2, 2"})
    void onceAllKnowARequestAtMostNMinus1ComeFirst(String name, int requests, int most, int mostInAll) {
        var explorer = Explorer.of(model(Graphs.named(name), 0).withRequests(requests), Limits.WIDE)
                .explore();
        GrantsOfOthers<?, ?> known = new GrantsOfOthers<>(
                explorer,
                (at, p) -> at.user(p) == User.WAITING
                        && at.states().filter(q -> !q.self().equals(p)).allMatch(q -> q.known(p)
                                .filter(it -> it.request().pending(lud(at)))
                                .isPresent()));
        assertEquals(most, known.most());
        assertEquals(mostInAll, new GrantsOfOthers<>(explorer, (at, p) -> at.user(p) == User.WAITING).most());
    }

    private static SortedMap<ProcessId, Long> lud(
            Configuration<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, User> at) {
        return at.everywhere(
                        HelaryPlouzeauRaynal.State::lud,
                        HelaryPlouzeauRaynal.Token.class,
                        HelaryPlouzeauRaynal.Token::lud)
                .findFirst()
                .orElseThrow();
    }

    // --- nothing was checked in vain

    @Test
    void everyRuleFiresAndEveryLawIsPutToTheTest() {
        Report square = holds(model(Graphs.named("square"), 0).withInitiators(Graphs.processes("02")));
        Report line = holds(model(Graphs.named("line of three"), 1));

        Set<String> silent = silent(square);
        silent.retainAll(silent(line));
        assertEquals(Set.of(), silent);
        for (Property property : square.properties()) {
            // Only Fenced puts fences to the test.
            assertTrue(property.tested() || property.name().equals(MutualExclusion.FENCES_GROW), property.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theCatalogueKnowsWhichRulesAreSilent(int processes) {
        Graph graph = processes == 1 ? Graph.of("alone", 1, List.of()) : Graphs.named("pair");
        Set<String> silent = silent(holds(model(graph, 0).withRequests(2)));

        assertEquals(
                new HelaryPlouzeauRaynal.Entry()
                        .unreachableRules(processes).stream().map(Rule::label).collect(Collectors.toSet()),
                silent);
    }

    @Test
    void withThreeProcessesNoneReceivesARequestTwice() {
        Set<String> fired = new HashSet<>();
        for (String name : List.of("line of three", "triangle")) {
            holds(model(Graphs.named(name), 1).withRequests(1)).rules().forEach((rule, times) -> {
                if (times > 0) {
                    fired.add(rule);
                }
            });
        }
        assertEquals(
                EnumSet.complementOf(EnumSet.of(HelaryPlouzeauRaynal.Rule.REQUEST_OLD)).stream()
                        .map(Rule::label)
                        .collect(Collectors.toSet()),
                fired);
    }

    // --- longer explorations

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"line of four", "star", "paw", "complete", "diamond", "square"})
    void allOthersThanTheHolderAskWhereverTheTokenIs(String name) {
        for (Channels channels : List.of(Channels.FIFO, Channels.UNORDERED)) {
            for (int holder = 0; holder < 4; holder++) {
                Set<ProcessId> others = new TreeSet<>(Graphs.processes("0123"));
                others.remove(ProcessId.of(holder));
                holds(model(Graphs.named(name), holder).withInitiators(others).withChannels(channels));
            }
        }
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"line of four", "star"})
    void allProcessesAskOnATreeOfFour(String name) {
        for (Channels channels : List.of(Channels.FIFO, Channels.UNORDERED)) {
            for (int holder = 0; holder < 2; holder++) {
                holds(model(Graphs.named(name), holder).withChannels(channels));
            }
        }
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"ring of five", "kite", "house", "wheel"})
    void whicheverTwoOfFiveAskWhereverTheTokenIs(String name) {
        for (Set<ProcessId> askers : Graphs.choices(2, 5)) {
            for (int holder = 0; holder < 5; holder++) {
                for (Channels channels : List.of(Channels.FIFO, Channels.UNORDERED)) {
                    holds(model(Graphs.named(name), holder)
                            .withInitiators(askers)
                            .withChannels(channels));
                }
            }
        }
    }
}
