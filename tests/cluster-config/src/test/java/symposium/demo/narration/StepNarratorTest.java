package symposium.demo.narration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.Run;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * The story of a simulated run of epochs: the holder of the token crashes in its critical section, and a waiting
 * process is served.
 */
class StepNarratorTest {

    @Test
    void aCrashInTheCriticalSectionAnElectionAndANewTokenAreToldInOrder() {
        assertEquals(
                List.of(
                        "1  2  signals 1 that it wants the token",
                        "2  1  passes the signal on to 0",
                        "8  1  calls an election, term 1",
                        "8  2  calls an election, term 1",
                        "12  2  is elected, term 1, and starts a census of the critical section",
                        "13  1  gives up the old epoch, and passes on the census",
                        "14  2  has all answers, no process is in the critical section: issues a new token, and begins epoch 1",
                        "15  1  joins epoch 1",
                        "64  2  keeps the token: no process has called for it"),
                told("ewd851-by-chang-roberts", 0));
    }

    @Test
    void aProcessInItsCriticalSectionKeepsTheTokenWhenAnotherCrashes() {
        assertEquals(
                List.of(
                        "1  2  signals 1 that it wants the token",
                        "2  1  passes the signal on to 0",
                        "8  0  calls an election, term 1",
                        "8  2  calls an election, term 1",
                        "12  2  is elected, term 1, and starts a census of the critical section",
                        "13  0  gives up the old epoch, and passes on the census",
                        "14  2  has all answers, 0 is in the critical section and keeps the token: begins epoch 1",
                        "14  2  signals 0 that it wants the token",
                        "15  0  joins epoch 1",
                        "50  0  hands the token to 2",
                        "101  2  keeps the token: no process has called for it"),
                told("ewd851-by-chang-roberts", 1));
    }

    @Test
    void everySentenceOfTheStoryBelongsToARule() {
        Set<String> labels = Stream.of("ewd851", "ewd851-misra")
                .flatMap(name -> Catalogue.named(name).orElseThrow().protocol(Start.of(3, 0)).rules().stream())
                .map(Rule::label)
                .collect(Collectors.toSet());
        List<String> sentences = Collections.list(
                        ResourceBundle.getBundle("symposium.demo.story").getKeys())
                .stream()
                .filter(key -> key.startsWith("rule."))
                .map(key -> key.substring("rule.".length()))
                .toList();
        assertTrue(sentences.size() > 10, sentences.toString());
        assertTrue(labels.containsAll(sentences), sentences + " of " + labels);
    }

    @SuppressWarnings("unchecked")
    private static <S, M> List<String> told(String name, int crashing) {
        Algorithm<S, M, User, Input, Output> algorithm =
                (Algorithm<S, M, User, Input, Output>) Catalogue.named(name).orElseThrow();
        List<String> lines = new ArrayList<>();
        StepNarrator plot = new StepNarrator(
                DemoScript.of(name),
                Names.at(algorithm.system().topologies().get(0)),
                (at, who, tone, text) -> lines.add(at.toMillis() + "  " + who + "  " + text));
        Workload<User, Input> users = Workload.scheduled(
                MutualExclusion.PROBLEM,
                Map.of(ProcessId.of(0), List.of(0L), ProcessId.of(2), List.of(1L)),
                Durations.exactly(50));
        Simulation.of(algorithm, Start.of(3, 0), users)
                .withFaults(
                        algorithm.system().topologies().get(0),
                        List.of(ScheduledFault.of(Fault.CRASH, 5, Durations.exactly(3), ProcessId.of(crashing))))
                .withWatcher((at, occurrence) -> plot.tell(Duration.ofMillis(at), occurrence))
                .as(Run::new)
                .runToTheEnd();
        return lines;
    }
}
