package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.Effect;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Appetite;
import symposium.arbitration.Served;
import symposium.kernel.ProcessId;

/** Applications of one node at its seat. */
class SeatTurnsTest {

    private static final ProcessId NEIGHBOUR = ProcessId.of(1);

    private final List<Appetite> asked = new ArrayList<>();
    private final BehaviorTestKit<Seat.Command> seat = BehaviorTestKit.create(Seat.create(asked::add));
    private final TestInbox<Seat.Reply> a = TestInbox.create("a");
    private final TestInbox<Seat.Reply> b = TestInbox.create("b");

    @Test
    void oneAfterTheOtherEatsWhenTheProcessSaysSo() {
        dines(a);
        dines(b);
        assertEquals(List.of(Appetite.HUNGRY), asked, "it is asked once");
        process(eats(7));
        a.expectMessage(meal(1, 7));
        assertEquals(List.of(), b.getAllReceived());

        finishes(a, 1);
        a.expectMessage(new Seat.Finished(1));
        assertEquals(List.of(Appetite.HUNGRY, Appetite.SATED, Appetite.HUNGRY), asked);
        process(eats(9));
        b.expectMessage(meal(2, 9));
    }

    @Test
    void aMealThatIsNotBeingEatenIsNotFinished() {
        dines(a);
        finishes(a, 1);
        a.expectMessage(new Seat.NotEating(1));
        process(eats(1));
        finishes(b, 2);
        b.expectMessage(new Seat.NotEating(2));
        finishes(a, 1);
        finishes(a, 1);
        assertEquals(List.of(meal(1, 1), new Seat.Finished(1), new Seat.NotEating(1)), a.getAllReceived());
        assertEquals(List.of(Appetite.HUNGRY, Appetite.SATED), asked);
    }

    @Test
    void whoeverLosesItsForksIsToldAndTheNextIsAskedFor() {
        dines(a);
        dines(b);
        process(eats(1));
        process(new Served.Lost());
        assertEquals(List.of(meal(1, 1), new Seat.Lost(1)), a.getAllReceived());
        assertEquals(List.of(Appetite.HUNGRY, Appetite.HUNGRY), asked, "what is lost is not given back");
        process(eats(2));
        b.expectMessage(meal(2, 2));
        finishes(b, 2);
        process(new Served.Lost());
        assertEquals(List.of(new Seat.Finished(2)), b.getAllReceived(), "a loss that crosses the end tells nobody");
    }

    @Test
    void whoeverStopsGivesUpWhatItHasAndWhatItWaitsFor() {
        dines(a);
        Seat.Command stopped = stopped();
        process(eats(1));
        seat.run(stopped);
        assertEquals(List.of(Appetite.HUNGRY, Appetite.SATED), asked);
        dines(b);
        seat.run(stopped());
        process(eats(2));
        assertEquals(
                List.of(Appetite.HUNGRY, Appetite.SATED, Appetite.HUNGRY, Appetite.SATED),
                asked,
                "nobody is left to eat");
        assertEquals(List.of(), b.getAllReceived());
    }

    @Test
    void whenTheNodeEndsEverybodyIsToldSo() {
        dines(a);
        dines(b);
        process(eats(1));
        seat.run(new Seat.Closed("the node ends"));
        assertEquals(List.of(meal(1, 1), new Seat.Lost(1)), a.getAllReceived());
        b.expectMessage(new Seat.Unavailable("the node ends"));
        dines(b);
        b.expectMessage(new Seat.Unavailable("the node ends"));
        assertEquals(List.of(Appetite.HUNGRY), asked);
    }

    private void dines(TestInbox<Seat.Reply> application) {
        seat.run(new Seat.Dine(application.getRef()));
    }

    private void finishes(TestInbox<Seat.Reply> application, long meal) {
        seat.run(new Seat.Finish(meal, application.getRef()));
    }

    private void process(Served told) {
        seat.run(new Seat.UserTold(told));
    }

    private Seat.Command stopped() {
        return seat.getAllEffects().stream()
                .filter(Effect.WatchedWith.class::isInstance)
                .map(effect -> (Seat.Command) ((Effect.WatchedWith<?, ?>) effect).message())
                .findFirst()
                .orElseThrow();
    }

    private static Served eats(long use) {
        return new Served.Eats(new TreeMap<>(Map.of(NEIGHBOUR, use)));
    }

    private static Seat.Eats meal(long number, long use) {
        return new Seat.Eats(number, new TreeMap<>(Map.of(NEIGHBOUR, use)));
    }
}
