package symposium.election;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.problem.Problem;

/** Election, by users that ask for nothing any more once they have been told of a leader: so there is no second one. */
public record OneElection() implements Problem<Voter, Call, Leader> {

    @Override
    public String name() {
        return "one election";
    }

    @Override
    public Voter initial() {
        return Election.PROBLEM.initial();
    }

    @Override
    public List<Call> mayAsk(Voter user) {
        return user.leader().isPresent() ? List.of() : Election.PROBLEM.mayAsk(user);
    }

    @Override
    public boolean demands(Call input) {
        return Election.PROBLEM.demands(input);
    }

    @Override
    public boolean owed(Call input) {
        return Election.PROBLEM.owed(input);
    }

    @Override
    public Voter asked(Voter user, Call input) {
        return Election.PROBLEM.asked(user, input);
    }

    @Override
    public Voter told(Voter user, Leader output) {
        return Election.PROBLEM.told(user, output);
    }

    @Override
    public boolean waits(Voter user) {
        return Election.PROBLEM.waits(user);
    }

    @Override
    public boolean serves(Leader output) {
        return Election.PROBLEM.serves(output);
    }
}
