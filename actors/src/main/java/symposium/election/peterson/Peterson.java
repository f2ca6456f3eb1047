package symposium.election.peterson;

import static symposium.election.peterson.PetersonRule.DEFEATED;
import static symposium.election.peterson.PetersonRule.INITIATE;
import static symposium.election.peterson.PetersonRule.INITIATED_BEFORE;
import static symposium.election.peterson.PetersonRule.KNOWN;
import static symposium.election.peterson.PetersonRule.LATE;
import static symposium.election.peterson.PetersonRule.NEIGHBOUR;
import static symposium.election.peterson.PetersonRule.RELAYED;
import static symposium.election.peterson.PetersonRule.RETURNED;
import static symposium.election.peterson.PetersonRule.STAYS;
import static symposium.election.peterson.PetersonRule.TOLD;
import static symposium.election.peterson.PetersonRule.WOKEN;
import static symposium.election.peterson.PetersonRule.WON;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.peterson.PetersonMessage.Elected;
import symposium.election.peterson.PetersonMessage.Number;
import symposium.election.peterson.PetersonState.Part;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Peterson's ring, with two messages a phase. */
public final class Peterson implements Protocol<PetersonState, PetersonMessage, Call, Leader> {

    @Override
    public List<PetersonRule> rules() {
        return List.of(PetersonRule.values());
    }

    @Override
    public PetersonState initial(ProcessId self, Neighbours neighbours) {
        return new PetersonState(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    public Step<PetersonState, PetersonMessage, Leader> step(PetersonState state, Event<PetersonMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<PetersonMessage, Call> received) {
            return received.message() instanceof Number number
                    ? numberReceived(state, number.number())
                    : electedReceived(state, (Elected) received.message());
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<PetersonState, PetersonMessage, Leader> initiate(PetersonState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        return state.part() == Part.ASLEEP
                ? begun(INITIATE, state.active(state.number()))
                : by(INITIATED_BEFORE, state);
    }

    private static Step<PetersonState, PetersonMessage, Leader> numberReceived(PetersonState state, ProcessId number) {
        if (state.leader().isPresent()) {
            return by(LATE, state);
        }
        if (number.equals(state.number())) {
            return by(WON, state.led(number))
                    .tell(new Leader(number))
                    .send(state.neighbours().left(), new Elected(number));
        }
        if (state.part() == Part.ASLEEP) {
            Step<PetersonState, PetersonMessage, Leader> woken = begun(WOKEN, state.active(state.number()));
            Step<PetersonState, PetersonMessage, Leader> then = compared(woken.next(), number);
            return new Step<>(
                    WOKEN,
                    then.next(),
                    Stream.concat(woken.effects().stream(), then.effects().stream())
                            .toList());
        }
        return state.part() == Part.RELAY
                ? by(RELAYED, state).send(state.neighbours().left(), new Number(number))
                : compared(state, number);
    }

    private static Step<PetersonState, PetersonMessage, Leader> compared(PetersonState state, ProcessId number) {
        ProcessId tid = state.tid().orElseThrow();
        if (state.ntid().isEmpty()) {
            return by(NEIGHBOUR, state.knowing(number))
                    .send(state.neighbours().left(), new Number(greater(tid, number)));
        }
        ProcessId ntid = state.ntid().get();
        return ntid.compareTo(greater(tid, number)) >= 0
                ? begun(STAYS, state.active(ntid))
                : by(DEFEATED, state.relay());
    }

    private static ProcessId greater(ProcessId one, ProcessId other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** "send(tid)". */
    private static Step<PetersonState, PetersonMessage, Leader> begun(PetersonRule rule, PetersonState next) {
        return by(rule, next)
                .send(next.neighbours().left(), new Number(next.tid().orElseThrow()));
    }

    private static Step<PetersonState, PetersonMessage, Leader> electedReceived(PetersonState state, Elected elected) {
        if (state.leader().isPresent()) {
            return by(RETURNED, state);
        }
        return by(TOLD, state.led(elected.number()))
                .tell(new Leader(elected.number()))
                .send(state.neighbours().left(), elected);
    }

    private static Step<PetersonState, PetersonMessage, Leader> by(PetersonRule rule, PetersonState next) {
        return Step.by(rule, next);
    }
}
