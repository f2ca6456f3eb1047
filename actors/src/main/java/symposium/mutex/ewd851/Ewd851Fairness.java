package symposium.mutex.ewd851;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851.Message;
import symposium.mutex.ewd851.Ewd851.Rule;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.State;
import symposium.mutex.ewd851.Ewd851.Token;

/**
 * The paper's argument for fairness, as invariants. They look at the whole ring at every step.
 *
 * <p>"Take a delayed machine and consider the string of links and machines to its right up to and including the link
 * carrying or the machine holding the token. Let k = the length of the string + the number of white machines in the
 * string."
 *
 * <p>Claim (iv) reads: "all terminations of these states [s, c or t] decrease k, except transition (c.0)". It holds of
 * the states that are in the string, as (i) and (ii) say without repeating it. A signal that arrives elsewhere, also at
 * the delayed machine itself, leaves k as it is; a token and a critical engagement are always in the string, at its
 * end. Exactly:
 *
 * <ul>
 *   <li>s.2 and t.1 decrease k by 2, s.3, c.1, t.0 and t.2 by 1;
 *   <li>s.0 and s.1 decrease k by 1 where the recipient is in the string, and leave it unchanged where it is not;
 *   <li>n.0, n.1, n.2 and c.0 leave k unchanged.
 * </ul>
 *
 * <p>So no step increases k. It is at most 3n-2 on a ring of n machines: n links, n-1 machines, all of them white.
 */
final class Ewd851Fairness {

    private Ewd851Fairness() {}

    /**
     * The string of a delayed machine: the links and machines to its right, up to and including the one with the token.
     *
     * @param machines the machines in it, from left to right
     * @param states their states
     * @param signals how many of its links carry a signal
     * @param ending whether it ends with a link, which carries the token
     */
    private record StringOf(List<ProcessId> machines, List<State> states, int signals, boolean ending) {

        /** The variant function: the length of the string and the number of white machines in it. */
        int k() {
            return machines.size() * 2
                    + (ending ? 1 : 0)
                    + (int) states.stream().filter(State::white).count();
        }

        boolean hasTokenSignalOrCritical() {
            return ending || signals > 0 || states.stream().anyMatch(State::critical);
        }

        boolean endsInWhite() {
            return !ending && states.get(states.size() - 1).white();
        }
    }

    /** Claims (i), (ii) and (iv), and the bounds of k. */
    static List<Invariant<State, Message, User>> invariants() {
        return new Invariants<State, Message, User>()
                .whole("0 <= k <= 3n-2", Ewd851Fairness::someIsDelayed, ring -> strings(ring)
                        .allMatch(string -> 0 <= string.k()
                                && string.k() <= 3 * ring.processes().size() - 2))
                .whole("(i) the string contains at least 1 s, c, or t", Ewd851Fairness::someIsDelayed, ring -> strings(
                                ring)
                        .allMatch(StringOf::hasTokenSignalOrCritical))
                .whole(
                        "(ii) if ending with (Wn|Wc), the string contains at least one s",
                        ring -> strings(ring).anyMatch(StringOf::endsInWhite),
                        ring -> strings(ring).filter(StringOf::endsInWhite).allMatch(string -> string.signals() > 0))
                .add(changes("s.2 and t.1 decrease k by 2", -2, -2, Rule.S_2, Rule.T_1))
                .add(changes("s.3, c.1, t.0 and t.2 decrease k by 1", -1, -1, Rule.S_3, Rule.C_1, Rule.T_0, Rule.T_2))
                .add(changes(
                        "s.0 and s.1 decrease k by 1 in the string and leave it unchanged elsewhere",
                        -1,
                        0,
                        Rule.S_0,
                        Rule.S_1))
                .add(changes("n.0, n.1, n.2 and c.0 leave k unchanged", 0, 0, Rule.N_0, Rule.N_1, Rule.N_2, Rule.C_0))
                .list();
    }

    private static Invariant<State, Message, User> changes(
            String name, int inTheString, int elsewhere, Rule first, Rule... others) {
        Set<Rule> rules = EnumSet.of(first, others);
        Predicate<TraceEvent> steps =
                event -> event instanceof TraceEvent.Stepped stepped && rules.contains(stepped.rule());
        return new Invariant.OfStep<>(name, steps, (before, event, after) -> delayed(before)
                .filter(machine -> after.state(machine).delayed())
                .allMatch(machine -> {
                    StringOf string = string(before, machine);
                    return string(after, machine).k() - string.k()
                            == (string.machines().contains(event.process()) ? inTheString : elsewhere);
                }));
    }

    private static boolean someIsDelayed(Configuration<State, Message, User> ring) {
        return delayed(ring).findAny().isPresent();
    }

    /** The machines that are delayed. */
    static Stream<ProcessId> delayed(Configuration<State, Message, User> ring) {
        return ring.processes().stream().filter(machine -> ring.state(machine).delayed());
    }

    /** The variant function of a delayed machine. */
    static int k(Configuration<State, Message, User> ring, ProcessId delayed) {
        return string(ring, delayed).k();
    }

    private static Stream<StringOf> strings(Configuration<State, Message, User> ring) {
        return delayed(ring).map(machine -> string(ring, machine));
    }

    private static StringOf string(Configuration<State, Message, User> ring, ProcessId delayed) {
        List<ProcessId> machines = new ArrayList<>();
        List<State> states = new ArrayList<>();
        int signals = 0;
        ProcessId at = delayed;
        do {
            Neighbour right = ring.state(at).neighbours().right();
            if (ring.inTransit(right.id(), right.seenBack(at)).stream().anyMatch(Token.class::isInstance)) {
                return new StringOf(machines, states, signals, true);
            }
            signals += (int) ring.inTransit(at, right).stream()
                    .filter(Signal.class::isInstance)
                    .count();
            at = right.id();
            machines.add(at);
            states.add(ring.state(at));
            if (ring.state(at).holdsToken()) {
                return new StringOf(machines, states, signals, false);
            }
        } while (!at.equals(delayed));
        throw new IllegalArgumentException("a ring without a token: " + Ewd851Invariant4.ring(ring));
    }
}
