package symposium.regeneration.misrak;

import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_LEAVES;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_MARKS;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_MEETS;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_REGENERATES;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Timer;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.NumberedFamily;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.regeneration.Regeneration;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;

/**
 * One process of a ring on which k tokens circulate, each of which regenerates another that is lost: Raynal, section
 * 4.2, generalized. See the package.
 *
 * <p>The user is told of token 0 as of ping, of all others as of pong.
 */
public final class MisraK implements Protocol<MisraK.State, MisraK.Token, NoInput, Regenerated> {

    /**
     * A token, in transit to the left or at a process.
     *
     * @param number which, from 0 to k - 1
     * @param alone by token that this one watches: the processes that it has passed since it last met that one
     */
    public record Token(int number, SortedMap<Integer, SortedSet<ProcessId>> alone) implements Printable {

        boolean watches(int other) {
            return alone.containsKey(other);
        }

        /** The same token after it has met {@code other}, if it watches that one. */
        Token met(int other) {
            return watches(other) ? new Token(number, Sorted.with(alone, other, Sorted.set())) : this;
        }

        /** The same token after it has passed {@code process}. */
        Token passing(ProcessId process) {
            SortedMap<Integer, SortedSet<ProcessId>> passed = new TreeMap<>(alone);
            passed.replaceAll((watched, processes) -> Sorted.with(processes, process));
            return new Token(number, Sorted.map(passed));
        }
    }

    /**
     * A process of the ring.
     *
     * @param self its name
     * @param neighbours its neighbours
     * @param marks the pairs of a token and one that it watches of which the former has passed here last
     * @param tokens the tokens that are here, by number
     */
    @RecordBuilder
    public record State(ProcessId self, Neighbours neighbours, SortedSet<Pair> marks, SortedMap<Integer, Token> tokens)
            implements MisraKStateBuilder.With {

        /** Whether that token is here. */
        public boolean holds(int token) {
            return tokens.containsKey(token);
        }

        /**
         * "Neither it nor P_i has encountered T2 since T1's last passage through P_i": T1 is {@code came}, T2 is {@code
         * other}.
         */
        boolean missed(Token came, int other) {
            return came.alone().get(other).contains(self) && marks.contains(new Pair(came.number(), other));
        }
    }

    /** A token, and one that it watches. */
    public record Pair(int watcher, int watched) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            return Comparator.comparingInt(Pair::watcher)
                    .thenComparingInt(Pair::watched)
                    .compare(this, other);
        }
    }

    /** What happens to a process of the ring. */
    public enum Rule implements symposium.kernel.Rule {
        /** A token arrives and marks the process. */
        TOKEN_MARKS,
        /** Likewise, and one that it watches, or that watches it, is here: they have met. */
        TOKEN_MEETS,
        /** A token arrives that has missed one that it watches: that one is lost, and regenerated. */
        TOKEN_REGENERATES,
        /** A token is sent on. */
        TOKEN_LEAVES
    }

    /**
     * How long a token stays with a process before it is sent on.
     *
     * @param token which, from 0
     */
    public record Rest(int token) implements Timer {
        @Override
        public String name() {
            return "TOKEN_" + token + "_RESTS";
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** Which tokens a token watches, and when it takes one for lost. */
    public enum Watching {
        /** Each watches the next, the last the first, and regenerates it. */
        THE_NEXT,
        /**
         * Each watches every other as Misra's two watch each other, and regenerates each that is lost. This is wrong.
         */
        EVERY_OTHER,
        /** Each watches all others, and regenerates them when all are lost. This is too late. */
        ALL_OTHERS_AT_ONCE;

        /** The tokens that one of {@code k} watches. */
        List<Integer> watchedBy(int token, int k) {
            return IntStream.range(0, k)
                    .filter(other -> other != token && (this != THE_NEXT || other == (token + 1) % k))
                    .boxed()
                    .toList();
        }

        /** The tokens to be regenerated, when these of the {@code watched} seem lost. */
        List<Integer> regenerated(List<Integer> lost, List<Integer> watched) {
            return this == ALL_OTHERS_AT_ONCE && lost.size() < watched.size() ? List.of() : lost;
        }
    }

    static final String SENT_ON = "a token is sent on only from where it is";

    private final ProcessId start;
    private final int k;
    private final Watching watching;

    /**
     * @param start the process at which all tokens start
     * @param k the number of tokens, from 1
     */
    public MisraK(ProcessId start, int k) {
        this(start, k, Watching.THE_NEXT);
    }

    /** The same, with any way of watching. */
    public MisraK(ProcessId start, int k, Watching watching) {
        if (k < 1) {
            throw new IllegalArgumentException("at least one token circulates, not " + k);
        }
        this.start = start;
        this.k = k;
        this.watching = watching;
    }

    /** The timers of {@code k} tokens, from that of token {@code first}. */
    public static List<Rest> rests(int first, int k) {
        return IntStream.range(first, k).mapToObj(Rest::new).toList();
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        SortedMap<Integer, Token> tokens = new TreeMap<>();
        for (int token = 0; token < k && self.equals(start); token++) {
            tokens.put(token, fresh(token));
        }
        return new State(self, neighbours, Sorted.set(), Sorted.map(tokens));
    }

    @Override
    public List<Rest> initialTimers(State initial) {
        return initial.tokens().keySet().stream().map(Rest::new).toList();
    }

    /** A token that is new, and has been alone nowhere. */
    private Token fresh(int number) {
        SortedMap<Integer, SortedSet<ProcessId>> alone = new TreeMap<>();
        watching.watchedBy(number, k).forEach(watched -> alone.put(watched, Sorted.set()));
        return new Token(number, Sorted.map(alone));
    }

    @Override
    public Transition<State, Token, Regenerated> onMessage(
            Neighbour right, Token came, State p, Transition<State, Token, Regenerated> step) {
        int number = came.number();
        step.require(!p.holds(number), "never two of a kind");
        List<Integer> watched = watching.watchedBy(number, k);
        List<Integer> lost = watching.regenerated(
                watched.stream().filter(other -> p.missed(came, other)).toList(), watched);

        SortedSet<Pair> marks = new TreeSet<>(p.marks());
        marks.removeIf(pair -> pair.watched() == number);
        watched.forEach(other -> marks.add(new Pair(number, other)));
        SortedMap<Integer, Token> here = new TreeMap<>(p.tokens());
        lost.forEach(other -> here.put(other, fresh(other)));
        Token passing = came.passing(p.self());
        boolean met = false;
        for (Token other : List.copyOf(here.values())) {
            met |= passing.watches(other.number()) || other.watches(number);
            passing = passing.met(other.number());
            here.put(other.number(), other.met(number));
        }
        here.put(number, passing);

        step.by(
                        !lost.isEmpty() ? TOKEN_REGENERATES : met ? TOKEN_MEETS : TOKEN_MARKS,
                        p.with(next -> next.marks(Sorted.set(marks)).tokens(Sorted.map(here))))
                .schedule(new Rest(number));
        for (int other : lost) {
            step.tell(other == 0 ? Regenerated.PING : Regenerated.PONG).schedule(new Rest(other));
        }
        return step;
    }

    @Override
    public Transition<State, Token, Regenerated> onTimeout(
            Timer timer, State p, Transition<State, Token, Regenerated> step) {
        int token = ((Rest) timer).token();
        step.require(p.holds(token), SENT_ON);
        return step.by(TOKEN_LEAVES, p.withTokens(Sorted.without(p.tokens(), token)))
                .send(p.neighbours().left(), p.tokens().get(token));
    }

    /** The catalogue entry: three tokens, or any other number. */
    public static final class Entry extends Algorithm<State, Token, User, NoInput, Regenerated> {
        public Entry() {
            this(3);
        }

        /** @param k the number of tokens, from 1 */
        public Entry(int k) {
            super(Regeneration.<State, Token>algorithm("misra-" + k, Token.class)
                    .withPaper(Paper.of("after Raynal, section 4.2: Misra's two tokens, generalized to any number")
                            .withCost(k + "n per round of all tokens"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.RING)
                            .withAssumptions("all tokens go the same way; never are all of them lost"))
                    .withTimers(rests(0, k))
                    .withRegenerations(Set.of(TOKEN_REGENERATES))
                    .withProtocol(start -> new MisraK(start.holder(), k))
                    .checks(checks -> checks.withFiniteStateSpace(true)
                            .withInvariants(MisraKChecks.invariants(k))
                            .withVariants(start -> MisraKChecks.variants(start, k))));
        }
    }

    /** With any number of tokens. */
    public static final class AnyNumber extends NumberedFamily {
        public AnyNumber() {
            super("tokens that regenerate each other", "misra", Entry::new);
        }
    }
}
