package symposium.election.dolevklawerodeh;

import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.DEFEATED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.FIRST_RELAYED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.GREATEST;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.INITIATE;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.INITIATED_BEFORE;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.KNOWN;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.NEIGHBOUR;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.RETURNED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.SECOND_RELAYED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.STAYS;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.TOLD;
import static symposium.election.dolevklawerodeh.DolevKlaweRodehRule.WOKEN;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.dolevklawerodeh.DolevKlaweRodehMessage.Elected;
import symposium.election.dolevklawerodeh.DolevKlaweRodehMessage.First;
import symposium.election.dolevklawerodeh.DolevKlaweRodehMessage.Second;
import symposium.election.dolevklawerodeh.DolevKlaweRodehState.Part;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Dolev, Klawe and Rodeh's ring, which judges its right neighbour from the left (the chapter, section 5.4). */
public final class DolevKlaweRodeh implements Protocol<DolevKlaweRodehState, DolevKlaweRodehMessage, Call, Leader> {

    /** The law that a message in the wrong turn breaks. */
    static final String IN_TURN = "an active process receives (1, ...) and (2, ...) in turn";

    @Override
    public List<DolevKlaweRodehRule> rules() {
        return List.of(DolevKlaweRodehRule.values());
    }

    @Override
    public DolevKlaweRodehState initial(ProcessId self, Neighbours neighbours) {
        return new DolevKlaweRodehState(
                self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    public Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> step(
            DolevKlaweRodehState state, Event<DolevKlaweRodehMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<DolevKlaweRodehMessage, Call> received) {
            if (received.message() instanceof First first) {
                return firstReceived(state, first);
            }
            return received.message() instanceof Second second
                    ? secondReceived(state, second)
                    : electedReceived(state, (Elected) received.message());
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> initiate(DolevKlaweRodehState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        return state.part() == Part.ASLEEP ? awake(INITIATE, state) : by(INITIATED_BEFORE, state);
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> awake(
            DolevKlaweRodehRule rule, DolevKlaweRodehState state) {
        return by(rule, state.active(state.number())).send(state.neighbours().left(), new First(state.number()));
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> firstReceived(
            DolevKlaweRodehState state, First first) {
        ProcessId number = first.number();
        if (state.part() == Part.RELAY) {
            return by(FIRST_RELAYED, state).send(state.neighbours().left(), first);
        }
        if (state.neighbourR().isPresent()) {
            throw new InvariantViolation(IN_TURN, first + " at " + state);
        }
        if (state.part() == Part.ASLEEP) {
            Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> woken = awake(WOKEN, state);
            return new Step<>(WOKEN, woken.next().knowing(number), woken.effects())
                    .send(state.neighbours().left(), new Second(number));
        }
        if (state.max().equals(Optional.of(number))) {
            return by(GREATEST, state.led(number))
                    .tell(new Leader(number))
                    .send(state.neighbours().left(), new Elected(number));
        }
        return by(NEIGHBOUR, state.knowing(number)).send(state.neighbours().left(), new Second(number));
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> secondReceived(
            DolevKlaweRodehState state, Second second) {
        if (state.part() == Part.RELAY) {
            return by(SECOND_RELAYED, state).send(state.neighbours().left(), second);
        }
        if (state.neighbourR().isEmpty()) {
            throw new InvariantViolation(IN_TURN, second + " at " + state);
        }
        ProcessId neighbourR = state.neighbourR().get();
        if (neighbourR.compareTo(second.number()) > 0
                && neighbourR.compareTo(state.max().orElseThrow()) > 0) {
            return by(STAYS, state.active(neighbourR)).send(state.neighbours().left(), new First(neighbourR));
        }
        return by(DEFEATED, state.relay());
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> electedReceived(
            DolevKlaweRodehState state, Elected elected) {
        if (state.leader().isPresent()) {
            return by(RETURNED, state);
        }
        if (state.part() != Part.RELAY) {
            throw new InvariantViolation("all are relays when the news goes round", elected + " at " + state);
        }
        return by(TOLD, state.led(elected.number()))
                .tell(new Leader(elected.number()))
                .send(state.neighbours().left(), elected);
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> by(
            DolevKlaweRodehRule rule, DolevKlaweRodehState next) {
        return Step.by(rule, next);
    }
}
