package symposium.election.lelann;

import static symposium.election.lelann.LeLannRule.INITIATE;
import static symposium.election.lelann.LeLannRule.INITIATED_BEFORE;
import static symposium.election.lelann.LeLannRule.JOINED;
import static symposium.election.lelann.LeLannRule.KNOWN;
import static symposium.election.lelann.LeLannRule.LOST;
import static symposium.election.lelann.LeLannRule.NOTED;
import static symposium.election.lelann.LeLannRule.PASSED;
import static symposium.election.lelann.LeLannRule.RETURNED;
import static symposium.election.lelann.LeLannRule.TOLD;
import static symposium.election.lelann.LeLannRule.WON;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.lelann.LeLannMessage.Candidate;
import symposium.election.lelann.LeLannMessage.Elected;
import symposium.election.lelann.LeLannState.Part;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Le Lann's ring: every candidate goes all the way round, and everyone counts. */
public final class LeLann implements Protocol<LeLannState, LeLannMessage, Call, Leader> {

    @Override
    public List<LeLannRule> rules() {
        return List.of(LeLannRule.values());
    }

    @Override
    public LeLannState initial(ProcessId self, Neighbours neighbours) {
        return new LeLannState(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty());
    }

    @Override
    public Step<LeLannState, LeLannMessage, Leader> step(LeLannState state, Event<LeLannMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<LeLannMessage, Call> received) {
            return received.message() instanceof Candidate candidate
                    ? candidateReceived(state, candidate)
                    : electedReceived(state, ((Elected) received.message()));
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<LeLannState, LeLannMessage, Leader> initiate(LeLannState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        if (state.part() != Part.ASLEEP) {
            return by(INITIATED_BEFORE, state);
        }
        return by(INITIATE, state.candidate(state.number()))
                .send(state.neighbours().left(), new Candidate(state.number()));
    }

    private static Step<LeLannState, LeLannMessage, Leader> candidateReceived(LeLannState state, Candidate candidate) {
        ProcessId j = candidate.number();
        if (state.part() == Part.ASLEEP) {
            return by(JOINED, state.passing()).send(state.neighbours().left(), candidate);
        }
        if (state.part() == Part.PASSING) {
            return by(PASSED, state).send(state.neighbours().left(), candidate);
        }
        if (state.part() == Part.COUNTED) {
            throw new InvariantViolation(
                    "whoever has gone round the whole ring has met every candidate", candidate + " at " + state);
        }
        ProcessId greatest = state.greatest().orElseThrow();
        if (!j.equals(state.number())) {
            return by(NOTED, state.candidate(j.compareTo(greatest) > 0 ? j : greatest))
                    .send(state.neighbours().left(), candidate);
        }
        if (!greatest.equals(state.number())) {
            return by(LOST, state.counted());
        }
        return by(WON, state.counted().led(j))
                .tell(new Leader(j))
                .send(state.neighbours().left(), new Elected(j));
    }

    private static Step<LeLannState, LeLannMessage, Leader> electedReceived(LeLannState state, Elected elected) {
        ProcessId j = elected.number();
        if (j.equals(state.number())) {
            return by(RETURNED, state);
        }
        if (state.part() == Part.CANDIDATE) {
            throw new InvariantViolation(
                    "all candidates are home before the news goes round", elected + " at " + state);
        }
        return by(TOLD, state.led(j))
                .tell(new Leader(j))
                .send(state.neighbours().left(), elected);
    }

    private static Step<LeLannState, LeLannMessage, Leader> by(LeLannRule rule, LeLannState next) {
        return Step.by(rule, next);
    }
}
