package symposium.election.terms;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import symposium.election.Election.Call;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/** Leadership: repeated elections, each in a term of its own. Each term has at most one leader, and terms grow. */
public final class LeadershipInTerms implements Problem<LeadershipInTerms.Follower, Call, LeadershipInTerms.News> {

    /** The problem; it has no parameters. */
    public static final LeadershipInTerms PROBLEM = new LeadershipInTerms();

    /** The name of the invariant that gives the problem its name. */
    public static final String ONE_OF_A_TERM = "there are never two leaders of one term";

    /** The name of the invariant of terms. */
    public static final String TERMS_GROW = "no process is told of an older term than before";

    /** What a user is told. */
    public sealed interface News extends Printable {

        /**
         * The leader from now on.
         *
         * @param term from 1; greater than that of every election before, and so a fence for what the leader does
         * @param leader the elected process
         */
        record Elected(long term, ProcessId leader) implements News {
            @Override
            public String print() {
                return "term " + term + " led by " + leader;
            }
        }

        /**
         * This process reaches no majority: it follows no process and elects none until it is told of a leader again.
         */
        record Apart() implements News {}

        /**
         * The leader no longer leads, as far as this process knows: there is another election.
         *
         * @param term the term that is over
         */
        record Ended(long term) implements News {
            @Override
            public String print() {
                return "term " + term + " over";
            }
        }
    }

    /**
     * What a user has asked for and been told.
     *
     * @param called whether it has asked for an election and not been told of a leader since
     * @param term the latest term of whose leader it was told; 0 for none
     * @param leader the leader, as far as it has been told
     */
    @RecordBuilder
    public record Follower(boolean called, long term, Optional<ProcessId> leader)
            implements LeadershipInTermsFollowerBuilder.With {}

    /** Remembers the leader of every term. */
    private record Leaders(SortedMap<Long, ProcessId> byTerm) implements Observer<News> {
        @Override
        public List<String> invariants() {
            return List.of(ONE_OF_A_TERM);
        }

        @Override
        public Observer<News> sees(ProcessId process, News output) {
            if (!(output instanceof News.Elected elected)) {
                return this;
            }
            ProcessId known = byTerm.getOrDefault(elected.term(), elected.leader());
            if (!known.equals(elected.leader())) {
                throw new InvariantViolation(
                        ONE_OF_A_TERM, elected.print() + " at process " + process + ", and by " + known);
            }
            return new Leaders(Sorted.with(byTerm, elected.term(), known));
        }
    }

    private LeadershipInTerms() {}

    @Override
    public String name() {
        return "leadership";
    }

    @Override
    public Follower initial() {
        return new Follower(false, 0, Optional.empty());
    }

    /** A waiting user may ask again: the election that it waits for may have been lost with a message. */
    @Override
    public List<Call> mayAsk(Follower user) {
        return List.of(Call.INITIATE);
    }

    @Override
    public Follower asked(Follower user, Call input) {
        return user.withCalled(true);
    }

    @Override
    public Follower told(Follower user, News output) {
        if (output instanceof News.Elected elected) {
            if (elected.term() <= user.term()) {
                throw new InvariantViolation(TERMS_GROW, output.print() + " after term " + user.term());
            }
            return new Follower(false, elected.term(), Optional.of(elected.leader()));
        }
        if (output instanceof News.Ended ended && (user.leader().isEmpty() || user.term() != ended.term())) {
            throw new InvariantViolation(
                    "what is over has begun", output.print() + " to a user who knows of term " + user.term());
        }
        return new Follower(user.called() && output instanceof News.Ended, user.term(), Optional.empty());
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
        return new Leaders(Sorted.map());
    }
}
