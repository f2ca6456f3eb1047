package symposium.membership;

import static symposium.membership.Reconfiguration.Rule.ACCEPT;
import static symposium.membership.Reconfiguration.Rule.ACCEPTED;
import static symposium.membership.Reconfiguration.Rule.ADOPT;
import static symposium.membership.Reconfiguration.Rule.ASK;
import static symposium.membership.Reconfiguration.Rule.ASK_NOTHING;
import static symposium.membership.Reconfiguration.Rule.CHANGED;
import static symposium.membership.Reconfiguration.Rule.DECIDE;
import static symposium.membership.Reconfiguration.Rule.GREETED;
import static symposium.membership.Reconfiguration.Rule.HEARD;
import static symposium.membership.Reconfiguration.Rule.LATE;
import static symposium.membership.Reconfiguration.Rule.NOTED;
import static symposium.membership.Reconfiguration.Rule.PREEMPT;
import static symposium.membership.Reconfiguration.Rule.PREEMPTED;
import static symposium.membership.Reconfiguration.Rule.PROMISE;
import static symposium.membership.Reconfiguration.Rule.PROMISED;
import static symposium.membership.Reconfiguration.Rule.PROPOSE;
import static symposium.membership.Reconfiguration.Rule.RETURNED;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.UnaryOperator;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.membership.VoterAgreement.Changed;
import symposium.membership.VoterAgreement.Configured;
import symposium.membership.VoterAgreement.Input;
import symposium.membership.VoterAgreement.Output;
import symposium.membership.VoterAgreement.Unchanged;
import symposium.membership.VoterAgreement.User;
import symposium.membership.VoterAgreement.Voters;

/**
 * A process that agrees with others on the voters that come next, and counts majorities of them. See the package.
 *
 * <p>The next voters are agreed by a majority of the present ones, with ballots (L. Lamport, The Part-Time Parliament,
 * ACM TOCS 1998). A voter tells all processes that it has links to what it accepts, and its vote counts once they know.
 */
public class Reconfiguration implements Protocol<Reconfiguration.State, Reconfiguration.Message, Input, Output> {

    /**
     * An attempt to change the voters.
     *
     * @param round from 1; 0 is lower than every attempt
     * @param proposer the process that proposes
     */
    public record Ballot(int round, ProcessId proposer) implements Comparable<Ballot> {

        static final Ballot NONE = new Ballot(0, ProcessId.of(0));

        private static final Comparator<Ballot> ORDER =
                Comparator.comparingInt(Ballot::round).thenComparing(Ballot::proposer);

        @Override
        public int compareTo(Ballot other) {
            return ORDER.compare(this, other);
        }

        Ballot max(Ballot other) {
            return compareTo(other) < 0 ? other : this;
        }

        @Override
        public String toString() {
            return round + "." + proposer;
        }
    }

    /** The voters that a ballot proposes. */
    public record Proposal(Ballot ballot, SortedSet<ProcessId> voters) implements Printable {}

    /** What processes send to each other. */
    public sealed interface Message extends Printable {}

    /**
     * The first message over a link: what the sender counts by.
     *
     * @param heard in the order of the ballots
     */
    public record Hello(Voters voters, List<Proposal> heard) implements Message {}

    /** The sender begins a ballot on what follows this version. */
    public record Prepare(long version, Ballot ballot) implements Message {}

    /** The sender accepts no lower ballot, and has accepted this. */
    public record Promise(long version, Ballot ballot, Optional<Proposal> accepted) implements Message {}

    /** The recipient is to accept this. */
    public record Accept(long version, Proposal proposal) implements Message {}

    /** The sender has accepted, and all that it has links to know. */
    public record Accepted(long version, Ballot ballot) implements Message {}

    /** The sender has promised a higher ballot than the recipient's. */
    public record Preempted(long version, Ballot higher) implements Message {}

    /** The sender has accepted this: the recipient counts by these voters, too. */
    public record Heard(long version, Proposal proposal) implements Message {}

    /** The sender counts by what this ballot proposes, too. */
    public record Noted(long version, Ballot ballot) implements Message {}

    /** These are the voters. */
    public record Decided(Voters voters) implements Message {}

    /**
     * A ballot of this process.
     *
     * @param wish the voters that the user wants
     * @param promised the voters that have promised
     * @param best what a voter had accepted with the highest ballot
     * @param proposed what has been proposed; empty before a majority has promised
     * @param accepted the voters that have accepted
     */
    @RecordBuilder
    public record Attempt(
            Ballot ballot,
            SortedSet<ProcessId> wish,
            SortedSet<ProcessId> promised,
            Optional<Proposal> best,
            Optional<Proposal> proposed,
            SortedSet<ProcessId> accepted)
            implements ReconfigurationAttemptBuilder.With {}

    /**
     * A process.
     *
     * @param self its name
     * @param voters the latest voters that it knows to be decided
     * @param promised it accepts no lower ballot
     * @param accepted what it has accepted
     * @param heard what others, or itself, have accepted: it counts by all of these voters, too
     * @param untold the processes that do not know yet what it has accepted
     * @param linked the processes to which it has links
     * @param greeted those of them that have said hello
     * @param departed the processes that have departed
     * @param attempt its own ballot
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Voters voters,
            Ballot promised,
            Optional<Proposal> accepted,
            SortedMap<Ballot, SortedSet<ProcessId>> heard,
            SortedSet<ProcessId> untold,
            SortedSet<ProcessId> linked,
            SortedSet<ProcessId> greeted,
            SortedSet<ProcessId> departed,
            Optional<Attempt> attempt)
            implements ReconfigurationStateBuilder.With {

        /** The processes within reach, this one among them: it knows what they count by. */
        public SortedSet<ProcessId> reach() {
            return Sorted.with(greeted, self);
        }

        /** Whether a majority is within reach, of the voters and of all that may follow them. */
        public boolean quorate() {
            return quorate(reach());
        }

        /** Whether these include a majority of the voters, and of all that may follow them. */
        public boolean quorate(SortedSet<ProcessId> some) {
            return majority(voters.members(), some) && heard.values().stream().allMatch(next -> majority(next, some));
        }

        private Hello hello() {
            return new Hello(
                    voters,
                    heard.entrySet().stream()
                            .map(each -> new Proposal(each.getKey(), each.getValue()))
                            .toList());
        }

        private State learns(Proposal proposal) {
            return withHeard(Sorted.with(heard, proposal.ballot(), proposal.voters()));
        }

        private State tries(UnaryOperator<Attempt> change) {
            return withAttempt(attempt.map(change));
        }

        private boolean tries(Ballot ballot) {
            return attempt.isPresent() && attempt.get().ballot().equals(ballot);
        }
    }

    /** What a process does. */
    public enum Rule implements symposium.kernel.Rule {
        /** The user wants a change: a ballot begins. */
        ASK,
        /** The user wants a change, and there is nothing to change, or no majority is within reach. */
        ASK_NOTHING,
        /** A voter promises. */
        PROMISE,
        /** A voter has promised a higher ballot. */
        PREEMPT,
        /** A voter has promised to this process. */
        PROMISED,
        /** A majority has promised: the next voters are proposed. */
        PROPOSE,
        /** A voter accepts. */
        ACCEPT,
        /** A voter has accepted. */
        ACCEPTED,
        /** A majority has accepted: the next voters are decided. */
        DECIDE,
        /** The ballot of this process has failed. */
        PREEMPTED,
        /** Another process has accepted something. */
        HEARD,
        /** Another process knows what this one has accepted. */
        NOTED,
        /** Later voters have been decided. */
        ADOPT,
        /** The other end of a link says hello. */
        GREETED,
        /** The membership or a link has changed. */
        CHANGED,
        /** What comes is about an earlier version, or of a link that is gone. */
        LATE,
        /** A message comes back. */
        RETURNED
    }

    private final Voters founders;

    /**
     * @param founders the voters of version 1, which {@link GroupFormation} agrees on; others know no voters at first
     */
    public Reconfiguration(SortedSet<ProcessId> founders) {
        this.founders = new Voters(1, founders);
    }

    /** Whether these are more than half of the voters. No voters have no majority. */
    static boolean majority(SortedSet<ProcessId> voters, SortedSet<ProcessId> some) {
        return 2 * voters.stream().filter(some::contains).count() > voters.size();
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        boolean founder = founders.members().contains(self);
        SortedSet<ProcessId> linked = founder ? Sorted.ids(neighbours) : Sorted.set();
        return new State(
                self,
                founder ? founders : Voters.UNKNOWN,
                Ballot.NONE,
                Optional.empty(),
                Sorted.map(),
                Sorted.set(),
                linked,
                linked,
                Sorted.set(),
                Optional.empty());
    }

    // --- a ballot

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        SortedSet<ProcessId> voters = p.voters().members();
        SortedSet<ProcessId> stay = remaining(p);
        SortedSet<ProcessId> wish =
                switch (input) {
                    case ENTER -> Sorted.with(stay, p.self());
                    case RETIRE -> Sorted.without(stay, p.self());
                    case REMOVE -> stay;
                };
        if (wish.equals(voters) && p.heard().isEmpty() || !majority(voters, p.reach()) || !majority(wish, p.reach())) {
            return step.by(ASK_NOTHING).tell(new Unchanged());
        }
        Ballot ballot = new Ballot(p.promised().round() + 1, p.self());
        Attempt attempt = new Attempt(ballot, wish, Sorted.set(), Optional.empty(), Optional.empty(), Sorted.set());
        step.by(ASK, p.withPromised(ballot).withAttempt(Optional.of(attempt)))
                .sendEach(
                        Sorted.only(voters, p.greeted()::contains),
                        new Prepare(p.voters().version(), ballot));
        return voters.contains(p.self()) ? promised(p.self(), p.accepted(), step) : step;
    }

    /** The voters that have not departed: every change removes the others; a variant keeps them. */
    SortedSet<ProcessId> remaining(State p) {
        return Sorted.without(p.voters().members(), p.departed());
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        ProcessId other = from.id();
        if (message instanceof Hello hello && !p.departed().contains(other)) {
            return onHello(other, hello, p, step);
        }
        if (!p.linked().contains(other)) {
            return step.by(LATE);
        }
        if (message instanceof Decided decided) {
            return adopt(ADOPT, decided.voters(), other, step.by(LATE));
        }
        long version = version(message);
        step.require(version <= p.voters().version(), "who speaks of a version has told of it");
        if (message instanceof Heard heard) {
            step.by(HEARD, version == p.voters().version() ? p.learns(heard.proposal()) : p);
            return step.send(other, new Noted(version, heard.proposal().ballot()));
        }
        return version < p.voters().version() ? step.by(LATE) : onBallot(other, message, p, step);
    }

    private Transition<State, Message, Output> onBallot(
            ProcessId other, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Prepare prepare) {
            return onPrepare(other, prepare, p, step);
        }
        if (message instanceof Accept accept) {
            return p.promised().compareTo(accept.proposal().ballot()) > 0
                    ? preempt(other, p, step)
                    : accept(accept.proposal(), step);
        }
        if (message instanceof Noted noted) {
            boolean latest = p.accepted()
                    .filter(it -> it.ballot().equals(noted.ballot()))
                    .isPresent();
            return latest ? told(Sorted.without(p.untold(), other), step.by(NOTED)) : step.by(LATE);
        }
        if (message instanceof Promise promise) {
            return p.tries(promise.ballot()) ? promised(other, promise.accepted(), step) : step.by(LATE);
        }
        if (message instanceof Accepted accepted) {
            return p.tries(accepted.ballot()) ? accepted(other, step) : step.by(LATE);
        }
        Ballot higher = ((Preempted) message).higher();
        return fail(step.by(PREEMPTED, p.withPromised(p.promised().max(higher))));
    }

    private static long version(Message message) {
        if (message instanceof Prepare prepare) {
            return prepare.version();
        }
        if (message instanceof Promise promise) {
            return promise.version();
        }
        if (message instanceof Accept accept) {
            return accept.version();
        }
        if (message instanceof Accepted accepted) {
            return accepted.version();
        }
        if (message instanceof Preempted preempted) {
            return preempted.version();
        }
        return message instanceof Heard heard ? heard.version() : ((Noted) message).version();
    }

    private static Transition<State, Message, Output> onPrepare(
            ProcessId other, Prepare prepare, State p, Transition<State, Message, Output> step) {
        return p.promised().compareTo(prepare.ballot()) >= 0
                ? preempt(other, p, step)
                : step.by(PROMISE, p.withPromised(prepare.ballot()))
                        .send(other, new Promise(prepare.version(), prepare.ballot(), p.accepted()));
    }

    private static Transition<State, Message, Output> preempt(
            ProcessId other, State p, Transition<State, Message, Output> step) {
        return step.by(PREEMPT).send(other, new Preempted(p.voters().version(), p.promised()));
    }

    /** A voter has promised: with a majority, what one of them has accepted is proposed, or else the wish. */
    private Transition<State, Message, Output> promised(
            ProcessId voter, Optional<Proposal> accepted, Transition<State, Message, Output> step) {
        State p = step.state().tries(attempt -> attempt.withPromised(Sorted.with(attempt.promised(), voter))
                .withBest(higher(attempt.best(), accepted)));
        Attempt attempt = p.attempt().orElseThrow();
        step.by(step.rule() == ASK ? ASK : PROMISED, p);
        if (attempt.proposed().isPresent() || !enough(p, attempt.promised())) {
            return step;
        }
        Proposal proposal = new Proposal(
                attempt.ballot(), attempt.best().map(Proposal::voters).orElse(attempt.wish()));
        step.by(PROPOSE, p.tries(it -> it.withProposed(Optional.of(proposal))).learns(proposal));
        SortedSet<ProcessId> voters = p.voters().members();
        step.sendEach(
                Sorted.only(voters, p.greeted()::contains),
                new Accept(p.voters().version(), proposal));
        return voters.contains(p.self()) ? accept(proposal, step) : step;
    }

    private static Optional<Proposal> higher(Optional<Proposal> one, Optional<Proposal> other) {
        return one.isEmpty()
                        || other.isPresent()
                                && other.get().ballot().compareTo(one.get().ballot()) > 0
                ? other
                : one;
    }

    /** This voter accepts, and tells all to which it has links but the proposer, which knows. */
    private Transition<State, Message, Output> accept(Proposal proposal, Transition<State, Message, Output> step) {
        State p = step.state();
        ProcessId proposer = proposal.ballot().proposer();
        SortedSet<ProcessId> others = Sorted.without(p.linked(), proposer);
        step.by(
                        step.rule() == PROPOSE || step.rule() == ASK ? PROPOSE : ACCEPT,
                        p.with(next -> next.promised(proposal.ballot()).accepted(Optional.of(proposal)))
                                .learns(proposal)
                                .withUntold(others))
                .sendEach(others, new Heard(p.voters().version(), proposal));
        return others.isEmpty() ? vote(step) : step;
    }

    /** These alone do not know yet what this voter has accepted. */
    private Transition<State, Message, Output> told(
            SortedSet<ProcessId> untold, Transition<State, Message, Output> step) {
        boolean last = !step.state().untold().isEmpty() && untold.isEmpty();
        step.next(step.state().withUntold(untold));
        return last ? vote(step) : step;
    }

    private Transition<State, Message, Output> vote(Transition<State, Message, Output> step) {
        State p = step.state();
        Ballot ballot = p.accepted().orElseThrow().ballot();
        if (ballot.proposer().equals(p.self())) {
            return p.tries(ballot) ? accepted(p.self(), step) : step;
        }
        return p.linked().contains(ballot.proposer())
                ? step.send(ballot.proposer(), new Accepted(p.voters().version(), ballot))
                : step;
    }

    /** A voter has accepted: with a majority, it is decided. */
    private Transition<State, Message, Output> accepted(ProcessId voter, Transition<State, Message, Output> step) {
        State p = step.state().tries(attempt -> attempt.withAccepted(Sorted.with(attempt.accepted(), voter)));
        Attempt attempt = p.attempt().orElseThrow();
        step.by(ACCEPTED, p);
        return enough(p, attempt.accepted())
                ? adopt(
                        DECIDE,
                        new Voters(
                                p.voters().version() + 1,
                                attempt.proposed().orElseThrow().voters()),
                        p.self(),
                        step)
                : step;
    }

    /** Whether these voters suffice to promise, or to accept; a variant takes others for enough. */
    boolean enough(State p, SortedSet<ProcessId> some) {
        return majority(p.voters().members(), some);
    }

    private static Transition<State, Message, Output> fail(Transition<State, Message, Output> step) {
        return step.state().attempt().isPresent()
                ? step.next(step.state().withAttempt(Optional.empty())).tell(new Unchanged())
                : step;
    }

    // --- what has been decided

    /** Counts by later voters, and passes them on. */
    private static Transition<State, Message, Output> adopt(
            Rule by, Voters voters, ProcessId from, Transition<State, Message, Output> step) {
        State p = step.state();
        if (voters.version() <= p.voters().version()) {
            return step;
        }
        step.by(by, p.with(next -> next.voters(voters)
                        .promised(Ballot.NONE)
                        .accepted(Optional.empty())
                        .heard(Sorted.map())
                        .untold(Sorted.set())
                        .attempt(Optional.empty())))
                .sendEach(Sorted.without(p.linked(), from), new Decided(voters))
                .tell(new Configured(voters));
        return p.attempt().isPresent()
                ? step.tell(p.attempt().get().wish().equals(voters.members()) ? new Changed() : new Unchanged())
                : step;
    }

    // --- links

    private static Transition<State, Message, Output> onHello(
            ProcessId other, Hello hello, State p, Transition<State, Message, Output> step) {
        if (!p.linked().contains(other)) {
            step.next(p.withLinked(Sorted.with(p.linked(), other))).send(other, p.hello());
        }
        step.by(GREETED, step.state().withGreeted(Sorted.with(p.greeted(), other)));
        adopt(GREETED, hello.voters(), other, step);
        State now = step.state();
        if (hello.voters().version() < now.voters().version()) {
            return step;
        }
        for (Proposal proposal : hello.heard()) {
            now = now.learns(proposal);
        }
        return step.next(now);
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        SortedSet<ProcessId> linked = Sorted.without(Sorted.ids(neighbours), departed);
        step.by(CHANGED, p.with(next -> next.linked(linked)
                .greeted(Sorted.only(p.greeted(), linked::contains))
                .departed(Sorted.union(p.departed(), departed))));
        step.sendEach(Sorted.without(linked, p.linked()), p.hello());
        if (!linked.containsAll(p.linked())) {
            fail(step);
        }
        return told(Sorted.only(p.untold(), linked::contains), step);
    }

    @Override
    public Transition<State, Message, Output> onUndeliverable(
            Neighbour to, Message message, State p, Transition<State, Message, Output> step) {
        return step.by(RETURNED);
    }

    /** What the checker explores. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Output> {
        public Entry() {
            super(new Descriptor<State, Message, User, Input, Output>(
                            "reconfiguration", new VoterAgreement(), Message.class)
                    .withPaper(Paper.of("a change of voters agreed by a majority of the present ones, after L. Lamport,"
                                    + " The Part-Time Parliament")
                            .withCost("at most 6v + 2v(n-1) for v voters of n processes"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withAnyNumbers(true)
                            .withAssumptions(
                                    "a process that returns is another process; a link that fails recovers, or one of its"
                                            + " ends departs"))
                    .withProtocol(start -> new Reconfiguration(start.processes()))
                    .checks(checks -> checks.withInvariants(ReconfigurationChecks.invariants())
                            .withVariants(ReconfigurationChecks::variants)));
        }
    }
}
