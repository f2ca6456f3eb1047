package symposium.election.terms;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.election.Election.Call;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;

/** Leadership: elections without end, each in a term of its own; of one term there is at most one leader, and terms grow. */
public final class Leadership implements Problem<Leadership.Follower, Call, Leadership.News> {

    /** The problem; it has no parameters. */
    public static final Leadership PROBLEM = new Leadership();

    /** The name of the law that gives the problem its name. */
    public static final String ONE_OF_A_TERM = "there are never two leaders of one term";

    /** The name of the law of terms. */
    public static final String TERMS_GROW = "nobody is told of an older term than before";

    /** What a user is told. */
    public sealed interface News {

        /**
         * Who leads from now on.
         *
         * @param term from 1; greater than that of every election before, and so a fence for what the leader does
         * @param leader who has been elected
         */
        record Elected(long term, ProcessId leader) implements News {
            @Override
            public String toString() {
                return "term " + term + " led by " + leader;
            }
        }

        /** This process reaches no majority: it follows nobody and elects nobody until it is told of a leader again. */
        record Apart() implements News {
            @Override
            public String toString() {
                return "apart";
            }
        }

        /**
         * Nobody leads any more, as far as this process knows: there is a new election.
         *
         * @param term the term that is over
         */
        record Ended(long term) implements News {
            @Override
            public String toString() {
                return "term " + term + " over";
            }
        }
    }

    /**
     * Where a user stands.
     *
     * @param called whether it has asked for an election and not been told of a leader since
     * @param term the latest term of which it was told who leads it; 0 for none
     * @param leader who leads, as far as it has been told
     */
    public record Follower(boolean called, long term, Optional<ProcessId> leader) {}

    /** Remembers the leader of every term. */
    private record Chronicle(SortedMap<Long, ProcessId> leaders) implements Observer<News> {
        @Override
        public List<String> invariants() {
            return List.of(ONE_OF_A_TERM);
        }

        @Override
        public Observer<News> sees(ProcessId process, News output) {
            if (!(output instanceof News.Elected elected)) {
                return this;
            }
            ProcessId known = leaders.get(elected.term());
            if (known != null) {
                if (!known.equals(elected.leader())) {
                    throw new InvariantViolation(
                            ONE_OF_A_TERM, elected + " at process " + process + ", and by " + known);
                }
                return this;
            }
            SortedMap<Long, ProcessId> more = new TreeMap<>(leaders);
            more.put(elected.term(), elected.leader());
            return new Chronicle(Collections.unmodifiableSortedMap(more));
        }
    }

    private Leadership() {}

    @Override
    public String name() {
        return "leadership";
    }

    @Override
    public Follower initial() {
        return new Follower(false, 0, Optional.empty());
    }

    /** Also whoever waits: the election that it waits for may have been lost with a message. */
    @Override
    public List<Call> mayAsk(Follower user) {
        return List.of(Call.INITIATE);
    }

    @Override
    public boolean demands(Call input) {
        return true;
    }

    @Override
    public boolean owed(Call input) {
        return false;
    }

    @Override
    public Follower asked(Follower user, Call input) {
        return new Follower(true, user.term(), user.leader());
    }

    @Override
    public Follower told(Follower user, News output) {
        if (output instanceof News.Elected elected) {
            if (elected.term() <= user.term()) {
                throw new InvariantViolation(TERMS_GROW, output + " after term " + user.term());
            }
            return new Follower(false, elected.term(), Optional.of(elected.leader()));
        }
        if (output instanceof News.Apart) {
            return new Follower(false, user.term(), Optional.empty());
        }
        if (user.leader().isEmpty() || user.term() != ((News.Ended) output).term()) {
            throw new InvariantViolation(
                    "what is over has begun", output + " to a user who knows of term " + user.term());
        }
        return new Follower(user.called(), user.term(), Optional.empty());
    }

    @Override
    public boolean waits(Follower user) {
        return user.called();
    }

    @Override
    public boolean serves(News output) {
        return output instanceof News.Elected;
    }

    @Override
    public Observer<News> observer() {
        return new Chronicle(Collections.emptySortedMap());
    }
}
