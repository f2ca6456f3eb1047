package symposium.termination.safra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.termination.TerminationDetection.User;

/**
 * The states of the entry {@code safra} and those of the TLA+ model of EWD998, which M. Kuppe and S. Merz have
 * published (github.com/tlaplus/Examples, specifications/ewd998/EWD998.tla): its steps stand here a second time, one by
 * one, and both reach the same states.
 */
class Ewd998ModelTest {

    /**
     * A state of the published model.
     *
     * @param active of each node, whether it is active
     * @param black of each node, whether its colour is black
     * @param counter of each node, the messages sent less those received
     * @param pending of each node, the messages in transit to it
     * @param at token.pos
     * @param q token.q
     * @param blackToken whether token.color is black
     */
    private record State(
            List<Boolean> active,
            List<Boolean> black,
            List<Integer> counter,
            List<Integer> pending,
            int at,
            int q,
            boolean blackToken) {

        State withMachines(List<Boolean> active, List<Boolean> black, List<Integer> counter, List<Integer> pending) {
            return new State(active, black, counter, pending, at, q, blackToken);
        }

        State withToken(List<Boolean> black, int at, int q, boolean blackToken) {
            return new State(active, black, counter, pending, at, q, blackToken);
        }
    }

    /** @param sent how many messages each node has sent, on which checks need a bound; empty if it is not counted */
    private record Bounded(State state, List<Integer> sent) {}

    private static <T> List<T> with(List<T> list, int at, T value) {
        List<T> changed = new ArrayList<>(list);
        changed.set(at, value);
        return List.copyOf(changed);
    }

    /** Next == System \/ Environment. */
    private static List<Bounded> next(Bounded from, boolean zeroProbesWhileActive) {
        State s = from.state();
        List<Bounded> all = new ArrayList<>();
        if (s.at() == 0) {
            boolean inconclusive =
                    s.blackToken() || s.black().get(0) || s.counter().get(0) + s.q() > 0;
            if (inconclusive && (zeroProbesWhileActive || !s.active().get(0))) {
                State probes = s.withToken(with(s.black(), 0, false), s.active().size() - 1, 0, false);
                all.add(new Bounded(probes, from.sent()));
            }
        } else if (!s.active().get(s.at())) {
            State passed = s.withToken(
                    with(s.black(), s.at(), false),
                    s.at() - 1,
                    s.q() + s.counter().get(s.at()),
                    s.blackToken() || s.black().get(s.at()));
            all.add(new Bounded(passed, from.sent()));
        }
        for (int i = 0; i < s.active().size(); i++) {
            int counted = s.counter().get(i);
            if (s.active().get(i)) {
                for (int j = 0; j < s.active().size(); j++) {
                    if (j != i) {
                        State sends = s.withMachines(
                                s.active(),
                                s.black(),
                                with(s.counter(), i, counted + 1),
                                with(s.pending(), j, s.pending().get(j) + 1));
                        all.add(new Bounded(sends, counted(from.sent(), i)));
                    }
                }
                State stops = s.withMachines(with(s.active(), i, false), s.black(), s.counter(), s.pending());
                all.add(new Bounded(stops, from.sent()));
            }
            if (s.pending().get(i) > 0) {
                State receives = s.withMachines(
                        with(s.active(), i, true),
                        with(s.black(), i, true),
                        with(s.counter(), i, counted - 1),
                        with(s.pending(), i, s.pending().get(i) - 1));
                all.add(new Bounded(receives, from.sent()));
            }
        }
        return all;
    }

    private static List<Integer> counted(List<Integer> sent, int by) {
        return sent.isEmpty() ? sent : with(sent, by, sent.get(by) + 1);
    }

    private static Set<Bounded> reachable(
            Collection<Bounded> initial, Predicate<Bounded> within, boolean zeroProbesWhileActive) {
        Set<Bounded> found = new HashSet<>(initial);
        Deque<Bounded> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            for (Bounded each : next(open.poll(), zeroProbesWhileActive)) {
                if (within.test(each) && found.add(each)) {
                    open.add(each);
                }
            }
        }
        return found;
    }

    /** The states of the model in which no node sends more than so many messages, from where the entry starts. */
    private static Set<State> published(int nodes, int messages, boolean zeroProbesWhileActive) {
        List<Integer> none = Collections.nCopies(nodes, 0);
        State start =
                new State(Collections.nCopies(nodes, true), Collections.nCopies(nodes, false), none, none, 0, 0, true);
        Set<State> states = new HashSet<>();
        reachable(
                        List.of(new Bounded(start, none)),
                        each -> each.sent().stream().allMatch(sent -> sent <= messages),
                        zeroProbesWhileActive)
                .forEach(each -> states.add(each.state()));
        return states;
    }

    /** The states of the entry, as the model has them: a token in transit is where it goes. */
    private static Set<State> states(int nodes, int messages) {
        Set<State> states = new HashSet<>();
        Explorer.of(Model.of(new Safra.Entry(), Start.of(nodes, 0)).withRequests(messages), Limits.WIDE)
                .explore()
                .reachable()
                .forEach(at -> asPublished(at).ifPresent(states::add));
        return states;
    }

    /** Nothing once the termination is announced: the model ends before. */
    private static Optional<State> asPublished(Configuration<Safra.State, Safra.Message, User> of) {
        List<ProcessId> machines = of.processes();
        for (int at = 0; at < machines.size(); at++) {
            int above = (at + 1) % machines.size();
            Optional<Safra.Token> token = of.state(machines.get(at)).token();
            if (token.isEmpty() && machines.size() > 1) {
                token = of.inTransit(machines.get(above), machines.get(at), Safra.Token.class).stream()
                        .findFirst();
            }
            if (token.isPresent()) {
                return Optional.of(new State(
                        of.states().map(Safra.State::active).toList(),
                        of.states().map(Safra.State::black).toList(),
                        of.states().map(Safra.State::count).toList(),
                        machines.stream().map(to -> pending(of, to)).toList(),
                        at,
                        token.get().sum(),
                        token.get().black()));
            }
        }
        return Optional.empty();
    }

    private static int pending(Configuration<Safra.State, Safra.Message, User> of, ProcessId to) {
        return of.processes().stream()
                .filter(from -> !from.equals(to))
                .mapToInt(from -> of.inTransit(from, to, Safra.Work.class).size())
                .sum();
    }

    /**
     * Up to three nodes, since users send to the next one and to the one before. In the entry an active machine 0 keeps
     * the token, as the others do; in the model it may begin a probe.
     */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "2, 3", "3, 1"})
    @Tag("fast")
    void theStatesAreThoseOfThePublishedModel(int nodes, int messages) {
        compare(nodes, messages);
    }

    @Test
    @Tag("slow")
    void alsoThoseOfThreeNodesThatSendTwice() {
        compare(3, 2);
    }

    private static void compare(int nodes, int messages) {
        Set<State> states = states(nodes, messages);
        assertEquals(published(nodes, messages, false), states);
        Set<State> more = published(nodes, messages, true);
        assertTrue(more.containsAll(states) && more.size() > states.size(), more.size() + " and " + states.size());
    }

    /**
     * The comment at the end of the published model says of three nodes, under its StateConstraint: 1.3m distinct
     * states, 10.1m generated ones. Nodes are of any activity and colour at the start. TLC generates the state after
     * InitiateProbe once for each of its three conditions that is true.
     */
    @Test
    @Tag("slow")
    void theStepsHereAreThoseOfThePublishedModel() {
        int nodes = 3;
        List<Integer> none = Collections.nCopies(nodes, 0);
        List<Bounded> initial = new ArrayList<>();
        for (int bits = 0; bits < 1 << 2 * nodes; bits++) {
            List<Boolean> flags = new ArrayList<>();
            for (int bit = 0; bit < 2 * nodes; bit++) {
                flags.add((bits >> bit & 1) == 1);
            }
            initial.add(new Bounded(
                    new State(
                            List.copyOf(flags.subList(0, nodes)),
                            List.copyOf(flags.subList(nodes, 2 * nodes)),
                            none,
                            none,
                            0,
                            0,
                            true),
                    List.of()));
        }
        Set<Bounded> distinct = reachable(initial, Ewd998ModelTest::constrained, true);
        assertEquals(1_384_582, distinct.size());
        long generated = initial.size();
        for (Bounded each : distinct) {
            State s = each.state();
            generated += next(each, true).size();
            if (s.at() == 0) {
                long reasons = Stream.of(
                                s.blackToken(), s.black().get(0), s.counter().get(0) + s.q() > 0)
                        .filter(reason -> reason)
                        .count();
                generated += Math.max(0, reasons - 1);
            }
        }
        assertEquals(10_150_343, generated);
    }

    /** StateConstraint */
    private static boolean constrained(Bounded each) {
        State s = each.state();
        return s.counter().stream().allMatch(count -> count <= 3)
                && s.pending().stream().allMatch(count -> count <= 3)
                && s.q() <= 9;
    }
}
