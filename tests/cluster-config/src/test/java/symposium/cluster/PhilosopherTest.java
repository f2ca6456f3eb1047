package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.Done;
import akka.actor.testkit.typed.Effect;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.participant.PhilosopherActor;
import symposium.kernel.ProcessId;
import symposium.service.member.MembershipView;
import symposium.service.participant.Philosopher;

/** Applications of one node at its seat. */
class PhilosopherTest {

    private static final ProcessId NEIGHBOUR = ProcessId.of(1);

    private final List<Input> asked = new ArrayList<>();
    private final BehaviorTestKit<Philosopher.Command> seat =
            BehaviorTestKit.create(PhilosopherActor.create(LockTest.VIEW, asked::add));
    private final TestInbox<Philosopher.Reply> a = TestInbox.create("a");
    private final TestInbox<Philosopher.Reply> b = TestInbox.create("b");
    private final TestInbox<Done> closed = TestInbox.create("closed");

    @Test
    void oneAfterTheOtherEatsWhenTheProcessSaysSo() {
        dines(a);
        dines(b);
        assertEquals(List.of(Input.HUNGRY), asked, "it is asked once");
        process(eats(7));
        a.expectMessage(meal(1, 7));
        assertEquals(List.of(), b.getAllReceived());

        finishes(a, 1);
        a.expectMessage(new Philosopher.Finished(1));
        assertEquals(List.of(Input.HUNGRY, Input.SATED, Input.HUNGRY), asked);
        process(eats(9));
        b.expectMessage(meal(2, 9));
    }

    @Test
    void whileTheClusterIsNotFormedInTimeNobodyWaits() {
        dines(a);
        seen(LockTest.unformed(Optional.of("sees only 1 of 3")));
        a.expectMessage(new Philosopher.Unavailable("sees only 1 of 3"));
        dines(b);
        b.expectMessage(new Philosopher.Unavailable("sees only 1 of 3"));
        process(eats(1));
        assertEquals(List.of(Input.HUNGRY, Input.SATED), asked, "nobody waits for the forks");
        seen(LockTest.unformed(Optional.empty()));
        dines(b);
        process(eats(2));
        b.expectMessage(meal(1, 2));
    }

    private void seen(MembershipView view) {
        seat.run(new PhilosopherActor.FromHost(new HostEvent.Seen<>(view)));
    }

    @Test
    void aMealThatIsNotBeingEatenIsNotFinished() {
        dines(a);
        finishes(a, 1);
        a.expectMessage(new Philosopher.NotEating(1));
        process(eats(1));
        finishes(b, 2);
        b.expectMessage(new Philosopher.NotEating(2));
        finishes(a, 1);
        finishes(a, 1);
        assertEquals(
                List.of(meal(1, 1), new Philosopher.Finished(1), new Philosopher.NotEating(1)), a.getAllReceived());
        assertEquals(List.of(Input.HUNGRY, Input.SATED), asked);
    }

    @Test
    void aPhilosopherThatLosesItsForksIsToldAndTheNextIsAskedFor() {
        dines(a);
        dines(b);
        process(eats(1));
        process(new Output.Lost());
        assertEquals(List.of(meal(1, 1), new Philosopher.Lost(1)), a.getAllReceived());
        assertEquals(List.of(Input.HUNGRY, Input.HUNGRY), asked, "what is lost is not given back");
        process(eats(2));
        b.expectMessage(meal(2, 2));
        finishes(b, 2);
        process(new Output.Lost());
        assertEquals(
                List.of(new Philosopher.Finished(2)),
                b.getAllReceived(),
                "a loss that crosses the end tells no process");
    }

    @Test
    void aPhilosopherThatStopsGivesUpWhatItHasAndWhatItWaitsFor() {
        dines(a);
        Philosopher.Command stopped = stopped();
        process(eats(1));
        seat.run(stopped);
        assertEquals(List.of(Input.HUNGRY, Input.SATED), asked);
        dines(b);
        seat.run(stopped());
        process(eats(2));
        assertEquals(List.of(Input.HUNGRY, Input.SATED, Input.HUNGRY, Input.SATED), asked, "nobody is left to eat");
        assertEquals(List.of(), b.getAllReceived());
    }

    @Test
    void whenTheNodeEndsEverybodyIsToldSo() {
        dines(a);
        dines(b);
        process(eats(1));
        seat.run(new PhilosopherActor.FromHost(new HostEvent.Closed<>("the node ends", closed.getRef())));
        assertEquals(List.of(meal(1, 1), new Philosopher.Lost(1)), a.getAllReceived());
        b.expectMessage(new Philosopher.Unavailable("the node ends"));
        closed.expectMessage(Done.getInstance());
        dines(b);
        b.expectMessage(new Philosopher.Unavailable("the node ends"));
        assertEquals(List.of(Input.HUNGRY, Input.SATED), asked, "the forks are given back");
    }

    private void dines(TestInbox<Philosopher.Reply> application) {
        seat.run(new Philosopher.Dine(application.getRef()));
    }

    private void finishes(TestInbox<Philosopher.Reply> application, long meal) {
        seat.run(new Philosopher.Finish(meal, application.getRef()));
    }

    private void process(Output told) {
        seat.run(new PhilosopherActor.FromHost(new HostEvent.Told<>(told)));
    }

    private Philosopher.Command stopped() {
        return seat.getAllEffects().stream()
                .filter(Effect.WatchedWith.class::isInstance)
                .map(effect -> (Philosopher.Command) ((Effect.WatchedWith<?, ?>) effect).message())
                .findFirst()
                .orElseThrow();
    }

    private static Output eats(long use) {
        return new Output.Eats(new TreeMap<>(Map.of(NEIGHBOUR, use)));
    }

    private static Philosopher.Eats meal(long number, long use) {
        return new Philosopher.Eats(number, new TreeMap<>(Map.of(NEIGHBOUR, use)));
    }
}
