package symposium.election.petersonalternating;

import static symposium.election.petersonalternating.PetersonAlternatingRule.EVEN_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternatingRule.EVEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternatingRule.INITIATE;
import static symposium.election.petersonalternating.PetersonAlternatingRule.INITIATED_BEFORE;
import static symposium.election.petersonalternating.PetersonAlternatingRule.KNOWN;
import static symposium.election.petersonalternating.PetersonAlternatingRule.ODD_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternatingRule.ODD_STAYS;
import static symposium.election.petersonalternating.PetersonAlternatingRule.RELAYED;
import static symposium.election.petersonalternating.PetersonAlternatingRule.RETURNED;
import static symposium.election.petersonalternating.PetersonAlternatingRule.TOLD;
import static symposium.election.petersonalternating.PetersonAlternatingRule.WOKEN_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternatingRule.WOKEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternatingRule.WON;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.petersonalternating.PetersonAlternatingMessage.Elected;
import symposium.election.petersonalternating.PetersonAlternatingMessage.Number;
import symposium.election.petersonalternating.PetersonAlternatingState.Part;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Peterson's ring, in phases that look to the right and to the left by turns. */
public final class PetersonAlternating
        implements Protocol<PetersonAlternatingState, PetersonAlternatingMessage, Call, Leader> {

    @Override
    public List<PetersonAlternatingRule> rules() {
        return List.of(PetersonAlternatingRule.values());
    }

    @Override
    public PetersonAlternatingState initial(ProcessId self, Neighbours neighbours) {
        return new PetersonAlternatingState(self, neighbours, Part.ASLEEP, Optional.empty(), false, Optional.empty());
    }

    @Override
    public Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> step(
            PetersonAlternatingState state, Event<PetersonAlternatingMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<PetersonAlternatingMessage, Call> received) {
            return received.message() instanceof Number number
                    ? numberReceived(state, number.number())
                    : electedReceived(state, (Elected) received.message());
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> initiate(
            PetersonAlternatingState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        return state.part() == Part.ASLEEP
                ? begun(INITIATE, state.active(state.number(), false))
                : by(INITIATED_BEFORE, state);
    }

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> numberReceived(
            PetersonAlternatingState state, ProcessId number) {
        if (state.part() == Part.RELAY) {
            return by(RELAYED, state).send(state.neighbours().left(), new Number(number));
        }
        if (state.part() == Part.ASLEEP) {
            Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> woken =
                    begun(INITIATE, state.active(state.number(), false));
            Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> then = compared(woken.next(), number);
            return new Step<>(
                    then.rule() == ODD_STAYS ? WOKEN_STAYS : WOKEN_DEFEATED,
                    then.next(),
                    Stream.concat(woken.effects().stream(), then.effects().stream())
                            .toList());
        }
        if (!state.tid().equals(Optional.of(number))) {
            return compared(state, number);
        }
        return by(WON, state.led(number))
                .tell(new Leader(number))
                .send(state.neighbours().left(), new Elected(number));
    }

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> compared(
            PetersonAlternatingState state, ProcessId ntid) {
        boolean smaller = ntid.compareTo(state.tid().orElseThrow()) < 0;
        if (state.even()) {
            return smaller ? by(EVEN_DEFEATED, state.relay()) : begun(EVEN_STAYS, state.active(ntid, false));
        }
        return smaller ? begun(ODD_STAYS, state.active(state.tid().get(), true)) : by(ODD_DEFEATED, state.relay());
    }

    /** "send(tid)". */
    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> begun(
            PetersonAlternatingRule rule, PetersonAlternatingState next) {
        return by(rule, next)
                .send(next.neighbours().left(), new Number(next.tid().orElseThrow()));
    }

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> electedReceived(
            PetersonAlternatingState state, Elected elected) {
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

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> by(
            PetersonAlternatingRule rule, PetersonAlternatingState next) {
        return Step.by(rule, next);
    }
}
