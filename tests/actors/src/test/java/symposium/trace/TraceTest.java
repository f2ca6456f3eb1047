package symposium.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.mutex.ewd851.Ewd851;
import symposium.trace.MessageDelivery.Fate;

@Tag("fast")
class TraceTest {

    @Test
    void aMessageIsFollowedFromItsSenderToItsRecipient() {
        Trace trace = Trace.of(List.of(asks(0, "ask", send(1, "token")), receives(1, "take", 0, "token")));

        assertEquals(List.of(token(0, 1, Fate.RECEIVED)), trace.deliveries());
    }

    @Test
    void ofTwoEqualMessagesOnALinkTheFirstSentIsTheFirstReceived() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "token")),
                asks(0, "ask", send(1, "token")),
                receives(1, "take", 0, "token"),
                receives(1, "take", 0, "token")));

        assertEquals(List.of(token(0, 2, Fate.RECEIVED), token(1, 3, Fate.RECEIVED)), trace.deliveries());
    }

    @Test
    void theTwoLinksOfARingOfTwoAreNotConfused() {
        Neighbour left = new Neighbour(id(1), Side.LEFT);
        Neighbour right = new Neighbour(id(1), Side.RIGHT);
        Trace trace = Trace.of(List.of(
                asks(0, "ask", new Effect.Send<>(right, "it"), new Effect.Send<>(left, "it")),
                receives(1, "take", new Neighbour(id(0), Side.RIGHT), "it")));

        List<MessageDelivery> flights = trace.deliveries();

        assertEquals(List.of(Fate.RECEIVED, Fate.IN_TRANSIT), fates(flights));
        assertEquals(1, flights.get(0).endedAt());
    }

    @Test
    void aMessageToACrashedProcessIsLostWhenSentAndOneInTransitWithTheCrash() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "early")), new TraceEvent.Crashed(id(1)), asks(0, "ask", send(1, "late"))));

        assertEquals(
                List.of(
                        new MessageDelivery(id(0), id(1), "early", 0, 1, Fate.LOST),
                        new MessageDelivery(id(0), id(1), "late", 2, 2, Fate.LOST)),
                trace.deliveries());
    }

    @Test
    void messagesInTransitFromADepartedProcessAreLostWithItsNotification() {
        Trace trace = Trace.of(
                List.of(asks(0, "ask", send(1, "token")), new TraceEvent.Crashed(id(0)), hearsOfDeparture(1, 0)));

        assertEquals(List.of(token(0, 2, Fate.LOST)), trace.deliveries());
    }

    @Test
    void afterAFalseDepartureMessagesFromTheProcessAreLostAndMessagesToItArrive() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "early")),
                asks(1, "ask", send(0, "before")),
                new TraceEvent.FalselyDeparted(id(1), id(0)),
                hearsOfDeparture(1, 0),
                asks(0, "ask", send(1, "late")),
                receives(0, "get", 1, "before")));

        assertEquals(
                List.of(
                        new MessageDelivery(id(0), id(1), "early", 0, 3, Fate.LOST),
                        new MessageDelivery(id(1), id(0), "before", 1, 5, Fate.RECEIVED),
                        new MessageDelivery(id(0), id(1), "late", 4, 4, Fate.LOST)),
                trace.deliveries());
        assertEquals("false departure of 0", trace.note(trace.events().get(2)));
    }

    @Test
    void aDuplicatedMessageHasTwoDeliveriesFromOneSending() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "token")),
                new TraceEvent.MessageDuplicated(id(1), Neighbour.of(id(0)), "token"),
                receives(1, "take", 0, "token"),
                receives(1, "take", 0, "token")));

        assertEquals(List.of(token(0, 2, Fate.RECEIVED), token(0, 3, Fate.RECEIVED)), trace.deliveries());
    }

    @Test
    void anUndeliverableMessageReturnsWhenItsSenderIsNotified() {
        Event<Object, Object> undeliverable = new Event.Undeliverable<>(Neighbour.of(id(1)), "token");
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "token")),
                new TraceEvent.Stepped(id(0), undeliverable, () -> "again", List.of())));

        assertEquals(List.of(token(0, 1, Fate.RETURNED)), trace.deliveries());
    }

    @Test
    void aTraceThatBeginsInTheMiddleMayReceiveWhatItDidNotSend() {
        Trace trace = Trace.of(List.of(receives(1, "take", 0, "token")));

        assertTrue(trace.deliveries().isEmpty());
        assertTrue(TextDiagram.of(trace).contains("take"));
    }

    @Test
    void theListingNamesProcessRuleEventAndEffects() {
        assertEquals(
                """
                  1  process 1  n.1  ENTER                 sends signal to 0 (right)
                  2  process 0  s.2  signal from 1 (left)  sends token to 1 (left)
                  3  process 1  t.2  token from 0 (right)  granted
                """,
                TraceListing.of(new Trace(
                        new TreeSet<>(),
                        farthest(2).events().stream()
                                .filter(each -> !each.toString().contains("0: n.1"))
                                .limit(3)
                                .toList())));
    }

    @Test
    void theListingShowsFaults() {
        assertEquals("""
                   9  process 1  loss         token from 0
                  10  process 1  duplication  token from 0
                  11  process 1  fails        token from 0  no rule admits it
                  12  process 1  crash
                """, TraceListing.of(faults(), 9));
    }

    @Test
    void aDiagramOfTheRingShowsEveryArrow() {
        assertEquals("""
                      0                    1                  2
                  1   |   .----signal-----n.1                 |        ENTER
                  2  s.2<-'                |                  |
                      +--------token---.   |                  |
                  3  n.1-------signal--|---|--------------.   |        ENTER
                  4   |                '->t.2             |   |        granted
                  5   |                   c.0             |   |        RELEASE
                  6   |                    |              '->s.0
                      |                    |   .--signal------+
                  7   |                   s.2<-'              |
                      |                    +------token---.   |
                  8   |   .----signal-----n.1             |   |        ENTER
                  9   |   |                |              '->t.1
                      |   | .--------------|-------token------+
                 10   |   | |              |   .--signal-----n.1       ENTER
                 11  s.1<-' |              |   |              |
                 12   |     |             s.1<-'              |
                      |     v              |                  |
                """, TextDiagram.of(farthest(3)));
    }

    @Test
    void aDiagramShowsLossesAndCrashes() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "request"), send(2, "request")),
                receives(2, "answer", 0, "request", send(0, "reply")),
                new TraceEvent.MessageLost(id(0), Neighbour.of(id(2)), "reply"),
                new TraceEvent.Crashed(id(1)),
                hearsOfDeparture(2, 1)));

        assertEquals("""
                     0                  1                2
                 1  ask-----request--.--|----------.     |          enter
                 2   |               |  |          '->answer
                     |   .-----------|--|---reply--------+
                 3   |   x           |  |                |          reply to 0 lost
                 4   |               x  X                |          crash
                 5   |                                 news         neighbours now [], departed [1]
                     |                                   |
                """, TextDiagram.of(trace));
    }

    @Test
    void aDiagramShowsReturnedMessagesAndJoins() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(1, "request")),
                new TraceEvent.LinkFailed(id(0), id(1)),
                new TraceEvent.Stepped(
                        id(0), new Event.Undeliverable<>(Neighbour.of(id(1)), "request"), () -> "again", List.of()),
                new TraceEvent.LinkRecovered(id(0), id(1)),
                new TraceEvent.Joined(id(2))));

        assertEquals(List.of(new MessageDelivery(id(0), id(1), "request", 0, 2, Fate.RETURNED)), trace.deliveries());
        assertEquals("""
                      0                 1      2
                 1   ask----request--.  |      |       enter
                 2    |              |  |      |       link 0 - 1 fails
                 3  again            u  |      |       request undeliverable to 1
                 4    |                 |      |       link 0 - 1 recovers
                 5    |                 |      +       joins
                      |                 |      |
                """, TextDiagram.of(trace));
        String picture = SvgDiagram.of(trace, "what comes back");
        assertTrue(picture.contains("link 0 - 1 fails"), picture);
        assertTrue(picture.contains("request undeliverable to 1"), picture);
        assertTrue(picture.contains("joins"), picture);
    }

    @Test
    void aSingleProcessCanSendToItself() {
        Trace trace = Trace.of(List.of(
                asks(0, "ask", send(0, "note")),
                receives(0, "take", 0, "note"),
                new TraceEvent.Failed(id(0), new Event.Input<>("leave"), "no rule admits it")));

        assertEquals("""
                      0
                 1   ask---.  note    enter
                 2  take<--'
                 3    !               no rule admits it
                      |
                """, TextDiagram.of(trace));
    }

    @Test
    void aTraceWithoutProcessesHasAnEmptyDiagram() {
        assertEquals("", TextDiagram.of(Trace.of(List.of())));
        assertEquals("", TraceListing.of(Trace.of(List.of())));
    }

    @Test
    void theSvgIsOneDocumentWithAStepForEachEventAndAnArrowForEachMessage() throws Exception {
        Trace trace = farthest(5);

        Document picture = parsed(SvgDiagram.of(trace, "five & <more>"));

        assertEquals("svg", picture.getDocumentElement().getTagName());
        assertEquals(trace.events().size(), withClass(picture, "rect", "step"));
        long ways = withClass(picture, "path", "way");
        assertEquals(trace.deliveries().size(), ways);
        assertTrue(picture.getDocumentElement().getTextContent().contains("five & <more>"));
    }

    @Test
    void theSvgIsSelfContained() {
        String picture = SvgDiagram.of(faults(), "faults");

        assertFalse(picture.contains("href"));
        assertFalse(picture.replace("http://www.w3.org/2000/svg", "").contains("http"));
        assertTrue(picture.contains("class=\"fault\""));
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static long withClass(Document picture, String tag, String name) {
        var found = picture.getElementsByTagName(tag);
        long count = 0;
        for (int at = 0; at < found.getLength(); at++) {
            var kind = found.item(at).getAttributes().getNamedItem("class");
            count += kind != null && List.of(kind.getNodeValue().split(" ")).contains(name) ? 1 : 0;
        }
        return count;
    }

    /** The way to the state that the checker finds last. */
    private static Trace farthest(int processes) {
        var explorer = Explorer.of(Model.of(new Ewd851.Entry(), Start.of(processes, 0)), Limits.WIDE)
                .explore();
        return Trace.of(explorer.pathTo(explorer.states() - 1));
    }

    private static Trace faults() {
        Neighbour from = Neighbour.of(id(0));
        return Trace.of(List.of(
                new TraceEvent.MessageLost(id(1), from, "token"),
                new TraceEvent.MessageDuplicated(id(1), from, "token"),
                new TraceEvent.Failed(id(1), new Event.Received<>(from, "token"), "no rule admits it"),
                new TraceEvent.Crashed(id(1))));
    }

    private static List<Fate> fates(List<MessageDelivery> flights) {
        return flights.stream().map(MessageDelivery::fate).toList();
    }

    private static ProcessId id(int number) {
        return ProcessId.of(number);
    }

    private static Effect<?, ?> send(int to, String message) {
        return new Effect.Send<>(Neighbour.of(id(to)), message);
    }

    private static TraceEvent asks(int process, String rule, Effect<?, ?>... effects) {
        return new TraceEvent.Stepped(id(process), new Event.Input<>("enter"), () -> rule, Arrays.asList(effects));
    }

    private static TraceEvent receives(int process, String rule, int from, String message, Effect<?, ?>... effects) {
        return new TraceEvent.Stepped(
                id(process), new Event.Received<>(Neighbour.of(id(from)), message), () -> rule, Arrays.asList(effects));
    }

    private static TraceEvent receives(int process, String rule, Neighbour from, String message) {
        return new TraceEvent.Stepped(id(process), new Event.Received<>(from, message), () -> rule, List.of());
    }

    private static TraceEvent hearsOfDeparture(int process, int departed) {
        return new TraceEvent.Stepped(
                id(process),
                new Event.NeighboursChanged<>(Neighbours.none(), new TreeSet<>(List.of(id(departed)))),
                () -> "news",
                List.of());
    }

    /** From 0 to 1, sent and at its end at these places of the trace. */
    private static MessageDelivery token(int sent, int ended, Fate fate) {
        return new MessageDelivery(id(0), id(1), "token", sent, ended, fate);
    }
}
