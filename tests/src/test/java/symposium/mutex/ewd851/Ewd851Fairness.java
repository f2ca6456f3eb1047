package symposium.mutex.ewd851;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.User;

/**
 * The paper's argument for fairness, as laws. They look at the whole ring at every step, which is why an ordinary exploration leaves
 * them out.
 *
 * <p>"Take a delayed machine and consider the string of links and machines to its right up to and including the link carrying or the
 * machine holding the token. Let k = the length of the string + the number of white machines in the string."
 *
 * <p>Claim (iv) reads: "all terminations of these states [s, c or t] decrease k, except transition (c.0)". It holds of the states that are
 * in the string, as (i) and (ii) say without repeating it. A signal that arrives elsewhere, also at the delayed machine itself, leaves k
 * as it is; a token and a critical engagement are always in the string, at its end. Exactly:
 *
 * <ul>
 *   <li>s.2 and t.1 decrease k by 2, s.3, c.1, t.0 and t.2 by 1;
 *   <li>s.0 and s.1 decrease k by 1 where the recipient is in the string, and leave it unchanged where it is not;
 *   <li>n.0, n.1, n.2 and c.0 leave k unchanged.
 * </ul>
 *
 * <p>So no step increases k. It is at most 3n-2 on a ring of n machines: n links, n-1 machines, all of them white.
 */
public final class Ewd851Fairness {

    private Ewd851Fairness() {}

    /** Claims (i), (ii) and (iv), and the bounds of k. */
    public static List<Invariant<Ewd851.State, Ewd851.Message, User>> invariants() {
        return List.of(
                new Invariant.OfConfiguration<>(
                        "0 <= k <= 3n-2", ring -> !delayed(ring).isEmpty(), ring -> delayed(ring).stream()
                                .mapToInt(machine -> k(ring, machine))
                                .allMatch(
                                        k -> 0 <= k && k <= 3 * ring.processes().size() - 2)),
                new Invariant.OfConfiguration<>(
                        "(i) the string contains at least 1 s, c, or t",
                        ring -> !delayed(ring).isEmpty(),
                        ring -> delayed(ring).stream()
                                .map(machine -> string(ring, machine))
                                .allMatch(string -> string.stream()
                                        .anyMatch(each -> each.equals("s") || each.equals("t") || each.endsWith("c")))),
                new Invariant.OfConfiguration<>(
                        "(ii) if ending with (Wn|Wc), the string contains at least one s",
                        ring -> delayed(ring).stream()
                                .map(machine -> string(ring, machine))
                                .anyMatch(Ewd851Fairness::endsInWhite),
                        ring -> delayed(ring).stream()
                                .map(machine -> string(ring, machine))
                                .filter(Ewd851Fairness::endsInWhite)
                                .allMatch(string -> string.contains("s"))),
                changes("s.2 and t.1 decrease k by 2", by(Ewd851.Rule.S_2, Ewd851.Rule.T_1), -2, -2),
                changes(
                        "s.3, c.1, t.0 and t.2 decrease k by 1",
                        by(Ewd851.Rule.S_3, Ewd851.Rule.C_1, Ewd851.Rule.T_0, Ewd851.Rule.T_2),
                        -1,
                        -1),
                changes(
                        "s.0 and s.1 decrease k by 1 in the string and leave it unchanged elsewhere",
                        by(Ewd851.Rule.S_0, Ewd851.Rule.S_1),
                        -1,
                        0),
                changes(
                        "n.0, n.1, n.2 and c.0 leave k unchanged",
                        by(Ewd851.Rule.N_0, Ewd851.Rule.N_1, Ewd851.Rule.N_2, Ewd851.Rule.C_0),
                        0,
                        0));
    }

    private static boolean endsInWhite(List<String> string) {
        String last = string.get(string.size() - 1);
        return last.equals("Wn") || last.equals("Wc");
    }

    private static Predicate<TraceEvent> by(Ewd851.Rule... rules) {
        List<Ewd851.Rule> all = List.of(rules);
        return occurrence -> occurrence instanceof TraceEvent.Stepped stepped && all.contains(stepped.rule());
    }

    private static Invariant<Ewd851.State, Ewd851.Message, User> changes(
            String name, Predicate<TraceEvent> steps, int inTheString, int elsewhere) {
        return new Invariant.OfStep<>(name, steps, (before, occurrence, after) -> delayed(before).stream()
                .filter(machine -> after.state(machine).delayed())
                .allMatch(machine -> k(after, machine) - k(before, machine)
                        == (machines(before, machine).contains(occurrence.process()) ? inTheString : elsewhere)));
    }

    /** The machines that are delayed. */
    static List<ProcessId> delayed(Configuration<Ewd851.State, Ewd851.Message, User> ring) {
        return ring.processes().stream()
                .filter(machine -> ring.state(machine).delayed())
                .toList();
    }

    /** The variant function of a delayed machine. */
    static int k(Configuration<Ewd851.State, Ewd851.Message, User> ring, ProcessId delayed) {
        List<String> string = string(ring, delayed);
        return string.size()
                + (int) string.stream()
                        .filter(each -> each.startsWith("w") || each.startsWith("W"))
                        .count();
    }

    /** The string of links and machines to the right of a delayed machine, up to and including the one with the token. */
    static List<String> string(Configuration<Ewd851.State, Ewd851.Message, User> ring, ProcessId delayed) {
        List<String> string = new ArrayList<>();
        ProcessId at = delayed;
        while (true) {
            String link = Ewd851Invariant4.link(ring, at);
            string.add(link);
            if (link.equals("t")) {
                return string;
            }
            at = ring.state(at).neighbours().right().id();
            string.add(ring.state(at).toString());
            if (ring.state(at).holdsToken()) {
                return string;
            }
            if (at.equals(delayed)) {
                throw new IllegalArgumentException("a ring without a token: " + Ewd851Invariant4.ring(ring));
            }
        }
    }

    private static List<ProcessId> machines(Configuration<Ewd851.State, Ewd851.Message, User> ring, ProcessId delayed) {
        List<ProcessId> machines = new ArrayList<>();
        int length = string(ring, delayed).size() / 2;
        ProcessId at = delayed;
        for (int machine = 0; machine < length; machine++) {
            at = ring.state(at).neighbours().right().id();
            machines.add(at);
        }
        return machines;
    }
}
