package symposium.election.changroberts;

import static symposium.election.changroberts.ChangRobertsRule.EXTINCT;
import static symposium.election.changroberts.ChangRobertsRule.GREATER;
import static symposium.election.changroberts.ChangRobertsRule.INITIATE;
import static symposium.election.changroberts.ChangRobertsRule.INITIATED_BEFORE;
import static symposium.election.changroberts.ChangRobertsRule.OWN;
import static symposium.election.changroberts.ChangRobertsRule.RETURNED;
import static symposium.election.changroberts.ChangRobertsRule.SMALLER;
import static symposium.election.changroberts.ChangRobertsRule.TOLD;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.changroberts.ChangRobertsMessage.Candidate;
import symposium.election.changroberts.ChangRobertsMessage.Elected;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Chang and Roberts' ring: selective extinction (the chapter, section 5.2). */
public final class ChangRoberts implements Protocol<ChangRobertsState, ChangRobertsMessage, Call, Leader> {

    @Override
    public List<ChangRobertsRule> rules() {
        return List.of(ChangRobertsRule.values());
    }

    @Override
    public ChangRobertsState initial(ProcessId self, Neighbours neighbours) {
        return new ChangRobertsState(self, neighbours, false, Optional.empty());
    }

    @Override
    public Step<ChangRobertsState, ChangRobertsMessage, Leader> step(
            ChangRobertsState state, Event<ChangRobertsMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<ChangRobertsMessage, Call> received) {
            return received.message() instanceof Candidate candidate
                    ? candidateReceived(state, candidate.number())
                    : electedReceived(state, ((Elected) received.message()).number());
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<ChangRobertsState, ChangRobertsMessage, Leader> initiate(ChangRobertsState state) {
        if (state.participant()) {
            return by(INITIATED_BEFORE, state);
        }
        return by(INITIATE, state.participating()).send(state.neighbours().left(), new Candidate(state.number()));
    }

    private static Step<ChangRobertsState, ChangRobertsMessage, Leader> candidateReceived(
            ChangRobertsState state, ProcessId j) {
        int order = j.compareTo(state.number());
        if (order > 0) {
            return by(GREATER, state.participating()).send(state.neighbours().left(), new Candidate(j));
        }
        if (order < 0 && !state.participant()) {
            return by(SMALLER, state.participating()).send(state.neighbours().left(), new Candidate(state.number()));
        }
        if (order < 0) {
            return by(EXTINCT, state);
        }
        return by(OWN, state).send(state.neighbours().left(), new Elected(state.number()));
    }

    private static Step<ChangRobertsState, ChangRobertsMessage, Leader> electedReceived(
            ChangRobertsState state, ProcessId j) {
        if (j.equals(state.number())) {
            return by(RETURNED, state.led(j)).tell(new Leader(j));
        }
        return by(TOLD, state.led(j))
                .tell(new Leader(j))
                .send(state.neighbours().left(), new Elected(j));
    }

    private static Step<ChangRobertsState, ChangRobertsMessage, Leader> by(
            ChangRobertsRule rule, ChangRobertsState next) {
        return Step.by(rule, next);
    }
}
