package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.checker.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;
import symposium.kernel.Variant;
import symposium.membership.MembershipReading.Announced;

/** Nodes of a cluster read its membership rightly, whatever happens to them and however late they read. */
class MembershipReadingTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId ONE_AGAIN = new ProcessId(1, 1);
    private static final ProcessId TWO = ProcessId.of(2);

    /** @param events the number of events of each node, that it joins included */
    @ParameterizedTest
    @CsvSource({"1, 5, 309", "2, 2, 7768", "2, 3, 155686"})
    void everyRunIsReadRightly(int nodes, int events, long states) {
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
    void everyFaultIsFound() {
        Map<String, String> found = new TreeMap<>();
        MembershipPublication.Entry entry = new MembershipPublication.Entry();
        for (Variant<MembershipPublication.State, MembershipPublication.Message, Membership.Input, Membership.Output>
                variant : entry.variants(Start.of(3, 0))) {
            Report report = Explorer.of(
                            Model.of(entry, variant.scenario().orElseThrow()).withProtocol(variant.protocol()),
                            Limits.WIDE)
                    .explore()
                    .report(true);
            found.put(
                    variant.name(),
                    report.violated()
                            .map(property ->
                                    property.name() + " in " + property.trace().size())
                            .orElse(""));
        }
        assertEquals(
                Map.of(
                        "takes the last publications at their word",
                        "no node takes a living process for departed in 10",
                        "takes the unreachable for departed",
                        "no node takes a living process for departed in 6",
                        "forgets the departed",
                        "a process that has departed is not forgotten in 14",
                        "takes the younger of one number",
                        "a node that has read all knows the members, of each number the oldest in 16",
                        "reads on",
                        "a node that takes part no more does not take part again in 10"),
                found);
    }

    @Test
    void aNodeEndsForAnOlderOneThatDoesNotFit() {
        MembershipReading newcomer = MembershipReading.of(ONE_AGAIN).up(ONE, new Announced(1, true));
        assertEquals(Optional.empty(), newcomer.refusedBy(), "that might be a former life, until this node is up");
        assertEquals(
                Optional.of(ONE), newcomer.up(ONE_AGAIN, new Announced(9, true)).refusedBy());
        assertEquals(
                Optional.empty(), newcomer.up(ONE_AGAIN, new Announced(0, true)).refusedBy(), "it is the older");
        assertEquals(Optional.of(TWO), newcomer.up(TWO, new Announced(2, false)).refusedBy());
    }

    @Test
    void withoutAMajorityItIsCutOff() {
        MembershipReading alone = MembershipReading.of(SELF).up(SELF, new Announced(1, true));
        MembershipReading both = alone.up(TWO, new Announced(2, true));
        assertTrue(alone.cutOff(Set.of(), 2));
        assertFalse(both.cutOff(Set.of(), 2));
        assertTrue(both.cutOff(Set.of(TWO), 2));
        assertTrue(both.gone(SELF, true).cutOff(Set.of(), 1));
        assertTrue(MembershipReading.of(SELF).up(TWO, new Announced(2, true)).cutOff(Set.of(), 1), "it is not up");
    }
}
