package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.User;
import symposium.links.ReliableLink.Message;
import symposium.links.ReliableLink.State;

/** Every statement matters: without it a shortest counterexample of this length violates that property. */
class ReliableLinkVariantsTest {

    private static final String REST = "once no end insists, both ends have the link or neither, and all is delivered";
    private static final String WINDOW = "an end has taken what is acknowledged, and no more than what is sent";
    private static final String WAITING = "a process sends again only while its user waits";
    private static final String DEADLOCK = "no deadlock";
    private static final String STARVATION = "no fair starvation";

    private record Refutation(String variant, String property, int steps) {}

    @Test
    void everyFaultOfALinkIsFound() {
        assertEquals(
                List.of(
                        new Refutation(
                                "takes every message for the next: numbers are not checked", ReliableDelivery.ONCE, 6),
                        new Refutation("data.gap takes what comes beyond the gap", ReliableDelivery.IN_ORDER, 5),
                        new Refutation(
                                "data.gap acknowledges what comes beyond the gap", ReliableDelivery.ACKNOWLEDGED, 7),
                        new Refutation(
                                "takes every acknowledgement for one of all that is sent",
                                ReliableDelivery.ACKNOWLEDGED,
                                7),
                        new Refutation("acknowledge acknowledges one message more", ReliableDelivery.ACKNOWLEDGED, 7),
                        new Refutation("data.again does not acknowledge again", STARVATION, 6),
                        new Refutation("ack.new keeps what is acknowledged, and sends it again for ever", WAITING, 6),
                        new Refutation("send sends no message again", DEADLOCK, 4),
                        new Refutation("resend stops after the first time", DEADLOCK, 5),
                        new Refutation("resend sends the last message alone", STARVATION, 5)),
                refutations(new ReliableLink.Entry(), false));
    }

    @Test
    void everyFaultOfAHandshakeIsFound() {
        assertEquals(
                List.of(
                        new Refutation("takes a message of another incarnation", ReliableDelivery.SAME_INCARNATION, 8),
                        new Refutation("takes an acknowledgement of another incarnation", REST, 9),
                        new Refutation("takes a former number of the other end for the latest", REST, 7),
                        new Refutation("unwant does not count", REST, 6),
                        new Refutation("ends begins the next incarnation at once", ReliableDelivery.ENDS_FIRST, 6),
                        new Refutation(
                                "handshake.answered has the link before the other end has named its number", REST, 4),
                        new Refutation("unwant keeps what is not acknowledged for the next incarnation", WAITING, 9),
                        new Refutation("unwant goes on numbering", WINDOW, 9),
                        new Refutation("ends goes on numbering what it takes", WINDOW, 11),
                        new Refutation("want is said once", DEADLOCK, 4),
                        new Refutation("unwant is said once", DEADLOCK, 8),
                        new Refutation("handshake.answered does not answer", STARVATION, 10)),
                refutations(new ReliableLink.HandshakeEntry(), false));
    }

    /** What users ask and are told shows every fault but that sending never stops, which no user sees. */
    @Test
    void theProblemAloneFindsTheFaultsOfALink() {
        List<Refutation> all = refutations(new ReliableLink.Entry(), false);
        all.removeIf(each -> each.property().equals(WAITING));
        assertEquals(all, refutations(new ReliableLink.Entry(), true));
    }

    /** The deeper ones of the handshake take a million states and more, and are left out here. */
    @Test
    void theProblemAloneFindsFaultsOfAHandshake() {
        assertEquals(
                List.of(
                        new Refutation("takes a message of another incarnation", ReliableDelivery.SAME_INCARNATION, 8),
                        new Refutation("unwant does not count", ReliableDelivery.ENDS_FIRST, 8),
                        new Refutation("ends begins the next incarnation at once", ReliableDelivery.ENDS_FIRST, 6),
                        new Refutation(
                                "handshake.answered has the link before the other end has named its number",
                                ReliableDelivery.ENDS_FIRST,
                                5),
                        new Refutation(
                                "unwant keeps what is not acknowledged for the next incarnation",
                                ReliableDelivery.SAME_INCARNATION,
                                11),
                        new Refutation("want is said once", DEADLOCK, 4),
                        new Refutation("unwant is said once", DEADLOCK, 8),
                        new Refutation("handshake.answered does not answer", STARVATION, 10)),
                refutations(new ReliableLink.HandshakeEntry(), true));
    }

    private static List<Refutation> refutations(
            Algorithm<State, Frame<Message>, User, Input, Output> algorithm, boolean problemAlone) {
        List<Refutation> found = new ArrayList<>();
        for (Variant<State, Frame<Message>, Input, Output> variant :
                algorithm.checks().variants(Start.of(2, 0))) {
            Model<State, Frame<Message>, User, Input, Output> model =
                    Model.of(algorithm, variant.scenario().orElseThrow()).withProtocol(variant.protocol());
            Limits limits = new Limits(problemAlone ? 60_000 : 100_000, Limits.WIDE.time());
            Explorer.of(problemAlone ? model.withInvariants(List.of()) : model, limits)
                    .explore()
                    .report(true)
                    .violated()
                    .ifPresent(property -> found.add(refutation(variant.name(), property)));
        }
        return found;
    }

    private static Refutation refutation(String variant, Property property) {
        return new Refutation(variant, property.name(), property.trace().size());
    }
}
