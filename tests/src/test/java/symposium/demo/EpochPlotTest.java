package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** What a simulated run of epochs is told as: a holder that crashes inside, another, waiting, that is served. */
class EpochPlotTest {

    @Test
    void aDeathInsideAnElectionAndANewTokenAreToldInOrder() {
        assertEquals(
                List.of(
                        "1  2  signals 1 that it wants the token",
                        "2  1  passes the signal on to 0",
                        "8  1  calls an election, term 1",
                        "8  2  calls an election, term 1",
                        "12  2  is elected, term 1, and asks who is inside",
                        "13  1  gives up the epoch so far, and passes on the question who is inside",
                        "14  2  has asked all, and nobody is inside: issues the token anew, and begins epoch 1",
                        "15  1  joins epoch 1",
                        "64  2  keeps the token, which nobody has called for"),
                told("ewd851-by-chang-roberts", 0));
    }

    @Test
    void whoIsInsideKeepsTheTokenWhereAnotherDies() {
        assertEquals(
                List.of(
                        "1  2  signals 1 that it wants the token",
                        "2  1  passes the signal on to 0",
                        "8  0  calls an election, term 1",
                        "8  2  calls an election, term 1",
                        "12  2  is elected, term 1, and asks who is inside",
                        "13  0  gives up the epoch so far, and passes on the question who is inside",
                        "14  2  has asked all, and 0 is inside: begins epoch 1, whose token is there",
                        "14  2  signals 0 that it wants the token",
                        "15  0  joins epoch 1",
                        "50  0  hands the token to 2",
                        "101  2  keeps the token, which nobody has called for"),
                told("ewd851-by-chang-roberts", 1));
    }

    @SuppressWarnings("unchecked")
    private static <S, M> List<String> told(String name, int crashing) {
        Algorithm<S, M, User, Input, Output> algorithm =
                (Algorithm<S, M, User, Input, Output>) Catalogue.named(name).orElseThrow();
        List<String> lines = new ArrayList<>();
        ProtocolNarrator plot = DemoScript.of(name)
                .plot(
                        (at, who, tone, text) -> lines.add(at.toMillis() + "  " + who + "  " + text),
                        Names.at(algorithm.topologies().get(0)));
        Workload<User, Input> users = Workload.scheduled(
                MutualExclusion.PROBLEM,
                Map.of(ProcessId.of(0), List.of(0L), ProcessId.of(2), List.of(1L)),
                Durations.exactly(50));
        Simulation.of(algorithm, Start.of(3, 0), users)
                .withFaults(
                        algorithm.topologies().get(0),
                        List.of(new ScheduledFault.Crash(5, ProcessId.of(crashing), Durations.exactly(3))))
                .watchedBy((at, occurrence) -> plot.tell(Duration.ofMillis(at), occurrence))
                .runToTheEnd();
        return lines;
    }
}
