package symposium.mutex.suzukikasami;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Trial;
import symposium.mutex.suzukikasami.SuzukiKasami.Request;
import symposium.mutex.suzukikasami.SuzukiKasami.Token;

/**
 * Section 3.6: "If the additional assumption has to be made that messages can be lost, two problems arise". Each user
 * asks once, so that every run ends; who waits then waits forever.
 */
class SuzukiKasamiLossTest {

    /** A loss in a state from which these processes can still wait at the end, each in some run. */
    private record Loss(
            Object message, Optional<ProcessId> origin, Set<ProcessId> mayWait, Set<ProcessId> mayBeServed) {}

    private final List<Loss> losses = new ArrayList<>();

    private void explore(int processes, int lost) {
        var model = VariantTrials.model(new SuzukiKasami.Entry(), Trial.of(processes, 1, Channels.UNORDERED));
        var explorer = Explorer.of(
                        ProblemDecorator.judging(
                                        model.invariants().stream()
                                                .filter(each -> Set.of(
                                                                MutexInvariants.MUTUAL_EXCLUSION,
                                                                MutexInvariants.CRITICAL_HOLDS_TOKEN)
                                                        .contains(each.name()))
                                                .toList(),
                                        model)
                                .withFaults(FaultBudget.NONE.withLosses(lost)),
                        Limits.WIDE)
                .explore();
        assertEquals(2, explorer.report(false).properties().size());
        assertEquals(Optional.empty(), explorer.report(false).violated());
        if (lost == 1) {
            collect(explorer);
        }
    }

    private void collect(Explorer<SuzukiKasami.State, SuzukiKasami.Message, User, ?, ?> explorer) {
        List<List<Integer>> next = new ArrayList<>();
        List<TraceEvent> lost = new ArrayList<>();
        List<Integer> after = new ArrayList<>();
        for (int state = 0; state < explorer.states(); state++) {
            next.add(new ArrayList<>());
        }
        explorer.forEachTransition((from, occurrence, to) -> {
            next.get(from).add(to);
            if (occurrence instanceof TraceEvent.MessageLost) {
                lost.add(occurrence);
                after.add(to);
            }
        });
        List<Set<ProcessId>> waiting = new ArrayList<>();
        explorer.reachable()
                .forEach(at -> waiting.add(at.processes().stream()
                        .filter(process -> at.state(process).waiting())
                        .collect(Collectors.toCollection(TreeSet::new))));
        for (int loss = 0; loss < lost.size(); loss++) {
            TraceEvent.MessageLost message = (TraceEvent.MessageLost) lost.get(loss);
            Set<ProcessId> mayWait = new TreeSet<>();
            Set<ProcessId> mayBeServed = new TreeSet<>();
            Set<Integer> found = new TreeSet<>(Set.of(after.get(loss)));
            List<Integer> open = new ArrayList<>(found);
            while (!open.isEmpty()) {
                int state = open.remove(open.size() - 1);
                if (next.get(state).isEmpty()) {
                    mayWait.addAll(waiting.get(state));
                    waiting.get(after.get(loss)).stream()
                            .filter(process -> !waiting.get(state).contains(process))
                            .forEach(mayBeServed::add);
                }
                next.get(state).stream().filter(found::add).forEach(open::add);
            }
            losses.add(new Loss(
                    message.message(),
                    Optional.of(message.from().id()).filter(from -> message.message() instanceof Request),
                    mayWait,
                    mayBeServed));
        }
    }

    /** "mutual exclusion is maintained", whatever is lost and how often. */
    @Test
    void mutualExclusionIsMaintainedWhateverIsLost() {
        explore(3, 9);
    }

    /** "but deadlock begins to appear": nobody that asks is served any more. */
    @Test
    void ifTheTokenIsLostAllThatAskWaitForever() {
        explore(3, 1);
        List<Loss> tokens =
                losses.stream().filter(loss -> loss.message() instanceof Token).toList();
        assertFalse(tokens.isEmpty());
        tokens.forEach(loss -> assertEquals(Set.of(), loss.mayBeServed(), loss.toString()));
        tokens.forEach(loss -> assertFalse(loss.mayWait().isEmpty(), loss.toString()));
    }

    /**
     * "If the lost message is a request [...] the process making the request is removed from the competition for the
     * critical section and is halted [...] the algorithm continues to operate as before but with only the remaining
     * processes". With two processes it is so. With three the other one may have received its copy, and serve it when
     * the token comes there: then nobody is halted.
     */
    @Test
    void ifARequestIsLostNoOtherProcessWaitsForeverAndItsOwnNeedNot() {
        explore(2, 1);
        assertTrue(losses.stream().filter(loss -> loss.origin().isPresent()).allMatch(loss -> loss.mayWait()
                .equals(Set.of(loss.origin().get()))));
        losses.clear();
        explore(3, 1);
        List<Loss> requests =
                losses.stream().filter(loss -> loss.origin().isPresent()).toList();
        assertFalse(requests.isEmpty());
        for (Loss loss : requests) {
            assertTrue(Set.of(loss.origin().get()).containsAll(loss.mayWait()), loss.toString());
        }
        assertTrue(requests.stream()
                .anyMatch(loss -> loss.mayWait().contains(loss.origin().get())
                        && loss.mayBeServed().contains(loss.origin().get())));
    }
}
