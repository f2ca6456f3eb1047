package symposium.election.bully;

import static symposium.election.bully.BullyRule.ANSWERED;
import static symposium.election.bully.BullyRule.ANSWERED_BEFORE;
import static symposium.election.bully.BullyRule.CALLED;
import static symposium.election.bully.BullyRule.CALLED_BEFORE;
import static symposium.election.bully.BullyRule.CALLED_UNRIVALLED;
import static symposium.election.bully.BullyRule.CALLS_ANEW;
import static symposium.election.bully.BullyRule.INITIATE;
import static symposium.election.bully.BullyRule.INITIATED_BEFORE;
import static symposium.election.bully.BullyRule.KNOWN;
import static symposium.election.bully.BullyRule.STALE;
import static symposium.election.bully.BullyRule.SUCCEEDS;
import static symposium.election.bully.BullyRule.TOLD;
import static symposium.election.bully.BullyRule.UNCONCERNED;
import static symposium.election.bully.BullyRule.UNRIVALLED;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.bully.BullyMessage.Answer;
import symposium.election.bully.BullyMessage.Calling;
import symposium.election.bully.BullyMessage.Elected;
import symposium.election.bully.BullyState.Part;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Garcia-Molina's bully algorithm, told of crashes instead of waiting for so long. */
public final class Bully implements Protocol<BullyState, BullyMessage, Call, Leader> {

    @Override
    public List<BullyRule> rules() {
        return List.of(BullyRule.values());
    }

    @Override
    public BullyState initial(ProcessId self, Neighbours neighbours) {
        return new BullyState(self, neighbours, Part.IDLE, Optional.empty());
    }

    @Override
    public Step<BullyState, BullyMessage, Leader> step(BullyState state, Event<BullyMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<BullyMessage, Call> received) {
            if (received.message() instanceof Calling) {
                return called(state, received.from());
            }
            return received.message() instanceof Answer
                    ? answered(state)
                    : electedReceived(state, (Elected) received.message());
        }
        if (event instanceof Event.NeighboursChanged<BullyMessage, Call> changed) {
            return departed(state, state.among(changed.neighbours()));
        }
        throw new InvariantViolation(
                "processes depart only by crashing, and all others are told", event + " at " + state);
    }

    private static Step<BullyState, BullyMessage, Leader> initiate(BullyState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        if (state.part() != Part.IDLE) {
            return by(INITIATED_BEFORE, state);
        }
        return state.greatest() ? elected(by(UNRIVALLED, state)) : calling(by(INITIATE, state));
    }

    /** "election" to all greater ones. */
    private static Step<BullyState, BullyMessage, Leader> calling(Step<BullyState, BullyMessage, Leader> step) {
        BullyState state = step.next();
        Step<BullyState, BullyMessage, Leader> calling =
                new Step<>(step.rule(), state.doing(Part.CALLING), step.effects());
        for (Neighbour other : state.neighbours()) {
            calling = state.greater(other) ? calling.send(other, new Calling()) : calling;
        }
        return calling;
    }

    /** "coordinator" to all others, which are lesser ones. */
    private static Step<BullyState, BullyMessage, Leader> elected(Step<BullyState, BullyMessage, Leader> step) {
        ProcessId self = step.next().number();
        Step<BullyState, BullyMessage, Leader> elected =
                new Step<>(step.rule(), step.next().led(self), step.effects()).tell(new Leader(self));
        for (Neighbour other : step.next().neighbours()) {
            elected = elected.send(other, new Elected(self));
        }
        return elected;
    }

    private static Step<BullyState, BullyMessage, Leader> called(BullyState state, Neighbour from) {
        if (state.part() != Part.IDLE || state.leader().isPresent()) {
            return by(CALLED_BEFORE, state).send(from, new Answer());
        }
        return state.greatest()
                ? elected(by(CALLED_UNRIVALLED, state).send(from, new Answer()))
                : calling(by(CALLED, state).send(from, new Answer()));
    }

    private static Step<BullyState, BullyMessage, Leader> answered(BullyState state) {
        return state.part() == Part.CALLING ? by(ANSWERED, state.doing(Part.WAITING)) : by(ANSWERED_BEFORE, state);
    }

    private static Step<BullyState, BullyMessage, Leader> electedReceived(BullyState state, Elected elected) {
        ProcessId number = elected.number();
        if (number.compareTo(state.number()) < 0) {
            throw new InvariantViolation("nobody is elected while a greater one is there", elected + " at " + state);
        }
        if (state.leader().isPresent() && state.leader().get().compareTo(number) < 0) {
            return by(STALE, state);
        }
        return by(TOLD, state.led(number)).tell(new Leader(number));
    }

    private static Step<BullyState, BullyMessage, Leader> departed(BullyState before, BullyState state) {
        boolean leaderless =
                state.leader().isPresent() && gone(state, state.leader().get());
        if (!leaderless && (state.part() == Part.IDLE || before.greatest() || !state.greatest())) {
            return by(UNCONCERNED, state);
        }
        return state.greatest() ? elected(by(SUCCEEDS, state)) : calling(by(CALLS_ANEW, state));
    }

    private static boolean gone(BullyState state, ProcessId leader) {
        return !leader.equals(state.number())
                && state.neighbours().all().stream()
                        .noneMatch(other -> other.id().equals(leader));
    }

    private static Step<BullyState, BullyMessage, Leader> by(BullyRule rule, BullyState next) {
        return Step.by(rule, next);
    }
}
