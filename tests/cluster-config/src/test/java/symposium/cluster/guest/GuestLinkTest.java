package symposium.cluster.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestInbox;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ends of a link between a member without the role and a host. */
class GuestLinkTest {

    private final List<String> told = new ArrayList<>();
    private final TestInbox<GuestFrame> member = TestInbox.create("member");
    private final TestInbox<GuestFrame> host = TestInbox.create("host");
    private final GuestLink here = new GuestLink(0, member.getRef(), host.getRef(), listener("member"));
    private final GuestLink there = new GuestLink(0, host.getRef(), member.getRef(), listener("host"));

    private GuestLink.Listener listener(String name) {
        return new GuestLink.Listener() {
            @Override
            public void opened() {
                told.add(name + " opened");
            }

            @Override
            public void ended() {
                told.add(name + " ended");
            }

            @Override
            public void delivered(GuestMessage message) {
                told.add(name + " received");
            }
        };
    }

    private void exchange() {
        while (member.hasMessages() || host.hasMessages()) {
            host.getAllReceived().forEach(frame -> there.receive(frame.frame()));
            member.getAllReceived().forEach(frame -> here.receive(frame.frame()));
        }
    }

    private void open() {
        here.want(true);
        there.want(true);
        exchange();
        assertTrue(here.isOpen() && there.isOpen());
        told.clear();
    }

    /** The host frees what the owners of the member have lost: they should know before others are granted it. */
    @Test
    void anAbandonedLinkEndsHereFirst() {
        open();
        here.abandon();
        assertEquals(List.of("member ended"), told);
        assertFalse(host.hasMessages());
        here.remind();
        assertFalse(host.hasMessages());
        here.remind();
        exchange();
        assertEquals(List.of("member ended", "host ended"), told);
    }

    /** Also where the member does not want the link at every look. */
    @Test
    void aLinkIsAbandonedOnce() {
        open();
        here.abandon();
        here.remind();
        here.abandon();
        here.remind();
        exchange();
        assertEquals(List.of("member ended", "host ended"), told);
    }

    @Test
    void anAbandonedLinkMayBeWantedAgain() {
        open();
        here.abandon();
        here.want(true);
        exchange();
        assertTrue(here.isOpen() && there.isOpen());
        assertEquals("member ended", told.get(0));
    }
}
