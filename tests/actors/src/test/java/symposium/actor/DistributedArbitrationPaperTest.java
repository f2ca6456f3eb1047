package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.actor.PlaceAtTable.TWO;
import static symposium.actor.PlaceAtTable.ZERO;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.EveryBlockingPath;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.arbitration.binary.BinaryArbitration;
import symposium.arbitration.twostage.TwoStage;
import symposium.group.ProcessGroup;
import symposium.group.RecordedEvents;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;

/**
 * Distributed Arbitration, its stories told with actors: one philosopher among probes, and whole tables. Time passes
 * when the test says so.
 */
class DistributedArbitrationPaperTest {

    private static final Duration DELAY = Duration.ofSeconds(1);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(ManualTime.config());

    private static final ManualTime TIME = ManualTime.get(KIT.system());

    // --- section 0: "a fork is owned or no philosopher is ready to grab it"

    @Test
    void p0_aForkThatNoPhilosopherOwnsGoesAtOnceToAPhilosopherThatIsReadyForIt() {
        PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher = grabbingOneByOne(ZERO, TWO);
        philosopher.receives(TWO, new BinaryArbitration.Request());
        philosopher.tookStep("b.yield").sends(TWO, new BinaryArbitration.Fork()).andNothingElse();
    }

    /**
     * "A philosopher ready to grab a fork owned by an eating philosopher will own that fork upon completion of the
     * other's meal."
     */
    @Test
    void c0_aPhilosopherThatIsReadyForAForkOfOneThatEatsOwnsItWhenTheMealIsCompleted() {
        PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher = eatingAfterZeroYields();
        philosopher.receives(TWO, new BinaryArbitration.Request());
        philosopher.tookStep("b.block").andNothingElse();
        philosopher.completesItsMeal();
        philosopher
                .tookStep("b.finish")
                .sends(TWO, new BinaryArbitration.Fork())
                .andNothingElse();
    }

    /** "In any state a philosopher may be ready to grab at most one specified fork." */
    @Test
    void aPhilosopherIsReadyForOneForkAtATimeInItsOwnOrder() {
        PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher = grabbingOneByOne(TWO, ZERO);
        rises(philosopher);
        philosopher.tookStep("b.grab").delays().andNothingElse();
        philosopher.receives(TWO, new BinaryArbitration.Request());
        philosopher.tookStep("b.block").andNothingElse();
        TIME.timePasses(DELAY);
        asks(philosopher, ZERO);
    }

    /**
     * "A philosopher is eating" = "that philosopher owns all the forks it shares with others"; "a thinking philosopher
     * owns no forks".
     */
    @Test
    void aPhilosopherThatEatsOwnsAllItsForksAndAPhilosopherThatThinksOwnsNone() {
        PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher = eatingAfterZeroYields();
        philosopher.completesItsMeal();
        philosopher.tookStep("b.finish").andNothingElse();
        for (ProcessId neighbour : List.of(ZERO, TWO)) {
            philosopher.receives(neighbour, new BinaryArbitration.Request());
            philosopher
                    .tookStep("b.yield")
                    .sends(neighbour, new BinaryArbitration.Fork())
                    .andNothingElse();
        }
    }

    /**
     * "The state 'ready to grab a specified fork' is terminated only by grabbing it": not by what comes from elsewhere,
     * and not by time.
     */
    @Test
    void aPhilosopherThatIsReadyForAForkStaysSoUntilItGrabsIt() {
        PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher = grabbingOneByOne(ZERO, TWO);
        rises(philosopher);
        asks(philosopher, ZERO);
        philosopher.receives(TWO, new BinaryArbitration.Request());
        philosopher.tookStep("b.yield").sends(TWO, new BinaryArbitration.Fork()).andNothingElse();
        TIME.timePasses(DELAY.multipliedBy(10));
        philosopher.receives(ZERO, new BinaryArbitration.Fork());
        philosopher.tookStep("b.own").delays().andNothingElse();
        TIME.timePasses(DELAY);
        asks(philosopher, TWO);
    }

    /** "The contention for the single fork when the two philosophers happen to become 'simultaneously' ready." */
    @Test
    void twoContendForTheForkBetweenThemAndOneEatsAfterTheOther() {
        Company company = new Company(new BinaryArbitration(), List.of(List.of(1), List.of(0)));
        company.allBecomeHungry();
        TIME.timePasses(DELAY);
        ProcessId first = company.nextToEat();
        ProcessId other = ProcessId.of(1 - first.number());
        company.awaitRules("b.block", 1);
        company.isSated(first);
        assertEquals(other, company.nextToEat());
    }

    // --- section 1: "let each philosopher on that cycle grab its 'left fork' first"

    @Test
    void thePentagonWhereEveryoneGrabsLeftComesToDeadlockAndADeathThatIsHeardOfEndsIt() {
        Company company = new Company(new BinaryArbitration(), everyoneLeftFirst(5));
        company.allBecomeHungry();
        company.awaitRules("b.rise", 5);
        TIME.timePasses(DELAY);
        // Everyone has its left fork: four lay where they were needed, one was asked for.
        company.awaitRules("b.grab", 4);
        company.awaitRules("b.own", 1);
        TIME.timePasses(DELAY);
        company.awaitRules("b.block", 5);

        // Nothing is in transit, no timer runs, no philosopher eats who could stop: nothing happens any more.
        assertEquals(company.sent(), company.received());
        assertEquals(company.scheduled(), company.expired());
        assertEquals(0, company.meals());
        assertEquals(6, company.rules("b.ask"));

        company.dies(0);
        // A philosopher that waited for the fork of the dead has its other one already, and each meal frees the fork
        // that the next
        // waits for.
        assertEquals(ProcessId.of(1), company.nextToEat());
        for (int philosopher = 1; philosopher < 4; philosopher++) {
            company.isSated(ProcessId.of(philosopher));
            assertEquals(ProcessId.of(philosopher + 1), company.nextToEat());
        }
    }

    @Test
    void whereOneGrabsRightFirstAllEat() {
        List<List<Integer>> orders = new ArrayList<>(everyoneLeftFirst(5));
        orders.set(4, List.of(3, 0));
        Company company = new Company(new BinaryArbitration(), orders);
        company.allBecomeHungry();
        company.awaitRules("b.rise", 5);
        Set<ProcessId> fed = new TreeSet<>();
        while (fed.size() < 5) {
            TIME.timePasses(DELAY);
            company.eater().ifPresent(eater -> {
                fed.add(eater);
                company.isSated(eater);
            });
        }
        assertEquals(5, company.meals());
    }

    /**
     * "Deadlock - sometimes called 'partial deadlock' - occurs when there exists a philosopher such that there is no
     * possible future state in which it is eating": three on a cycle never eat, and the fourth, beside them, eats as
     * often as it likes. Of Theorem 0: "the state in which each philosopher on the cyclic path owns its first fork can
     * be reached when all the philosophers outside the subset are thinking".
     */
    @Test
    void inAPartialDeadlockOthersEat() {
        Company company = new Company(
                new BinaryArbitration(), List.of(List.of(1, 2, 3), List.of(2, 0), List.of(0, 1), List.of(0)));
        List.of(0, 1, 2).forEach(company::becomesHungry);
        company.awaitRules("b.rise", 3);
        TIME.timePasses(DELAY);
        company.awaitRules("b.grab", 2);
        company.awaitRules("b.own", 1);
        TIME.timePasses(DELAY);
        company.awaitRules("b.block", 3);
        assertEquals(company.scheduled(), company.expired());

        ProcessId outside = ProcessId.of(3);
        for (int meal = 1; meal <= 2; meal++) {
            company.becomesHungry(3);
            company.awaitRules("b.rise", 3 + meal);
            TIME.timePasses(DELAY);
            assertEquals(outside, company.nextToEat());
            company.isSated(outside);
            company.awaitRules("b.finish", meal);
        }
        assertEquals(2, company.meals());
        assertEquals(company.sent(), company.received());
        assertEquals(company.scheduled(), company.expired());
    }

    // --- section 2: "the maximum delay for X equals the number of blocking paths starting at X"

    /** On a path of three whose middle reaches for the end that waits first: the far end, the middle and oneself. */
    @Test
    void aDelayEqualToTheNumberOfBlockingPathsCanOccur() {
        Table path = Table.of(List.of(List.of(1), List.of(0, 2), List.of(1)));
        assertEquals(List.of(List.of(0, 1, 2), List.of(0, 1), List.of(0)), EveryBlockingPath.from(0, path, 3));
        Company company = new Company(new BinaryArbitration(), path);
        company.becomesHungry(2);
        company.awaitRules("b.rise", 1);
        TIME.timePasses(DELAY);
        assertEquals(TWO, company.nextToEat());
        company.becomesHungry(1);
        company.awaitRules("b.rise", 2);
        TIME.timePasses(DELAY);
        company.awaitRules("b.own", 1);
        TIME.timePasses(DELAY);
        company.awaitRules("b.block", 1);
        company.becomesHungry(0);
        company.awaitRules("b.rise", 3);
        TIME.timePasses(DELAY);
        company.awaitRules("b.block", 2);

        // "Upon completion of the current meal" comes the state associated with the next blocking path.
        List<ProcessId> completed = new ArrayList<>(List.of(TWO));
        company.isSated(TWO);
        for (int next = 0; next < 2; next++) {
            ProcessId eater = company.nextToEat();
            completed.add(eater);
            company.isSated(eater);
        }
        assertEquals(List.of(TWO, ProcessId.of(1), ZERO), completed);
    }

    private static List<List<Integer>> everyoneLeftFirst(int philosophers) {
        List<List<Integer>> orders = new ArrayList<>();
        for (int philosopher = 0; philosopher < philosophers; philosopher++) {
            orders.add(List.of((philosopher + 1) % philosophers, (philosopher + philosophers - 1) % philosophers));
        }
        return orders;
    }

    // --- section 5

    /**
     * "The system, which is started with all philosophers thinking and all forks undirected": there is nothing to wait
     * for, and to undo.
     */
    @Test
    void whereAllThinkAPhilosopherThatGetsHungryEatsAtOnce() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = twoStage();
        philosopher.isHungry();
        philosopher.tookStep("w.ask").sends(ZERO, new TwoStage.Request()).andNothingElse();
        philosopher.receives(ZERO, new TwoStage.Fork(false));
        philosopher.tookStep("T0 T1").eats().andNothingElse();
        philosopher.completesItsMeal();
        philosopher.tookStep("T2").andNothingElse();
    }

    /**
     * T0: "directs an arrow towards each of its tabled neighbours": the fork says who is tabled, and no message more is
     * needed.
     */
    @Test
    void t0_directsAnArrowTowardsEachTabledNeighbour() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = hungryBehindZero();
        philosopher.receives(ZERO, new TwoStage.Undirected());
        philosopher.tookStep("T1").eats().andNothingElse();
    }

    /** Of two neighbours that are tabled the later waits for the earlier. */
    @Test
    void t0_aNeighbourThatBecomesTabledLaterGetsAnArrowThatLeadsHere() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = hungryBehindZero();
        philosopher.receives(TWO, new TwoStage.Request());
        philosopher.tookStep("w.yield").sends(TWO, new TwoStage.Fork(true)).andNothingElse();
        philosopher.receives(ZERO, new TwoStage.Undirected());
        philosopher.tookStep("T1").eats().andNothingElse();
        philosopher.completesItsMeal();
        philosopher.tookStep("T2").sends(TWO, new TwoStage.Undirected()).andNothingElse();
    }

    /**
     * T1 "observes to be without outgoing arrows": an arrow that has gone does not come back when another philosopher
     * becomes hungry.
     */
    @Test
    void t1_isStable() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = hungryBehindBoth();
        philosopher.receives(ZERO, new TwoStage.Undirected());
        philosopher.tookStep("u.one").andNothingElse();
        philosopher.receives(ZERO, new TwoStage.Request());
        philosopher.tookStep("w.yield").sends(ZERO, new TwoStage.Fork(true)).andNothingElse();
        philosopher.receives(TWO, new TwoStage.Undirected());
        philosopher.tookStep("T1").eats().andNothingElse();
    }

    /** T2 "makes all its forks undirected": a message for each incoming arrow, which need not arrive together. */
    @Test
    void t2_goesForkByFork() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> first = hungryBehindZero();
        first.receives(ZERO, new TwoStage.Undirected());
        first.tookStep("T1").eats().andNothingElse();
        first.receives(ZERO, new TwoStage.Request());
        first.tookStep("w.yield").sends(ZERO, new TwoStage.Fork(true)).andNothingElse();
        first.receives(TWO, new TwoStage.Request());
        first.tookStep("w.yield").sends(TWO, new TwoStage.Fork(true)).andNothingElse();
        first.completesItsMeal();
        first.tookStep("T2")
                .sends(ZERO, new TwoStage.Undirected())
                .sends(TWO, new TwoStage.Undirected())
                .andNothingElse();

        // At the other end of each: the one arrow has gone, the other has not yet.
        PlaceAtTable<TwoStage.State, TwoStage.Message> second = hungryBehindBoth();
        second.receives(TWO, new TwoStage.Undirected());
        second.tookStep("u.one").andNothingElse();
        second.receives(ZERO, new TwoStage.Undirected());
        second.tookStep("T1").eats().andNothingElse();
    }

    /**
     * The T0's of neighbours exclude each other: a fork of the first stage that is owned is handed over with T0, and so
     * tells of it.
     */
    @Test
    void t0_ofNeighboursExcludeEachOther() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = twoStage(TWO, ZERO);
        philosopher.isHungry();
        philosopher.tookStep("w.ask").sends(ZERO, new TwoStage.Request()).andNothingElse();
        philosopher.receives(TWO, new TwoStage.Request());
        philosopher.tookStep("w.block").andNothingElse();
        philosopher.receives(ZERO, new TwoStage.Fork(false));
        philosopher.tookStep("T0 T1").sends(TWO, new TwoStage.Fork(true)).eats().andNothingElse();
    }

    @Test
    void theArrowTowardsOneThatHasDiedIsGone() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = hungryBehindZero();
        philosopher.hearsOfTheDeathOf(ZERO);
        philosopher.tookStep("d.T1").eats().andNothingElse();
    }

    /**
     * "All philosophers of this directed subgraph are tabled; hence the subgraph cannot grow": between a philosopher's
     * T0 and T1 each neighbour eats at most once, however soon it is hungry again.
     */
    @Test
    void aNeighbourThatIsHungryAgainDoesNotEatBeforeOneThatWaits() {
        Company company = new Company(new TwoStage(), List.of(List.of(1, 2, 3), List.of(0), List.of(0), List.of(0)));
        List.of(1, 2, 3).forEach(company::becomesHungry);
        Set<ProcessId> leaves = new TreeSet<>(List.of(company.nextToEat(), company.nextToEat(), company.nextToEat()));
        assertEquals(Set.of(ProcessId.of(1), TWO, ProcessId.of(3)), leaves, "they share no fork, and eat at once");
        company.becomesHungry(0);
        company.awaitRules("T0", 1);
        int again = 0;
        for (ProcessId leaf : leaves) {
            assertEquals(3, company.meals(), "nobody has eaten twice");
            company.isSated(leaf);
            company.becomesHungry(leaf.number());
            company.awaitRules("T0", 1 + ++again);
        }
        assertEquals(ZERO, company.nextToEat());
        assertEquals(4, company.meals());
        company.isSated(ZERO);
        assertEquals(leaves, new TreeSet<>(List.of(company.nextToEat(), company.nextToEat(), company.nextToEat())));
        assertTrue(company.noTwoNeighboursAteAtOnce());
    }

    /**
     * "That maximum path length gives an upper bound for the delay of X. With N philosophers, the delay is therefore at
     * most N": on a path it is N.
     */
    @Test
    void theLastOfAPathOfArrowsEatsWhenAllOthersHaveEatenOnce() {
        Company company = new Company(new TwoStage(), List.of(List.of(1), List.of(0, 2), List.of(1, 3), List.of(2)));
        company.becomesHungry(0);
        assertEquals(ZERO, company.nextToEat());
        for (int philosopher = 1; philosopher < 4; philosopher++) {
            company.becomesHungry(philosopher);
            company.awaitRules("T0", philosopher);
        }
        assertEquals(1, company.meals(), "each has an arrow to the one before");
        for (int philosopher = 0; philosopher < 3; philosopher++) {
            company.isSated(ProcessId.of(philosopher));
            assertEquals(ProcessId.of(philosopher + 1), company.nextToEat());
        }
        assertEquals(4, company.meals());
    }

    /** On the pentagon, in the order of names, every philosopher eats; neighbours eat one after the other. */
    @Test
    void theClassicalFiveInTwoStages() {
        Company company = new Company(
                new TwoStage(), List.of(List.of(1, 4), List.of(0, 2), List.of(1, 3), List.of(2, 4), List.of(0, 3)));
        company.allBecomeHungry();
        Set<ProcessId> fed = new TreeSet<>();
        while (fed.size() < 5) {
            ProcessId eater = company.nextToEat();
            fed.add(eater);
            company.isSated(eater);
        }
        assertTrue(company.noTwoNeighboursAteAtOnce());
    }

    // --- arrangements

    private static PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> grabbingOneByOne(
            ProcessId... order) {
        return new PlaceAtTable<>(KIT, new BinaryArbitration(), DELAY, order);
    }

    /** A philosopher that grabs the fork of ZERO, and then the one it has in common with TWO. */
    private PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> eatingAfterZeroYields() {
        PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher = grabbingOneByOne(ZERO, TWO);
        rises(philosopher);
        asks(philosopher, ZERO);
        philosopher.receives(ZERO, new BinaryArbitration.Fork());
        philosopher.tookStep("b.own").delays().andNothingElse();
        TIME.timePasses(DELAY);
        philosopher.tookStep("b.grab-last").eats().andNothingElse();
        return philosopher;
    }

    private static PlaceAtTable<TwoStage.State, TwoStage.Message> twoStage(ProcessId... order) {
        return new PlaceAtTable<>(KIT, new TwoStage(), DELAY, order.length == 0 ? new ProcessId[] {ZERO, TWO} : order);
    }

    private static PlaceAtTable<TwoStage.State, TwoStage.Message> hungryBehindZero() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = twoStage();
        philosopher.isHungry();
        philosopher.tookStep("w.ask").sends(ZERO, new TwoStage.Request()).andNothingElse();
        philosopher.receives(ZERO, new TwoStage.Fork(true));
        philosopher.tookStep("T0").andNothingElse();
        return philosopher;
    }

    private static PlaceAtTable<TwoStage.State, TwoStage.Message> hungryBehindBoth() {
        PlaceAtTable<TwoStage.State, TwoStage.Message> philosopher = twoStage();
        philosopher.receives(TWO, new TwoStage.Request());
        philosopher.tookStep("w.yield").sends(TWO, new TwoStage.Fork(false)).andNothingElse();
        philosopher.isHungry();
        philosopher.tookStep("w.ask").sends(ZERO, new TwoStage.Request()).andNothingElse();
        philosopher.receives(ZERO, new TwoStage.Fork(true));
        philosopher.tookStep("w.own").sends(TWO, new TwoStage.Request()).andNothingElse();
        philosopher.receives(TWO, new TwoStage.Fork(true));
        philosopher.tookStep("T0").andNothingElse();
        return philosopher;
    }

    /** A whole table of philosophers as actors. */
    private static final class Company {
        private final Seats seats;
        private final ActorRef<ProcessGroup.Command<Input>> group;
        private final TestProbe<ProcessGroup.UserTold<Output>> users = KIT.createTestProbe();
        private final TestProbe<RecordedEvents.Written> reader = KIT.createTestProbe();
        private long seen;

        <S, M> Company(Protocol<S, M, Input, Output> protocol, List<List<Integer>> orders) {
            this(protocol, Table.of(orders));
        }

        <S, M> Company(Protocol<S, M, Input, Output> protocol, Table table) {
            seats = new Seats("the table", table);
            group = KIT.spawn(
                    ProcessGroup.create(protocol, seats, everyone(), TimerDurations.all(DELAY), told -> users.getRef()
                            .tell(told)));
        }

        private SortedSet<ProcessId> everyone() {
            return Start.of(seats.table().size(), 0).processes();
        }

        void allBecomeHungry() {
            everyone().forEach(each -> group.tell(new ProcessGroup.Ask<>(each, Input.HUNGRY)));
        }

        void becomesHungry(int philosopher) {
            group.tell(new ProcessGroup.Ask<>(ProcessId.of(philosopher), Input.HUNGRY));
        }

        void isSated(ProcessId eater) {
            group.tell(new ProcessGroup.Ask<>(eater, Input.SATED));
        }

        void dies(int philosopher) {
            group.tell(new ProcessGroup.Crash<>(ProcessId.of(philosopher)));
            group.tell(new ProcessGroup.AnnounceDeparture<>(ProcessId.of(philosopher)));
        }

        ProcessId nextToEat() {
            ProcessGroup.UserTold<Output> told = users.receiveMessage(Duration.ofSeconds(10));
            assertTrue(told.output() instanceof Output.Eats, told.toString());
            return told.process();
        }

        /**
         * A philosopher that has begun to eat and has not been seen yet, once all that can happen by itself has
         * happened.
         */
        Optional<ProcessId> eater() {
            reader.awaitAssert(() -> {
                assertEquals(sent(), received());
                return null;
            });
            long begun = meals();
            if (begun == seen) {
                return Optional.empty();
            }
            seen++;
            return Optional.of(nextToEat());
        }

        List<TraceEvent.Stepped> steps() {
            group.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
            return reader.receiveMessage().events().stream()
                    .filter(TraceEvent.Stepped.class::isInstance)
                    .map(TraceEvent.Stepped.class::cast)
                    .toList();
        }

        void awaitRules(String label, int times) {
            reader.awaitAssert(() -> {
                assertEquals(times, rules(label), label);
                return null;
            });
        }

        private long steps(Predicate<TraceEvent.Stepped> condition) {
            return steps().stream().filter(condition).count();
        }

        long rules(String label) {
            return steps(step -> step.rule().label().equals(label));
        }

        private long effects(Predicate<Effect<?, ?>> condition) {
            return steps().stream()
                    .flatMap(step -> step.effects().stream())
                    .filter(condition)
                    .count();
        }

        long sent() {
            return effects(Effect.Send.class::isInstance);
        }

        long received() {
            return steps(step -> step.event() instanceof Event.Received);
        }

        long scheduled() {
            return effects(Effect.Schedule.class::isInstance);
        }

        long expired() {
            return steps(step -> step.event() instanceof Event.Timeout);
        }

        long meals() {
            return steps(Company::eats);
        }

        private static boolean eats(TraceEvent.Stepped step) {
            return step.effects().stream()
                    .anyMatch(effect ->
                            effect instanceof Effect.Output<?, ?> output && output.output() instanceof Output.Eats);
        }

        boolean noTwoNeighboursAteAtOnce() {
            Set<ProcessId> eaters = new TreeSet<>();
            for (TraceEvent.Stepped step : steps()) {
                if (eats(step)) {
                    for (ProcessId other : eaters) {
                        if (seats.table().share(step.process().number(), other.number())) {
                            return false;
                        }
                    }
                    eaters.add(step.process());
                } else if (step.event().equals(new Event.Input<>(Input.SATED))) {
                    eaters.remove(step.process());
                }
            }
            return true;
        }
    }

    /** The philosopher gets hungry, and its delay before the first fork passes. */
    private void rises(PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher) {
        philosopher.isHungry();
        philosopher.tookStep("b.rise").delays().andNothingElse();
        TIME.timePasses(DELAY);
    }

    private static void asks(
            PlaceAtTable<BinaryArbitration.State, BinaryArbitration.Message> philosopher, ProcessId neighbour) {
        philosopher
                .tookStep("b.ask")
                .sends(neighbour, new BinaryArbitration.Request())
                .andNothingElse();
    }
}
