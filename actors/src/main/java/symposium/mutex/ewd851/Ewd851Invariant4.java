package symposium.mutex.ewd851;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851.Message;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.State;
import symposium.mutex.ewd851.Ewd851.Token;

/**
 * Invariant (4) of EWD851 as a set of ring states, generated from the formula alone and compared with the states that
 * are reachable.
 *
 * <p>"(4) is invariant and by virtue of its construction it is the strongest invariant." The first half is right. The
 * second is not quite: of every ring size n, the n rotations of
 *
 * <pre>{@code wd (u bn)* t        with n-1 times "u bn"}</pre>
 *
 * <p>belong to (4) and are not reachable, and these are all ({@link #UNREACHABLE}).
 *
 * <p><b>They are not reachable.</b> Each of the twelve transitions leaves one of {@code Wn}, {@code Wc}, {@code Bc},
 * {@code bd}, {@code s} and {@code t wn} in the ring, and these states contain none of them. So they have no
 * predecessor, and they are not initial.
 *
 * <p><b>All others are.</b> A member of (3) is reached from the initial state with the token in the same place: let
 * the {@code wd} of each string {@code wd (u (bn|bd))* s} complete its neutral engagement, its signal travel so far,
 * the {@code bd} among the others complete theirs, and the holder its own where it is {@code Wc}. A member with
 * {@code u Bc u} follows by (s.3) from one of (3). A member with t ends in {@code wd (u (bn|bd))* t (wn u)*}; call
 * the machine to the right of that t, which must have sent the token, X.
 *
 * <ul>
 *   <li>X is a {@code wn}: the state follows by (s.2) from one of (3), {@code s Wn} in the place of {@code t wn}.
 *   <li>X is the first machine of a non-empty E, {@code wd (u (bn|bd))* s}: begin with that whole string being
 *       {@code wn}, as in the former case, and let X and the {@code bd} complete their neutral engagements and the
 *       signal of X travel so far.
 *   <li>X is the {@code wd} of the final string itself, which is then the whole ring. If there is a {@code bd}, begin
 *       with the first such machine to the right of X being {@code wd} and all before it {@code wn}, as in the first
 *       case; the signal of X passes these and makes that machine {@code bd} by (s.1). If there is none, this is the
 *       missing string.
 * </ul>
 *
 * <p>The paper's construction loses its precision in the step to (4): "Thanks to (n.1) and the form of E this can
 * lead to ..." overlooks that the signal of X has to end somewhere.
 *
 * <p>How many ring states there are, over labelled positions: with a generating function in x for one machine and the
 * link to its right, (4) is {@code 3x(1-x) / (1-4x+2x²)}, each string being derived in one way only, and no two
 * rotations of a ring are equal, since there is one token. So (4) has {@code n·a(n)} members and {@code n·(a(n)-1)}
 * reachable ones, where {@code a(1) = 3}, {@code a(2) = 9}, {@code a(n) = 4a(n-1) - 2a(n-2)}, which is
 * {@code ¾((2+√2)^n + (2-√2)^n)}.
 */
public final class Ewd851Invariant4 {

    /** {@code E}, the part of a ring whose signals are on the way to the token, as (3) introduces it. */
    static final String E = "(wd (u (bn|bd))* s (wn u)*)*";

    /** Formula (4). */
    public static final String FORMULA = E + " ((Wn|Wc) u | wd (u (bn|bd))* (t | u Bc u)) (wn u)*";

    /** The members of (4) that are not reachable. */
    public static final String UNREACHABLE = "wd (u bn)* t";

    private Ewd851Invariant4() {}

    /**
     * What came of a comparison. Ring states are counted over labelled positions: a rotation is another state.
     *
     * @param reachable how many states were given
     * @param language how many (4) has
     * @param missing the members of (4) that were not given, as strings, see {@link #ring}
     * @param excess the states given that are not members of (4), as strings
     */
    public record Comparison(long reachable, long language, List<String> missing, List<String> excess) {
        public Comparison {
            missing = List.copyOf(missing);
            excess = List.copyOf(excess);
        }
    }

    /** The comparison, for reports of a checker; none for a ring of more machines than can be compared. */
    static Map<String, Object> findings(Start start, Iterable<Configuration<State, Message, User>> reachable) {
        int machines = start.processes().size();
        if (machines > RingExpression.MOST_MACHINES) {
            return Map.of();
        }
        Comparison found = compare(machines, reachable::forEach);
        Map<String, Object> invariant4 = new LinkedHashMap<>();
        invariant4.put("reachable", found.reachable());
        invariant4.put("language", found.language());
        invariant4.put("missing", found.missing());
        invariant4.put("excess", found.excess());
        return Map.of("invariant4", invariant4);
    }

    /**
     * Compares the reachable states with (4).
     *
     * @param machines how many machines the ring has, at most 14
     * @param reachable hands each reachable state once to the consumer that it is given
     * @throws IllegalArgumentException when there is no machine, or more than 14, or a ring of another size is given
     */
    public static Comparison compare(int machines, Consumer<Consumer<Configuration<State, Message, User>>> reachable) {
        long[] language = RingExpression.of(FORMULA).states(machines);
        boolean[] reached = new boolean[language.length];
        List<String> excess = new ArrayList<>();
        long[] given = new long[1];
        reachable.accept(configuration -> {
            if (configuration.processes().size() != machines) {
                throw new IllegalArgumentException(
                        "a ring of " + machines + " machines is compared with (4), not one of "
                                + configuration.processes().size());
            }
            given[0]++;
            String ring = ring(configuration);
            int at = Arrays.binarySearch(language, RingExpression.code(ring));
            if (at >= 0) {
                reached[at] = true;
            } else {
                excess.add(ring);
            }
        });
        List<String> missing = new ArrayList<>();
        for (int member = 0; member < language.length; member++) {
            if (!reached[member]) {
                missing.add(RingExpression.ring(language[member], machines));
            }
        }
        Collections.sort(missing);
        return new Comparison(given[0], language.length, missing, excess);
    }

    /**
     * The ring state as the paper writes it: machine n-1 and the link to its right, then the next machine to the
     * right, down to machine 0 and the link that leads from it to machine n-1. A link that carries anything but one
     * token to the left or one signal to the right is written with the letters of all that it carries.
     */
    public static String ring(Configuration<State, Message, ?> configuration) {
        StringBuilder ring = new StringBuilder();
        ProcessId at = configuration.processes().get(configuration.processes().size() - 1);
        for (int machine = 0; machine < configuration.processes().size(); machine++) {
            State state = configuration.state(at);
            ring.append(machine == 0 ? "" : " ").append(state).append(' ').append(link(configuration, at));
            at = state.neighbours().right().id();
        }
        return ring.toString();
    }

    /** What the link to the right of a machine carries. */
    static String link(Configuration<State, Message, ?> configuration, ProcessId machine) {
        var right = configuration.state(machine).neighbours().right();
        List<Message> toTheRight = configuration.inTransit(machine, right);
        List<Message> toTheLeft = configuration.inTransit(right.id(), right.seenBack(machine));
        if (toTheRight.isEmpty() && toTheLeft.isEmpty()) {
            return "u";
        }
        StringBuilder carried = new StringBuilder();
        toTheRight.forEach(message -> carried.append(message instanceof Signal ? "s" : "t>"));
        toTheLeft.forEach(message -> carried.append(message instanceof Token ? "t" : "<s"));
        return carried.toString();
    }
}
