package symposium.arbitration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A state of the process of section 0: for each philosopher, whether it thinks, how many forks it owns, and whether it
 * is ready to grab the next.
 *
 * <p>P0 holds by construction: a fork is owned, or no philosopher is ready to grab it. A philosopher that becomes ready
 * for a free fork grabs it in the same act. A fork that is given back goes in the same act to the philosopher that is
 * ready for it. Between grabbing a fork and becoming ready for the next a philosopher may take its time. A philosopher
 * that owns all its forks eats.
 */
public final class Dinner {

    /** What a philosopher does. */
    public enum Act {
        /** It stops thinking. */
        RISE("stops thinking"),
        /** It becomes ready for its next fork, and grabs it, unless the other owns it. */
        REACH("reaches for"),
        /** It completes its meal, and gives its forks back: at once, and thinks, or one by one. */
        FINISH("completes its meal"),
        /** It gives one fork back, and thinks if that was the last. */
        RELEASE("gives back");

        private final String text;

        Act(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * An act of a philosopher.
     *
     * @param philosopher its number
     * @param act what it does
     * @param place the place in its order of the fork that it gives back, if it gives back one
     */
    public record Move(int philosopher, Act act, int place) {

        Move(int philosopher, Act act) {
            this(philosopher, act, 0);
        }
    }

    private static final byte THINKING = -1;

    private final Table table;
    /**
     * {@link #THINKING}, or twice the number of forks owned, and one more where the philosopher is ready for the next.
     */
    private final byte[] standing;
    /** For each philosopher the places of the forks that it is yet to give back, as bits; null if all are at once. */
    private final long[] held;

    private Dinner(Table table, byte[] standing, long[] held) {
        this.table = table;
        this.standing = standing;
        this.held = held;
    }

    /**
     * The state in which all philosophers think.
     *
     * @throws IllegalArgumentException when more than 60 forks meet at a philosopher
     */
    public static Dinner of(Table table) {
        return of(table, false);
    }

    /**
     * The same.
     *
     * @param oneByOne whether a philosopher gives its forks back one by one, in any order, and not all at once
     */
    static Dinner of(Table table, boolean oneByOne) {
        if (table.mostForks() > Byte.MAX_VALUE / 2 - 3) {
            throw new IllegalArgumentException("at most 60 forks may meet at a philosopher here");
        }
        byte[] standing = new byte[table.size()];
        Arrays.fill(standing, THINKING);
        return new Dinner(table, standing, oneByOne ? new long[table.size()] : null);
    }

    /** Whether a philosopher thinks. */
    public boolean thinking(int philosopher) {
        return standing[philosopher] == THINKING;
    }

    /** The number of forks that a philosopher owns: the first of its order. */
    public int owned(int philosopher) {
        return Math.max(0, standing[philosopher] >> 1);
    }

    /** Whether a philosopher owns all its forks. */
    public boolean eating(int philosopher) {
        return !thinking(philosopher) && owned(philosopher) == table.degree(philosopher);
    }

    /** Whether a philosopher is ready to grab a fork that another owns. */
    public boolean blocked(int philosopher) {
        return !thinking(philosopher) && (standing[philosopher] & 1) == 1;
    }

    /** The owner of the blocking fork of a philosopher. */
    public int blocker(int philosopher) {
        return table.grabs(philosopher, owned(philosopher));
    }

    /** Whether all others think. */
    boolean allThinkBut(List<Integer> philosophers) {
        for (int philosopher = 0; philosopher < standing.length; philosopher++) {
            if (!thinking(philosopher) && !philosophers.contains(philosopher)) {
                return false;
            }
        }
        return true;
    }

    /** What each philosopher may do now. */
    public List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        for (int philosopher = 0; philosopher < standing.length; philosopher++) {
            if (givesBack(philosopher)) {
                for (int place = 0; place < table.degree(philosopher); place++) {
                    if ((held[philosopher] >> place & 1) == 1) {
                        moves.add(new Move(philosopher, Act.RELEASE, place));
                    }
                }
            } else if (thinking(philosopher)) {
                moves.add(new Move(philosopher, Act.RISE));
            } else if (eating(philosopher)) {
                moves.add(new Move(philosopher, Act.FINISH));
            } else if (!blocked(philosopher)) {
                moves.add(new Move(philosopher, Act.REACH));
            }
        }
        return moves;
    }

    /**
     * The state after a move.
     *
     * @throws IllegalArgumentException when it is not one of {@link #moves()}
     */
    public Dinner after(Move move) {
        if (!moves().contains(move)) {
            throw new IllegalArgumentException(table.name(move.philosopher()) + " cannot do that now: " + move.act());
        }
        return next(move);
    }

    /** The state after a move that is known to be possible. */
    Dinner next(Move move) {
        Dinner next = new Dinner(table, standing.clone(), held == null ? null : held.clone());
        next.perform(move);
        return next;
    }

    private void perform(Move move) {
        int self = move.philosopher();
        switch (move.act()) {
            case RISE -> standing[self] = 0;
            case REACH -> {
                int other = table.grabs(self, owned(self));
                standing[self] = (byte) (standing[self] + (owns(other, self) ? 1 : 2));
            }
            case FINISH -> {
                if (held != null && table.degree(self) > 0) {
                    standing[self] = 0;
                    held[self] = (1L << table.degree(self)) - 1;
                } else {
                    standing[self] = THINKING;
                    for (int place = 0; place < table.degree(self); place++) {
                        giveBack(self, place);
                    }
                }
            }
            case RELEASE -> {
                held[self] &= ~(1L << move.place());
                standing[self] = held[self] == 0 ? THINKING : 0;
                giveBack(self, move.place());
            }
        }
    }

    private boolean givesBack(int philosopher) {
        return held != null && held[philosopher] != 0;
    }

    private void giveBack(int self, int place) {
        int other = table.grabs(self, place);
        if (blocked(other) && blocker(other) == self) {
            standing[other] += 1;
        }
    }

    /** Whether a philosopher owns the fork it shares with another. */
    private boolean owns(int philosopher, int other) {
        if (givesBack(philosopher)) {
            return (held[philosopher] >> table.place(philosopher, other) & 1) == 1;
        }
        return !thinking(philosopher) && table.place(philosopher, other) < owned(philosopher);
    }

    /**
     * How a first-fork cycle comes to deadlock, from the state in which all think: one after the other stops
     * thinking and grabs its forks up to the one it shares with the next; then each reaches for one more.
     */
    public static List<Move> deadlock(Table table, List<Integer> cycle) {
        List<Move> run = new ArrayList<>();
        for (int at = 0; at < cycle.size(); at++) {
            int self = cycle.get(at);
            run.add(new Move(self, Act.RISE));
            int last = table.place(self, cycle.get((at + 1) % cycle.size()));
            for (int place = 0; place <= last; place++) {
                run.add(new Move(self, Act.REACH));
            }
        }
        Dinner dinner = of(table);
        for (Move move : run) {
            dinner = dinner.after(move);
        }
        while (true) {
            Dinner now = dinner;
            List<Move> reaches =
                    now.moves().stream().filter(move -> move.act() == Act.REACH).toList();
            if (reaches.isEmpty()) {
                return run;
            }
            run.add(reaches.get(0));
            dinner = now.after(reaches.get(0));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Dinner dinner
                && Arrays.equals(standing, dinner.standing)
                && Arrays.equals(held, dinner.held);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(standing) + Arrays.hashCode(held);
    }

    /** For each philosopher: thinking, eating, or the forks it owns, with an exclamation mark where it is blocked. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int philosopher = 0; philosopher < standing.length; philosopher++) {
            text.append(philosopher == 0 ? "" : ", ")
                    .append(table.name(philosopher))
                    .append(' ');
            if (thinking(philosopher)) {
                text.append("thinks");
            } else if (eating(philosopher)) {
                text.append("eats");
            } else {
                text.append("has ").append(owned(philosopher)).append(blocked(philosopher) ? "!" : "");
            }
        }
        return text.toString();
    }
}
