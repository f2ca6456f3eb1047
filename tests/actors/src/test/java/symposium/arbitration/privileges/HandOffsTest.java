package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;

/** The work of a hand-off does not grow with what waits behind it. Work is counted, for time depends on the machine. */
@Tag("fast")
class HandOffsTest {

    private static final int FEW = 20;
    private static final List<Integer> MANY = List.of(2_000, 20_000);
    private static final int HAND_OFFS = 10;
    /** Paths of trees are longer: 15 nodes instead of 5. */
    private static final int LONGER = 4;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Privileges protocol = new Privileges(1, 1);

    private PrivilegeState state = protocol.initial(ProcessId.of(0), Neighbours.none());

    /** All sessions but the one that is next are as they were, and so is all that is known of them. */
    @Test
    void aHandOffLooksAtTheNextSessionAlone() {
        for (int sessions : MANY) {
            state = protocol.initial(ProcessId.of(0), Neighbours.none());
            takes(0, sessions, "a");
            for (int ticket = 0; ticket < HAND_OFFS; ticket++) {
                PrivilegeState before = state;
                long next = ticket + 1;
                assertEquals(
                        List.of(next),
                        told(new Request.Release(ticket)).stream()
                                .map(Grant::ticket)
                                .toList());
                assertEquals(
                        List.of(next),
                        state.tabled().entrySet().stream()
                                .filter(each -> before.tabled().get(each.getKey()) != each.getValue())
                                .map(each -> each.getValue().ticket())
                                .toList());
            }
        }
    }

    @Test
    void aHandOffAndARequestAllocateTheSameWhateverWaits() {
        allocateTheSame(1, Request.Release::new);
    }

    /** Without a quorum no session does T0. */
    @Test
    void aRequestBeforeT0AndItsWithdrawalAllocateTheSameWhateverWaits() {
        allocateTheSame(2, Request.Withdraw::new);
    }

    private void allocateTheSame(int quorum, LongFunction<Request> ending) {
        protocol = new Privileges(quorum, 1);
        allocated(FEW, ending); // classes are loaded
        Bytes few = allocated(FEW, ending);
        for (int sessions : MANY) {
            Bytes many = allocated(sessions, ending);
            assertTrue(many.request() < LONGER * few.request(), sessions + ": " + many + ", " + few);
            assertTrue(many.end() < LONGER * few.end(), sessions + ": " + many + ", " + few);
        }
    }

    /** Readers before a writer, and others behind it: each end is looked at by itself, and the last one is followed. */
    @Test
    void readersThatEndLeaveThoseThatWaitAsTheyAre() {
        int readers = MANY.get(0);
        for (int ticket = 0; ticket < 2 * readers; ticket++) {
            told(new Request.Take(ticket, mode(ticket == readers ? Mode.EXCLUSIVE : Mode.SHARED), true));
        }
        for (int ticket = 0; ticket < readers - 1; ticket++) {
            assertEquals(List.of(), told(new Request.Release(ticket)));
        }
        assertEquals(1, told(new Request.Release(readers - 1)).size(), "the writer");
        assertEquals(readers - 1, told(new Request.Release(readers)).size(), "the others");
        for (int ticket = readers + 1; ticket < 2 * readers; ticket++) {
            told(new Request.Release(ticket));
        }
        assertEmpty();
    }

    /** Three processes, with sessions of each in turn: some of a process go together. */
    @Test
    void manyWaitersAtThreeProcessesAreServed() {
        Seated table = Seated.all(3);
        int sessions = MANY.get(0);
        for (int session = 0; session < sessions; session++) {
            table.takes(session % 3, session, "a").settles();
        }
        Set<String> served = new HashSet<>();
        for (int session = 0; session < sessions; session++) {
            String told = table.told().get(0);
            assertTrue(told.endsWith(" under 1." + (session + 1)), told);
            served.add(told.replaceAll("(.): .* for (.*) under .*", "$1 $2"));
            String[] holder =
                    told.replaceAll("(.): .* for (.*) under .*", "$1 $2").split(" ");
            table.releases(Integer.parseInt(holder[0]), Integer.parseInt(holder[1]))
                    .settles();
        }
        assertEquals(sessions, served.size());
        assertTrue(table.count().get("Hand") < sessions / 16, "they need few messages");
    }

    @Test
    void nothingIsLeftOfManyThatWithdrawOrEnd() {
        int sessions = MANY.get(0);
        takes(0, sessions, "a", "b");
        takes(sessions, 2 * sessions, "b");
        for (int ticket = sessions - 1; ticket > 0; ticket--) {
            told(new Request.Withdraw(ticket));
        }
        assertEquals(1, told(new Request.Release(0)).size());
        for (int ticket = sessions; ticket < 2 * sessions; ticket++) {
            told(new Request.Withdraw(ticket));
        }
        assertEmpty();
    }

    private void assertEmpty() {
        PrivilegeState empty = protocol.initial(ProcessId.of(0), Neighbours.none())
                .with(next -> next.latest(state.latest()).clock(state.clock()).view(state.view()));
        assertEquals(empty, state);
    }

    // --- what is counted

    private record Bytes(long request, long end) {}

    /** How much the last requests and the first ends of sessions allocate. */
    private Bytes allocated(int sessions, LongFunction<Request> ending) {
        state = protocol.initial(ProcessId.of(0), Neighbours.none());
        takes(0, sessions - HAND_OFFS, "a");
        long start = THREADS.getCurrentThreadAllocatedBytes();
        takes(sessions - HAND_OFFS, sessions, "a");
        long requested = THREADS.getCurrentThreadAllocatedBytes();
        for (int ticket = 0; ticket < HAND_OFFS; ticket++) {
            told(ending.apply(ticket));
        }
        long released = THREADS.getCurrentThreadAllocatedBytes();
        return new Bytes((requested - start) / HAND_OFFS, (released - requested) / HAND_OFFS);
    }

    private void takes(long from, long to, String... names) {
        SortedMap<String, Mode> all = Mode.exclusively(List.of(names));
        for (long ticket = from; ticket < to; ticket++) {
            told(new Request.Take(ticket, all));
        }
    }

    private static SortedMap<String, Mode> mode(Mode mode) {
        return Sorted.with(Sorted.map(), "a", mode);
    }

    private List<Grant> told(Request request) {
        Step<PrivilegeState, PrivilegeMessage, Grant> step = protocol.step(state, new Event.Input<>(request));
        state = step.next();
        return step.effects().stream()
                .map(effect -> ((Effect.Output<PrivilegeMessage, Grant>) effect).output())
                .toList();
    }
}
