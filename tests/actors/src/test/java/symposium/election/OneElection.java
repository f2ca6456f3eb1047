package symposium.election;

import java.util.List;
import symposium.checker.ForwardingProblem;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.problem.Problem;

/** Election, by users that ask for nothing any more once they have been told of a leader: so there is no second one. */
public record OneElection() implements ForwardingProblem<Voter, Call, Leader> {

    @Override
    public Problem<Voter, Call, Leader> original() {
        return Election.PROBLEM;
    }

    @Override
    public String name() {
        return "one election";
    }

    @Override
    public List<Call> mayAsk(Voter user) {
        return user.leader().isPresent() ? List.of() : original().mayAsk(user);
    }

    @Override
    public Problem<Voter, Call, Leader> underSuspicion() {
        return this;
    }
}
