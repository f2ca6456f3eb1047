package symposium.election.hirschbergsinclair;

import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.AFTERWARDS;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.AWAITED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.DEFEATED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.GREATER_PASSED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.GREATER_RESPONDED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.INITIATE;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.INITIATED_BEFORE;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.KNOWN;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.NEXT;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.RESPONSE_PASSED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.RETURNED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.SMALLER;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.SMALLER_JOINED;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.TOLD;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.VOID;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.WON;
import static symposium.election.hirschbergsinclair.HirschbergSinclairRule.WON_BEFORE;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Candidature;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Elected;
import symposium.election.hirschbergsinclair.HirschbergSinclairMessage.Response;
import symposium.election.hirschbergsinclair.HirschbergSinclairState.Position;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Hirschberg and Sinclair's ring: elections among ever more neighbours (the chapter, section 5.3). */
public final class HirschbergSinclair
        implements Protocol<HirschbergSinclairState, HirschbergSinclairMessage, Call, Leader> {

    @Override
    public List<HirschbergSinclairRule> rules() {
        return List.of(HirschbergSinclairRule.values());
    }

    @Override
    public HirschbergSinclairState initial(ProcessId self, Neighbours neighbours) {
        return new HirschbergSinclairState(self, neighbours, Position.NOT_INVOLVED, 0, 0, true, Optional.empty());
    }

    @Override
    public Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> step(
            HirschbergSinclairState state, Event<HirschbergSinclairMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (event instanceof Event.Received<HirschbergSinclairMessage, Call> received) {
            if (received.message() instanceof Response response) {
                return responseReceived(state, received.from(), response);
            }
            return received.message() instanceof Candidature candidature
                    ? candidatureReceived(state, received.from(), candidature)
                    : electedReceived(state, received.from(), (Elected) received.message());
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> initiate(
            HirschbergSinclairState state) {
        if (state.winner().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.winner().get()));
        }
        return state.position() == Position.NOT_INVOLVED
                ? sendLR(by(INITIATE, state.candidate(1)))
                : by(INITIATED_BEFORE, state);
    }

    /** "sendLR (candidature, my_number, 0, lgmax)". */
    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> sendLR(
            Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> step) {
        HirschbergSinclairState state = step.next();
        Candidature own = new Candidature(state.number(), 0, state.lgmax());
        return step.send(state.neighbours().left(), own).send(state.neighbours().right(), own);
    }

    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> responseReceived(
            HirschbergSinclairState state, Neighbour from, Response response) {
        if (!response.number().equals(state.number())) {
            return by(RESPONSE_PASSED, state).send(state.beyond(from), response);
        }
        if (state.position() != Position.CANDIDATE) {
            return by(VOID, state);
        }
        boolean ok = state.respOk() && response.ok();
        if (state.responses() == 0) {
            return by(AWAITED, state.awaitingAnother(ok));
        }
        return ok ? sendLR(by(NEXT, state.candidate(2 * state.lgmax()))) : by(DEFEATED, state.lost());
    }

    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> candidatureReceived(
            HirschbergSinclairState state, Neighbour from, Candidature candidature) {
        ProcessId number = candidature.number();
        int order = number.compareTo(state.number());
        if (order == 0) {
            return state.position() == Position.ELECTED
                    ? by(WON_BEFORE, state)
                    : by(WON, state.elected()).tell(new Leader(number)).send(state.beyond(from), new Elected(number));
        }
        if (order < 0) {
            Response unfavourable = new Response(false, number);
            return state.position() == Position.NOT_INVOLVED && state.winner().isEmpty()
                    ? sendLR(Step.<HirschbergSinclairState, HirschbergSinclairMessage, Leader>by(
                                    SMALLER_JOINED, state.candidate(1))
                            .send(from, unfavourable))
                    : by(SMALLER, state).send(from, unfavourable);
        }
        int lg = candidature.lg() + 1;
        boolean passes = lg < candidature.lgmax();
        Neighbour to = passes ? state.beyond(from) : from;
        HirschbergSinclairMessage message =
                passes ? new Candidature(number, lg, candidature.lgmax()) : new Response(true, number);
        if (state.winner().isPresent()) {
            return by(AFTERWARDS, state).send(to, message);
        }
        return by(passes ? GREATER_PASSED : GREATER_RESPONDED, state.lost()).send(to, message);
    }

    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> electedReceived(
            HirschbergSinclairState state, Neighbour from, Elected elected) {
        if (state.winner().isPresent()) {
            return by(RETURNED, state);
        }
        return by(TOLD, state.led(elected.number()))
                .tell(new Leader(elected.number()))
                .send(state.beyond(from), elected);
    }

    private static Step<HirschbergSinclairState, HirschbergSinclairMessage, Leader> by(
            HirschbergSinclairRule rule, HirschbergSinclairState next) {
        return Step.by(rule, next);
    }
}
