package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Appetite;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.arbitration.resources.ResourcesMessage;
import symposium.arbitration.resources.ResourcesRule;
import symposium.arbitration.resources.Wish;
import symposium.arbitration.twostage.TwoStageMessage;
import symposium.arbitration.twostage.TwoStageRule;
import symposium.cluster.Ended;
import symposium.cluster.View;
import symposium.election.changroberts.ChangRobertsRule;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Side;
import symposium.kernel.Topology;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.ewd851.Ewd851Rule;
import symposium.regeneration.misra.MisraRule;
import symposium.ring.RingMessage;
import symposium.ring.RingRule;
import symposium.ring.RingTimer;

/** The same happenings make the same story, whenever they are told; the transcripts beside this class say which. */
class StoryTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final List<ProcessId> ALL = List.of(ZERO, ONE, TWO);

    private final StringWriter told = new StringWriter();
    private final Story story = new Story(3, Programme.of("ewd851-misra"), Names.NUMBERS, page(Page.Colours.NONE));
    private Duration now = Duration.ZERO;

    private Page page(Page.Colours colours) {
        return Page.sinceTheBeginning(new PrintWriter(told), colours);
    }

    @Test
    void aDinnerWithADeathReadsLikeItsTranscript() throws IOException {
        formation();
        election();
        hear(new Happening.Hungry(ONE));
        step(ONE, Ewd851Rule.N_1, new Event.Input<>(Ask.ENTER), signal(ZERO));
        step(ZERO, Ewd851Rule.S_0, received(ONE, Side.LEFT, new RingMessage.Signal(none())), signal(TWO));
        step(TWO, Ewd851Rule.S_2, received(ZERO, Side.LEFT, new RingMessage.Signal(none())), token(ZERO, 1, 0));
        step(ZERO, Ewd851Rule.T_1, received(TWO, Side.RIGHT, ping(1, 0)), token(ONE, 1, 0));
        hear(new Happening.Eating(ONE, new Fence(1, 1)));
        hear(new Happening.Hungry(TWO));
        step(TWO, Ewd851Rule.N_1, new Event.Input<>(Ask.ENTER), signal(ONE));
        hear(new Happening.Killed(ONE));
        step(ONE, Ewd851Rule.C_1, new Event.Input<>(Ask.RELEASE), token(TWO, 1, 1));
        hear(new Happening.Sated(ONE, new Fence(1, 1)));
        pause(3000);
        seen(ZERO, ALL, Set.of(ONE), Set.of());
        seen(TWO, ALL, Set.of(ONE), Set.of());
        pause(3000);
        seen(ZERO, List.of(ZERO, TWO), Set.of(), Set.of(ONE));
        seen(TWO, List.of(ZERO, TWO), Set.of(), Set.of(ONE));
        step(
                TWO,
                RingRule.DEPARTURE,
                new Event.NeighboursChanged<>(Neighbours.onRing(ZERO, ZERO), new TreeSet<>(Set.of(ONE))),
                signal(ZERO));
        step(ZERO, MisraRule.PONG_MARKS, received(TWO, Side.RIGHT, pong(1)));
        step(ZERO, MisraRule.PONG_LEAVES, new Event.Timeout<>(RingTimer.PONG_RESTS), pongTo(TWO, 1));
        step(TWO, MisraRule.PONG_REGENERATES, received(ZERO, Side.RIGHT, pong(1)));
        step(TWO, RingRule.WAKES, received(ZERO, Side.RIGHT, pong(2)));
        hear(new Happening.Eating(TWO, new Fence(2, 1)));
        hear(new Happening.Sated(TWO, new Fence(2, 1)));
        step(TWO, Ewd851Rule.C_0, new Event.Input<>(Ask.RELEASE));
        story.say(now, Line.Tone.NEWS, "the dinner is over");

        assertTranscript("death.txt");
    }

    @Test
    void whatGoesWrongReadsLikeItsTranscript() throws IOException {
        formation();
        hear(new Happening.Eating(ONE, new Fence(1, 1)));
        pause(3000);
        hear(new Happening.Sated(ONE, new Fence(1, 1)));
        pause(3000);
        seen(ZERO, ALL, Set.of(ONE), Set.of());
        seen(ZERO, ALL, Set.of(), Set.of());
        hear(new Happening.Hungry(TWO));
        pause(3000);
        hear(new Happening.Eating(ZERO, new Fence(1, 2)));
        hear(new Happening.Seen(new View(ZERO, Shape.RING, members(ALL), set(Set.of(ONE, TWO)), none(), true)));
        hear(new Happening.Robbed(ZERO, new Fence(1, 2)));
        step(TWO, RingRule.OUTBIDS, received(ONE, Side.RIGHT, pong(2)));
        step(ONE, RingRule.OLDER, received(ZERO, Side.RIGHT, ping(1, 4)));
        step(ONE, RingRule.OLDER, received(ZERO, Side.RIGHT, pong(1)));
        step(ONE, RingRule.PONG_TWICE, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, RingRule.SLEEPS_ON, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, RingRule.PONG_ISSUED, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, RingRule.NO_QUORUM, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, RingRule.TOKEN_RESTS, received(ZERO, Side.RIGHT, ping(2, 0)));
        hear(new Happening.Stepped(new Occurrence.Failed(
                TWO,
                received(ONE, Side.RIGHT, ping(2, 0)),
                "there is one token of a generation: token 2.0 comes to ...")));
        hear(new Happening.NodeEnded(
                ZERO, new Ended(Ended.Cause.REMOVED, "process 0 has been removed from the cluster")));

        assertTranscript("faults.txt");
    }

    @Test
    void anyOtherAlgorithmReadsLikeItsTranscript() throws IOException {
        plainly(ONE, "enter.ask", new Event.Input<>(Ask.ENTER), new Request(1, true), ZERO, TWO);
        plainly(
                ZERO,
                "request.new",
                new Event.Received<>(Neighbour.of(ONE), new Request(1, true)),
                Quiet.GO_AHEAD,
                ONE);
        plainly(TWO, "request.late", new Event.Received<>(Neighbour.of(ONE), new Request(1, true)), Quiet.GO_AHEAD);
        for (int round = 0; round < 12; round++) {
            plainly(TWO, "rests", new Event.Timeout<>(RingTimer.PONG_RESTS), Quiet.GO_AHEAD, ZERO);
            pause(400);
        }
        plainly(
                ZERO,
                "departed",
                new Event.NeighboursChanged<>(Neighbours.of(List.of(ONE, TWO)), none()),
                Quiet.GO_AHEAD);
        plainly(
                ZERO,
                "departed",
                new Event.NeighboursChanged<>(Neighbours.of(List.of(ONE)), set(Set.of(TWO))),
                new Request(7, false),
                ONE);
        plainly(ZERO, "departed", new Event.NeighboursChanged<>(Neighbours.none(), set(Set.of(TWO))), Quiet.GO_AHEAD);
        plainly(ONE, "exit", new Event.Input<>(Ask.RELEASE), Quiet.GO_AHEAD, ZERO);
        plain.say(now, Line.Tone.NEWS, "the dinner is over");

        assertTranscript("plain.txt");
    }

    @Test
    void takingResourcesReadsLikeItsTranscript() throws IOException {
        Story day = new Story(3, Programme.of("resources"), Names.NUMBERS, page(Page.Colours.NONE));
        all(
                day,
                new Happening.Started(ZERO, "127.0.0.1:2551"),
                atTable(ZERO, ALL, Set.of(), Shape.COMPLETE),
                atTable(ONE, ALL, Set.of(), Shape.COMPLETE),
                atTable(TWO, ALL, Set.of(), Shape.COMPLETE));
        silence(day);
        all(
                day,
                new Happening.Wanting(ONE, names("printer", "scanner")),
                new Happening.Stepped(new Occurrence.Stepped(
                        ONE,
                        new Event.Input<>(new Wish.Take(1, names("printer", "scanner"))),
                        ResourcesRule.WANT,
                        List.of(new Effect.Send<>(Neighbour.of(ZERO), new ResourcesMessage.Request())))));
        silence(day);
        all(day, new Happening.Taking(ONE, names("printer", "scanner"), new Fence(1, 1)));
        silence(day);
        all(
                day,
                new Happening.Returning(ONE, names("printer", "scanner"), new Fence(1, 1)),
                new Happening.Stepped(new Occurrence.Stepped(
                        ONE,
                        new Event.Input<>(new Wish.Release(1)),
                        ResourcesRule.T2,
                        List.of(new Effect.Send<>(
                                Neighbour.of(TWO), new ResourcesMessage.Undirected(new Fence(1, 1)))))));
        silence(day);
        all(
                day,
                new Happening.Wanting(TWO, names("printer", "scanner", "tape")),
                new Happening.Taking(TWO, names("printer", "scanner", "tape"), new Fence(1, 2)),
                new Happening.Wanting(ZERO, names("modem", "tape")),
                new Happening.Wanting(ONE, names("modem")),
                new Happening.Killed(TWO),
                new Happening.Returning(TWO, names("printer", "scanner", "tape"), new Fence(1, 2)),
                new Happening.Wanting(TWO, names("modem")));
        silence(day);
        all(day, atTable(ZERO, ALL, Set.of(), Shape.COMPLETE, TWO));
        silence(day);
        all(
                day,
                atTable(ZERO, List.of(ZERO, ONE), Set.of(TWO), Shape.COMPLETE),
                atTable(ONE, List.of(ZERO, ONE), Set.of(TWO), Shape.COMPLETE));
        silence(day);
        all(
                day,
                new Happening.Taking(ZERO, names("modem", "tape"), new Fence(2, 1)),
                new Happening.Robbed(ZERO, new Fence(2, 1)));
        day.say(now, Line.Tone.NEWS, "the day is over");

        assertTranscript("resources.txt");
    }

    @Test
    void philosophersAtATableAreCalledByTheirNames() throws IOException {
        Seats seats = new Seats("three.table", Table.of(List.of("plato", "kant", "voltaire"), PATH));
        Story dinner = new Story(3, Programme.of("two-stage"), Names.at(seats), page(Page.Colours.NONE));
        all(
                dinner,
                new Happening.Started(ZERO, "127.0.0.1:2551"),
                new Happening.Started(TWO, "127.0.0.1:2553"),
                atTable(ZERO, ALL, Set.of(), seats),
                atTable(ONE, ALL, Set.of(), seats),
                atTable(TWO, ALL, Set.of(), seats),
                new Happening.Hungry(ONE),
                new Happening.Stepped(new Occurrence.Stepped(
                        ONE,
                        new Event.Input<>(Appetite.HUNGRY),
                        TwoStageRule.WANT,
                        List.of(new Effect.Send<>(Neighbour.of(ZERO), new TwoStageMessage.Request())))),
                new Happening.Dining(ONE, new TreeMap<>(java.util.Map.of(ZERO, 1L, TWO, 1L))),
                new Happening.Hungry(TWO),
                new Happening.Hungry(ZERO),
                new Happening.Killed(ONE),
                atTable(ZERO, ALL, Set.of(), seats, ONE),
                atTable(ZERO, List.of(ZERO, TWO), Set.of(ONE), seats),
                atTable(TWO, List.of(ZERO, TWO), Set.of(ONE), seats),
                new Happening.Stepped(new Occurrence.Stepped(
                        ZERO,
                        new Event.NeighboursChanged<>(Neighbours.of(List.of(ONE)), none()),
                        TwoStageRule.CUT_OFF,
                        List.of())),
                new Happening.Dining(ZERO, new TreeMap<>()),
                new Happening.Sated(ZERO, Fence.NONE));

        assertTranscript("forks.txt");
    }

    private static final List<List<Integer>> PATH = List.of(List.of(1), List.of(0, 2), List.of(1));

    private void all(Story other, Happening... happenings) {
        for (Happening happening : happenings) {
            now = now.plusMillis(10);
            happening.tellTo(other, now);
        }
    }

    private void silence(Story other) {
        now = now.plusMillis(3000);
        other.breakSilence(now);
    }

    private static Happening atTable(
            ProcessId by, List<ProcessId> there, Set<ProcessId> departed, Topology topology, ProcessId... silent) {
        return new Happening.Seen(new View(by, topology, members(there), set(Set.of(silent)), set(departed), false));
    }

    private static SortedSet<String> names(String... some) {
        return new TreeSet<>(Set.of(some));
    }

    private record Request(int number, boolean urgent) {}

    private enum Quiet {
        GO_AHEAD
    }

    private final Story plain = new Story(3, Programme.of("lamport"), Names.NUMBERS, page(Page.Colours.NONE));

    private void plainly(ProcessId process, String label, Event<?, ?> event, Object message, ProcessId... to) {
        List<Effect<Object, Void>> effects = java.util.Arrays.stream(to)
                .<Effect<Object, Void>>map(each -> new Effect.Send<>(Neighbour.of(each), message))
                .toList();
        now = now.plusMillis(10);
        new Happening.Stepped(new Occurrence.Stepped(process, event, new Labelled(label), effects)).tellTo(plain, now);
    }

    private record Labelled(String label) implements Rule {}

    @Test
    void coloursAddNothingToTheText() {
        List<Line> lines = List.of(
                new Line(Duration.ofMillis(1234), "3", Line.Tone.EATING, "eats, fence 1.7"),
                new Line(Duration.ofMillis(61_000), "all", Line.Tone.ALARM, "is killed"));
        lines.forEach(page(Page.Colours.NONE));
        String plain = told.toString();
        told.getBuffer().setLength(0);
        lines.forEach(page(Page.Colours.ANSI));
        String coloured = told.toString();

        assertEquals("   1.23  3       eats, fence 1.7\n  61.00  all     is killed\n", plain);
        assertTrue(coloured.contains("\u001b[1;32m"), "eating is green: " + coloured);
        assertEquals(plain, coloured.replaceAll("\u001b\\[[0-9;]*m", ""));
    }

    private void formation() {
        for (ProcessId each : ALL) {
            hear(new Happening.Started(each, "127.0.0.1:" + (2551 + each.number())));
        }
        pause(3000);
        seen(ZERO, List.of(ZERO), Set.of(), Set.of());
        seen(ZERO, List.of(ZERO, TWO), Set.of(), Set.of());
        ALL.forEach(each -> seen(each, ALL, Set.of(), Set.of()));
    }

    private void election() {
        pause(3000);
        step(ZERO, ChangRobertsRule.INITIATE, new Event.Timeout<>(RingTimer.SUSPICION));
        step(TWO, ChangRobertsRule.OWN, received(ONE, Side.RIGHT, pong(0)));
        step(TWO, RingRule.BOTH_ISSUED, received(ONE, Side.RIGHT, pong(0)));
        step(TWO, RingRule.WAKES, received(ONE, Side.RIGHT, pong(1)));
    }

    private void pause(int milliseconds) {
        now = now.plusMillis(milliseconds);
        story.breakSilence(now);
    }

    private void hear(Happening happening) {
        now = now.plusMillis(10);
        happening.tellTo(story, now);
    }

    private void seen(ProcessId by, List<ProcessId> ring, Set<ProcessId> unreachable, Set<ProcessId> departed) {
        hear(new Happening.Seen(
                new View(by, Shape.RING, members(ring), set(unreachable), set(departed), ring.size() < 2)));
    }

    private void step(ProcessId process, Rule rule, Event<RingMessage, Ask> event) {
        step(process, rule, event, List.of());
    }

    private void step(ProcessId process, Rule rule, Event<RingMessage, Ask> event, Effect<RingMessage, Void> effect) {
        step(process, rule, event, List.of(effect));
    }

    private void step(
            ProcessId process, Rule rule, Event<RingMessage, Ask> event, List<Effect<RingMessage, Void>> effects) {
        hear(new Happening.Stepped(new Occurrence.Stepped(process, event, rule, effects)));
    }

    private static SortedMap<ProcessId, Address> members(List<ProcessId> ring) {
        SortedMap<ProcessId, Address> members = new TreeMap<>();
        ring.forEach(each -> members.put(each, new Address("akka", "symposium", "127.0.0.1", 2551 + each.number())));
        return members;
    }

    private static SortedSet<ProcessId> set(Set<ProcessId> some) {
        return new TreeSet<>(some);
    }

    private static SortedSet<ProcessId> none() {
        return Collections.emptySortedSet();
    }

    private static Event<RingMessage, Ask> received(ProcessId from, Side side, RingMessage message) {
        return new Event.Received<>(new Neighbour(from, side), message);
    }

    private static RingMessage ping(long generation, long grant) {
        return new RingMessage.Ping(none(), new Fence(generation, grant), 1);
    }

    private static RingMessage pong(long generation) {
        return new RingMessage.Pong(none(), -1, new RingMessage.Round(generation, 0));
    }

    private static Effect<RingMessage, Void> signal(ProcessId to) {
        return new Effect.Send<>(new Neighbour(to, Side.RIGHT), new RingMessage.Signal(none()));
    }

    private static Effect<RingMessage, Void> token(ProcessId to, long generation, long grant) {
        return new Effect.Send<>(new Neighbour(to, Side.LEFT), ping(generation, grant));
    }

    private static Effect<RingMessage, Void> pongTo(ProcessId to, long generation) {
        return new Effect.Send<>(new Neighbour(to, Side.LEFT), pong(generation));
    }

    /** {@code -Dtranscripts=DIRECTORY} writes what is told there, to be looked at before it replaces what was. */
    private void assertTranscript(String name) throws IOException {
        String actual = told.toString();
        String directory = System.getProperty("transcripts");
        if (directory != null) {
            java.nio.file.Files.writeString(java.nio.file.Path.of(directory, name), actual);
        }
        try (InputStream transcript = StoryTest.class.getResourceAsStream(name)) {
            assertEquals(new String(transcript.readAllBytes(), StandardCharsets.UTF_8), actual);
        }
    }
}
