package symposium.election.korachmoranzaks;

import static symposium.election.korachmoranzaks.KorachMoranZaksRule.ALONE;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.ASKED_LATE;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.ASKS_ON;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.DEFERRED;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.FORWARDED;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.IGNORED;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.INITIATE;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.INITIATED_BEFORE;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.JOINED_BY_EQUAL;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.JOINED_BY_LESSER;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.JOINED_FORMER;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.JOINS;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.KNOWN;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.SUBJECT_ALREADY;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.TOLD;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.TURNED;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.UPDATED;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.UPDATED_LATE;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.UPDATED_OVER;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.UPDATED_OWN;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.WON;
import static symposium.election.korachmoranzaks.KorachMoranZaksRule.YOURS_LATE;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Accept;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Ask;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Elected;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Update;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Yours;
import symposium.election.korachmoranzaks.KorachMoranZaksState.Asking;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** One process of Korach, Moran and Zaks's complete graph: the king and the subjects (the chapter, section 5.5.3). */
public final class KorachMoranZaks implements Protocol<KorachMoranZaksState, KorachMoranZaksMessage, Call, Leader> {

    @Override
    public List<KorachMoranZaksRule> rules() {
        return List.of(KorachMoranZaksRule.values());
    }

    @Override
    public KorachMoranZaksState initial(ProcessId self, Neighbours neighbours) {
        return KorachMoranZaksState.asleep(self, neighbours);
    }

    @Override
    public Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> step(
            KorachMoranZaksState state, Event<KorachMoranZaksMessage, Call> event) {
        if (event instanceof Event.Input) {
            return initiate(state);
        }
        if (!(event instanceof Event.Received<KorachMoranZaksMessage, Call> received)) {
            throw new InvariantViolation("the graph does not change", event + " at " + state);
        }
        KorachMoranZaksMessage message = received.message();
        Neighbour from = received.from();
        if (message instanceof Ask ask) {
            return asked(state, new Asking(from, ask));
        }
        if (message instanceof Accept accept) {
            return accepted(state, from, accept);
        }
        if (message instanceof Update update) {
            return updated(state, from, update.status());
        }
        if (message instanceof Yours) {
            return state.king() && state.leader().isEmpty() ? askedOn(ASKS_ON, state) : by(YOURS_LATE, state);
        }
        ProcessId leader = ((Elected) message).number();
        return by(TOLD, state.led(leader)).tell(new Leader(leader));
    }

    // --- kings

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> initiate(KorachMoranZaksState state) {
        if (state.leader().isPresent()) {
            return by(KNOWN, state).tell(new Leader(state.leader().get()));
        }
        if (!state.asleep()) {
            return by(INITIATED_BEFORE, state);
        }
        KorachMoranZaksState king = state.of(new Status(0, state.number()));
        return king.neighbours().isEmpty() ? elected(ALONE, king) : askedOn(INITIATE, king);
    }

    /** The next neighbour is asked, if there is one. */
    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> askedOn(
            KorachMoranZaksRule rule, KorachMoranZaksState king) {
        if (king.asked() == king.neighbours().size()) {
            return elected(WON, king);
        }
        return by(rule, king.asking(king.asked() + 1))
                .send(king.neighbours().all().get(king.asked()), new Ask(king.status()));
    }

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> elected(
            KorachMoranZaksRule rule, KorachMoranZaksState king) {
        Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> elected =
                by(rule, king.led(king.number())).tell(new Leader(king.number()));
        for (Neighbour neighbour : king.neighbours()) {
            elected = elected.send(neighbour, new Elected(king.number()));
        }
        return elected;
    }

    // --- asking

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> asked(
            KorachMoranZaksState state, Asking asking) {
        Status other = asking.ask().status();
        if (state.leader().isPresent()) {
            return by(ASKED_LATE, state);
        }
        boolean subject = other.king().equals(state.status().king());
        if (subject && !state.son(asking.from())) {
            return by(SUBJECT_ALREADY, state).send(asking.from(), new Yours());
        }
        if (subject || !other.above(state.status())) {
            return by(IGNORED, state);
        }
        if (state.father().isEmpty()) {
            return by(JOINS, state.under(asking.from()))
                    .send(asking.from(), new Accept(state.status().phase()));
        }
        if (state.forwarded().isEmpty()) {
            return by(FORWARDED, state.forwarding(Optional.of(asking), Optional.empty()))
                    .send(state.father().get(), asking.ask());
        }
        if (lesser(other, state.forwarded()) || lesser(other, state.deferred())) {
            return by(IGNORED, state);
        }
        return by(DEFERRED, state.forwarding(state.forwarded(), Optional.of(asking)));
    }

    private static boolean lesser(Status status, Optional<Asking> asking) {
        return asking.isPresent() && !status.above(asking.get().ask().status());
    }

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> accepted(
            KorachMoranZaksState state, Neighbour from, Accept accept) {
        if (state.leader().isPresent()) {
            throw new InvariantViolation("once there is a leader, nobody joins", accept + " at " + state);
        }
        if (state.forwarded().isPresent() && state.father().equals(Optional.of(from))) {
            Neighbour below = state.forwarded().get().from();
            KorachMoranZaksState turned = state.with(from).under(below).forwarding(Optional.empty(), Optional.empty());
            return resumed(by(TURNED, turned).send(below, accept), state.deferred());
        }
        KorachMoranZaksState greater = state.with(from);
        if (!state.king()) {
            return by(JOINED_FORMER, greater).send(from, new Update(state.status()));
        }
        if (state.asked() == state.neighbours().size()) {
            return elected(WON, greater);
        }
        if (accept.phase() < state.status().phase()) {
            Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> next = askedOn(JOINED_BY_LESSER, greater);
            return new Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader>(next.rule(), next.next(), List.of())
                    .send(from, new Update(greater.status()))
                    .send(greater.neighbours().all().get(greater.asked()), new Ask(greater.status()));
        }
        KorachMoranZaksState raised = greater.of(new Status(state.status().phase() + 1, state.number()));
        return toSons(by(JOINED_BY_EQUAL, raised.asking(raised.asked() + 1)), raised)
                .send(raised.neighbours().all().get(raised.asked()), new Ask(raised.status()));
    }

    // --- subjects

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> updated(
            KorachMoranZaksState state, Neighbour from, Status status) {
        if (state.leader().isPresent()) {
            return by(UPDATED_LATE, state);
        }
        if (!state.father().equals(Optional.of(from)) || !status.above(state.status())) {
            throw new InvariantViolation(
                    "news of greater kings, and only such, comes from the father",
                    status + " from " + from + " at " + state);
        }
        KorachMoranZaksState updated = state.of(status);
        Optional<Asking> forwarded = state.forwarded();
        if (forwarded.isEmpty()) {
            return toSons(by(UPDATED, updated), updated);
        }
        if (forwarded.get().ask().status().above(status)) {
            return toSons(by(UPDATED, updated), updated);
        }
        KorachMoranZaksState free = updated.forwarding(Optional.empty(), Optional.empty());
        boolean own = forwarded.get().ask().status().king().equals(status.king())
                && !state.son(forwarded.get().from());
        Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> step =
                toSons(by(own ? UPDATED_OWN : UPDATED_OVER, free), free);
        return resumed(own ? step.send(forwarded.get().from(), new Yours()) : step, state.deferred());
    }

    /** What had to wait is dealt with now. */
    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> resumed(
            Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> step, Optional<Asking> deferred) {
        if (deferred.isEmpty()) {
            return step;
        }
        Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> then = asked(step.next(), deferred.get());
        Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> both =
                new Step<>(step.rule(), then.next(), step.effects());
        return new Step<>(
                both.rule(),
                both.next(),
                java.util.stream.Stream.concat(both.effects().stream(), then.effects().stream())
                        .toList());
    }

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> toSons(
            Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> step, KorachMoranZaksState state) {
        Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> telling = step;
        for (Neighbour neighbour : state.neighbours()) {
            telling = state.son(neighbour) ? telling.send(neighbour, new Update(state.status())) : telling;
        }
        return telling;
    }

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> by(
            KorachMoranZaksRule rule, KorachMoranZaksState next) {
        return Step.by(rule, next);
    }
}
