package symposium.epochs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import symposium.election.terms.TermRule;
import symposium.election.terms.Terms;
import symposium.epochs.EpochMessage.Vote;
import symposium.epochs.EpochMessage.Within;
import symposium.epochs.EpochState.Epoch;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * A token algorithm in epochs: where the membership changes, a leader is elected, and has everyone begin the algorithm afresh. Both protocols are
 * asked, never copied. See the package for how they fit together.
 *
 * @param <B> where a process stands in one election
 * @param <V> the messages of one election
 * @param <S> where it stands in the token algorithm
 * @param <M> the messages of the token algorithm
 */
public final class Epochs<B, V, S, M> implements Protocol<EpochState<B, S>, EpochMessage<V, M>, Input, Output> {

    /** How this package is read: rightly, or with one thing left out that it takes. */
    enum Reading {
        RIGHT,
        /** What the token algorithm has sent in older epochs counts. */
        OLD_COUNTS,
        /** Who answers the leader goes on with the epoch so far. */
        NOT_GIVEN_UP,
        /** The leader begins an epoch without regard to who is inside. */
        NOBODY_INSIDE,
        /** The leader begins an epoch however few have answered. */
        WITHOUT_QUORUM,
        /** Fences do not tell epochs apart. */
        ONE_GENERATION
    }

    /**
     * What a construction is made of, and how.
     *
     * @param circuit how the ring of the election lies among the links
     * @param token the token algorithm, given who takes part and where its token starts
     * @param timers those of the token algorithm
     * @param quorum how many must have answered before an epoch begins; a majority of the configured processes
     */
    record Making<S, M>(
            Circuit circuit,
            Function<Start, Protocol<S, M, Input, Output>> token,
            List<? extends Timer> timers,
            int quorum) {

        Protocol<S, M, Input, Output> within(Start start) {
            return token.apply(start);
        }

        /** Who takes part in an epoch, as a start of its own. */
        Start start(ProcessId holder, SortedSet<ProcessId> members) {
            return new Start(members, holder, Math.min(quorum, members.size()));
        }
    }

    /** The name of the law that an epoch has enough members. */
    static final String QUORUM = "an epoch has a quorum of members";

    /** The name of the law on which the construction rests. */
    static final String AT_ONCE = "at first whoever asks is in at once where the token is, and nowhere else";

    private final String name;
    private final Making<S, M> making;
    private final Terms<B, V> terms;
    private final Start start;
    private final boolean together;
    private final Reading reading;

    /**
     * @param terms leaders of terms
     * @param start who takes part at the start
     * @param together whether all who take part begin with epoch 0; otherwise everyone waits for a leader
     */
    Epochs(String name, Making<S, M> making, Terms<B, V> terms, Start start, boolean together, Reading reading) {
        this.name = name;
        this.making = making;
        this.terms = terms;
        this.start = start;
        this.together = together;
        this.reading = reading;
    }

    Making<S, M> making() {
        return making;
    }

    Terms<B, V> terms() {
        return terms;
    }

    Reading reading() {
        return reading;
    }

    /** Those of the token algorithm first. */
    @Override
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(making.within(start).rules());
        rules.addAll(List.of(EpochRule.values()));
        terms.rules().forEach(rule -> rules.add(ofVote(rule)));
        rules.remove(TermRule.ASKED_CUT_OFF);
        return List.copyOf(rules);
    }

    /** A rule of terms under its own label, one of an election told apart from those of the token algorithm. */
    static Rule ofVote(Rule rule) {
        return rule instanceof TermRule ? rule : new VoteRule(rule);
    }

    @Override
    public EpochState<B, S> initial(ProcessId self, Neighbours neighbours) {
        boolean apart = making.circuit().cutOff(neighbours, making.quorum());
        Optional<Epoch<S>> first = together
                ? Optional.of(
                        new Epoch<>(start, neighbours, 0, making.within(start).initial(self, neighbours)))
                : Optional.empty();
        return new EpochState<>(
                terms.initial(self, apart ? Neighbours.none() : making.circuit().ring(self, neighbours)),
                neighbours,
                0,
                first,
                false,
                Optional.empty());
    }

    @Override
    public List<? extends Timer> initialTimers(EpochState<B, S> initial) {
        return initial.epoch()
                .<List<? extends Timer>>map(here -> making.within(here.start()).initialTimers(here.process()))
                .orElse(List.of());
    }

    /** What is sent in an epoch of which this process has not been told yet waits until it has. */
    @Override
    public boolean admits(EpochState<B, S> state, Neighbour from, EpochMessage<V, M> message) {
        if (message instanceof Vote<V, M> vote) {
            return terms.admits(state.terms(), making.circuit().onRing(from, vote.to()), vote.vote());
        }
        if (!(message instanceof Within<V, M> within) || !state.links().contains(from)) {
            return true;
        }
        if (within.term() == state.terms().term() && within.term() > state.begun()) {
            return false;
        }
        return within.term() != state.begun()
                || state.epoch()
                        .filter(here -> !making.within(here.start()).admits(here.process(), from, within.message()))
                        .isEmpty();
    }

    @Override
    public Step<EpochState<B, S>, EpochMessage<V, M>, Output> step(
            EpochState<B, S> state, Event<EpochMessage<V, M>, Input> event) {
        return new Turn<>(this, state).on(event);
    }
}
