package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.membership.MembershipReading.Description;
import symposium.membership.MembershipReading.Reason;
import symposium.membership.MembershipReading.Refusal;

/** Nodes of a cluster read its membership rightly, whatever happens to them and however late they read. */
class MembershipReadingTest {

    private static final long SELF = 7;
    private static final long ONE = 8;
    private static final long TWO = 9;

    /** @param events the number of events of each node, that it joins included */
    @ParameterizedTest
    @CsvSource({"1, 5, 309", "2, 2, 55554", "3, 1, 4160"})
    void everyRunIsReadRightly(int nodes, int events, long states) {
        explore(nodes, events, states);
    }

    @Test
    @Tag("exhaustive")
    void everyLongerRunIsReadRightly() {
        explore(2, 3, 1_415_641);
    }

    private static void explore(int nodes, int events, long states) {
        SortedSet<ProcessId> asking = new TreeSet<>();
        for (int node = 1; node <= nodes; node++) {
            asking.add(ProcessId.of(node));
        }
        Report report = Explorer.of(
                        Model.of(new MembershipPublication.Entry(), Start.of(nodes + 1, 0))
                                .withInitiators(asking)
                                .withRequests(events),
                        Limits.WIDE)
                .explore()
                .report(true);
        assertTrue(report.complete());
        assertEquals(Optional.empty(), report.violated(), report.toString());
        assertEquals(states, report.states());
    }

    @Test
    @Tag("slow")
    void everyFaultIsFound() {
        Map<String, String> found = new TreeMap<>();
        MembershipPublication.Entry entry = new MembershipPublication.Entry();
        for (Variant<MembershipPublication.State, MembershipPublication.Message, Membership.Input, Membership.Output>
                variant : entry.checks().variants(Start.of(3, 0))) {
            found.put(
                    variant.name(),
                    Counterexamples.of(
                            Model.of(entry, variant.scenario().orElseThrow()).withProtocol(variant.protocol())));
        }
        assertEquals(
                Map.of(
                        "takes the last publications at their word",
                        "no node takes a living process for departed in 12",
                        "takes the unreachable for departed",
                        "no node takes a living process for departed in 12",
                        "forgets the departed",
                        "a process that has departed is not forgotten in 16",
                        "takes the younger of one number",
                        "a node that has read all knows the members, of each number the oldest in 19",
                        "does not wait for descriptions",
                        "no node takes the younger of two for a member in 8",
                        "reads on",
                        "a node that no longer takes part does not take part again in 10"),
                found);
    }

    @Test
    void aNodeEndsForAnOlderOneWithItsNumber() {
        MembershipReading newcomer = reading(1, 3).up(ONE, 1).described(ONE, alike(1));
        assertEquals(Optional.empty(), newcomer.refused(), "that might be a former life, until this node is up");
        assertEquals(
                Optional.of(new Refusal(Reason.NUMBER, ONE)),
                newcomer.up(SELF, 9).refused());
        assertEquals(Optional.empty(), newcomer.up(SELF, 0).refused(), "it is the older");
    }

    @Test
    void aNodeEndsForAnOlderOneWithAnotherConfiguration() {
        MembershipReading newcomer = reading(1, 3).up(ONE, 1);
        assertEquals(Optional.empty(), newcomer.up(SELF, 2).refused(), "it has not said anything");
        MembershipReading other = newcomer.described(ONE, Description.of(ProcessId.of(2), false));
        assertEquals(Optional.of(new Refusal(Reason.CONFIGURATION, ONE)), other.refused());
        assertEquals(
                Optional.empty(),
                newcomer.described(ONE, Description.NO_PROCESS).refused());
    }

    /** Otherwise two majorities might be disjoint. */
    @Test
    void noMoreThanTheConfiguredNumberTakePart() {
        MembershipReading two = reading(1, 2).up(ONE, 1).up(TWO, 2);
        MembershipReading three = two.described(ONE, alike(2)).described(TWO, alike(3));
        assertEquals(List.of(ONE, TWO), three.up(SELF, 3).nodes());
        assertEquals(
                Optional.of(new Refusal(Reason.SIZE, TWO)), three.up(SELF, 3).refused());
        assertEquals(List.of(SELF, ONE), three.up(SELF, 0).nodes());
        assertEquals(Optional.empty(), three.up(SELF, 0).refused());
        assertEquals(List.of(ONE, SELF), three.up(SELF, 3).removed(TWO).nodes(), "there is a place");
    }

    /** The older may have its number, or take the last place. */
    @Test
    void aNodeThatDescribesItselfLateKeepsTheYoungerOut() {
        MembershipReading waits = reading(1, 3).up(ONE, 1).up(SELF, 2);
        assertEquals(List.of(), waits.nodes());
        assertTrue(waits.cutOff(Set.of(), 1));
        assertEquals(Set.of(ONE), waits.unknown());
        assertEquals(List.of(ONE, SELF), waits.described(ONE, alike(2)).nodes());
        assertEquals(List.of(SELF), waits.described(ONE, Description.NO_PROCESS).nodes());
        assertEquals(List.of(SELF), waits.removed(ONE).nodes());
        assertEquals(Set.of(), waits.removed(ONE).departed());
        assertEquals(
                Set.of(ProcessId.of(2)),
                waits.removed(ONE).described(ONE, alike(2)).departed(),
                "it says so after it has been removed");
    }

    /** A node of an application that has refused it stays up; it may say later that it hosts nothing any more. */
    @Test
    void allThatTakeNoPartAreAsked() {
        MembershipReading reading = reading(1, 1).up(SELF, 1).up(ONE, 2).up(TWO, 3);
        assertEquals(Set.of(ONE, TWO), reading.others());
        assertEquals(Set.of(ONE, TWO), reading.described(ONE, alike(2)).others());
        assertEquals(Set.of(TWO), reading.withSize(2).described(ONE, alike(2)).others());
    }

    @Test
    void withoutAMajorityItIsCutOff() {
        MembershipReading alone = reading(0, 3).up(SELF, 1);
        MembershipReading both = alone.up(TWO, 2).described(TWO, alike(2));
        assertTrue(alone.cutOff(Set.of(), 2));
        assertFalse(both.cutOff(Set.of(), 2));
        assertTrue(both.cutOff(Set.of(ProcessId.of(2)), 2));
        assertTrue(both.removed(SELF).cutOff(Set.of(), 1));
        assertTrue(reading(0, 3).up(TWO, 2).described(TWO, alike(2)).cutOff(Set.of(), 1), "it is not up");
    }

    private static MembershipReading reading(int number, int size) {
        return MembershipReading.of(ProcessId.of(number), SELF, size);
    }

    private static Description alike(int number) {
        return Description.of(ProcessId.of(number), true);
    }
}
