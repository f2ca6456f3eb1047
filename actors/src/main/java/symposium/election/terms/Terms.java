package symposium.election.terms;

import static symposium.election.terms.Terms.Rule.TERM_CHANGED;
import static symposium.election.terms.Terms.Rule.TERM_CUT_OFF;
import static symposium.election.terms.Terms.Rule.TERM_CUT_OFF_ASKED;
import static symposium.election.terms.Terms.Rule.TERM_FOLLOWED;
import static symposium.election.terms.Terms.Rule.TERM_FOREIGN;
import static symposium.election.terms.Terms.Rule.TERM_LATER;
import static symposium.election.terms.Terms.Rule.TERM_LEADS;
import static symposium.election.terms.Terms.Rule.TERM_NEXT;
import static symposium.election.terms.Terms.Rule.TERM_STALE;
import static symposium.election.terms.Terms.Rule.TERM_STAYS;
import static symposium.election.terms.Terms.Rule.TERM_TOLD;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.terms.LeadershipInTerms.Follower;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;

/**
 * One election after the other, each by the same algorithm in a term of its own. See the package.
 *
 * @param <S> the state of a process in one election
 * @param <M> the messages of one election
 */
public class Terms<S, M> implements Protocol<Terms.State<S>, Terms.Message<M>, Call, News> {

    /**
     * A message of the election of a term.
     *
     * @param term the number of the term, from 1
     * @param electorate the processes that take part, as far as the sender knows; empty on a ring
     * @param carried the payload
     */
    public record Message<M>(long term, SortedSet<ProcessId> electorate, Payload<M> carried) implements Carrier {
        @Override
        public String print() {
            return Carrier.super.print() + " of term " + term + (electorate.isEmpty() ? "" : " of " + electorate);
        }
    }

    /** The payload of a message of a term. */
    public sealed interface Payload<M> extends Printable {}

    /** A message of the election's algorithm. */
    public record Vote<M>(M carried) implements Payload<M>, Carrier {}

    /** To the elected process: the sender follows it, and no other process in this term. */
    public record Follows<M>() implements Payload<M> {}

    /** From the elected process: all others follow it, and so it leads. */
    public record Leads<M>() implements Payload<M> {}

    /**
     * A process between elections, and in one.
     *
     * @param self its name
     * @param neighbours its neighbours
     * @param term the latest term of which it has heard, from 0
     * @param ballot its state in the election of that term
     * @param elected the process elected in that term, as far as it knows
     * @param following the processes that are known to follow this one, while it has been elected and does not lead yet
     * @param leader the leader of that term, as far as it knows
     * @param open whether messages of that term still count
     * @param called whether its user waits for an election
     */
    @RecordBuilder
    public record State<S>(
            ProcessId self,
            Neighbours neighbours,
            long term,
            S ballot,
            Optional<ProcessId> elected,
            SortedSet<ProcessId> following,
            Optional<ProcessId> leader,
            boolean open,
            boolean called)
            implements TermsStateBuilder.With<S> {

        /** In a later term, without knowing more than that there is an election. */
        State<S> in(long later, S fresh, boolean takesPart) {
            return knowing(Optional.empty())
                    .with(next -> next.term(later).ballot(fresh).open(takesPart));
        }

        State<S> knowing(Optional<ProcessId> known) {
            return with(next -> next.elected(known).leader(known).following(Sorted.set()));
        }

        State<S> among(Neighbours others, Optional<ProcessId> known) {
            return knowing(known).with(next -> next.neighbours(others).open(false));
        }
    }

    /** What a process does between elections; within one the rules of the election's algorithm apply. */
    public enum Rule implements symposium.kernel.Rule {
        /**
         * Asked for an election, or asked again before the election in progress has ended, it begins one in the next
         * term.
         */
        TERM_NEXT,
        /** Asked for an election when it is cut off, it reports that it is apart. */
        TERM_CUT_OFF_ASKED,
        /** It hears of a later term, abandons the current one, and takes part. */
        TERM_LATER,
        /**
         * It hears of an election over a link that it does not have, or with another electorate. Some process has yet
         * to be told of a change of the membership, and will begin a later term than this one.
         */
        TERM_FOREIGN,
        /** It is elected, and hears of one more process that follows it. */
        TERM_FOLLOWED,
        /** It is elected, hears of the last process that follows it, and leads. */
        TERM_LEADS,
        /** It hears that the process that it follows leads. */
        TERM_TOLD,
        /** It hears of an older term, or of one that it has closed. */
        TERM_STALE,
        /** The membership has changed and there has to be an election: it begins one in the next term. */
        TERM_CHANGED,
        /**
         * The membership has changed, the leader is present, and no process has joined: the term goes on, its election
         * is closed.
         */
        TERM_STAYS,
        /** It is cut off from a majority: it follows no process, does not lead, and reports that. */
        TERM_CUT_OFF
    }

    private final Protocol<S, M, Call, Leader> election;
    private final ElectionPolicy policy;
    private final long floor;
    private final SubProtocol<State<S>, Message<M>, News, S, M, Call, Leader> ballot;
    private final Event<M, Call> call = new Event.Input<>(Call.INITIATE);

    /**
     * @param election the algorithm for one election
     * @param start the processes that take part, and the quorum on a complete graph
     * @param floor every term that this process begins is greater than this
     */
    @SuppressWarnings("this-escape") // the part calls back only when a step runs it
    public Terms(Algorithm<S, M, Voter, Call, Leader> election, Start start, long floor) {
        this.election = election.protocol(start);
        this.policy = new ElectionPolicy(election, start);
        this.floor = floor;
        this.ballot = new SubProtocol<>(
                this.election,
                State::ballot,
                State::withBallot,
                (step, to, message) -> step.send(to, message(step.state(), new Vote<>(message))),
                (step, elected) -> elected(elected.leader(), step));
    }

    @Override
    public List<? extends symposium.kernel.Rule> rules() {
        return Stream.concat(Stream.of(Rule.values()), election.rules().stream())
                .toList();
    }

    @Override
    public State<S> initial(ProcessId self, Neighbours neighbours) {
        S idle = election.initial(self, neighbours);
        Optional<ProcessId> none = Optional.empty();
        return new State<>(self, neighbours, floor, idle, none, Sorted.set(), none, false, false);
    }

    @Override
    public boolean admits(State<S> p, Neighbour from, Message<M> message) {
        return !current(p, message)
                || foreign(p, from, message)
                || !(message.carried() instanceof Vote<M> vote)
                || election.admits(p.ballot(), from, vote.carried());
    }

    @Override
    public Transition<State<S>, Message<M>, News> onInput(
            Call initiate, State<S> p, Transition<State<S>, Message<M>, News> step) {
        if (policy.cutOff(p.neighbours())) {
            return apart(step.by(TERM_CUT_OFF_ASKED));
        }
        boolean joins = p.open() && p.leader().isEmpty() && !p.called();
        step.next(p.withCalled(true));
        return joins ? step.run(ballot, call) : enter(p.term() + 1, call, step).by(TERM_NEXT);
    }

    @Override
    public Transition<State<S>, Message<M>, News> onMessage(
            Neighbour from, Message<M> message, State<S> p, Transition<State<S>, Message<M>, News> step) {
        boolean later = message.term() > p.term();
        if (policy.cutOff(p.neighbours()) || !later && !current(p, message)) {
            return step.by(TERM_STALE);
        }
        if (foreign(p, from, message)) {
            return later ? over(step).by(TERM_FOREIGN, p.in(message.term(), fresh(p), false)) : step.by(TERM_FOREIGN);
        }
        if (message.carried() instanceof Vote<M> vote) {
            Event<M, Call> received = new Event.Received<>(from, vote.carried());
            return later ? enter(message.term(), received, step).by(TERM_LATER) : step.run(ballot, received);
        }
        if (message.carried() instanceof Follows) {
            return onFollows(from.id(), p, step);
        }
        step.require(!later && p.elected().equals(Optional.of(from.id())), "no process leads unless all follow");
        return p.leader().isPresent() ? step.by(TERM_TOLD) : led(step.by(TERM_TOLD));
    }

    private Transition<State<S>, Message<M>, News> onFollows(
            ProcessId follower, State<S> p, Transition<State<S>, Message<M>, News> step) {
        State<S> followed = p.withFollowing(Sorted.with(p.following(), follower));
        boolean leads = p.elected().equals(Optional.of(p.self())) && allFollow(followed);
        return leads ? leads(step.by(TERM_LEADS, followed)) : step.by(TERM_FOLLOWED, followed);
    }

    @Override
    public Transition<State<S>, Message<M>, News> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State<S> p, Transition<State<S>, Message<M>, News> step) {
        if (policy.cutOff(now)) {
            return apart(step.by(TERM_CUT_OFF, p.among(now, Optional.empty())));
        }
        step.next(p.among(now, p.leader()));
        boolean led = p.leader().filter(leader -> !departed.contains(leader)).isPresent();
        boolean joined = !p.neighbours().all().containsAll(now.all());
        return led && !joined
                ? step.by(TERM_STAYS)
                : enter(p.term() + 1, call, step).by(TERM_CHANGED);
    }

    /** A message that cannot be delivered is missed until the membership changes, which it is about to. */
    @Override
    public Transition<State<S>, Message<M>, News> onUndeliverable(
            Neighbour to, Message<M> message, State<S> p, Transition<State<S>, Message<M>, News> step) {
        return step.by(TERM_STALE);
    }

    // --- The conditions on which the construction rests

    private static boolean current(State<?> p, Message<?> message) {
        return message.term() == p.term() && p.open();
    }

    boolean foreign(State<S> p, Neighbour from, Message<M> message) {
        return !p.neighbours().contains(from)
                || !message.electorate().equals(policy.electorate(p.self(), p.neighbours()));
    }

    /** The state in which a process begins an election. */
    S fresh(State<S> p) {
        return election.initial(p.self(), p.neighbours());
    }

    /**
     * The processes that must follow this one before it leads; none on a ring, where the election has passed them all.
     */
    SortedSet<ProcessId> followers(State<S> p) {
        return Sorted.without(policy.electorate(p.self(), p.neighbours()), p.self());
    }

    // --- Elections

    private Message<M> message(State<S> p, Payload<M> payload) {
        return new Message<>(p.term(), policy.electorate(p.self(), p.neighbours()), payload);
    }

    private boolean allFollow(State<S> p) {
        return p.following().containsAll(followers(p));
    }

    /** Takes part in the election of a later term. */
    private Transition<State<S>, Message<M>, News> enter(
            long term, Event<M, Call> first, Transition<State<S>, Message<M>, News> step) {
        State<S> p = over(step).state();
        return step.next(p.in(term, fresh(p), true)).run(ballot, first);
    }

    /** The election's algorithm announces a process, which leads when all others follow it. */
    private void elected(ProcessId one, Transition<State<S>, Message<M>, News> step) {
        State<S> p = step.state();
        if (p.elected().isPresent()) {
            return;
        }
        step.next(p.withElected(Optional.of(one)));
        boolean self = one.equals(p.self());
        if (followers(p).isEmpty() || self && allFollow(p)) {
            leads(step);
        } else if (!self) {
            step.send(one, message(p, new Follows<>()));
        }
    }

    private Transition<State<S>, Message<M>, News> leads(Transition<State<S>, Message<M>, News> step) {
        State<S> p = led(step).state();
        return step.sendEach(followers(p), message(p, new Leads<>()));
    }

    // --- The user

    /** It is told who leads. */
    private static <S, M> Transition<State<S>, Message<M>, News> led(Transition<State<S>, Message<M>, News> step) {
        State<S> p = step.state().knowing(step.state().elected()).withCalled(false);
        return step.next(p).tell(new News.Elected(p.term(), p.leader().orElseThrow()));
    }

    /** It is told that the term is over, if it has been told of its leader. */
    private static <S, M> Transition<State<S>, Message<M>, News> over(Transition<State<S>, Message<M>, News> step) {
        State<S> p = step.state();
        return p.leader().isPresent() ? step.tell(new News.Ended(p.term())) : step;
    }

    /** It is told that this process is cut off. */
    private static <S, M> Transition<State<S>, Message<M>, News> apart(Transition<State<S>, Message<M>, News> step) {
        return step.next(step.state().withCalled(false)).tell(new News.Apart());
    }

    /** The catalogue entry of elections in terms by an algorithm of the catalogue. */
    public static final class Entry<S, M> extends Algorithm<State<S>, Message<M>, Follower, Call, News> {

        private final Algorithm<S, M, Voter, Call, Leader> election;

        /** @param election the algorithm for one election, on a ring or on a complete graph */
        public Entry(Algorithm<S, M, Voter, Call, Leader> election) {
            super(new Algorithm.Descriptor<State<S>, Message<M>, Follower, Call, News>(
                            election.name() + "-terms", LeadershipInTerms.PROBLEM, Message.class)
                    .as(election)
                    .withPaper(Paper.of(election.paper().source() + "; one election after the other")
                            .withCost("of each election as " + election.name()
                                    + (ElectionPolicy.onRing(election) ? "" : ", and 2(n-1) to follow")))
                    .system(system -> system.withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withAnyNumbers(true)
                            .withAssumptions(
                                    "those of " + election.name() + " while the membership stays; changes are told"))
                    .messages(sent -> sent.withArguments(election.messages().genericType())
                            .withAnnouncement(message -> !(message.carried() instanceof Vote<M> vote)
                                    || election.messages().announces(vote.carried())))
                    .withProtocol(start -> new Terms<>(election, start, 0))
                    .withDynamicMembership((start, generation) -> new Terms<>(election, start, generation))
                    .withFalseDeparture("a term has at most one leader, and at each process terms grow")
                    .checks(checks -> checks.withInvariants(TermsChecks.invariants())
                            .withUntrueUnderDynamicMembership(Set.of(TermsChecks.ANNOUNCED))
                            .withUnderSuspicion(Optional.of(
                                    TermsChecks.<S, M>invariants().list().subList(0, 1)))
                            .withVariants(start -> TermsChecks.variants(election, start))
                            .unreachable(EnumSet.complementOf(EnumSet.of(TERM_NEXT, TERM_LATER, TERM_STALE))
                                    .toArray(Rule[]::new))));
            this.election = election;
        }

        /** The algorithm for one election. */
        public Algorithm<S, M, Voter, Call, Leader> election() {
            return election;
        }

        /** Whether an elected process leads only once all others follow it; on a ring it need not. */
        public boolean follows() {
            return !ElectionPolicy.onRing(election);
        }
    }
}
