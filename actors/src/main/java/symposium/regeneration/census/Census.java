package symposium.regeneration.census;

import static symposium.regeneration.census.CensusRule.CALLS;
import static symposium.regeneration.census.CensusRule.CALLS_AGAIN;
import static symposium.regeneration.census.CensusRule.COMPLETES;
import static symposium.regeneration.census.CensusRule.COUNTS;
import static symposium.regeneration.census.CensusRule.DOES_WITHOUT;
import static symposium.regeneration.census.CensusRule.GIVES_UP;
import static symposium.regeneration.census.CensusRule.NOTES;
import static symposium.regeneration.census.CensusRule.OUTBIDS;
import static symposium.regeneration.census.CensusRule.PROMISES;
import static symposium.regeneration.census.CensusRule.REPLIES;
import static symposium.regeneration.census.CensusRule.STALE;

import java.util.List;
import java.util.Optional;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.regeneration.census.CensusMessage.Outbid;
import symposium.regeneration.census.CensusMessage.Question;
import symposium.regeneration.census.CensusMessage.Reply;

/**
 * One process of a census: a departure makes the lowest of those who are left ask all others whether the token is lost. See the package.
 *
 * <p>The input is the testimony that was {@linkplain CensusNews.Asked asked} for, given once for each time it was.
 */
public final class Census implements Protocol<CensusState, CensusMessage, Testimony, CensusNews> {

    private final int quorum;
    private final int numbers;

    /** A census among those who take part in a run: its quorum, and as many numbers as they have. */
    public Census(Start start) {
        this(start.quorum(), start.processes().last().number() + 1);
    }

    /**
     * @param quorum with fewer present than this, nothing is issued
     * @param numbers how many numbers of processes there are, from 0 on; generations are dealt out among them
     */
    public Census(int quorum, int numbers) {
        if (quorum < 1 || numbers < 1) {
            throw new IllegalArgumentException(
                    "a census needs a quorum of at least 1 and at least 1 number, not " + quorum + " and " + numbers);
        }
        this.quorum = quorum;
        this.numbers = numbers;
    }

    @Override
    public List<CensusRule> rules() {
        return List.of(CensusRule.values());
    }

    @Override
    public CensusState initial(ProcessId self, Neighbours neighbours) {
        return new CensusState(self, neighbours, 0, Optional.empty(), Optional.empty());
    }

    /** Whether fewer than a quorum are there: nothing may be granted where this process is. */
    public boolean tooFew(CensusState state) {
        return state.present() < quorum;
    }

    /**
     * The generation under which {@code asker} asks. No two processes ask under the same; and who knows of more departures asks under a
     * higher one, so that the question of an asker who has departed since comes to nothing.
     */
    long generation(ProcessId asker, int departures, long promised) {
        return Math.max(departures, promised / numbers + 1) * numbers + asker.number();
    }

    @Override
    public Step<CensusState, CensusMessage, CensusNews> step(CensusState state, Event<CensusMessage, Testimony> event) {
        if (event instanceof Event.Input<CensusMessage, Testimony> input) {
            return testified(state, input.input());
        }
        if (event instanceof Event.NeighboursChanged<CensusMessage, Testimony> changed) {
            return departed(state, changed.neighbours(), changed.departed().size());
        }
        if (event instanceof Event.Received<CensusMessage, Testimony> received) {
            if (received.message() instanceof Question question) {
                return asked(state, received.from(), question.generation());
            }
            if (received.message() instanceof Reply reply) {
                return state.asking() && reply.generation() == state.promised()
                        ? counted(state.counting(received.from().id(), reply.testimony()), COUNTS)
                        : Step.by(STALE, state);
            }
            return outbid(state, ((Outbid) received.message()).generation());
        }
        throw new InvariantViolation("nothing but departures and answers happens to a census", event + " at " + state);
    }

    private Step<CensusState, CensusMessage, CensusNews> departed(
            CensusState before, Neighbours neighbours, int departures) {
        CensusState state = before.among(neighbours);
        if (tooFew(state)) {
            return Step.by(GIVES_UP, state.over());
        }
        if (state.asking()) {
            return counted(state, DOES_WITHOUT);
        }
        boolean fewer = neighbours.size() < before.neighbours().size();
        return fewer && state.lowest() ? calls(CALLS, state, departures) : Step.by(NOTES, state);
    }

    private Step<CensusState, CensusMessage, CensusNews> calls(CensusRule rule, CensusState state, int departures) {
        long generation = generation(state.self(), departures, state.promised());
        Step<CensusState, CensusMessage, CensusNews> step = Step.by(rule, state.asking(generation));
        for (Neighbour other : state.neighbours()) {
            step = step.send(other, new Question(generation));
        }
        return step.tell(new CensusNews.Asked());
    }

    private static Step<CensusState, CensusMessage, CensusNews> asked(
            CensusState state, Neighbour asker, long generation) {
        if (generation <= state.promised()) {
            return by(OUTBIDS, state).send(asker, new Outbid(state.promised()));
        }
        return by(PROMISES, state.promising(generation, asker.id())).tell(new CensusNews.Asked());
    }

    private Step<CensusState, CensusMessage, CensusNews> testified(CensusState state, Testimony testimony) {
        ProcessId asker = state.owes()
                .orElseThrow(
                        () -> new InvariantViolation("a testimony is given to who has asked for it", state.toString()));
        if (asker.equals(state.self())) {
            return counted(state.answered().counting(asker, testimony), COUNTS);
        }
        return by(REPLIES, state.answered()).send(Neighbour.of(asker), new Reply(state.promised(), testimony));
    }

    private Step<CensusState, CensusMessage, CensusNews> counted(CensusState state, CensusRule otherwise) {
        if (tooFew(state) || state.answers().orElseThrow().size() < state.present()) {
            return Step.by(otherwise, state);
        }
        return by(COMPLETES, state.over())
                .tell(new CensusNews.Complete(state.promised(), state.answers().orElseThrow()));
    }

    private Step<CensusState, CensusMessage, CensusNews> outbid(CensusState state, long generation) {
        return state.asking() && generation >= state.promised()
                ? calls(
                        CALLS_AGAIN,
                        new CensusState(
                                state.self(), state.neighbours(), generation, Optional.empty(), Optional.empty()),
                        0)
                : Step.by(STALE, state);
    }

    private static Step<CensusState, CensusMessage, CensusNews> by(CensusRule rule, CensusState next) {
        return Step.by(rule, next);
    }
}
