package symposium.election.terms;

import static symposium.election.terms.TermRule.ASKED_CUT_OFF;
import static symposium.election.terms.TermRule.CHANGED;
import static symposium.election.terms.TermRule.CUT_OFF;
import static symposium.election.terms.TermRule.FOLLOWED;
import static symposium.election.terms.TermRule.FOLLOWED_BY_ALL;
import static symposium.election.terms.TermRule.FOREIGN;
import static symposium.election.terms.TermRule.LATER;
import static symposium.election.terms.TermRule.NEXT;
import static symposium.election.terms.TermRule.STALE;
import static symposium.election.terms.TermRule.STAYS;
import static symposium.election.terms.TermRule.TOLD;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.terms.Leadership.News;
import symposium.election.terms.Saying.Follows;
import symposium.election.terms.Saying.Leads;
import symposium.election.terms.Saying.Vote;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
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
        RIGHT("as it should be"),
        OLD_COUNTS("messages of older terms count"),
        NOT_AFRESH("a later term finds processes as the last election has left them"),
        UNMOVED("a change of the membership begins no election"),
        FOREIGN_COUNTS("messages count over whatever link they come, and whoever else takes part"),
        UNFOLLOWED("whoever is elected leads at once"),
        TOLD_AT_ONCE("whoever follows is told before the elected one leads");

        private final String text;

        Reading(String text) {
            this.text = text;
        }

        /** Whether that is left out which it takes where those who take part know each other. */
        boolean ofElectorates() {
            return compareTo(FOREIGN_COUNTS) >= 0;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Protocol<S, M, Call, Leader> election;
    private final Suffrage suffrage;
    private final long floor;
    private final Reading reading;

    /**
     * Elections on a ring.
     *
     * @param election how one leader is elected
     * @param floor no term that this process begins is as low as this, or lower
     */
    public Terms(Protocol<S, M, Call, Leader> election, long floor) {
        this(election, new Suffrage.OnRing(), floor, Reading.RIGHT);
    }

    /**
     * @param election how one leader is elected
     * @param suffrage what the topology makes of terms
     * @param floor no term that this process begins is as low as this, or lower
     */
    Terms(Protocol<S, M, Call, Leader> election, Suffrage suffrage, long floor, Reading reading) {
        this.election = election;
        this.suffrage = suffrage;
        this.floor = floor;
        this.reading = reading;
    }

    @Override
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(List.of(TermRule.values()));
        rules.addAll(election.rules());
        return List.copyOf(rules);
    }

    @Override
    public TermState<S> initial(ProcessId self, Neighbours neighbours) {
        return TermState.start(
                self, neighbours, floor, election.initial(self, neighbours), suffrage.cutOff(neighbours));
    }

    @Override
    public boolean admits(TermState<S> state, Neighbour from, Numbered<M> message) {
        return message.term() != state.term()
                || !state.open()
                || foreign(state, from, message)
                || !(message.saying() instanceof Vote<M> vote)
                || election.admits(state.ballot(), from, vote.message());
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
        boolean inTransit = state.open() && state.leader().isEmpty();
        return inTransit && !state.called()
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

    private boolean foreign(TermState<S> state, Neighbour from, Numbered<M> message) {
        return reading != Reading.FOREIGN_COUNTS
                && !(state.neighbours().contains(from) && message.electorate().equals(electorate(state)));
    }

    private SortedSet<ProcessId> electorate(TermState<S> state) {
        return suffrage.electorate(state.self(), state.neighbours());
    }

    private Step<TermState<S>, Numbered<M>, News> received(TermState<S> state, Neighbour from, Numbered<M> message) {
        if (state.cutOff() || stale(state, message)) {
            return Step.by(STALE, state);
        }
        if (foreign(state, from, message)) {
            return message.term() > state.term()
                    ? after(over(state), Step.by(FOREIGN, state.waiting(message.term(), idle(state))))
                    : Step.by(FOREIGN, state);
        }
        if (!(message.saying() instanceof Vote<M> said)) {
            return message.saying() instanceof Follows ? followed(state, from) : told(state, from, message);
        }
        Event<M, Call> vote = new Event.Received<>(from, said.message());
        return message.term() <= state.term()
                ? votes(state, vote, Optional.empty())
                : after(over(state), votes(fresh(state, message.term()), vote, Optional.of(LATER)));
    }

    private Step<TermState<S>, Numbered<M>, News> followed(TermState<S> state, Neighbour from) {
        TermState<S> next = state.followedBy(from.id());
        boolean leads = next.elected().equals(Optional.of(next.self())) && allFollow(next);
        return leads ? leads(Step.by(FOLLOWED_BY_ALL, next)) : Step.by(FOLLOWED, next);
    }

    private Step<TermState<S>, Numbered<M>, News> told(TermState<S> state, Neighbour from, Numbered<M> message) {
        if (message.term() > state.term() || !state.elected().equals(Optional.of(from.id()))) {
            throw new InvariantViolation("nobody leads unless all follow", message + " from " + from + " at " + state);
        }
        return state.leader().isPresent() ? Step.by(TOLD, state) : led(Step.by(TOLD, state));
    }

    private Step<TermState<S>, Numbered<M>, News> changed(
            TermState<S> state, Event.NeighboursChanged<Numbered<M>, Call> changed) {
        Neighbours neighbours = changed.neighbours();
        if (suffrage.cutOff(neighbours)) {
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
    private static <S, M> List<Effect<Numbered<M>, News>> over(TermState<S> state) {
        return state.leader().isPresent() ? List.of(new Effect.Output<>(new News.Ended(state.term()))) : List.of();
    }

    private static <S, M> Step<TermState<S>, Numbered<M>, News> after(
            List<Effect<Numbered<M>, News>> first, Step<TermState<S>, Numbered<M>, News> step) {
        List<Effect<Numbered<M>, News>> effects = new ArrayList<>(first);
        effects.addAll(step.effects());
        return new Step<>(step.rule(), step.next(), effects);
    }

    private boolean allFollow(TermState<S> state) {
        return reading == Reading.UNFOLLOWED
                || electorate(state).stream()
                        .allMatch(each ->
                                each.equals(state.self()) || state.following().contains(each));
    }

    /** The user is told who leads. */
    private static <S, M> Step<TermState<S>, Numbered<M>, News> led(Step<TermState<S>, Numbered<M>, News> step) {
        TermState<S> led = step.next().led();
        return new Step<>(step.rule(), led, step.effects())
                .tell(new News.Elected(led.term(), led.leader().orElseThrow()));
    }

    /** So is everybody, by this process. */
    private Step<TermState<S>, Numbered<M>, News> leads(Step<TermState<S>, Numbered<M>, News> step) {
        Step<TermState<S>, Numbered<M>, News> leads = led(step);
        if (reading != Reading.UNFOLLOWED) {
            for (ProcessId other : electorate(leads.next())) {
                leads = other.equals(leads.next().self())
                        ? leads
                        : leads.send(Neighbour.of(other), numbered(leads.next(), new Leads<>()));
            }
        }
        return leads;
    }

    /** A step of the election, by its own rule unless another is given. */
    private Step<TermState<S>, Numbered<M>, News> votes(
            TermState<S> state, Event<M, Call> event, Optional<TermRule> by) {
        Step<S, M, Leader> vote = election.step(state.ballot(), event);
        Step<TermState<S>, Numbered<M>, News> step =
                Step.by(by.<Rule>map(rule -> rule).orElse(vote.rule()), state.voting(vote.next()));
        for (Effect<M, Leader> effect : vote.effects()) {
            if (effect instanceof Effect.Send<M, Leader> send) {
                step = step.send(send.to(), numbered(state, new Vote<>(send.message())));
            } else if (effect instanceof Effect.Output<M, Leader> output
                    && step.next().elected().isEmpty()) {
                step = elected(step, output.output().leader());
            }
        }
        return step;
    }

    /** Where those who take part know each other, the elected one leads when all follow it. */
    private Step<TermState<S>, Numbered<M>, News> elected(Step<TermState<S>, Numbered<M>, News> step, ProcessId one) {
        TermState<S> state = step.next().electing(one);
        Step<TermState<S>, Numbered<M>, News> elected = new Step<>(step.rule(), state, step.effects());
        if (one.equals(state.self())) {
            return allFollow(state) ? leads(elected) : elected;
        }
        if (electorate(state).isEmpty() || reading == Reading.UNFOLLOWED) {
            return led(elected);
        }
        Step<TermState<S>, Numbered<M>, News> follows =
                elected.send(Neighbour.of(one), numbered(state, new Follows<>()));
        return reading == Reading.TOLD_AT_ONCE ? led(follows) : follows;
    }

    private Numbered<M> numbered(TermState<S> state, Saying<M> saying) {
        return new Numbered<>(state.term(), electorate(state), saying);
    }
}
