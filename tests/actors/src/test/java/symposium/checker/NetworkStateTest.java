package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.Seed;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.network.NetworkState;
import symposium.kernel.network.NetworkState.Way;
import symposium.kernel.network.Pair;
import symposium.kernel.topology.Shape;

/**
 * The checker has numbers of its own for the network, and computes with bits. Along its random walks it agrees with
 * {@link NetworkState}: on every notification that a process can be given, on what becomes of every message, and on
 * which faults are possible.
 */
@Tag("fast")
class NetworkStateTest {

    private static final int PROCESSES = 4;
    private static final int WALKS = 150;
    private static final int STEPS = 60;
    private static final ProcessId LAST = ProcessId.of(PROCESSES - 1);

    private static final Map<String, FaultBudget> BUDGETS = Map.of(
            "crashes", FaultBudget.NONE.withCrashes(3),
            "links", FaultBudget.NONE.withLinkFailures(4).withLinkRecoveries(3),
            "joins", FaultBudget.NONE.withJoins(1).withCrashes(2),
            "leaves", FaultBudget.NONE.withLeaves(2).withJoins(1),
            "false departures", FaultBudget.NONE.withFalseDepartures(3).withCrashes(1),
            "all",
                    FaultBudget.NONE
                            .withCrashes(1)
                            .withLinkFailures(2)
                            .withLinkRecoveries(1)
                            .withJoins(1)
                            .withLeaves(1)
                            .withFalseDepartures(1));

    /** One walk of the checker, with the network that it should describe. */
    private static final class Walk {
        private final FaultBudget faults;
        private final Model<Diary.State, String, Boolean, Diary.Wish, String> model;
        private final StateSpace<Diary.State, String, Boolean, Diary.Wish, String> space;
        /** What has happened to the network so far. */
        private final List<Consumer<NetworkState>> history = new ArrayList<>();

        private GlobalState at;
        private NetworkState network;
        private int recovered;

        Walk(FaultBudget faults) {
            this.faults = faults;
            Model<Diary.State, String, Boolean, Diary.Wish, String> still =
                    Diary.model(Diary.of(0, 1, PROCESSES - 1), PROCESSES, Shape.COMPLETE);
            model = (faults.joins() == 0 ? still : still.withArriving(Set.of(LAST))).withFaults(faults);
            space = new StateSpace<>(model, true);
            space.begin();
            at = space.state(0);
            network = atStart();
        }

        private NetworkState atStart() {
            Set<ProcessId> present = new TreeSet<>(model.processes());
            present.removeAll(model.arriving());
            return new NetworkState(model.topology(), present, faults.falseDepartures() > 0 ? model.quorum() : 0);
        }

        private void happens(Consumer<NetworkState> change) {
            history.add(change);
            change.accept(network);
        }

        /** Takes one of the steps that are possible. Returns whether there is one. */
        boolean step(Random random) {
            int found = space.survey(at, StateSpace.NO_SUCCESSOR);
            List<List<TraceEvent>> possible = new ArrayList<>();
            for (int successor = 0; successor < found; successor++) {
                possible.add(space.events().all(successor));
            }
            possible.forEach(events -> events.forEach(this::isPossible));
            for (ProcessId each : network.live()) {
                assertEquals(notifications(each), offered(possible, each), "to " + each + " after " + history.size());
            }
            assertEquals(recoveries(), recoveries(possible), "after " + history.size());
            for (ProcessId from : model.processes()) {
                for (ProcessId to : model.processes()) {
                    assertTrue(
                            inTransit(from, to).isEmpty() || network.way(from, to) != Way.VANISHES,
                            () -> "from " + from + " to " + to + " after " + history.size());
                }
            }
            if (found == 0) {
                return false;
            }
            int chosen = random.nextInt(found);
            space.survey(at, chosen);
            at = space.successor(chosen);
            take(possible.get(chosen));
            return true;
        }

        /** What the checker can notify a process of, false departures apart. */
        private static Set<Event<?, ?>> offered(List<List<TraceEvent>> possible, ProcessId process) {
            Set<Event<?, ?>> offered = new HashSet<>();
            for (List<TraceEvent> events : possible) {
                if (events.size() == 1
                        && events.get(0) instanceof TraceEvent.Stepped step
                        && step.process().equals(process)
                        && step.event() instanceof Event.NeighboursChanged) {
                    offered.add(step.event());
                }
            }
            return offered;
        }

        /** What the network can notify a process of. */
        private Set<Event<?, ?>> notifications(ProcessId process) {
            Set<Event<?, ?>> all = new HashSet<>();
            for (Predicate<NetworkState> news : changes(process)) {
                NetworkState next = atStart();
                history.forEach(change -> change.accept(next));
                if (news.test(next)) {
                    all.add(next.notification(process));
                }
            }
            return all;
        }

        private List<Predicate<NetworkState>> changes(ProcessId process) {
            List<Predicate<NetworkState>> changes = new ArrayList<>();
            for (ProcessId other : model.processes()) {
                if (other.equals(process)) {
                    continue;
                }
                changes.add(next -> next.notifyJoined(process, other));
                changes.add(next -> next.knows(process, other)
                        && next.isGone(other)
                        && !(next.hasLeft(other) && isBetween(process, other))
                        && next.notifyDeparted(process, other));
                changes.add(next -> next.knows(process, other) && next.notifyFailed(process, other));
                changes.add(next -> next.notifyRecovered(process, other));
            }
            return changes;
        }

        private List<String> inTransit(ProcessId from, ProcessId to) {
            return space.configuration(at).inTransit(from, to, String.class);
        }

        /** Whether a message is in transit between two processes. */
        private boolean isBetween(ProcessId one, ProcessId other) {
            return !inTransit(one, other).isEmpty() || !inTransit(other, one).isEmpty();
        }

        /** The links of which the checker admits a recovery. */
        private static Set<Pair> recoveries(List<List<TraceEvent>> possible) {
            Set<Pair> recoveries = new HashSet<>();
            possible.forEach(events -> {
                if (events.get(0) instanceof TraceEvent.LinkRecovered recovery) {
                    recoveries.add(Pair.of(recovery.process(), recovery.other()));
                }
            });
            return recoveries;
        }

        /** The links that may recover, as far as the budget goes. */
        private Set<Pair> recoveries() {
            Set<Pair> recoveries = new HashSet<>();
            for (ProcessId one : network.live()) {
                for (ProcessId other : network.live().headSet(one)) {
                    Pair ends = Pair.of(one, other);
                    if (recovered < faults.linkRecoveries() && network.isKnownDown(ends) && !isBetween(one, other)) {
                        recoveries.add(ends);
                    }
                }
            }
            return recoveries;
        }

        private void isPossible(TraceEvent event) {
            if (event instanceof TraceEvent.Crashed crash) {
                assertTrue(network.isLive(crash.process()), event::toString);
            } else if (event instanceof TraceEvent.Joined join) {
                assertTrue(!network.hasJoined(join.process()), event::toString);
            } else if (event instanceof TraceEvent.LinkFailed failure) {
                Pair ends = Pair.of(failure.process(), failure.other());
                assertTrue(network.isLinked(ends) && !network.isDown(ends), event::toString);
            } else if (event instanceof TraceEvent.LinkRecovered recovery) {
                Pair ends = Pair.of(recovery.process(), recovery.other());
                assertTrue(network.isKnownDown(ends), event::toString);
            } else if (event instanceof TraceEvent.FalselyDeparted departure) {
                assertTrue(
                        network.isLive(departure.other()) && network.knows(departure.process(), departure.other()),
                        event::toString);
            } else if (event instanceof TraceEvent.Stepped step) {
                if (step.event() instanceof Event.Received<?, ?> received) {
                    assertEquals(Way.CARRIES, network.way(received.from().id(), step.process()), event::toString);
                } else if (step.event() instanceof Event.Undeliverable<?, ?> returned) {
                    assertEquals(
                            Way.RETURNS,
                            network.way(step.process(), returned.to().id()),
                            event::toString);
                }
            }
        }

        private void take(List<TraceEvent> events) {
            boolean falsely = events.get(0) instanceof TraceEvent.FalselyDeparted;
            for (TraceEvent event : events) {
                if (event instanceof TraceEvent.Crashed crash) {
                    happens(next -> next.crash(crash.process()));
                } else if (event instanceof TraceEvent.Joined join) {
                    happens(next -> next.join(join.process()));
                } else if (event instanceof TraceEvent.LinkFailed failure) {
                    happens(next -> next.fail(Pair.of(failure.process(), failure.other())));
                } else if (event instanceof TraceEvent.LinkRecovered recovery) {
                    recovered++;
                    happens(next -> next.recover(Pair.of(recovery.process(), recovery.other())));
                } else if (event instanceof TraceEvent.FalselyDeparted departure) {
                    happens(next -> next.notifyDeparted(departure.process(), departure.other()));
                } else if (event instanceof TraceEvent.Stepped step) {
                    if (step.effects().stream().anyMatch(Effect.Left.class::isInstance)) {
                        happens(next -> next.leave(step.process()));
                    }
                    if (step.event() instanceof Event.NeighboursChanged && !falsely) {
                        happens(notified(step));
                    }
                }
            }
        }

        /** The one notification that this step was. */
        private Consumer<NetworkState> notified(TraceEvent.Stepped step) {
            for (Predicate<NetworkState> news : changes(step.process())) {
                NetworkState next = atStart();
                history.forEach(change -> change.accept(next));
                if (news.test(next) && next.notification(step.process()).equals(step.event())) {
                    return news::test;
                }
            }
            throw new AssertionError("the network has no such notification: " + step);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crashes", "links", "joins", "leaves", "false departures", "all"})
    void theCheckerAgreesWithTheNetwork(String faults) {
        Random random = new Random(Seed.next());
        for (int walk = 0; walk < WALKS; walk++) {
            Walk here = new Walk(BUDGETS.get(faults));
            for (int step = 0; step < STEPS && here.step(random); step++) {}
        }
    }
}
