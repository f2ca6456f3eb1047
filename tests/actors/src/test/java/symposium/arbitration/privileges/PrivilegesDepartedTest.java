package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.privileges.PrivilegeMessage.View;
import symposium.arbitration.resources.Choice;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.problem.Start;

/** Departures that each process knows of are named in no message any more. */
class PrivilegesDepartedTest {

    private static final int LIVES = 1_000;
    /** A hundred are named until they are settled, and those of the same round. */
    private static final int MOST = 110;
    /** The first seed that finds it. */
    private static final long NOT_TOLD = 81;

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);
    private static final ProcessId P2_AGAIN = new ProcessId(2, 1);

    private static final Privileges.Entry ONE =
            new Privileges.Entry(new ResourceSharing(List.of(Choice.exclusively(Set.of("a"))), 1, false));

    /** Every departure is settled as soon as each process knows of it. */
    private static Privileges settling(int quorum) {
        return new Privileges(
                quorum, 1, new Sessions(new Parts(Parts.MOST), Backups::new), sessions -> new Views(sessions) {
                    @Override
                    int mostUnsettled() {
                        return 0;
                    }
                });
    }

    /** The same, where a process that counts a departed one is not told. */
    private static Privileges silent(int quorum) {
        return new Privileges(
                quorum, 1, new Sessions(new Parts(Parts.MOST), Backups::new), sessions -> new Views(sessions) {
                    @Override
                    int mostUnsettled() {
                        return 0;
                    }

                    @Override
                    SortedSet<ProcessId> forgotten(PrivilegeState p, PrivilegeMessage.View view) {
                        return new TreeSet<>();
                    }
                });
    }

    private record Sent(ProcessId from, ProcessId to, PrivilegeMessage message) {}

    // Processes and a membership that notifies them at once.
    private final Privileges protocol = new Privileges(2, 1);
    private final SortedMap<ProcessId, PrivilegeState> states = new TreeMap<>();
    private final SortedMap<ProcessId, TreeSet<ProcessId>> departed = new TreeMap<>();
    private final Deque<Sent> inTransit = new ArrayDeque<>();
    private final List<Grant> told = new ArrayList<>();
    private int mostNamed;

    private void happens(ProcessId self, Event<PrivilegeMessage, Request> event) {
        Step<PrivilegeState, PrivilegeMessage, Grant> step = protocol.step(states.get(self), event);
        states.put(self, step.next());
        for (Effect<PrivilegeMessage, Grant> effect : step.effects()) {
            if (effect instanceof Effect.Send<PrivilegeMessage, Grant> send) {
                named(send.message());
                inTransit.add(new Sent(self, send.to().id(), send.message()));
            } else if (effect instanceof Effect.Output<PrivilegeMessage, Grant> output) {
                told.add(output.output());
            }
        }
    }

    private void named(PrivilegeMessage message) {
        int names = message instanceof View view ? view.departed().size() : 0;
        mostNamed = Math.max(mostNamed, names);
    }

    private void comes(ProcessId process) {
        states.put(process, protocol.initial(process, Neighbours.none()));
        departed.put(process, new TreeSet<>());
        membershipChanges();
    }

    private void departs(ProcessId process) {
        states.remove(process);
        departed.remove(process);
        departed.values().forEach(gone -> gone.add(process));
        membershipChanges();
    }

    private void membershipChanges() {
        for (ProcessId self : List.copyOf(states.keySet())) {
            List<ProcessId> others = new ArrayList<>(states.keySet());
            others.remove(self);
            happens(self, new Event.NeighboursChanged<>(Neighbours.of(others), new TreeSet<>(departed.get(self))));
        }
        while (!inTransit.isEmpty()) {
            Sent sent = inTransit.remove();
            if (states.containsKey(sent.to()) && states.containsKey(sent.from())) {
                happens(sent.to(), new Event.Received<>(Neighbour.of(sent.from()), sent.message()));
            }
        }
    }

    /** As a pod that restarts without end: Akka draws the incarnations, and they have no order. */
    @Test
    void messagesNameFewHoweverManyHaveDeparted() {
        Random incarnations = new Random(1);
        comes(P0);
        comes(P1);
        for (int life = 0; life < LIVES; life++) {
            ProcessId again = new ProcessId(2, incarnations.nextLong());
            comes(again);
            assertTrue(states.get(again).departed().size() <= MOST, "a newcomer learns of few");
            departs(again);
        }
        assertTrue(mostNamed <= MOST, "a message names " + mostNamed + " of " + LIVES + " that have departed");
        happens(P0, new Event.Input<>(new Request.Take(1, Mode.exclusively(Set.of("a")), true)));
        membershipChanges();
        assertEquals(1, told.size(), "P0 takes what it asks for");
    }

    /** Also where all nodes are replaced one after the other, as in a rollout, and come with other numbers. */
    @Test
    void messagesNameFewWhenEveryProcessIsReplaced() {
        for (int number = 0; number < LIVES; number++) {
            comes(ProcessId.of(number));
            if (number > 2) {
                departs(ProcessId.of(number - 3));
            }
        }
        assertTrue(mostNamed <= MOST, "a message names " + mostNamed + " of " + LIVES + " that have departed");
        states.forEach((process, state) -> assertTrue(
                state.departed().size() <= 2 * MOST,
                process + " knows of " + state.departed().size()));
    }

    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> underSuspicion(FaultBudget faults) {
        return Model.of(ONE, Start.of(3, 0).withQuorum(2))
                .withProtocol(settling(2))
                .withRequests(1)
                .withProblem(ONE.problem().underSuspicion())
                .withInvariants(ONE.invariantsUnderSuspicion())
                .withFaults(faults);
    }

    /** Three who start cut off; the last may end, and come back. */
    private static Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> comingBack(FaultBudget faults) {
        return Model.of(ONE, Start.of(3, 0).withQuorum(2))
                .withProtocol(settling(2))
                .withRequests(1)
                .startingCutOff()
                .among(new TreeSet<>(Set.of(P0, P1, P2, P2_AGAIN)))
                .withArriving(Set.of(P2_AGAIN))
                .withInitiators(Set.of(P2, P2_AGAIN))
                .withProblem(ProblemDecorator.patient(ONE.problem().underSuspicion()))
                .withInvariants(ONE.invariantsUnderSuspicion())
                .withFaults(faults.withCrashes(1).withJoins(1));
    }

    private static void holds(long states, Model<PrivilegeState, PrivilegeMessage, User, Request, Grant> model) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(states, report.states());
        assertEquals(Verdict.HOLDS, report.verdict(), () -> report.violated().toString());
    }

    @Test
    void allPromisesHoldWhereDeparturesAreSettledAtOnce() {
        holds(
                28320,
                Model.of(ONE, Start.of(3, 0).withQuorum(2))
                        .withProtocol(settling(2))
                        .withRequests(1)
                        .withFaults(FaultBudget.NONE.withCrashes(1)));
        holds(5678, underSuspicion(FaultBudget.NONE.withFalseDepartures(1)).withInitiators(Set.of(P0, P2)));
        holds(344009, comingBack(FaultBudget.NONE.withPartition(Set.of(P2))));
    }

    /** Under the faults of {@link SeededRun}; half of the runs suspect living processes. */
    @Test
    void seedsKeepThePromisesWhereDeparturesAreSettledAtOnce() {
        List<String> failures = new ArrayList<>();
        for (long seed = 1; seed <= 100; seed++) {
            try {
                new SeededRun(seed, SeededRun::anyClaims, (time, event) -> {}).run(start -> settling(start.quorum()));
            } catch (InvariantViolation violation) {
                failures.add("seed " + seed + ": " + violation);
            }
        }
        assertEquals(List.of(), failures);
    }

    /** A newcomer may count a departed process, and nobody says otherwise. */
    @Test
    @Tag("slow")
    void aSeedFindsThatAProcessIsNotToldOfASettledDeparture() {
        assertThrows(InvariantViolation.class, () -> new SeededRun(NOT_TOLD, SeededRun::anyClaims, (time, event) -> {})
                .run(start -> silent(start.quorum())));
    }
}
