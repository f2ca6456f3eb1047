package symposium.election.franklin;

import static symposium.election.franklin.FranklinRule.DEFEATED;
import static symposium.election.franklin.FranklinRule.INITIATE;
import static symposium.election.franklin.FranklinRule.INITIATED_BEFORE;
import static symposium.election.franklin.FranklinRule.KNOWN;
import static symposium.election.franklin.FranklinRule.NOTED;
import static symposium.election.franklin.FranklinRule.RELAYED;
import static symposium.election.franklin.FranklinRule.RETURNED;
import static symposium.election.franklin.FranklinRule.STAYS;
import static symposium.election.franklin.FranklinRule.TOLD;
import static symposium.election.franklin.FranklinRule.WOKEN;
import static symposium.election.franklin.FranklinRule.WON;
import static symposium.election.franklin.FranklinRule.WON_BEFORE;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.franklin.FranklinMessage.Elected;
import symposium.election.franklin.FranklinMessage.Number;
import symposium.election.franklin.FranklinState.Part;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Franklin's ring, which compares itself with its nearest active neighbours (the chapter, section 5.5.1). */
public final class Franklin implements Protocol<FranklinState, FranklinMessage, Call, Leader> {

    @Override
    public List<FranklinRule> rules() {
        return List.of(FranklinRule.values());
    }

    @Override
    public FranklinState initial(ProcessId self, Neighbours neighbours) {
        return new FranklinState(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** One number a side and round; a second one belongs to the next round, and waits. */
    @Override
    public boolean admits(FranklinState state, Neighbour from, FranklinMessage message) {
        return state.from(from).isEmpty();
    }

    @Override
    public Step<FranklinState, FranklinMessage, Leader> step(FranklinState state, Event<FranklinMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<FranklinMessage, Call> received) {
            return received.message() instanceof Number number
                    ? numberReceived(state, received.from(), number)
                    : electedReceived(state, (Elected) received.message());
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<FranklinState, FranklinMessage, Leader> initiate(FranklinState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        return state.part() == Part.ASLEEP ? begun(INITIATE, state.active()) : by(INITIATED_BEFORE, state);
    }

    private static Step<FranklinState, FranklinMessage, Leader> begun(FranklinRule rule, FranklinState next) {
        Number own = new Number(next.number());
        return by(rule, next)
                .send(next.neighbours().left(), own)
                .send(next.neighbours().right(), own);
    }

    private static Step<FranklinState, FranklinMessage, Leader> numberReceived(
            FranklinState state, Neighbour from, Number message) {
        ProcessId number = message.number();
        if (state.leader().equals(Optional.of(state.number()))) {
            return by(WON_BEFORE, state);
        }
        if (state.part() == Part.RELAY) {
            return by(RELAYED, state).send(state.beyond(from), message);
        }
        if (state.part() == Part.ASLEEP) {
            Step<FranklinState, FranklinMessage, Leader> woken = begun(WOKEN, state.active());
            return new Step<>(WOKEN, woken.next().noting(from, number), woken.effects());
        }
        if (number.equals(state.number())) {
            return by(WON, state.led(number))
                    .tell(new Leader(number))
                    .send(state.neighbours().left(), new Elected(number));
        }
        Optional<ProcessId> other = state.from(state.beyond(from));
        if (other.isEmpty()) {
            return by(NOTED, state.noting(from, number));
        }
        return number.compareTo(state.number()) < 0 && other.get().compareTo(state.number()) < 0
                ? begun(STAYS, state.active())
                : by(DEFEATED, state.relay());
    }

    private static Step<FranklinState, FranklinMessage, Leader> electedReceived(FranklinState state, Elected elected) {
        if (state.leader().isPresent()) {
            return by(RETURNED, state);
        }
        if (state.part() != Part.RELAY) {
            throw new InvariantViolation("all others are relays when the news goes round", elected + " at " + state);
        }
        return by(TOLD, state.led(elected.number()))
                .tell(new Leader(elected.number()))
                .send(state.neighbours().left(), elected);
    }

    private static Step<FranklinState, FranklinMessage, Leader> by(FranklinRule rule, FranklinState next) {
        return Step.by(rule, next);
    }
}
