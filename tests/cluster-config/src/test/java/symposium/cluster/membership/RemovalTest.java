package symposium.cluster.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Termination.Cause;

/** Whether a node that has been removed has removed the others, too, by the membership that it has seen last. */
class RemovalTest {

    private static TreeSet<ProcessId> processes(List<Integer> numbers) {
        TreeSet<ProcessId> processes = new TreeSet<>();
        numbers.forEach(number -> processes.add(ProcessId.of(number)));
        return processes;
    }

    /** Of process 0, which is cut off. */
    private static Termination end(List<Integer> members, List<Integer> unreachable, List<Integer> departed) {
        TreeMap<ProcessId, Address> addresses = new TreeMap<>();
        processes(members)
                .forEach(member -> addresses.put(member, new Address("akka", "s", "node-" + member.number(), 2551)));
        return Removal.of(new MembershipView(
                ProcessId.of(0), Shape.COMPLETE, addresses, processes(unreachable), processes(departed), true));
    }

    @Test
    void aNodeThatHasRemovedTheOthersIsOnAnIsland() {
        Termination end = end(List.of(0), List.of(), List.of(1, 2));
        assertEquals(Cause.ISLAND, end.cause());
        assertTrue(end.why().contains("it and [1, 2] have removed each other"), end.why());
        assertEquals(
                Cause.ISLAND, end(List.of(0, 1), List.of(), List.of(2, 3, 4)).cause());
    }

    @Test
    void soIsOneThatKnowsThatItHasBeenRemoved() {
        Termination end = end(List.of(), List.of(), List.of(0, 1, 2));
        assertEquals(Cause.ISLAND, end.cause());
        assertTrue(end.why().contains("it and [1, 2] have removed each other"), end.why());
    }

    @Test
    void aNodeThatIsRemovedTogetherWithAnotherHasRemovedNone() {
        assertEquals(Cause.REMOVED, end(List.of(2), List.of(), List.of(1)).cause());
        assertEquals(Cause.REMOVED, end(List.of(2), List.of(), List.of(0, 1)).cause());
    }

    @Test
    void aNodeThatIsOnlyCutOffHasRemovedNone() {
        assertEquals(
                Cause.REMOVED, end(List.of(0, 1, 2), List.of(1, 2), List.of()).cause());
        assertEquals(Cause.REMOVED, end(List.of(0, 2), List.of(2), List.of(1)).cause());
        assertEquals(Cause.REMOVED, end(List.of(1, 2), List.of(), List.of(0)).cause());
        assertEquals(Cause.REMOVED, end(List.of(), List.of(), List.of(0)).cause());
    }
}
