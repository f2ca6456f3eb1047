package symposium.mutex.suzukikasami;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.Effect;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.mutex.GrantsOfOthers;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Trial;
import symposium.mutex.suzukikasami.SuzukiKasami.Request;
import symposium.mutex.suzukikasami.SuzukiKasami.Token;

/** Every interleaving, messages overtaking each other at will; clocks grow, so that each user asks only so often. */
class SuzukiKasamiExhaustiveTest {

    /** What only {@link symposium.mutex.Fenced} puts to the test. */
    private static final Set<String> FENCED = Set.of(MutualExclusion.FENCES_GROW);

    private static final Set<String> NEED_ANOTHER = Set.of(
            MutualExclusion.FENCES_GROW,
            SuzukiKasamiChecks.TO_WHO_WAITS,
            SuzukiKasamiChecks.GRANTED,
            SuzukiKasamiChecks.ROUND,
            "the request of who waits is known, or on its way, to everyone",
            "no request is known that has not been made",
            Scenario.NO_STARVATION);

    private static Model<SuzukiKasami.State, SuzukiKasami.Message, User, Input, Output> model(
            int processes, int requests, Channels channels) {
        return VariantTrials.model(new SuzukiKasami.Entry(), Trial.of(processes, requests, channels));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, UNORDERED, 5",
        "2, 1, UNORDERED, 21",
        "2, 3, UNORDERED, 234",
        "3, 1, UNORDERED, 657",
        "3, 2, UNORDERED, 39421",
        "3, 2, FIFO, 10475"
    })
    void everyPropertyHoldsAndWasPutToTheTest(int processes, int requests, Channels channels, long states) {
        Report report = Explorer.check(model(processes, requests, channels));

        assertEquals(processes == 1 ? NEED_ANOTHER : FENCED, VariantTrials.untested(report));
        assertEquals(states, report.states());
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"4, 1, UNORDERED, 89839", "3, 3, FIFO, 120581"})
    void everyPropertyHoldsOnLargerInstances(int processes, int requests, Channels channels, long states) {
        Report report = Explorer.check(model(processes, requests, channels));

        assertEquals(FENCED, VariantTrials.untested(report));
        assertEquals(states, report.states());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyRuleFiresFromThreeProcessesOn(int processes) {
        Report report = Explorer.check(model(processes, 1, Channels.UNORDERED));

        assertEquals(
                new SuzukiKasami.Entry()
                        .unreachableRules(processes).stream()
                                .map(Rule::label)
                                .collect(Collectors.toCollection(TreeSet::new)),
                VariantTrials.silent(report));
    }

    /** "the overtaking": as long as a request is under way there is none but that users ask only so often. */
    @ParameterizedTest
    @CsvSource({"2, 1, 1", "2, 3, 3", "3, 1, 2", "3, 2, 4"})
    void whileARequestIsUnderWayAllOthersMayComeFirstWithAllTheirRequests(int processes, int requests, int most) {
        assertEquals(
                OptionalInt.of(most),
                Explorer.check(model(processes, requests, Channels.UNORDERED)).overtaking());
    }

    /**
     * Once a request has reached everyone the token comes nearer round the ring with each transfer: at most n-1
     * critical sections of others begin before it is granted, as often as users may ask.
     */
    @ParameterizedTest
    @CsvSource({"2, 3, UNORDERED, 1", "2, 3, FIFO, 0", "3, 2, UNORDERED, 2", "3, 2, FIFO, 2"})
    void onceARequestIsKnownToEveryoneAtMostNMinus1ComeFirst(int processes, int requests, Channels channels, int most) {
        var explorer =
                Explorer.of(model(processes, requests, channels), Limits.WIDE).explore();

        assertEquals(most, overtaking(explorer));
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"3, 3, 2"})
    void andMoreRequestsMakeNoDifference(int processes, int requests, int most) {
        var explorer = Explorer.of(model(processes, requests, Channels.FIFO), Limits.WIDE)
                .explore();
        assertEquals(most, overtaking(explorer));
    }

    /** "The algorithm requires either n messages ... or 0", in every run. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "3, 2"})
    void everyRunSendsNMinus1RequestsAndOneTokenForEachEntryThatFindsNoTokenAndNothingElse(
            int processes, int requests) {
        var explorer = Explorer.of(model(processes, requests, Channels.UNORDERED), Limits.WIDE)
                .explore();
        // Messages sent, and what the entries so far account for, must be the same by whatever way a state is reached.
        Map<Integer, List<Integer>> balances = new TreeMap<>(Map.of(0, List.of(0, 0)));
        explorer.forEachTransition((from, occurrence, to) -> {
            TraceEvent.Stepped step = (TraceEvent.Stepped) occurrence;
            int sentRequests = sent(step, Request.class);
            int sentTokens = sent(step, Token.class);
            int called = step.rule() == SuzukiKasami.Rule.PRELUDE_BROADCAST ? 1 : 0;
            int came = step.rule() == SuzukiKasami.Rule.ACCESS ? 1 : 0;
            assertEquals((processes - 1) * called, sentRequests);
            List<Integer> before = balances.get(from);
            List<Integer> after = List.of(before.get(0) + sentTokens - came, before.get(1) + called - came);
            assertEquals(after, balances.computeIfAbsent(to, state -> after));
        });
        int[] state = new int[1];
        explorer.reachable().forEach(at -> {
            List<Integer> balance = balances.get(state[0]++);
            assertEquals(tokensInTransit(at), balance.get(0), "as many transfers as calls that have been answered");
            assertEquals(waiting(at), balance.get(1), "whoever is not answered waits");
        });
    }

    /**
     * "Number and size of messages": a request has three elements, its type, the value of the clock and the identity of
     * the process, which the link tells here; the token has n + 1, its type and n values of clocks.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aRequestHasThreeElementsAndTheTokenNPlusOne(int processes) {
        assertEquals(3, 1 + Request.class.getRecordComponents().length + 1);
        var explorer = Explorer.of(model(processes, 1, Channels.UNORDERED), Limits.WIDE)
                .explore();
        explorer.reachable().forEach(at -> at.inTransit(Token.class)
                .forEach(token -> assertEquals(processes + 1, 1 + token.array().size())));
    }

    private static int sent(TraceEvent.Stepped step, Class<? extends SuzukiKasami.Message> type) {
        return (int) step.effects().stream()
                .filter(effect -> effect instanceof Effect.Send<?, ?> send && type.isInstance(send.message()))
                .count();
    }

    private static int tokensInTransit(Configuration<SuzukiKasami.State, SuzukiKasami.Message, User> at) {
        int tokens = 0;
        for (ProcessId from : at.processes()) {
            for (Neighbour to : at.state(from).neighbours()) {
                tokens += (int) at.inTransit(from, to).stream()
                        .filter(Token.class::isInstance)
                        .count();
            }
        }
        return tokens;
    }

    private static int waiting(Configuration<SuzukiKasami.State, SuzukiKasami.Message, User> at) {
        return (int)
                at.processes().stream().filter(each -> at.state(each).waiting()).count();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void itIsAllTheSameWhereTheTokenStarts(int holder) {
        Report report = Explorer.check(
                Model.of(new SuzukiKasami.Entry(), Start.of(3, holder)).withRequests(2));

        assertEquals(FENCED, VariantTrials.untested(report));
        assertEquals(39421, report.states());
    }

    private static int overtaking(Explorer<SuzukiKasami.State, SuzukiKasami.Message, User, Input, Output> explorer) {
        return new GrantsOfOthers<>(
                        explorer,
                        (at, j) -> at.state(j).waiting()
                                && at.processes().stream()
                                        .allMatch(i -> i.equals(j)
                                                || at.state(i).request(j)
                                                        == at.state(j).clock()))
                .most();
    }
}
