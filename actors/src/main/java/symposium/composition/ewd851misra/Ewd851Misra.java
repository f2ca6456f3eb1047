package symposium.composition.ewd851misra;

import static symposium.composition.ewd851misra.Ewd851Misra.Timer.PONG_RESTS;
import static symposium.composition.ewd851misra.Ewd851Misra.Timer.SUSPICION;
import static symposium.composition.ewd851misra.Ewd851MisraRule.C2_RELEASE_AFTER_LOSS;
import static symposium.composition.ewd851misra.Ewd851MisraRule.E10_NO_QUORUM;
import static symposium.composition.ewd851misra.Ewd851MisraRule.E11_ABANDONED;
import static symposium.composition.ewd851misra.Ewd851MisraRule.E8_BOTH_ISSUED;
import static symposium.composition.ewd851misra.Ewd851MisraRule.E9_PONG_ISSUED;
import static symposium.composition.ewd851misra.Ewd851MisraRule.G0_OLDER;
import static symposium.composition.ewd851misra.Ewd851MisraRule.G1_WAKES;
import static symposium.composition.ewd851misra.Ewd851MisraRule.G2_SLEEPS_ON;
import static symposium.composition.ewd851misra.Ewd851MisraRule.G3_OUTBIDS;
import static symposium.composition.ewd851misra.Ewd851MisraRule.G4_PONG_TWICE;
import static symposium.composition.ewd851misra.Ewd851MisraRule.G5_PONG_OVERTAKEN;
import static symposium.composition.ewd851misra.Ewd851MisraRule.N3_SIGNAL_OWED;
import static symposium.composition.ewd851misra.Ewd851MisraRule.S4_SIGNAL_AGAIN;
import static symposium.composition.ewd851misra.Ewd851MisraRule.T3_TOKEN_RESTS;
import static symposium.composition.ewd851misra.Ewd851MisraRule.V0_DEPARTURE;
import static symposium.composition.ewd851misra.Ewd851MisraRule.V1_RELINKED;
import static symposium.composition.ewd851misra.Ewd851MisraRule.V2_CUT_OFF;
import static symposium.composition.ewd851misra.Ewd851MisraRule.V3_CALM;
import static symposium.composition.ewd851misra.Ewd851MisraRule.V4_STALE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.changroberts.ChangRoberts;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.election.changroberts.ChangRoberts.Elected;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.misra.Misra;

/**
 * EWD851 on a ring whose members come and go: its token is Misra's ping, pong watches over it, and where both are lost
 * a leader elected by Chang and Roberts' algorithm issues them again. The three protocols run as they are; see the
 * package for how they fit together.
 */
public final class Ewd851Misra implements Protocol<Ewd851Misra.State, Ewd851Misra.Message, Input, Output> {

    /** What travels on the ring. */
    public sealed interface Message extends Printable {

        /** Every process that the sender knows to have departed. */
        SortedSet<ProcessId> departed();
    }

    /**
     * EWD851's token, which is Misra's ping; to the left.
     *
     * @param fence the fence of the latest grant; its generation is that of the token
     * @param nbping the number of meetings
     */
    public record Ping(SortedSet<ProcessId> departed, Fence fence, int nbping) implements Message {}

    /** EWD851's signal; to the right. */
    public record Signal(SortedSet<ProcessId> departed) implements Message {}

    /**
     * Misra's other token; to the left.
     *
     * @param nbpong the number of meetings, negative
     * @param round what it makes known
     */
    public record Pong(SortedSet<ProcessId> departed, int nbpong, Round round) implements Message {}

    /** A candidate of an election among the processes that have not departed; to the left. */
    public record Ballot(SortedSet<ProcessId> departed, Candidate candidate) implements Message {}

    /** The news of an election, which looks for tokens on its way round; to the left. */
    public record Census(SortedSet<ProcessId> departed, Elected elected, Findings found) implements Message {}

    /** What a process knows of a census of its own. */
    public enum OwnCensus {
        /** None is in transit. */
        NONE,
        /** One is in transit, and neither token has arrived here since. */
        OUT,
        /** One is in transit, and ping has arrived here since, but not pong. */
        PING_SEEN,
        /** One is in transit, and pong has arrived here since. */
        PONG_SEEN
    }

    /**
     * A process of the ring: a machine of EWD851, a process of Misra's and one of Chang and Roberts', and what holds
     * them together.
     *
     * @param departed every process that it knows to have departed
     * @param machine EWD851's machine; it holds the token while ping is here and awake
     * @param tokens Misra's process: the mark, and which of ping and pong are here
     * @param ballot Chang and Roberts' process, as far as the present membership is concerned
     * @param generation the highest generation that it has heard of
     * @param fence the fence of the latest grant, while ping is here
     * @param round what pong makes known, while pong is here
     * @param suspicious whether it suspects that both tokens are lost
     * @param census what it knows of a census of its own
     */
    @RecordBuilder
    public record State(
            SortedSet<ProcessId> departed,
            Ewd851.State machine,
            Misra.State tokens,
            ChangRoberts.State ballot,
            long generation,
            Optional<Fence> fence,
            Optional<Round> round,
            boolean suspicious,
            OwnCensus census)
            implements Ewd851MisraStateBuilder.With {

        /** Its name. */
        public ProcessId self() {
            return ballot.number();
        }

        /** Its links, none when it is cut off. */
        public Neighbours links() {
            return machine.neighbours();
        }

        /** Whether it has no links. */
        public boolean cutOff() {
            return links().isEmpty();
        }

        /** Whether the token is here and may be used. */
        public boolean awake() {
            return machine.holdsToken();
        }

        /** Whether the token is here, but new and not yet known to enough processes. */
        public boolean asleep() {
            return tokens.holdsPing() && !awake();
        }

        /**
         * Whether this machine has called for the token, for a process to the left or its own user, and not had it yet.
         */
        boolean owes() {
            return !awake() && (machine.black() || machine.delayed());
        }

        /**
         * What the token carries on: the fence of the latest grant, or the start of a generation that it has joined
         * since.
         */
        Fence latest() {
            return fence.orElseThrow().max(Fence.start(generation));
        }

        State withoutPing() {
            return with(next ->
                    next.fence(Optional.empty()).tokens(tokens.withoutPing()).machine(machine.withHoldsToken(false)));
        }

        State withoutPong() {
            return with(next -> next.round(Optional.empty()).tokens(tokens.withoutPong()));
        }

        State withFreshBallot() {
            return with(next -> next.ballot(ballot.withParticipant(false)).census(OwnCensus.NONE));
        }

        State between(Neighbours others) {
            return with(next -> next.machine(machine.withNeighbours(others))
                    .tokens(tokens.withNeighbours(others))
                    .ballot(ballot.withNeighbours(others)));
        }

        State seeing(OwnCensus token) {
            return census == OwnCensus.NONE || census.compareTo(token) > 0 ? this : withCensus(token);
        }
    }

    /** The timers of a process. */
    public enum Timer implements symposium.kernel.Timer {
        /** Pong's rest at a process: the pace of its rounds. A host may shorten it for a while after a departure. */
        PONG_RESTS,
        /** How long pong may stay away before an election is called. */
        SUSPICION
    }

    /** After this number of grants of one generation the token joins another where it meets pong. */
    private static final long RENEWAL = Fence.MOST_GRANTS / 2;

    private final Ewd851MisraConfig config;
    private final Optional<ProcessId> holder;
    private final long floor;
    private final Misra misra;
    private final SubProtocol<State, Message, Output, Ewd851.State, Ewd851.Message, Input, Output> machine;
    private final SubProtocol<State, Message, Output, Misra.State, Misra.Message, NoInput, Regenerated> tokens;
    private final SubProtocol<State, Message, Output, ChangRoberts.State, ChangRoberts.Message, Call, Leader> election;

    private final long renewal;

    private Ewd851Misra(Ewd851MisraConfig config, Optional<ProcessId> holder, long floor, long renewal) {
        this.renewal = renewal;
        this.config = config;
        this.holder = holder;
        this.floor = floor;
        ProcessId start = holder.orElse(new ProcessId(Integer.MAX_VALUE, Long.MIN_VALUE));
        misra = new Misra(start, Misra::unbounded);
        machine = new SubProtocol<>(
                new Ewd851(start), State::machine, State::withMachine, this::machineSends, Ewd851Misra::granted);
        tokens =
                new SubProtocol<>(misra, State::tokens, State::withTokens, Ewd851Misra::tokenLeaves, this::regenerated);
        election = new SubProtocol<>(
                new ChangRoberts(), State::ballot, State::withBallot, this::ballotSent, (step, leader) -> {});
    }

    /** A ring whose tokens of the first generation are both at {@code holder}. */
    public static Ewd851Misra startingAt(ProcessId holder, Ewd851MisraConfig config) {
        return new Ewd851Misra(config, Optional.of(holder), 0, RENEWAL);
    }

    /**
     * A ring without tokens: the first ones are issued by the first leader.
     *
     * @param floor every token issued in an election in which this process takes part is of a higher generation than
     * this; 0 or more
     */
    public static Ewd851Misra startingEmpty(long floor, Ewd851MisraConfig config) {
        return new Ewd851Misra(config, Optional.empty(), floor, RENEWAL);
    }

    /** The same with a token that joins a new generation after this number of grants. */
    Ewd851Misra renewedAfter(long grants) {
        return new Ewd851Misra(config, holder, floor, grants);
    }

    Ewd851MisraConfig config() {
        return config;
    }

    @Override
    public List<symposium.kernel.Rule> rules() {
        List<symposium.kernel.Rule> rules = new ArrayList<>(machine.protocol().rules());
        rules.addAll(misra.rules());
        // Where the token moves, the step goes by a rule of EWD851.
        rules.removeAll(List.of(Misra.Rule.PING_MARKS, Misra.Rule.PING_MEETS, Misra.Rule.PING_LEAVES));
        rules.addAll(election.protocol().rules());
        rules.addAll(List.of(Ewd851MisraRule.values()));
        return rules;
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        long generation = holder.isPresent() ? 1 : 0;
        boolean holds = holder.filter(self::equals).isPresent();
        return new State(
                Sorted.set(),
                machine.protocol().initial(self, neighbours),
                misra.initial(self, neighbours),
                election.protocol().initial(self, neighbours),
                generation,
                holds ? Optional.of(Fence.start(generation)) : Optional.empty(),
                holds ? Optional.of(new Round(generation, 0)) : Optional.empty(),
                holder.isEmpty(),
                OwnCensus.NONE);
    }

    @Override
    public List<Timer> initialTimers(State initial) {
        boolean suspects = config.bySilence() || initial.suspicious();
        return Stream.of(Timer.values())
                .filter(timer -> timer == SUSPICION ? suspects : initial.round().isPresent())
                .toList();
    }

    /**
     * A process receives nothing from the future: the news that its neighbour has departed comes from the membership
     * first.
     */
    @Override
    public boolean admits(State p, Neighbour from, Message message) {
        return !p.cutOff()
                && p.links().all().stream()
                        .noneMatch(neighbour -> message.departed().contains(neighbour.id()));
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        learn(message.departed(), step);
        if (message instanceof Ping ping) {
            return onPing(ping, step);
        }
        if (message instanceof Signal) {
            return step.state().machine().black()
                    ? step.by(S4_SIGNAL_AGAIN)
                    : step.run(machine, new Event.Received<>(from, new Ewd851.Signal()));
        }
        if (message instanceof Pong pong) {
            return onPong(pong, step);
        }
        if (!message.departed().equals(step.state().departed())) {
            return step.by(V4_STALE);
        }
        return message instanceof Ballot ballot
                ? step.run(election, new Event.Received<>(from, ballot.candidate()))
                : onCensus((Census) message, step);
    }

    // --- EWD851

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        if (input == Input.ENTER
                && p.cutOff()
                && p.machine().neutral()
                && p.machine().white()) {
            return step.by(N3_SIGNAL_OWED, p.withMachine(p.machine().withEngagement(User.WAITING)));
        }
        return input == Input.RELEASE && !p.machine().critical()
                ? step.by(C2_RELEASE_AFTER_LOSS)
                : step.run(machine, new Event.Input<>(input));
    }

    private static void granted(Transition<State, Message, Output> step, Output granted) {
        Fence fence = step.state().latest().next();
        step.next(step.state().withFence(Optional.of(fence))).tell(new Output.Granted(fence));
    }

    private void machineSends(Transition<State, Message, Output> step, Neighbour to, Ewd851.Message message) {
        symposium.kernel.Rule rule = step.rule();
        if (message instanceof Ewd851.Token) {
            step.run(tokens, new Event.Timeout<>(Misra.Timer.PING_RESTS)).by(rule);
        } else {
            step.send(to, new Signal(step.state().departed()));
        }
    }

    /** A process that has called for a lost token calls for the one that comes after it. */
    private static void callAgain(Transition<State, Message, Output> step) {
        State p = step.state();
        if (p.owes() && !p.cutOff()) {
            step.send(p.links().right(), new Signal(p.departed()));
        }
    }

    // --- Misra

    private Transition<State, Message, Output> onPing(Ping ping, Transition<State, Message, Output> step) {
        if (ping.fence().generation() < step.state().generation()) {
            callAgain(step);
            return step.by(G0_OLDER);
        }
        hear(ping.fence().generation(), step);
        step.require(step.state().fence().isEmpty(), "there is one token of a generation");
        step.next(step.state().seeing(OwnCensus.PING_SEEN).withFence(Optional.of(ping.fence())));
        arrives(new Misra.Ping(ping.nbping()), step);
        symposium.kernel.Rule rule = step.rule();
        receiveToken(step);
        return rule == Misra.Rule.PING_REGENERATES ? step.by(rule) : step;
    }

    private Transition<State, Message, Output> receiveToken(Transition<State, Message, Output> step) {
        State p = step.state();
        return p.machine().white() && p.machine().neutral()
                ? step.by(T3_TOKEN_RESTS, p.withMachine(p.machine().withHoldsToken(true)))
                : step.run(machine, new Event.Received<>(p.links().right(), new Ewd851.Token()));
    }

    private Transition<State, Message, Output> onPong(Pong pong, Transition<State, Message, Output> step) {
        Round coming = pong.round();
        State p = step.state();
        if (coming.generation() < p.generation()) {
            return step.by(G0_OLDER);
        }
        hear(coming.generation(), step);
        if (step.state().tokens().holdsPong()) {
            return step.by(G4_PONG_TWICE);
        }
        if (p.generation() == coming.generation() && overtaken(pong, p.tokens())) {
            return step.by(G5_PONG_OVERTAKEN);
        }
        step.next(step.state().seeing(OwnCensus.PONG_SEEN));
        calm(step);
        arrives(new Misra.Pong(pong.nbpong()), step);
        if (step.rule() == Misra.Rule.PONG_REGENERATES) {
            return step;
        }
        if (p.awake() && (p.generation() < coming.generation() || exhausted(step.state()))) {
            long newer = config.generationAfter(coming.generation(), p.self());
            return carry(new Round(newer, 0), step.by(G3_OUTBIDS, step.state().withGeneration(newer)));
        }
        return step.state().asleep() ? onPongBack(coming, step) : carry(coming.visiting(config.quorum()), step);
    }

    /** Whether ping, if it is here, has been met since by another pong, or has regenerated one. */
    private static boolean overtaken(Pong pong, Misra.State here) {
        return here.holdsPing() && -pong.nbpong() < here.ping().getAsInt();
    }

    /** Whether the token, which is here, is to join a new generation: fences of this one may end to be numbers. */
    private boolean exhausted(State p) {
        return p.latest().grant() >= renewal;
    }

    private Transition<State, Message, Output> onPongBack(Round coming, Transition<State, Message, Output> step) {
        if (coming.visits() < config.quorum()) {
            return carry(new Round(coming.generation(), 1), step.by(G2_SLEEPS_ON));
        }
        carry(new Round(coming.generation(), 0), step);
        return receiveToken(step).by(G1_WAKES);
    }

    /**
     * A token arrives. One that is here is not lost, whatever the mark says: when a member joins, a token in transit
     * over a link that is gone may be overtaken by the other, and for a while there may be two pongs.
     */
    private void arrives(Misra.Message token, Transition<State, Message, Output> step) {
        Misra.State here = step.state().tokens();
        if (here.holdsPing() || here.holdsPong()) {
            step.next(step.state().withTokens(here.withMark(0)));
        }
        step.run(tokens, part -> misra.arrives(token, part.state(), part));
    }

    private void regenerated(Transition<State, Message, Output> step, Regenerated token) {
        State p = step.state();
        if (token == Regenerated.PING) {
            issueToken(config.generationAfter(p.generation(), p.self()), step);
        } else {
            carry(new Round(p.generation(), 0), step);
        }
    }

    /** The token, which is here, is new and sleeps; pong makes it known. */
    private Transition<State, Message, Output> issueToken(long generation, Transition<State, Message, Output> step) {
        step.next(step.state().with(next -> next.generation(generation).fence(Fence.start(generation))));
        return carry(new Round(generation, 1), step);
    }

    /** Pong, which is here, rests, and makes this known afterwards. */
    private Transition<State, Message, Output> carry(Round round, Transition<State, Message, Output> step) {
        step.next(step.state().withRound(Optional.of(round))).schedule(PONG_RESTS);
        return config.bySilence() ? step.schedule(SUSPICION) : step;
    }

    private static void tokenLeaves(Transition<State, Message, Output> step, Neighbour left, Misra.Message token) {
        State p = step.state();
        if (token instanceof Misra.Ping ping) {
            step.send(left, new Ping(p.departed(), p.latest(), ping.nbping())).next(p.withFence(Optional.empty()));
        } else {
            int nbpong = ((Misra.Pong) token).nbpong();
            step.send(left, new Pong(p.departed(), nbpong, p.round().orElseThrow()))
                    .next(p.withRound(Optional.empty()));
        }
    }

    /** Notes a generation. What is older and not in use is forgotten, and so is the mark. */
    private void hear(long generation, Transition<State, Message, Output> step) {
        State p = step.state();
        if (generation > p.generation()) {
            if (p.round().isPresent()) {
                step.cancel(PONG_RESTS);
            }
            State kept = p.asleep() ? p.withoutPing().withoutPong() : p.withoutPong();
            step.next(kept.with(
                    next -> next.generation(generation).tokens(kept.tokens().withMark(0))));
            callAgain(step);
        }
    }

    @Override
    public Transition<State, Message, Output> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Message, Output> step) {
        return timer == SUSPICION
                ? onSuspicion(p, step)
                : step.run(tokens, new Event.Timeout<>(Misra.Timer.PONG_RESTS));
    }

    // --- membership

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        boolean news = learn(departed, step);
        if (now.isEmpty()) {
            return cutOff(step);
        }
        boolean leftDeparted = !p.cutOff() && departed.contains(p.links().left().id());
        State next = step.state().between(now);
        step.by(news || leftDeparted ? V0_DEPARTURE : V1_RELINKED, next);
        if (!news && next.tokens().holdsPong()) {
            // The news may have come with a message, before the host knew that pong is to hurry.
            step.schedule(PONG_RESTS);
        }
        if ((leftDeparted || p.cutOff()) && !next.tokens().holdsPong()) {
            // What was in transit over the link to the left is lost, a ballot perhaps among it.
            step.next(next.withFreshBallot().withSuspicious(true)).schedule(SUSPICION);
        }
        if (p.cutOff() || !p.links().right().equals(now.right())) {
            callAgain(step);
        }
        return step;
    }

    /** A process that is cut off gives up both tokens, and a user that was using one is told. */
    private static Transition<State, Message, Output> cutOff(Transition<State, Message, Output> step) {
        State p = step.state();
        if (p.machine().critical()) {
            step.tell(new Output.Lost(p.fence().orElseThrow()));
            p = p.withMachine(p.machine().withEngagement(User.IDLE));
        }
        if (p.round().isPresent()) {
            step.cancel(PONG_RESTS);
        }
        State without = p.withoutPing().withoutPong().withFreshBallot().between(Neighbours.none());
        return step.by(V2_CUT_OFF, without.withTokens(without.tokens().withMark(0)));
    }

    /**
     * Notes departures; says whether there are new ones. A sleeping token does not survive one, and elections begin
     * again.
     */
    private static boolean learn(SortedSet<ProcessId> departed, Transition<State, Message, Output> step) {
        State p = step.state();
        if (p.departed().containsAll(departed)) {
            return false;
        }
        State next = p.withFreshBallot().withDeparted(Sorted.union(p.departed(), departed));
        step.next(p.asleep() ? next.withoutPing() : next);
        if (p.tokens().holdsPong()) {
            step.schedule(PONG_RESTS);
        }
        if (p.suspicious()) {
            step.schedule(SUSPICION);
        }
        return true;
    }

    // --- Chang and Roberts, and the census

    private Transition<State, Message, Output> onSuspicion(State p, Transition<State, Message, Output> step) {
        if (config.bySilence()) {
            step.schedule(SUSPICION);
        }
        if (p.cutOff() || p.tokens().holdsPong() || !config.bySilence() && !p.suspicious()) {
            return step.by(V3_CALM);
        }
        return step.next(config.bySilence() ? p.withFreshBallot() : p).run(election, new Event.Input<>(Call.INITIATE));
    }

    private void calm(Transition<State, Message, Output> step) {
        if (step.state().suspicious()) {
            step.next(step.state().withSuspicious(false));
            if (!config.bySilence()) {
                step.cancel(SUSPICION);
            }
        }
    }

    private void ballotSent(Transition<State, Message, Output> step, Neighbour left, ChangRoberts.Message message) {
        State p = step.state();
        if (message instanceof Elected elected) {
            step.send(left, new Census(p.departed(), elected, findings(p)))
                    .next(p.census() == OwnCensus.NONE ? p.withCensus(OwnCensus.OUT) : p);
        } else {
            step.send(left, new Ballot(p.departed(), (Candidate) message));
        }
    }

    private Findings findings(State p) {
        return new Findings(
                Math.max(p.generation(), floor), 1, p.awake(), p.tokens().holdsPong());
    }

    private Transition<State, Message, Output> onCensus(Census news, Transition<State, Message, Output> step) {
        State p = step.state();
        int order = news.elected().number().compareTo(p.self());
        boolean none = p.census() == OwnCensus.NONE;
        if (order == 0 ? none : order < 0 && !none) {
            return step.by(E11_ABANDONED);
        }
        step.next(p.withFreshBallot());
        if (order == 0) {
            return onCensusBack(news.found(), p.census(), step);
        }
        Findings found = news.found().and(findings(p), config.quorum());
        if (found.ping() || found.pong()) {
            calm(step);
        }
        return step.by(ChangRoberts.Rule.E6_TOLD)
                .send(p.links().left(), new Census(p.departed(), news.elected(), found));
    }

    private Transition<State, Message, Output> onCensusBack(
            Findings found, OwnCensus seen, Transition<State, Message, Output> step) {
        State p = step.state();
        boolean ping = found.ping() || seen == OwnCensus.PING_SEEN || p.awake();
        boolean pong = found.pong() || seen == OwnCensus.PONG_SEEN || p.tokens().holdsPong();
        if (pong || ping && !config.bySilence()) {
            calm(step);
            return step.by(ChangRoberts.Rule.E7_RETURNED);
        }
        if (found.visits() < config.quorum()) {
            return step.by(E10_NO_QUORUM);
        }
        calm(step);
        hear(config.generationAfter(Math.max(p.generation(), found.generation()), p.self()), step);
        State next = step.state();
        Misra.State tokens = next.tokens();
        step.next(next.withTokens(ping && !next.awake() ? tokens.withPong(OptionalInt.of(-1)) : tokens.withBoth(1)));
        return ping
                ? carry(new Round(next.generation(), 0), step.by(E9_PONG_ISSUED))
                : issueToken(next.generation(), step.by(E8_BOTH_ISSUED));
    }

    /**
     * The catalogue entry. Both tokens start at the holder; where membership is dynamic, a leader is elected to issue
     * them.
     */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("ewd851-misra", Message.class)
                    .withPaper(Paper.of(
                                    "EWD851 (1983), with token regeneration (Misra 1983) and election (Chang and Roberts 1979)"
                                            + " after Raynal, sections 4.2 and 5.2")
                            .withCost("as ewd851, and pong's rounds of n at the pace that is configured"))
                    .withSystem(
                            SystemModel.of(Channels.FIFO, Shape.RING)
                                    .withTolerates(MembershipTolerance.ANY_CHANGE)
                                    .withAssumptions(
                                            "processes crash, and the others are told; nothing is lost but to and from the dead"))
                    .withTimers(List.of(Timer.values()))
                    .withLossDetectionTimers(List.of(PONG_RESTS))
                    .withRegenerations(Set.of(
                            Misra.Rule.PING_REGENERATES, Misra.Rule.PONG_REGENERATES, E8_BOTH_ISSUED, E9_PONG_ISSUED))
                    .withProtocol(start -> startingAt(start.holder(), Ewd851MisraConfig.of(start, LossDetection.NEWS)))
                    .withDynamicMembership(
                            (start, floor) -> startingEmpty(floor, Ewd851MisraConfig.of(start, LossDetection.SILENCE)))
                    .checks(checks -> checks.withQuotient(Optional.of(new Ewd851MisraQuotient()))
                            .withInvariants(Ewd851MisraChecks.invariants())
                            .withUntrueUnderDynamicMembership(
                                    Set.of(Ewd851MisraChecks.ONE_PING, Ewd851MisraChecks.ONE_PONG))
                            .withUnderSuspicion(Optional.of(
                                    Ewd851MisraChecks.underSuspicion().list()))
                            .withVariants(Ewd851MisraChecks::variants)));
        }
    }
}
