package symposium.election.changroberts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.election.changroberts.ChangRoberts.Rule.E5_OWN;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.election.Arrangements;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.changroberts.ChangRoberts.Message;
import symposium.election.changroberts.ChangRoberts.State;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.Mutation;
import symposium.kernel.topology.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** "Timing", in the chapter's section 5.2, and the form of the algorithm without the messages 'elected'. */
class ChangRobertsTimeTest {

    /**
     * A run in which each message takes a unit of time, and a process none.
     *
     * @param home when the greatest number has come home
     * @param candidates how many messages "election" are sent
     * @param leaders the processes that send their users a leader, each with that leader
     */
    private record Course(long home, long candidates, Map<ProcessId, ProcessId> leaders) {

        static Course of(
                Protocol<State, Message, Call, Leader> protocol,
                Topology ring,
                int processes,
                Set<ProcessId> initiators) {
            long[] home = {-1};
            Map<ProcessId, ProcessId> leaders = new TreeMap<>();
            Metrics tally = Simulation.of(
                            protocol,
                            Election.PROBLEM,
                            Network.of(ring, Arrangements.everyone(processes)),
                            new ChangRoberts.Entry().system().channels(),
                            Workload.initiating(Election.PROBLEM, initiators, Durations.exactly(0)))
                    .withDelays(Durations.exactly(1))
                    .withWatcher((time, occurrence) -> {
                        if (occurrence instanceof TraceEvent.Stepped step) {
                            home[0] = step.rule() == E5_OWN ? time : home[0];
                            step.effects().stream()
                                    .filter(effect -> effect instanceof Effect.Output<?, ?>)
                                    .forEach(effect -> leaders.put(
                                            step.process(),
                                            ((Leader) ((Effect.Output<?, ?>) effect).output()).leader()));
                        }
                    })
                    .as(Run::new)
                    .runToTheEnd();
            return new Course(home[0], tally.messages("candidate"), leaders);
        }
    }

    /**
     * "every process initiates an election at the same time [...] the time required is proportional to the number n";
     * at the other extreme "a time proportional to 2(n - 1)": the own number travels over n links, not n - 1, so it is
     * 2n - 1. That is the most, and it takes no other initiator than the left-hand neighbour of the greatest.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theTimeIsFromNTo2nMinus1(int processes) {
        ProcessId greatest = ProcessId.of(processes - 1);
        for (Topology ring : Arrangements.rings(processes)) {
            ProcessId left = ring.neighbours(greatest, Arrangements.everyone(processes))
                    .left()
                    .id();
            assertEquals(
                    processes,
                    Course.of(new ChangRoberts(), ring, processes, Arrangements.everyone(processes))
                            .home());
            for (Set<ProcessId> initiators : Arrangements.initiators(processes)) {
                long time = Course.of(new ChangRoberts(), ring, processes, initiators)
                        .home();
                if (initiators.equals(Set.of(left))) {
                    assertEquals(2 * processes - 1, time);
                } else {
                    assertTrue(processes <= time && time < 2 * processes - 1, initiators + " " + time);
                }
            }
        }
    }

    /**
     * "The variable 'co-ordinator' is used only if it is necessary for all the processes to know which has been
     * elected. [...] When 'co-ordinator' is not used, neither are these latter messages": the greatest is elected by as
     * many messages, and no other process learns of it.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void withoutTheMessagesElectedTheGreatestIsElectedByAsMany(int processes) {
        Mutation<State, Message, Call, Leader> unannounced = Mutation.step(
                (p, e5) -> Step.<State, Message, Leader>by(e5.rule(), p).tell(new Leader(p.number())));
        ProcessId greatest = ProcessId.of(processes - 1);
        for (Topology ring : Arrangements.rings(processes)) {
            for (Set<ProcessId> initiators : Arrangements.initiators(processes)) {
                Course announced = Course.of(new ChangRoberts(), ring, processes, initiators);
                assertEquals(processes, announced.leaders().size());
                assertEquals(
                        new Course(announced.home(), announced.candidates(), Map.of(greatest, greatest)),
                        Course.of(unannounced.at(E5_OWN).of(new ChangRoberts()), ring, processes, initiators));
            }
        }
    }
}
