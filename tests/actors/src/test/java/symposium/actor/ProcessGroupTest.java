package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;
import symposium.group.ProcessGroup;
import symposium.group.RecordedEvents;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;

/** Five machines at one table. */
@Tag("slow")
class ProcessGroupTest {

    private static final int MACHINES = 5;
    private static final int MEALS = 200;

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    @Test
    void fiveMachinesEatTwoHundredTimesAndNoTwoAtOnce() {
        long seed = Seed.next();
        Start start = Start.of(MACHINES, 0);
        TestProbe<Eating> observer = KIT.createTestProbe();
        Map<ProcessId, ActorRef<User.Command>> users = new ConcurrentHashMap<>();
        ActorRef<ProcessGroup.Command<Input>> group =
                group(start, told -> users.get(told.process()).tell(new User.Granted()));
        for (ProcessId id : start.processes()) {
            users.put(id, KIT.spawn(User.create(id, group, observer.getRef(), new Random(seed + id.number()))));
        }
        users.values().forEach(user -> user.tell(new User.Think()));

        int[] meals = new int[MACHINES];
        for (int meal = 0; meal < MEALS; meal++) {
            Eating begun = observer.receiveMessage(Duration.ofSeconds(10));
            assertEquals(new Eating(begun.process(), true), begun);
            assertEquals(new Eating(begun.process(), false), observer.receiveMessage(Duration.ofSeconds(10)));
            meals[begun.process().number()]++;
        }
        for (int machine = 0; machine < MACHINES; machine++) {
            assertTrue(meals[machine] > 0, "machine " + machine + " never ate");
        }
        assertNoTwoAreCriticalIn(read(group));
    }

    @Test
    void theLogOfAGroupIsAPossibleOrderOfWhatHappened() {
        Start start = Start.of(3, 0);
        TestProbe<ProcessGroup.UserTold<Output>> users = KIT.createTestProbe();
        ActorRef<ProcessGroup.Command<Input>> group =
                group(start, told -> users.getRef().tell(told));
        for (int round = 0; round < 30; round++) {
            ProcessId eater = ProcessId.of(round * 2 % 3);
            group.tell(new ProcessGroup.Ask<>(eater, Input.ENTER));
            users.expectMessage(new ProcessGroup.UserTold<>(eater, new Output.Granted(Fence.NONE)));
            group.tell(new ProcessGroup.Ask<>(eater, Input.RELEASE));
        }
        new Replay<>(new Ewd851(start.holder()), Shape.RING, start.processes()).replay(read(group));
    }

    @Test
    void aProcessThatCrashesAnswersNoProcessAndNoProcessIsTold() {
        ActorRef<ProcessGroup.Command<Input>> group = group(Start.of(3, 0), told -> {});
        group.tell(new ProcessGroup.Crash<>(ProcessId.of(0)));
        readUntil(group, events -> assertEquals(List.of(new TraceEvent.Crashed(ProcessId.of(0))), events));
        group.tell(new ProcessGroup.Ask<>(ProcessId.of(0), Input.ENTER));
        assertEquals(1, read(group).size());
    }

    @Test
    void aDepartureIsAnnouncedToAllOthers() {
        ActorRef<ProcessGroup.Command<Input>> group = group(Start.of(3, 0), told -> {});
        group.tell(new ProcessGroup.AnnounceDeparture<>(ProcessId.of(2)));
        // EWD851 alone knows no change of the ring, so each of the others says what it was told and stops.
        readUntil(group, events -> {
            List<String> told = events.stream()
                    .filter(TraceEvent.Failed.class::isInstance)
                    .map(failed -> failed.process() + " " + ((TraceEvent.Failed) failed).event())
                    .sorted()
                    .toList();
            assertEquals(
                    List.of(
                            "0 neighbours now [1 (left), 1 (right)], departed [2]",
                            "1 neighbours now [0 (left), 0 (right)], departed [2]"),
                    told);
        });
    }

    private static ActorRef<ProcessGroup.Command<Input>> group(
            Start start, Consumer<ProcessGroup.UserTold<Output>> users) {
        return KIT.spawn(ProcessGroup.create(
                new Ewd851(start.holder()),
                Shape.RING,
                start.processes(),
                TimerDurations.all(Duration.ofSeconds(1)),
                users));
    }

    private static void readUntil(ActorRef<ProcessGroup.Command<Input>> group, Consumer<List<TraceEvent>> expected) {
        TestProbe<RecordedEvents.Written> reader = KIT.createTestProbe();
        reader.awaitAssert(() -> {
            group.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
            expected.accept(reader.receiveMessage().events());
            return null;
        });
    }

    private static List<TraceEvent> read(ActorRef<ProcessGroup.Command<Input>> group) {
        TestProbe<RecordedEvents.Written> reader = KIT.createTestProbe();
        group.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
        return reader.receiveMessage().events();
    }

    private static void assertNoTwoAreCriticalIn(List<TraceEvent> log) {
        ProcessId critical = null;
        for (TraceEvent occurrence : log) {
            TraceEvent.Stepped stepped = (TraceEvent.Stepped) occurrence;
            if (stepped.event().equals(new Event.Input<>(Input.RELEASE))) {
                assertEquals(critical, stepped.process());
                critical = null;
            }
            if (stepped.effects().toString().contains("granted")) {
                assertEquals(null, critical, "at " + stepped);
                critical = stepped.process();
            }
        }
    }

    private record Eating(ProcessId process, boolean begins) {}

    /** Thinks for a while, asks, eats for a while when granted, and so on. */
    private static final class User {
        sealed interface Command {}

        record Think() implements Command {}

        record Granted() implements Command {}

        private record Hungry() implements Command {}

        private record Sated() implements Command {}

        private static final int THINKING_AT_MOST_MILLIS = 20;
        private static final int EATING_AT_MOST_MILLIS = 4;

        private User() {}

        static Behavior<Command> create(
                ProcessId self, ActorRef<ProcessGroup.Command<Input>> group, ActorRef<Eating> observer, Random lot) {
            return Behaviors.withTimers(timers -> Behaviors.receive(Command.class)
                    .onMessage(Think.class, think -> {
                        think(timers, lot);
                        return Behaviors.same();
                    })
                    .onMessage(Hungry.class, hungry -> {
                        group.tell(new ProcessGroup.Ask<>(self, Input.ENTER));
                        return Behaviors.same();
                    })
                    .onMessage(Granted.class, granted -> {
                        observer.tell(new Eating(self, true));
                        timers.startSingleTimer(new Sated(), Duration.ofMillis(1 + lot.nextInt(EATING_AT_MOST_MILLIS)));
                        return Behaviors.same();
                    })
                    .onMessage(Sated.class, sated -> {
                        observer.tell(new Eating(self, false));
                        group.tell(new ProcessGroup.Ask<>(self, Input.RELEASE));
                        think(timers, lot);
                        return Behaviors.same();
                    })
                    .build());
        }

        private static void think(TimerScheduler<Command> timers, Random lot) {
            timers.startSingleTimer(new Hungry(), Duration.ofMillis(1 + lot.nextInt(THINKING_AT_MOST_MILLIS)));
        }
    }
}
