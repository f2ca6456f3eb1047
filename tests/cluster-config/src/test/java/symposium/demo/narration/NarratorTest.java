package symposium.demo.narration;

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
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Dining;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.PrivilegeRule;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.twostage.TwoStage;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.composition.ewd851misra.Ewd851MisraRule;
import symposium.composition.ewd851misra.Round;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.DemoEvent.Stepped.Part;
import symposium.demo.script.DemoScript;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.misra.Misra;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.participant.LeaderElection;

/** The same events make the same story; the transcripts beside this class are golden files. */
class NarratorTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final List<ProcessId> ALL = List.of(ZERO, ONE, TWO);

    private final StringWriter told = new StringWriter();
    private final Narrator story =
            new Narrator(3, DemoScript.of("ewd851-misra"), Names.NUMBERS, page(Page.Colours.NONE));
    private Duration now = Duration.ZERO;

    private Page page(Page.Colours colours) {
        return Page.sinceTheBeginning(new PrintWriter(told), colours);
    }

    @Test
    void aDemoWithACrashMatchesItsTranscript() throws IOException {
        formation();
        election();
        hear(requested(ONE));
        step(ONE, Ewd851.Rule.N_1, new Event.Input<>(Input.ENTER), signal(ZERO));
        step(ZERO, Ewd851.Rule.S_0, received(ONE, Side.LEFT, new Ewd851Misra.Signal(none())), signal(TWO));
        step(TWO, Ewd851.Rule.S_2, received(ZERO, Side.LEFT, new Ewd851Misra.Signal(none())), token(ZERO, 1, 0));
        step(ZERO, Ewd851.Rule.T_1, received(TWO, Side.RIGHT, ping(1, 0)), token(ONE, 1, 0));
        hear(new DemoEvent.Granted(ONE, new Grant.OfLock(new Fence(1, 1))));
        hear(requested(TWO));
        step(TWO, Ewd851.Rule.N_1, new Event.Input<>(Input.ENTER), signal(ONE));
        hear(new DemoEvent.Killed(ONE));
        step(ONE, Ewd851.Rule.C_1, new Event.Input<>(Input.RELEASE), token(TWO, 1, 1));
        hear(new DemoEvent.Released(ONE, new Grant.OfLock(new Fence(1, 1))));
        pause(3000);
        seen(ZERO, ALL, Set.of(ONE), Set.of());
        seen(TWO, ALL, Set.of(ONE), Set.of());
        pause(3000);
        seen(ZERO, List.of(ZERO, TWO), Set.of(), Set.of(ONE));
        seen(TWO, List.of(ZERO, TWO), Set.of(), Set.of(ONE));
        step(
                TWO,
                Ewd851MisraRule.V0_DEPARTURE,
                new Event.NeighboursChanged<>(Neighbours.onRing(ZERO, ZERO), new TreeSet<>(Set.of(ONE))),
                signal(ZERO));
        step(ZERO, Misra.Rule.PONG_MARKS, received(TWO, Side.RIGHT, pong(1)));
        step(ZERO, Misra.Rule.PONG_LEAVES, new Event.Timeout<>(Ewd851Misra.Timer.PONG_RESTS), pongTo(TWO, 1));
        step(TWO, Misra.Rule.PONG_REGENERATES, received(ZERO, Side.RIGHT, pong(1)));
        step(TWO, Ewd851MisraRule.G1_WAKES, received(ZERO, Side.RIGHT, pong(2)));
        hear(new DemoEvent.Granted(TWO, new Grant.OfLock(new Fence(2, 1))));
        hear(new DemoEvent.Released(TWO, new Grant.OfLock(new Fence(2, 1))));
        step(TWO, Ewd851.Rule.C_0, new Event.Input<>(Input.RELEASE));
        story.say(now, Line.Tone.NEWS, "the dinner is over");

        assertTranscript("death.txt");
    }

    @Test
    void failuresMatchTheirTranscript() throws IOException {
        formation();
        hear(new DemoEvent.Granted(ONE, new Grant.OfLock(new Fence(1, 1))));
        pause(3000);
        hear(new DemoEvent.Released(ONE, new Grant.OfLock(new Fence(1, 1))));
        pause(3000);
        seen(ZERO, ALL, Set.of(ONE), Set.of());
        seen(ZERO, ALL, Set.of(), Set.of());
        hear(requested(TWO));
        pause(3000);
        hear(new DemoEvent.Granted(ZERO, new Grant.OfLock(new Fence(1, 2))));
        hear(new DemoEvent.Seen(
                new MembershipView(ZERO, Shape.RING, members(ALL), set(Set.of(ONE, TWO)), none(), true)));
        hear(new DemoEvent.Lost(ZERO, new Fence(1, 2)));
        step(TWO, Ewd851MisraRule.G3_OUTBIDS, received(ONE, Side.RIGHT, pong(2)));
        step(ONE, Ewd851MisraRule.G0_OLDER, received(ZERO, Side.RIGHT, ping(1, 4)));
        step(ONE, Ewd851MisraRule.G0_OLDER, received(ZERO, Side.RIGHT, pong(1)));
        step(ONE, Ewd851MisraRule.G4_PONG_TWICE, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, Ewd851MisraRule.G2_SLEEPS_ON, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, Ewd851MisraRule.E9_PONG_ISSUED, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, Ewd851MisraRule.E10_NO_QUORUM, received(ZERO, Side.RIGHT, pong(2)));
        step(ONE, Ewd851MisraRule.T3_TOKEN_RESTS, received(ZERO, Side.RIGHT, ping(2, 0)));
        hear(new DemoEvent.Stepped(
                Part.SHARING,
                new TraceEvent.Failed(
                        TWO,
                        received(ONE, Side.RIGHT, ping(2, 0)),
                        "there is one token of a generation: token 2.0 comes to ...")));
        hear(new DemoEvent.NodeEnded(
                ZERO, new Termination(Termination.Cause.REMOVED, "process 0 has been removed from the cluster")));

        assertTranscript("faults.txt");
    }

    @Test
    void anyOtherAlgorithmMatchesItsTranscript() throws IOException {
        plainly(ONE, "enter.ask", new Event.Input<>(Input.ENTER), new Request(1, true), ZERO, TWO);
        plainly(
                ZERO,
                "request.new",
                new Event.Received<>(Neighbour.of(ONE), new Request(1, true)),
                Quiet.GO_AHEAD,
                ONE);
        plainly(TWO, "request.late", new Event.Received<>(Neighbour.of(ONE), new Request(1, true)), Quiet.GO_AHEAD);
        for (int round = 0; round < 12; round++) {
            plainly(TWO, "rests", new Event.Timeout<>(Ewd851Misra.Timer.PONG_RESTS), Quiet.GO_AHEAD, ZERO);
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
        plainly(ONE, "exit", new Event.Input<>(Input.RELEASE), Quiet.GO_AHEAD, ZERO);
        plain.say(now, Line.Tone.NEWS, "the dinner is over");

        assertTranscript("plain.txt");
    }

    @Test
    void takingResourcesMatchesItsTranscript() throws IOException {
        Narrator day = new Narrator(3, DemoScript.of("resources"), Names.NUMBERS, page(Page.Colours.NONE));
        all(
                day,
                new DemoEvent.Started(ZERO, "127.0.0.1:2551"),
                atTable(ZERO, ALL, Set.of(), Shape.COMPLETE),
                atTable(ONE, ALL, Set.of(), Shape.COMPLETE),
                atTable(TWO, ALL, Set.of(), Shape.COMPLETE));
        silence(day);
        all(
                day,
                new DemoEvent.Requested(ONE, names("printer", "scanner")),
                new DemoEvent.Stepped(
                        Part.SHARING,
                        new TraceEvent.Stepped(
                                ONE,
                                new Event.Input<>(new ResourceSharing.Request.Take(
                                        1, Mode.exclusively(names("printer", "scanner")))),
                                PrivilegeRule.WANT,
                                List.of(new Effect.Send<>(
                                        Neighbour.of(ZERO),
                                        new PrivilegeMessage.Ask(List.of(new PrivilegeMessage.Request(
                                                0,
                                                new PrivilegeMessage.Bid(1, ONE),
                                                new PrivilegeMessage.Want(
                                                        Mode.exclusively(names("printer", "scanner")), true),
                                                ZERO,
                                                0,
                                                false))))))));
        silence(day);
        all(day, new DemoEvent.Granted(ONE, new Grant.OfResources(names("printer", "scanner"), new Fence(1, 1))));
        silence(day);
        all(
                day,
                new DemoEvent.Released(ONE, new Grant.OfResources(names("printer", "scanner"), new Fence(1, 1))),
                new DemoEvent.Stepped(
                        Part.SHARING,
                        new TraceEvent.Stepped(
                                ONE,
                                new Event.Input<>(new ResourceSharing.Request.Release(1)),
                                PrivilegeRule.T2,
                                List.of(new Effect.Send<>(
                                        Neighbour.of(TWO),
                                        new PrivilegeMessage.Undirected(List.of(new Fence(1, 1))))))));
        silence(day);
        all(
                day,
                new DemoEvent.Requested(TWO, names("printer", "scanner", "tape")),
                new DemoEvent.Granted(TWO, new Grant.OfResources(names("printer", "scanner", "tape"), new Fence(1, 2))),
                new DemoEvent.Requested(ZERO, names("modem", "tape")),
                new DemoEvent.Requested(ONE, names("modem")),
                new DemoEvent.Killed(TWO),
                new DemoEvent.Released(
                        TWO, new Grant.OfResources(names("printer", "scanner", "tape"), new Fence(1, 2))),
                new DemoEvent.Requested(TWO, names("modem")));
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
                new DemoEvent.Granted(ZERO, new Grant.OfResources(names("modem", "tape"), new Fence(2, 1))),
                new DemoEvent.Lost(ZERO, new Fence(2, 1)));
        day.say(now, Line.Tone.NEWS, "the day is over");

        assertTranscript("resources.txt");
    }

    @Test
    void philosophersAtATableAreCalledByTheirNames() throws IOException {
        Seats seats = new Seats("three.table", Table.of(List.of("plato", "kant", "voltaire"), PATH));
        Narrator dinner = new Narrator(3, DemoScript.of("two-stage"), Names.at(seats), page(Page.Colours.NONE));
        all(
                dinner,
                new DemoEvent.Started(ZERO, "127.0.0.1:2551"),
                new DemoEvent.Started(TWO, "127.0.0.1:2553"),
                atTable(ZERO, ALL, Set.of(), seats),
                atTable(ONE, ALL, Set.of(), seats),
                atTable(TWO, ALL, Set.of(), seats),
                requested(ONE),
                new DemoEvent.Stepped(
                        Part.SHARING,
                        new TraceEvent.Stepped(
                                ONE,
                                new Event.Input<>(Dining.Input.HUNGRY),
                                TwoStage.Rule.WANT,
                                List.of(new Effect.Send<>(Neighbour.of(ZERO), new TwoStage.Request())))),
                new DemoEvent.Granted(ONE, new Grant.OfForks(new TreeMap<>(Map.of(ZERO, 1L, TWO, 1L)))),
                requested(TWO),
                requested(ZERO),
                new DemoEvent.Killed(ONE),
                atTable(ZERO, ALL, Set.of(), seats, ONE),
                atTable(ZERO, List.of(ZERO, TWO), Set.of(ONE), seats),
                atTable(TWO, List.of(ZERO, TWO), Set.of(ONE), seats),
                new DemoEvent.Stepped(
                        Part.SHARING,
                        new TraceEvent.Stepped(
                                ZERO,
                                new Event.NeighboursChanged<>(Neighbours.of(List.of(ONE)), none()),
                                TwoStage.Rule.CUT_OFF,
                                List.of())),
                new DemoEvent.Granted(ZERO, new Grant.OfForks(new TreeMap<>())),
                new DemoEvent.Released(ZERO, new Grant.OfForks(new TreeMap<>())));

        assertTranscript("forks.txt");
    }

    @Test
    void nodesOfAGraphAreCalledByTheirNames() {
        Names names = Names.at(Graph.of("cities.dot", List.of("rome", "oslo"), List.of(new Graph.Edge(0, 1))));

        assertEquals("oslo, rome, 2", names.listed(List.of(ONE, ZERO, TWO)));
        assertEquals(Names.NUMBERS, Names.at(Graph.of("numbers", 2, List.of(new Graph.Edge(0, 1)))));
    }

    private static final List<List<Integer>> PATH = List.of(List.of(1), List.of(0, 2), List.of(1));

    private void all(Narrator other, DemoEvent... events) {
        for (DemoEvent event : events) {
            now = now.plusMillis(10);
            other.on(now, event);
        }
    }

    private void silence(Narrator other) {
        now = now.plusMillis(3000);
        other.breakSilence(now);
    }

    private static DemoEvent atTable(
            ProcessId by, List<ProcessId> there, Set<ProcessId> departed, Topology topology, ProcessId... silent) {
        return new DemoEvent.Seen(
                new MembershipView(by, topology, members(there), set(Set.of(silent)), set(departed), false));
    }

    private static SortedSet<String> names(String... some) {
        return new TreeSet<>(Set.of(some));
    }

    private record Request(int number, boolean urgent) implements Printable {}

    private enum Quiet {
        GO_AHEAD
    }

    private final Narrator plain = new Narrator(3, DemoScript.of("lamport"), Names.NUMBERS, page(Page.Colours.NONE));

    private void plainly(ProcessId process, String label, Event<?, ?> event, Object message, ProcessId... to) {
        List<Effect<Object, Void>> effects = java.util.Arrays.stream(to)
                .<Effect<Object, Void>>map(each -> new Effect.Send<>(Neighbour.of(each), message))
                .toList();
        now = now.plusMillis(10);
        plain.on(
                now,
                new DemoEvent.Stepped(
                        Part.SHARING, new TraceEvent.Stepped(process, event, new Labelled(label), effects)));
    }

    private record Labelled(String label) implements Rule {
        @Override
        public String name() {
            return label;
        }
    }

    @Test
    void electionsMatchTheirTranscript() throws IOException {
        Narrator election = new Narrator(3, DemoScript.of("chang-roberts"), Names.NUMBERS, page(Page.Colours.NONE));
        silence(election);
        all(
                election,
                new DemoEvent.Started(ZERO, "127.0.0.1:2551"),
                atTable(ZERO, List.of(ZERO), Set.of(), Shape.RING),
                new DemoEvent.News(ZERO, new LeaderElection.Leaderless(0, LeaderElection.Why.CUT_OFF)));
        silence(election);
        all(
                election,
                atTable(ZERO, ALL, Set.of(), Shape.RING),
                atTable(ONE, ALL, Set.of(), Shape.RING),
                atTable(TWO, ALL, Set.of(), Shape.RING),
                new DemoEvent.News(ZERO, new LeaderElection.Leaderless(0, LeaderElection.Why.ELECTING)));
        silence(election);
        all(
                election,
                new DemoEvent.News(TWO, new LeaderElection.Leads(1, TWO, true)),
                new DemoEvent.News(ONE, new LeaderElection.Leads(1, TWO, false)),
                new DemoEvent.News(ZERO, new LeaderElection.Leads(1, TWO, false)));
        silence(election);
        all(
                election,
                new DemoEvent.Killed(TWO),
                atTable(ZERO, List.of(ZERO, ONE), Set.of(TWO), Shape.RING),
                atTable(ONE, List.of(ZERO, ONE), Set.of(TWO), Shape.RING));
        silence(election);
        all(
                election,
                new DemoEvent.News(ONE, new LeaderElection.Leads(2, ONE, true)),
                new DemoEvent.News(ZERO, new LeaderElection.Unavailable("the node leaves")));

        assertTranscript("election.txt");
    }

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
            hear(new DemoEvent.Started(each, "127.0.0.1:" + (2551 + each.number())));
        }
        pause(3000);
        seen(ZERO, List.of(ZERO), Set.of(), Set.of());
        seen(ZERO, List.of(ZERO, TWO), Set.of(), Set.of());
        ALL.forEach(each -> seen(each, ALL, Set.of(), Set.of()));
    }

    private void election() {
        pause(3000);
        step(ZERO, ChangRoberts.Rule.E0_INITIATE, new Event.Timeout<>(Ewd851Misra.Timer.SUSPICION));
        step(TWO, ChangRoberts.Rule.E5_OWN, received(ONE, Side.RIGHT, pong(0)));
        step(TWO, Ewd851MisraRule.E8_BOTH_ISSUED, received(ONE, Side.RIGHT, pong(0)));
        step(TWO, Ewd851MisraRule.G1_WAKES, received(ONE, Side.RIGHT, pong(1)));
    }

    private void pause(int milliseconds) {
        now = now.plusMillis(milliseconds);
        story.breakSilence(now);
    }

    private void hear(DemoEvent event) {
        now = now.plusMillis(10);
        story.on(now, event);
    }

    private void seen(ProcessId by, List<ProcessId> ring, Set<ProcessId> unreachable, Set<ProcessId> departed) {
        hear(new DemoEvent.Seen(
                new MembershipView(by, Shape.RING, members(ring), set(unreachable), set(departed), ring.size() < 2)));
    }

    private void step(ProcessId process, Rule rule, Event<Ewd851Misra.Message, Input> event) {
        step(process, rule, event, List.of());
    }

    private void step(
            ProcessId process,
            Rule rule,
            Event<Ewd851Misra.Message, Input> event,
            Effect<Ewd851Misra.Message, Void> effect) {
        step(process, rule, event, List.of(effect));
    }

    private void step(
            ProcessId process,
            Rule rule,
            Event<Ewd851Misra.Message, Input> event,
            List<Effect<Ewd851Misra.Message, Void>> effects) {
        hear(new DemoEvent.Stepped(Part.SHARING, new TraceEvent.Stepped(process, event, rule, effects)));
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

    private static Event<Ewd851Misra.Message, Input> received(ProcessId from, Side side, Ewd851Misra.Message message) {
        return new Event.Received<>(new Neighbour(from, side), message);
    }

    private static Ewd851Misra.Message ping(long generation, long grant) {
        return new Ewd851Misra.Ping(none(), new Fence(generation, grant), 1);
    }

    private static Ewd851Misra.Message pong(long generation) {
        return new Ewd851Misra.Pong(none(), -1, new Round(generation, 0));
    }

    private static Effect<Ewd851Misra.Message, Void> signal(ProcessId to) {
        return new Effect.Send<>(new Neighbour(to, Side.RIGHT), new Ewd851Misra.Signal(none()));
    }

    private static Effect<Ewd851Misra.Message, Void> token(ProcessId to, long generation, long grant) {
        return new Effect.Send<>(new Neighbour(to, Side.LEFT), ping(generation, grant));
    }

    private static Effect<Ewd851Misra.Message, Void> pongTo(ProcessId to, long generation) {
        return new Effect.Send<>(new Neighbour(to, Side.LEFT), pong(generation));
    }

    /**
     * {@code -Dtranscripts=DIRECTORY} writes the new transcripts there, for review before they replace the golden
     * files.
     */
    private void assertTranscript(String name) throws IOException {
        String actual = told.toString();
        String directory = System.getProperty("transcripts");
        if (directory != null) {
            java.nio.file.Files.writeString(java.nio.file.Path.of(directory, name), actual);
        }
        try (InputStream transcript = NarratorTest.class.getResourceAsStream(name)) {
            assertEquals(new String(transcript.readAllBytes(), StandardCharsets.UTF_8), actual);
        }
    }

    private static DemoEvent requested(ProcessId process) {
        return new DemoEvent.Requested(process, Collections.emptySortedSet());
    }
}
