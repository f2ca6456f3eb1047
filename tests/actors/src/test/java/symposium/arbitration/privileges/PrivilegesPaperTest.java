package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;

/** T0, T1 and T2 of section 5 with sessions for philosophers, told step by step. */
@Tag("fast")
class PrivilegesPaperTest {

    @Test
    void privilegesThatDoNotFitIntoOneMessageGoInSeveral() {
        Seated table = Seated.all(
                3,
                new Privileges(
                        2,
                        1,
                        new Sessions(new Parts(Parts.MOST), Backups::new) {
                            @Override
                            Portions portions() {
                                return new Portions(1);
                            }
                        },
                        Views::new));
        table.takes(1, 1, "a", "b").takes(2, 1, "a", "b").takes(1, 2, "b", "c").settles();
        assertEquals(List.of("1: taken [a, b] for 1 under 1.1"), table.told());
        table.releases(1, 1).settles();
        assertEquals(List.of("2: taken [a, b] for 1 under 1.2"), table.told());
        table.releases(2, 1).settles();
        assertEquals(List.of("1: taken [b, c] for 2 under 1.3"), table.told());
    }

    @Test
    void disjointSetsAreTakenAtOnceAndOthersInTheOrderOfT0() {
        Seated table = Seated.all(3);
        table.takes(0, 1, "a", "b").settles().takes(1, 1, "c").settles();
        assertEquals(List.of("0: taken [a, b] for 1 under 1.1", "1: taken [c] for 1 under 1.2"), table.told());

        table.takes(2, 1, "b", "c")
                .settles()
                .takes(1, 2, "a")
                .settles()
                .takes(0, 2, "d")
                .settles();
        assertEquals(List.of("0: taken [d] for 2 under 1.4"), table.told(), "the others have to wait");

        table.releases(0, 1).settles();
        assertEquals(List.of("1: taken [a] for 2 under 1.5"), table.told());
        table.releases(1, 1).settles();
        assertEquals(List.of("2: taken [b, c] for 1 under 1.3"), table.told());
    }

    /**
     * "Each neighbour eats at most once" before one that is tabled: the chain of those tabled before it, and nobody
     * else.
     */
    @Test
    void aPhilosopherThatIsTabledIsOvertakenByNoPhilosopherThatComesLater() {
        Seated table = Seated.all(2);
        table.takes(0, 1, "a")
                .settles()
                .takes(1, 1, "a", "b")
                .settles()
                .takes(0, 2, "b")
                .settles();
        assertEquals(List.of("0: taken [a] for 1 under 1.1"), table.told(), "b is free, but it has been promised");
        table.releases(0, 1).settles();
        assertEquals(List.of("1: taken [a, b] for 1 under 1.2"), table.told());
        table.releases(1, 1).settles();
        assertEquals(List.of("0: taken [b] for 2 under 1.3"), table.told());
    }

    @Test
    void whatTheDeadHadIsFreeWhenItIsKnownThatTheyAre() {
        Seated table = Seated.all(3);
        table.takes(2, 1, "a").settles().takes(0, 1, "a").settles();
        table.told();
        table.hears(0, List.of(1), 2);
        assertEquals(List.of(), table.told(), "2 may be alive, and have it in this generation");
        table.hears(1, List.of(0), 2).settles();
        assertEquals(List.of("0: taken [a] for 1 under 2.1"), table.told(), "a new generation, in which all are");
        table.takes(1, 1, "b").settles();
        assertEquals(List.of("1: taken [b] for 1 under 2.2"), table.told());
    }

    @Test
    void aPhilosopherThatIsCutOffLosesWhatItHasAndWaitsForTheRest() {
        Seated table = Seated.all(3);
        table.takes(1, 1, "a").settles().takes(1, 2, "a").settles();
        table.told();
        table.hears(1, List.of());
        assertEquals(List.of("1: lost for 1"), table.told());
        table.releases(1, 1).takes(1, 3, "b").settles();
        assertEquals(List.of(), table.told(), "nothing is taken without a quorum");

        // The others have seen the links end as well, and both ends begin again.
        table.hears(0, List.of(2)).hears(2, List.of(0)).settles();
        table.hears(0, List.of(1, 2))
                .hears(2, List.of(0, 1))
                .hears(1, List.of(0, 2))
                .settles();
        assertEquals(List.of("1: taken [a] for 2 under 2.1", "1: taken [b] for 3 under 2.2"), table.told());
    }

    /** 0 and 2 know 1 and not each other. */
    @Test
    void thoseThatHaveNotMetHearOfEachOtherFromAThird() {
        Seated table = Seated.apart(3, new Privileges.Entry().withDynamicMembership(Start.of(3, 0), 0));
        table.hears(0, List.of(1)).hears(2, List.of(1)).hears(1, List.of(0, 2)).settles();
        table.takes(0, 1, "a").takes(2, 1, "a").settles();
        assertEquals(List.of(), table.told());
        table.hears(0, List.of(1, 2)).hears(2, List.of(0, 1)).settles();
        assertEquals(1, table.told().size(), "one of the two");
    }

    /** A privilege comes here, as a request from a third process says: this one needs no other request. */
    @Test
    void aPrivilegeOnItsWayIsNotRequestedHere() {
        ProcessId one = ProcessId.of(1);
        ProcessId two = ProcessId.of(2);
        Privileges protocol = new Privileges(2, 1, 1);
        SortedMap<String, Mode> name = Mode.exclusively(Set.of("a"));
        PrivilegeMessage ask = new PrivilegeMessage.Ask(List.of(new PrivilegeMessage.Request(
                0, new PrivilegeMessage.Bid(2, two), new PrivilegeMessage.Want(name, true), one, 5, false)));
        PrivilegeState knows = protocol.step(
                        protocol.initial(one, Neighbours.of(List.of(ProcessId.of(0), two))),
                        new Event.Received<>(Neighbour.of(ProcessId.of(0)), ask))
                .next();
        assertEquals(
                List.of(),
                protocol.step(knows, new Event.Input<>(new Request.Take(1, name)))
                        .effects());
    }

    @Test
    void whatCannotBeAskedForIsRefused() {
        Seated table = Seated.all(2);
        assertRefused("what is taken is at least one resource, each with a name", () -> table.takes(0, 1));
        assertRefused("what is taken is at least one resource, each with a name", () -> table.takes(0, 1, "a", " "));
        table.takes(1, 1, "a");
        assertRefused("each take has a ticket of its own", () -> table.takes(1, 1, "b"));
        assertRefused("what is given back has been taken", () -> table.releases(1, 1));
        assertEquals(List.of(), table.releases(1, 7).told(), "what has been lost may still be given back");
    }

    private static void assertRefused(String invariant, Runnable asking) {
        InvariantViolation refuted = assertThrows(InvariantViolation.class, asking::run);
        assertTrue(refuted.invariant().equals(invariant), refuted.getMessage());
    }
}
