package symposium.termination.safra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.termination.TerminationDetection;
import symposium.termination.TerminationDetection.Input;
import symposium.termination.TerminationDetection.Output;
import symposium.termination.TerminationDetection.User;

/** EWD998: what it promises, in every state; what it costs, in every run. */
@Tag("fast")
class SafraTest {

    private static Model<Safra.State, Safra.Message, User, Input, Output> model(int machines, int messages) {
        return Model.of(new Safra.Entry(), Start.of(machines, 0)).withRequests(messages);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 6", "2, 1, 186", "2, 2, 1186", "2, 3, 4790", "3, 1, 7616", "4, 1, 88584"})
    void terminationIsAnnouncedWhenItHasComeAndNotBefore(int machines, int messages, long states) {
        holds(machines, messages, states);
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 482720"})
    @Tag("exhaustive")
    void alsoInMillionsOfStates(int machines, int messages, long states) {
        holds(machines, messages, states);
    }

    private static void holds(int machines, int messages, long states) {
        Report report = Explorer.check(model(machines, messages));
        assertEquals(Verdict.HOLDS, report.verdict(), report.toString());
        assertEquals(states, report.states());
        assertTrue(report.rules().get("announces") > 0, report.rules().toString());
    }

    /** Machine i sends to machine (i - k) mod 5, since the next one has the next lower number. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, -1, -2, -3, -4})
    void aUserSendsToAnyOtherProcess(int on) {
        List<ProcessId> ids = List.copyOf(Start.of(5, 0).processes());
        Safra protocol = new Safra(ids.get(0));
        for (int self = 0; self < 5; self++) {
            int machine = self;
            Neighbours others = Neighbours.of(
                    ids.stream().filter(id -> id != ids.get(machine)).toList());
            Safra.State state = protocol.initial(ids.get(self), others);
            Neighbour recipient = Neighbour.of(ids.get(Math.floorMod(self - on, 5)));
            assertEquals(
                    List.of(new Effect.Send<>(recipient, new Safra.Work())),
                    protocol.step(state, new Event.Input<>(new Input.Send(on))).effects());
        }
    }

    /** Whoever begins: machine 0 is any process. */
    @Test
    void anyMachineMayBeMachineZero() {
        for (int zero = 0; zero < 3; zero++) {
            Report report = Explorer.check(Model.of(new Safra.Entry(), Start.of(3, zero)));
            assertEquals(Verdict.HOLDS, report.verdict());
            assertEquals(7616, report.states());
        }
    }

    /**
     * Once the computation has terminated, machine 0 begins at most two more probes: the one under way may have missed
     * something, the next one finds machines that are still black and whitens them, and the third succeeds.
     */
    @ParameterizedTest
    @CsvSource({"2, 2, 2", "3, 1, 2"})
    void afterTheEndTwoProbesAtMostBegin(int machines, int messages, int most) {
        Explorer<Safra.State, Safra.Message, User, Input, Output> explorer =
                Explorer.of(model(machines, messages), Limits.WIDE).explore();
        List<Boolean> terminated = new ArrayList<>();
        explorer.reachable().forEach(all -> terminated.add(terminated(all)));
        Map<Integer, List<Integer>> probes = new HashMap<>();
        Map<Integer, List<Integer>> others = new HashMap<>();
        explorer.forEachTransition((from, event, to) -> {
            if (terminated.get(from)) {
                boolean probe = event instanceof TraceEvent.Stepped step && step.rule() == Safra.Rule.RULE_5_PROBES;
                (probe ? probes : others)
                        .computeIfAbsent(from, state -> new ArrayList<>())
                        .add(to);
            }
        });
        Map<Integer, Integer> ahead = new HashMap<>();
        int worst = 0;
        for (int state = 0; state < terminated.size(); state++) {
            worst = Math.max(worst, terminated.get(state) ? probesAhead(state, probes, others, ahead) : 0);
        }
        assertEquals(most, worst);
    }

    private static boolean terminated(Configuration<Safra.State, Safra.Message, User> all) {
        return all.states().noneMatch(Safra.State::active)
                && all.inTransit(Safra.Work.class).findAny().isEmpty();
    }

    /** No state comes again once the computation has terminated, so the recursion ends. */
    private static int probesAhead(
            int state,
            Map<Integer, List<Integer>> probes,
            Map<Integer, List<Integer>> others,
            Map<Integer, Integer> ahead) {
        Integer known = ahead.get(state);
        if (known != null) {
            return known;
        }
        int most = 0;
        for (int to : probes.getOrDefault(state, List.of())) {
            most = Math.max(most, 1 + probesAhead(to, probes, others, ahead));
        }
        for (int to : others.getOrDefault(state, List.of())) {
            most = Math.max(most, probesAhead(to, probes, others, ahead));
        }
        ahead.put(state, most);
        return most;
    }

    /** n messages for each probe, and n - 1 for the announcement. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20, 101})
    void aProbeCostsAMessageForEachMachine(int machines) {
        for (int seed = 0; seed < 20; seed++) {
            Metrics counted = Simulation.of(
                            new Safra.Entry(),
                            Start.of(machines, 0),
                            Workload.demanding(
                                    TerminationDetection.PROBLEM,
                                    any -> true,
                                    3,
                                    Durations.between(1, 20),
                                    Durations.between(1, 30)))
                    .withDelays(Durations.between(1, 40))
                    .withTimers(Map.of("TOKEN_RESTS", Durations.between(1, 9)))
                    .withSeed(seed)
                    .as(Run::new)
                    .runToTheEnd();
            long tokens = counted.messages("token");
            assertTrue(tokens > 0 && tokens % machines == 0, "seed " + seed + ": " + counted);
            assertEquals(tokens / machines, counted.rules().get("rule.5 probes"), "seed " + seed);
            assertEquals(machines - 1, counted.messages("terminated"), "seed " + seed);
        }
    }
}
