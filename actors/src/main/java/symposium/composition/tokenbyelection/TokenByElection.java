package symposium.composition.tokenbyelection;

import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_ALL_TOLD;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_ANSWERS;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_ASKED_BETWEEN;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_BEGINS;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_BEGINS_INSIDE;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_JOINS;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_LEFT_BETWEEN;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_NO_QUORUM;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_OLD;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_RELEASE_AFTER_LOSS;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_STALE;
import static symposium.composition.tokenbyelection.TokenByElection.Rule.EPOCH_TIMER_OLD;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.election.terms.Terms;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.Sorted;
import symposium.kernel.Timer;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * A token algorithm whose token is issued again by an elected leader: where the membership changes, a leader is
 * elected, and all processes begin the algorithm again, in another epoch. Both algorithms run as they are. See the
 * package.
 *
 * @param <B> the state of a process in one election
 * @param <V> the messages of one election
 * @param <S> the state of a process in the token algorithm
 * @param <M> the messages of the token algorithm
 */
public class TokenByElection<B, V, S, M>
        implements Protocol<TokenByElection.State<B, S>, TokenByElection.Message<V, M>, Input, Output> {

    /** A message between processes that share a token in epochs. */
    public sealed interface Message<V, M> extends Printable {

        /** The term in which it was sent; of a message of the token algorithm, the number of its epoch. */
        long term();
    }

    /**
     * A message of an election.
     *
     * @param to the side of its sender on the ring to which it goes
     */
    public record Vote<V, M>(Side to, Terms.Message<V> carried) implements Message<V, M> {
        @Override
        public long term() {
            return carried.term();
        }

        @Override
        public String print() {
            return carried.print();
        }
    }

    /**
     * The leader asks all processes to give up the epoch so far, and which user is inside; to the left, once round.
     *
     * @param answered the processes that have given it up, the leader included
     * @param inside the one of them whose user is inside, if any
     */
    public record Census<V, M>(long term, SortedSet<ProcessId> answered, Optional<Inside> inside)
            implements Message<V, M> {}

    /** A process whose user is inside, and the fence under which it was granted. */
    public record Inside(ProcessId process, Fence granted) implements Printable {}

    /**
     * An epoch begins; to the left, once round.
     *
     * @param term its number
     * @param holder the process at which its token starts
     * @param members the processes that take part in it
     */
    public record Begins<V, M>(long term, ProcessId holder, SortedSet<ProcessId> members) implements Message<V, M> {}

    /**
     * A message of the token algorithm.
     *
     * @param latest the greatest fence of its epoch that its sender knows
     */
    public record Within<V, M>(Fence latest, M carried) implements Message<V, M> {
        @Override
        public long term() {
            return latest.generation();
        }

        @Override
        public String print() {
            return Printable.print(carried) + " of epoch " + term();
        }
    }

    /**
     * A process that shares tokens in epochs.
     *
     * @param terms its state in elections; the neighbours there are those on the ring
     * @param links its links, none when it is cut off, or alone where the ring is that of the names
     * @param begun the latest epoch that it has begun, from 0
     * @param epoch its part in that epoch; empty once it has given it up
     * @param waiting whether its user has asked to enter
     * @param granted the fence under which its user is inside; empty when it is not
     */
    @RecordBuilder
    public record State<B, S>(
            Terms.State<B> terms,
            Neighbours links,
            long begun,
            Optional<Epoch<S>> epoch,
            boolean waiting,
            Optional<Fence> granted)
            implements TokenByElectionStateBuilder.With<B, S> {

        /** Its name. */
        public ProcessId self() {
            return terms.self();
        }

        Epoch<S> here() {
            return epoch.orElseThrow();
        }

        State<B, S> in(Epoch<S> other) {
            return withEpoch(Optional.of(other));
        }

        /** Whether its user is in its critical section. */
        public boolean inside() {
            return granted.isPresent();
        }
    }

    /**
     * The part of a process in an epoch.
     *
     * @param start the processes that take part, and where the token starts
     * @param neighbours its neighbours in the epoch, even where others have joined since
     * @param latest the greatest fence of the epoch that it knows
     * @param process its state in the token algorithm
     */
    @RecordBuilder
    public record Epoch<S>(Start start, Neighbours neighbours, Fence latest, S process)
            implements TokenByElectionEpochBuilder.With<S> {}

    /** What a process does between epochs; in elections and within an epoch the rules of their algorithms apply. */
    public enum Rule implements symposium.kernel.Rule {
        /** A user asks to enter while this process takes part in no epoch: it waits for the next. */
        EPOCH_ASKED_BETWEEN,
        /** A user leaves its critical section while this process takes part in no epoch. */
        EPOCH_LEFT_BETWEEN,
        /** A release has crossed the news of the loss. */
        EPOCH_RELEASE_AFTER_LOSS,

        /**
         * Asked by the leader, it gives up the epoch so far, reports whether its user is inside, and passes the
         * question on.
         */
        EPOCH_ANSWERS,
        /** All have answered, and no user is inside: the leader begins an epoch whose token starts at itself. */
        EPOCH_BEGINS,
        /** All have answered, and a user is inside: the leader begins an epoch whose token starts there. */
        EPOCH_BEGINS_INSIDE,
        /** Too few have answered. */
        EPOCH_NO_QUORUM,
        /** It hears that an epoch begins, takes part, and passes the news on. */
        EPOCH_JOINS,
        /** The news that an epoch begins is back at its leader. */
        EPOCH_ALL_TOLD,

        /** A message of the token algorithm is of an epoch that has ended here, or that this process has not begun. */
        EPOCH_OLD,
        /**
         * A question, or the beginning of an epoch, is of a term that is over here, or comes over a link that this
         * process does not have.
         */
        EPOCH_STALE,
        /** A timer of the token algorithm has expired after its epoch. */
        EPOCH_TIMER_OLD
    }

    /** The invariant that an epoch has enough members. */
    static final String QUORUM = "an epoch has a quorum of members";

    /** The invariant on which the construction rests. */
    static final String AT_ONCE = "at first a process that asks is in at once where the token is, and nowhere else";

    private final Algorithm<S, M, User, Input, Output> token;
    private final Terms<B, V> terms;
    private final RingEmbedding embedding;
    private final Start start;
    private final Optional<Start> first;
    private final SubProtocol<State<B, S>, Message<V, M>, Output, Terms.State<B>, Terms.Message<V>, Call, News> leaders;

    /** All processes begin with epoch 0. */
    TokenByElection(
            Algorithm<S, M, User, Input, Output> token, Algorithm<B, V, Voter, Call, Leader> election, Start start) {
        this(token, new Terms<>(election, start, 0), start, Optional.of(start));
    }

    /**
     * @param terms leaders of terms
     * @param start the processes that there are, and the quorum without which no epoch begins
     * @param first the processes that take part in epoch 0; if empty, all wait for a leader
     */
    private TokenByElection(
            Algorithm<S, M, User, Input, Output> token, Terms<B, V> terms, Start start, Optional<Start> first) {
        this.token = token;
        this.terms = terms;
        this.embedding = embedding(token);
        this.start = start;
        this.first = first;
        this.leaders = new SubProtocol<>(
                terms,
                State::terms,
                State::withTerms,
                (step, to, message) -> step.send(embedding.link(to), new Vote<>(to.side(), message)),
                this::hear);
    }

    private static RingEmbedding embedding(Algorithm<?, ?, ?, ?, ?> token) {
        return token.system().topologies().contains(RingEmbedding.OF_LINKS.topology)
                ? RingEmbedding.OF_LINKS
                : RingEmbedding.OF_NAMES;
    }

    /** The rules of the token algorithm first. */
    @Override
    public List<symposium.kernel.Rule> rules() {
        List<symposium.kernel.Rule> rules =
                new ArrayList<>(token.protocol(start).rules());
        rules.addAll(List.of(Rule.values()));
        terms.rules().forEach(rule -> rules.add(ofVote(rule)));
        rules.remove(Terms.Rule.TERM_CUT_OFF_ASKED);
        return rules;
    }

    private static symposium.kernel.Rule ofVote(symposium.kernel.Rule rule) {
        return rule instanceof Terms.Rule ? rule : symposium.kernel.Rule.prefixed("vote.", rule);
    }

    @Override
    public State<B, S> initial(ProcessId self, Neighbours links) {
        Neighbours ring = embedding.ring(self, links, start.quorum());
        Optional<Epoch<S>> epoch = first.map(of -> epoch(of, links, 0, self));
        return new State<>(terms.initial(self, ring), links, 0, epoch, false, Optional.empty());
    }

    private Epoch<S> epoch(Start of, Neighbours neighbours, long number, ProcessId self) {
        return new Epoch<>(
                of, neighbours, Fence.start(number), token.protocol(of).initial(self, neighbours));
    }

    @Override
    public List<? extends Timer> initialTimers(State<B, S> initial) {
        return initial.epoch().isEmpty()
                ? List.of()
                : token.protocol(initial.here().start())
                        .initialTimers(initial.here().process());
    }

    /** A message of an epoch waits until this process has been told that the epoch begins. */
    @Override
    public boolean admits(State<B, S> p, Neighbour from, Message<V, M> message) {
        if (message instanceof Vote<V, M> vote) {
            return terms.admits(p.terms(), embedding.onRing(from, vote.to()), vote.carried());
        }
        if (!(message instanceof Within<V, M> within) || !p.links().contains(from)) {
            return true;
        }
        if (within.term() != p.begun() || p.epoch().isEmpty()) {
            return within.term() <= p.begun() || within.term() != p.terms().term();
        }
        return token.protocol(p.here().start()).admits(p.here().process(), from, within.carried());
    }

    // --- The user

    @Override
    public Transition<State<B, S>, Message<V, M>, Output> onInput(
            Input input, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        if (input == Input.RELEASE && !p.inside()) {
            return step.by(EPOCH_RELEASE_AFTER_LOSS);
        }
        step.require(input == Input.RELEASE || !p.waiting() && !p.inside(), "who wants in is outside");
        step.next(input == Input.ENTER ? p.withWaiting(true) : p.withGranted(Optional.empty()));
        if (p.epoch().isPresent()) {
            return tokenTakes(new Event.Input<>(input), step);
        }
        return step.by(input == Input.ENTER ? EPOCH_ASKED_BETWEEN : EPOCH_LEFT_BETWEEN);
    }

    // --- Messages

    @Override
    public Transition<State<B, S>, Message<V, M>, Output> onMessage(
            Neighbour from, Message<V, M> message, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        if (message instanceof Vote<V, M> vote) {
            return elect(new Event.Received<>(embedding.onRing(from, vote.to()), vote.carried()), step);
        }
        if (message instanceof Within<V, M> within) {
            return onWithin(from, within, p, step);
        }
        Terms.State<B> term = p.terms();
        boolean current = message.term() == term.term()
                && !term.neighbours().isEmpty()
                && from.equals(embedding.link(term.neighbours().right()));
        if (!current) {
            return step.by(EPOCH_STALE);
        }
        return message instanceof Census<V, M> census
                ? onCensus(census, p, step)
                : onBegins((Begins<V, M>) message, p, step);
    }

    private Transition<State<B, S>, Message<V, M>, Output> onWithin(
            Neighbour from, Within<V, M> within, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        if (p.epoch().isEmpty()
                || within.term() != p.begun()
                || !p.here().neighbours().contains(from)) {
            return step.by(EPOCH_OLD);
        }
        Epoch<S> here = p.here();
        step.next(p.in(here.withLatest(here.latest().max(within.latest()))));
        return tokenTakes(new Event.Received<>(from, within.carried()), step);
    }

    private Transition<State<B, S>, Message<V, M>, Output> onCensus(
            Census<V, M> census, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        if (!p.terms().leader().equals(Optional.of(p.self()))) {
            return census.answered().contains(p.self())
                    ? step.by(EPOCH_STALE)
                    : passCensus(census.answered(), census.inside(), step.by(EPOCH_ANSWERS));
        }
        if (p.begun() == p.terms().term()) {
            return step.by(EPOCH_STALE);
        }
        if (!enough(census.answered())) {
            return step.by(EPOCH_NO_QUORUM);
        }
        Optional<ProcessId> inside = census.inside().map(Inside::process);
        return begin(new Begins<>(census.term(), inside.orElse(p.self()), census.answered()), step)
                .by(inside.isPresent() ? EPOCH_BEGINS_INSIDE : EPOCH_BEGINS);
    }

    private Transition<State<B, S>, Message<V, M>, Output> onBegins(
            Begins<V, M> news, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        return p.begun() == news.term()
                ? step.by(EPOCH_ALL_TOLD)
                : begin(news, step).by(EPOCH_JOINS);
    }

    @Override
    public Transition<State<B, S>, Message<V, M>, Output> onUndeliverable(
            Neighbour to, Message<V, M> message, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        throw step.violates("what cannot be delivered is made good when the membership changes");
    }

    // --- Elections, and the census

    @Override
    public Transition<State<B, S>, Message<V, M>, Output> onNeighboursChanged(
            Neighbours now,
            SortedSet<ProcessId> departed,
            State<B, S> p,
            Transition<State<B, S>, Message<V, M>, Output> step) {
        Neighbours ring = embedding.ring(p.self(), now, start.quorum());
        boolean whole = p.epoch()
                .filter(here -> now.all().containsAll(here.neighbours().all()))
                .isPresent();
        step.next(p.withLinks(now));
        if (ring.isEmpty() || !whole) {
            giveUp(step);
        }
        if (ring.isEmpty()) {
            lose(step);
        }
        // A process alone is its own neighbour on the ring of names, without a link to itself.
        Neighbour itself = Neighbour.of(p.self());
        return elect(new Event.NeighboursChanged<>(ring, departed), step)
                .loopBack(itself, (message, then) -> onMessage(itself, message, then.state(), then));
    }

    private Transition<State<B, S>, Message<V, M>, Output> elect(
            Event<Terms.Message<V>, Call> event, Transition<State<B, S>, Message<V, M>, Output> step) {
        step.run(leaders, event);
        return step.by(ofVote(step.rule()));
    }

    private void hear(Transition<State<B, S>, Message<V, M>, Output> step, News news) {
        if (news instanceof News.Elected elected
                && elected.leader().equals(step.state().self())) {
            passCensus(Sorted.set(), Optional.empty(), step);
        }
    }

    /** From now on this process grants nothing before the next epoch. A user who is inside stays inside. */
    private Transition<State<B, S>, Message<V, M>, Output> passCensus(
            SortedSet<ProcessId> answered,
            Optional<Inside> inside,
            Transition<State<B, S>, Message<V, M>, Output> step) {
        State<B, S> p = giveUp(step).state();
        Optional<Inside> latest = Stream.of(inside, p.granted().map(fence -> new Inside(p.self(), fence)))
                .flatMap(Optional::stream)
                .max(Comparator.comparing(Inside::granted));
        return step.send(left(p), new Census<>(p.terms().term(), Sorted.with(answered, p.self()), latest));
    }

    private Neighbour left(State<B, S> p) {
        return embedding.link(p.terms().neighbours().left());
    }

    // --- Epochs

    /**
     * The news is sent before any message of the epoch, which over the same link would otherwise wait for it forever.
     */
    private Transition<State<B, S>, Message<V, M>, Output> begin(
            Begins<V, M> news, Transition<State<B, S>, Message<V, M>, Output> step) {
        step.require(news.members().size() >= start.quorum(), QUORUM);
        State<B, S> p = giveUp(step.send(left(step.state()), news)).state().withBegun(news.term());
        Neighbours neighbours = embedding.topology.neighbours(p.self(), news.members());
        if (!p.links().all().containsAll(neighbours.all())) {
            // A member has departed since; the next epoch is to come.
            return step.next(p);
        }
        Start members = new Start(news.members(), news.holder(), start.quorum());
        p = p.in(epoch(members, neighbours, news.term(), p.self()));
        initialTimers(p).forEach(step::schedule);
        return enter(p.here(), step.next(p));
    }

    /**
     * A waiting user asks again. A user inside enters again, unseen; where the token starts elsewhere, it has lost the
     * lock.
     */
    private Transition<State<B, S>, Message<V, M>, Output> enter(
            Epoch<S> epoch, Transition<State<B, S>, Message<V, M>, Output> step) {
        boolean holds = epoch.start().holder().equals(step.state().self());
        if (!holds) {
            lose(step);
        }
        if (!step.state().waiting() && !step.state().inside()) {
            return step;
        }
        step.require(holds == entersAtOnce(token.protocol(epoch.start()), epoch.process()), AT_ONCE);
        return tokenTakes(new Event.Input<>(Input.ENTER), step);
    }

    /** Whether a user of the token algorithm who asks in this state is in at once. */
    static <S, M> boolean entersAtOnce(Protocol<S, M, Input, Output> algorithm, S process) {
        return algorithm.step(process, new Event.Input<>(Input.ENTER)).effects().stream()
                .anyMatch(effect -> effect instanceof Effect.Output<M, Output>);
    }

    private Transition<State<B, S>, Message<V, M>, Output> giveUp(Transition<State<B, S>, Message<V, M>, Output> step) {
        step.state().epoch().ifPresent(here -> token.timers().forEach(step::cancel));
        return step.next(step.state().withEpoch(Optional.empty()));
    }

    private void lose(Transition<State<B, S>, Message<V, M>, Output> step) {
        step.state().granted().ifPresent(fence -> step.next(step.state().withGranted(Optional.empty()))
                .tell(new Output.Lost(fence)));
    }

    // --- The token algorithm

    private Transition<State<B, S>, Message<V, M>, Output> tokenTakes(
            Event<M, Input> event, Transition<State<B, S>, Message<V, M>, Output> step) {
        return step.run(
                new SubProtocol<>(
                        token.protocol(step.state().here().start()),
                        p -> p.here().process(),
                        (p, process) -> p.in(p.here().withProcess(process)),
                        (whole, to, message) ->
                                whole.send(to, new Within<>(whole.state().here().latest(), message)),
                        this::granted),
                event);
    }

    /** The token algorithm grants, or lets a user enter unseen who has been inside since an older epoch. */
    private void granted(Transition<State<B, S>, Message<V, M>, Output> step, Output output) {
        State<B, S> p = step.state();
        step.require(output instanceof Output.Granted, "within an epoch nothing is lost");
        if (!p.inside()) {
            Epoch<S> here = p.here().withLatest(p.here().latest().next());
            step.next(p.with(next -> next.epoch(here).granted(here.latest()).waiting(false)))
                    .tell(new Output.Granted(here.latest()));
        }
    }

    @Override
    public Transition<State<B, S>, Message<V, M>, Output> onTimeout(
            Timer timer, State<B, S> p, Transition<State<B, S>, Message<V, M>, Output> step) {
        return p.epoch().isPresent() ? tokenTakes(new Event.Timeout<>(timer), step) : step.by(EPOCH_TIMER_OLD);
    }

    boolean enough(SortedSet<ProcessId> answered) {
        return answered.size() >= start.quorum();
    }

    /** The name of a pair in the catalogue. */
    static String name(Algorithm<?, ?, ?, ?, ?> token, Algorithm<?, ?, ?, ?, ?> election) {
        return token.name() + "-by-" + election.name();
    }

    /**
     * The catalogue entry of a token algorithm of the catalogue whose leaders are elected by another algorithm of it.
     */
    public static final class Entry<B, V, S, M> extends Algorithm<State<B, S>, Message<V, M>, User, Input, Output> {

        private final Algorithm<S, M, User, Input, Output> token;

        /**
         * @param token the token algorithm, on a ring or on a complete graph
         * @param election the algorithm for one election, on a ring
         */
        public Entry(Algorithm<S, M, User, Input, Output> token, Algorithm<B, V, Voter, Call, Leader> election) {
            super(new Algorithm.Descriptor<State<B, S>, Message<V, M>, User, Input, Output>(
                            TokenByElection.name(token, election), MutualExclusion.PROBLEM, Message.class)
                    .as(token)
                    .withPaper(Paper.of(token.paper().source() + "; in epochs, by elections of "
                                    + election.paper().source())
                            .withCost("as " + token.name() + ", and after a change that leaves m an election of "
                                    + election.name() + " and 2m"))
                    .system(system -> system.withChannels(Channels.FIFO)
                            .withTopologies(List.of(embedding(token).topology))
                            .withAnyGraph(false)
                            .withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withAnyNumbers(true)
                            .withAssumptions("processes crash, come and go, and the others are told;"
                                    + " nothing is lost but to and from those who have departed"))
                    .messages(sent -> sent.withArguments(
                            election.messages().genericType(), token.messages().genericType()))
                    .withRegenerations(
                            Stream.concat(token.regenerations().stream(), Stream.of(EPOCH_BEGINS, EPOCH_BEGINS_INSIDE))
                                    .collect(Collectors.toSet()))
                    .withProtocol(start -> new TokenByElection<>(token, election, start))
                    .withDynamicMembership((start, generation) -> new TokenByElection<>(
                            token, new Terms<>(election, start, generation), start, Optional.empty()))
                    .withFalseDeparture(MutexInvariants.PER_GENERATION)
                    .checks(checks -> checks.withInvariants(TokenByElectionChecks.invariants(
                                    token.checks().invariants()))
                            .withVariants(start -> TokenByElectionChecks.variants(token, election, start))
                            .unreachable(Rule.values())
                            .unreachable(Terms.Rule.values())
                            .unreachable(election.protocol(Start.of(1, 0)).rules().stream()
                                    .map(TokenByElection::ofVote)
                                    .toArray(symposium.kernel.Rule[]::new))));
            this.token = token;
        }

        /** The token algorithm. */
        public Algorithm<S, M, User, Input, Output> token() {
            return token;
        }
    }
}
