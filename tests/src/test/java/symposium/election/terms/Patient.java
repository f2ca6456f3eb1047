package symposium.election.terms;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.Follower;
import symposium.election.terms.Leadership.News;
import symposium.kernel.Observer;
import symposium.kernel.Problem;

/** Leadership for users who do not mind to wait for ever, for where messages are lost. */
final class Patient implements Problem<Follower, Call, News> {

    private static final Problem<Follower, Call, News> STRICT = Leadership.PROBLEM;

    @Override
    public String name() {
        return STRICT.name();
    }

    @Override
    public Follower initial() {
        return STRICT.initial();
    }

    @Override
    public List<Call> mayAsk(Follower user) {
        return STRICT.mayAsk(user);
    }

    @Override
    public boolean demands(Call input) {
        return STRICT.demands(input);
    }

    @Override
    public boolean owed(Call input) {
        return STRICT.owed(input);
    }

    @Override
    public Follower asked(Follower user, Call input) {
        return STRICT.asked(user, input);
    }

    @Override
    public Follower told(Follower user, News output) {
        return STRICT.told(user, output);
    }

    @Override
    public boolean waits(Follower user) {
        return false;
    }

    @Override
    public boolean serves(News output) {
        return STRICT.serves(output);
    }

    @Override
    public Observer<News> observer() {
        return STRICT.observer();
    }
}
