package symposium.election.terms;

import static symposium.election.terms.TermRule.ASKED_CUT_OFF;
import static symposium.election.terms.TermRule.CHANGED;
import static symposium.election.terms.TermRule.CUT_OFF;
import static symposium.election.terms.TermRule.FOREIGN;
import static symposium.election.terms.TermRule.LATER;
import static symposium.election.terms.TermRule.NEXT;
import static symposium.election.terms.TermRule.STALE;
import static symposium.election.terms.TermRule.STAYS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.terms.Leadership.News;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;

/**
 * One election after the other, each by the same algorithm in a term of its own.
 *
 * @param <S> where a process stands in one election
 * @param <M> the messages of one election
 */
public final class Terms<S, M> implements Protocol<TermState<S>, Numbered<M>, Call, News> {

    /** How this package is read: rightly, or with one thing left out that it takes. */
    enum Reading {
        RIGHT,
        /** Messages of older terms count. */
        OLD_COUNTS,
        /** A later term finds a process as the last election has left it. */
        NOT_AFRESH,
        /** A change of the membership that leaves the leader unknown begins nothing. */
        UNMOVED,
        /** Messages count over whatever link they come. */
        FOREIGN_COUNTS
    }

    private final Protocol<S, M, Call, Leader> election;
    private final long floor;
    private final Reading reading;

    /**
     * @param election how one leader is elected
     * @param floor no term that this process begins is as low as this, or lower
     */
    public Terms(Protocol<S, M, Call, Leader> election, long floor) {
        this(election, floor, Reading.RIGHT);
    }

    Terms(Protocol<S, M, Call, Leader> election, long floor, Reading reading) {
        this.election = election;
        this.floor = floor;
        this.reading = reading;
    }

    @Override
    public String name() {
        return election.name() + "-terms";
    }

    @Override
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(List.of(TermRule.values()));
        rules.addAll(election.rules());
        return List.copyOf(rules);
    }

    @Override
    public TermState<S> initial(ProcessId self, Neighbours neighbours) {
        return new TermState<>(
                self,
                neighbours,
                floor,
                election.initial(self, neighbours),
                Optional.empty(),
                false,
                false,
                cutOff(neighbours));
    }

    /** On a ring even a process alone has a neighbour, itself. */
    private static boolean cutOff(Neighbours neighbours) {
        return neighbours.isEmpty();
    }

    @Override
    public boolean admits(TermState<S> state, Neighbour from, Numbered<M> message) {
        return message.term() != state.term()
                || !state.open()
                || election.admits(state.ballot(), from, message.message());
    }

    @Override
    public Step<TermState<S>, Numbered<M>, News> step(TermState<S> state, Event<Numbered<M>, Call> event) {
        if (event instanceof Event.Input) {
            return asked(state);
        }
        if (event instanceof Event.Received<Numbered<M>, Call> received) {
            return received(state, received.from(), received.message());
        }
        if (event instanceof Event.NeighboursChanged<Numbered<M>, Call> changed) {
            return changed(state, changed);
        }
        // What cannot be delivered is missed when the membership changes, which it is about to.
        return Step.by(STALE, state);
    }

    private Step<TermState<S>, Numbered<M>, News> asked(TermState<S> state) {
        if (state.cutOff()) {
            return apart(ASKED_CUT_OFF, state);
        }
        boolean underWay = state.open() && state.leader().isEmpty();
        return underWay && !state.called()
                ? votes(state.calling(), new Event.Input<>(Call.INITIATE), Optional.empty())
                : next(state.calling(), NEXT);
    }

    /** Begins an election in the next term. */
    private Step<TermState<S>, Numbered<M>, News> next(TermState<S> state, TermRule by) {
        return after(
                over(state), votes(fresh(state, state.term() + 1), new Event.Input<>(Call.INITIATE), Optional.of(by)));
    }

    private TermState<S> fresh(TermState<S> state, long term) {
        boolean afresh = reading != Reading.NOT_AFRESH || state.term() == floor;
        return state.in(term, afresh ? idle(state) : state.ballot());
    }

    private S idle(TermState<S> state) {
        return election.initial(state.self(), state.neighbours());
    }

    private boolean stale(TermState<S> state, Numbered<M> message) {
        return message.term() < state.term() && reading != Reading.OLD_COUNTS
                || message.term() == state.term() && !state.open();
    }

    private Step<TermState<S>, Numbered<M>, News> received(TermState<S> state, Neighbour from, Numbered<M> message) {
        if (state.cutOff() || stale(state, message)) {
            return Step.by(STALE, state);
        }
        if (!state.neighbours().contains(from) && reading != Reading.FOREIGN_COUNTS) {
            return message.term() > state.term()
                    ? after(over(state), Step.by(FOREIGN, state.waiting(message.term(), idle(state))))
                    : Step.by(FOREIGN, state);
        }
        Event<M, Call> vote = new Event.Received<>(from, message.message());
        return message.term() <= state.term()
                ? votes(state, vote, Optional.empty())
                : after(over(state), votes(fresh(state, message.term()), vote, Optional.of(LATER)));
    }

    private Step<TermState<S>, Numbered<M>, News> changed(
            TermState<S> state, Event.NeighboursChanged<Numbered<M>, Call> changed) {
        Neighbours neighbours = changed.neighbours();
        if (cutOff(neighbours)) {
            return apart(CUT_OFF, state.among(neighbours, true));
        }
        TermState<S> next = state.among(neighbours, false);
        boolean led = state.leader().isPresent()
                && !changed.departed().contains(state.leader().get());
        boolean joined = !state.neighbours().all().containsAll(neighbours.all());
        return led && !joined || reading == Reading.UNMOVED ? Step.by(STAYS, next) : next(next, CHANGED);
    }

    private static <S, M> Step<TermState<S>, Numbered<M>, News> apart(TermRule by, TermState<S> state) {
        return Step.<TermState<S>, Numbered<M>, News>by(by, state.answered()).tell(new News.Apart());
    }

    /** What the user is told where it follows somebody. */
    private static <S> List<News> over(TermState<S> state) {
        return state.leader().isPresent() ? List.of(new News.Ended(state.term())) : List.of();
    }

    private static <S, M> Step<TermState<S>, Numbered<M>, News> after(
            List<News> news, Step<TermState<S>, Numbered<M>, News> step) {
        List<Effect<Numbered<M>, News>> effects = new ArrayList<>();
        news.forEach(each -> effects.add(new Effect.Output<>(each)));
        effects.addAll(step.effects());
        return new Step<>(step.rule(), step.next(), effects);
    }

    /** A step of the election, by its own rule unless another is given. */
    private Step<TermState<S>, Numbered<M>, News> votes(
            TermState<S> state, Event<M, Call> event, Optional<TermRule> by) {
        Step<S, M, Leader> vote = election.step(state.ballot(), event);
        TermState<S> next = state.voting(vote.next());
        List<Effect<Numbered<M>, News>> effects = new ArrayList<>();
        for (Effect<M, Leader> effect : vote.effects()) {
            if (effect instanceof Effect.Send<M, Leader> send) {
                effects.add(new Effect.Send<>(send.to(), new Numbered<>(state.term(), send.message())));
            } else if (effect instanceof Effect.Output<M, Leader> output
                    && next.leader().isEmpty()) {
                next = next.led(output.output().leader());
                effects.add(new Effect.Output<>(
                        new News.Elected(state.term(), output.output().leader())));
            }
        }
        return new Step<>(by.<Rule>map(rule -> rule).orElse(vote.rule()), next, effects);
    }
}
