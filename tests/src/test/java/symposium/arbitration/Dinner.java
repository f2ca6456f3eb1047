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
        /** It completes its meal, gives its forks back, and thinks. */
        FINISH("completes its meal");

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
     */
    public record Move(int philosopher, Act act) {}

    private static final byte THINKING = -1;

    private final Table table;
    /**
     * {@link #THINKING}, or twice the number of forks owned, and one more where the philosopher is ready for the next.
     */
    private final byte[] standing;

    private Dinner(Table table, byte[] standing) {
        this.table = table;
        this.standing = standing;
    }

    /**
     * The state in which all philosophers think.
     *
     * @throws IllegalArgumentException when more than 60 forks meet at a philosopher
     */
    public static Dinner of(Table table) {
        if (table.mostForks() > Byte.MAX_VALUE / 2 - 3) {
            throw new IllegalArgumentException("at most 60 forks may meet at a philosopher here");
        }
        byte[] standing = new byte[table.size()];
        Arrays.fill(standing, THINKING);
        return new Dinner(table, standing);
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

    /** What each philosopher may do now. */
    public List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        for (int philosopher = 0; philosopher < standing.length; philosopher++) {
            if (thinking(philosopher)) {
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
        Dinner next = new Dinner(table, standing.clone());
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
                standing[self] = THINKING;
                for (int place = 0; place < table.degree(self); place++) {
                    int other = table.grabs(self, place);
                    if (blocked(other) && blocker(other) == self) {
                        standing[other] += 1;
                    }
                }
            }
        }
    }

    /** Whether a philosopher owns the fork it shares with another. */
    private boolean owns(int philosopher, int other) {
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
        return other instanceof Dinner dinner && Arrays.equals(standing, dinner.standing);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(standing);
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
