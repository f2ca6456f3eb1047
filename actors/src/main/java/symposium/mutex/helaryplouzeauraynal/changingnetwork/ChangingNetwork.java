package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.Printable.Carrier;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.AlreadySeen;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.ReqId;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.FloodedCensus.Answer;

/**
 * One process of Hélary, Plouzeau and Raynal with the enhancements of section 7: the procedures of section 4.3 on a
 * network that changes, and a {@link FloodedCensus} that makes a new token when processes depart.
 */
public class ChangingNetwork implements Protocol<ChangingNetwork.State, ChangingNetwork.Message, Input, Output> {

    /** What the processes send. */
    public sealed interface Message extends Printable {}

    /**
     * A request on its way to every process, as in section 4.1.
     *
     * @param reqId identifies it; the same in all attempts
     * @param attempt how often its origin has broadcast it before
     * @param alreadySeen processes that have received it or are about to
     */
    public record Req(ReqId reqId, int attempt, AlreadySeen alreadySeen) implements Message {}

    /**
     * The token, on its way to its next owner.
     *
     * @param privilege what it carries
     * @param elec the final addressee
     * @param handedOver whether elec has not asked for it: a process that leaves forces the token to leave first
     */
    public record Token(Privilege privilege, ProcessId elec, boolean handedOver) implements Message {}

    /**
     * Something has changed at a process: every process that waits broadcasts its request again. It goes to every
     * process.
     *
     * @param origin where it has changed
     * @param count how often something has changed there
     * @param heard the highest epoch that the sender has heard of
     * @param alreadySeen processes that have received it or are about to
     */
    public record Alarm(ProcessId origin, long count, long heard, AlreadySeen alreadySeen) implements Message {}

    /** A message of the census. */
    public record OfCensus(FloodedCensus.Message carried) implements Message, Carrier {}

    /**
     * What the token carries.
     *
     * @param lud for each process, its logical clock when it was satisfied last, as far as it is known
     * @param fence that of the latest grant; its generation is the epoch of the token
     */
    public record Privilege(SortedMap<ProcessId, Long> lud, Fence fence) {
        @Override
        public String toString() {
            return fence + " " + lud;
        }
    }

    /**
     * A request that has come.
     *
     * @param request which
     * @param attempt which broadcast of it
     * @param via the neighbour that it came from
     */
    public record Known(ReqId request, int attempt, ProcessId via) {

        /** Whether it is younger than {@code other}, or a later attempt of the same. */
        boolean supersedes(Known other) {
            return request.time() > other.request.time()
                    || request.time() == other.request.time() && attempt > other.attempt;
        }
    }

    /** Where a process is between coming and going. */
    public enum Phase {
        /** It has not had any neighbours yet, and there may be no token. */
        NEW,
        /** It takes part. */
        PRESENT,
        /** It has been asked to leave. */
        LEAVING
    }

    /**
     * A process: the variables of section 4.2, and those of section 7.
     *
     * @param census its neighbours, the departures that it knows of, and the epoch that it has promised
     * @param clock {@code C_i}; a request takes its time from it and advances it
     * @param asked the time of its own request, while it waits
     * @param attempt how often it has broadcast that request again
     * @param token what the token carries, while it is here
     * @param inCS {@code in_CS_i}
     * @param reqArray by origin, the youngest request that has come, and of that the latest attempt
     * @param alarms by origin, the number of the latest alarm
     * @param lent the neighbour to which it has sent the token last, where a link may lose it without a word
     * @param phase whether it has just come, takes part, or is about to leave
     */
    @RecordBuilder
    public record State(
            FloodedCensus.State census,
            long clock,
            OptionalLong asked,
            int attempt,
            Optional<Privilege> token,
            boolean inCS,
            SortedMap<ProcessId, Known> reqArray,
            SortedMap<ProcessId, Long> alarms,
            Optional<ProcessId> lent,
            Phase phase)
            implements ChangingNetworkStateBuilder.With {

        public ProcessId self() {
            return census.self();
        }

        public Neighbours neighbours() {
            return census.neighbours();
        }

        /** {@code token_here_i}. */
        public boolean tokenHere() {
            return token.isPresent();
        }

        /** Whether it has asked and not been granted. */
        public boolean waits() {
            return asked.isPresent();
        }

        /** Its own request, while it waits. */
        Stream<ReqId> own() {
            return asked.stream().mapToObj(time -> new ReqId(self(), time));
        }

        State withoutToken() {
            return withToken(Optional.empty());
        }

        /** The same in a network that has had its census. */
        State counted() {
            return with(next -> next.lent(Optional.empty()).phase(phase == Phase.NEW ? Phase.PRESENT : phase));
        }

        /** The own answer to a census: satisfied are all requests but the one that waits. */
        Answer answer() {
            Set<Integer> places =
                    census.departed().stream().map(ProcessId::number).collect(Collectors.toSet());
            Stream<ProcessId> known = Stream.of(
                            Stream.of(self()),
                            Sorted.ids(neighbours()).stream(),
                            reqArray.keySet().stream(),
                            alarms.keySet().stream())
                    .flatMap(each -> each);
            return new Answer(
                    asked.orElse(clock) - 1,
                    Sorted.set(known.filter(each -> places.contains(each.number())
                                    && !census.departed().contains(each))
                            .toList()));
        }
    }

    private final Optional<ProcessId> holder;
    private final int quorum;
    private final boolean silentLinks;
    private final FloodedCensus flooded;
    private final SubProtocol<
                    State, Message, Output, FloodedCensus.State, FloodedCensus.Message, Answer, FloodedCensus.Output>
            census;

    private ChangingNetwork(Start start, Optional<ProcessId> holder, boolean silentLinks, FloodedCensus flooded) {
        this.holder = holder;
        this.quorum = start.quorum();
        this.silentLinks = silentLinks;
        this.flooded = flooded;
        census = SubProtocol.of(flooded, State::census, State::withCensus, OfCensus::new, this::hear);
    }

    /**
     * All processes are there at the start, and the token is at the holder; a link that fails gives back what was in
     * transit.
     */
    ChangingNetwork(Start start) {
        this(start, new FloodedCensus(start, 0));
    }

    /** The same with this census. */
    ChangingNetwork(Start start, FloodedCensus census) {
        this(start, Optional.of(start.holder()), false, census);
    }

    /**
     * There is no token before all processes have come and promised one; a link that fails may lose what was in transit
     * without a word.
     *
     * @param floor the epoch of the token is higher
     */
    static ChangingNetwork startingEmpty(Start start, long floor) {
        return new ChangingNetwork(start, Optional.empty(), true, new FloodedCensus(start, floor));
    }

    @Override
    public List<ChangingNetworkRule> rules() {
        return List.of(ChangingNetworkRule.values());
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return ChangingNetworkStateBuilder.builder()
                .census(flooded.initial(self, neighbours))
                .token(holder.filter(self::equals).map(here -> new Privilege(Sorted.map(), Fence.start(0))))
                .reqArray(Sorted.map())
                .alarms(Sorted.map())
                .phase(holder.isPresent() ? Phase.PRESENT : Phase.NEW)
                .build();
    }

    @Override
    public Step<State, Message, Output> step(State p, Event<Message, Input> event) {
        Transition<State, Message, Output> step = transition(p, event);
        State next = step.state();
        return (next.phase() == Phase.LEAVING && !next.inCS() && !next.waits() ? leaves(step) : step).step();
    }

    // --- section 4.3

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return input == Input.ENTER ? enterCS(p, step) : exitCS(p, step);
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Req req) {
            return receiveRequest(from, req, p, step);
        }
        if (message instanceof Token token) {
            return receiveToken(token, p, step);
        }
        return message instanceof Alarm alarm
                ? receiveAlarm(alarm, p, step)
                : step.run(census, new Event.Received<>(from, ((OfCensus) message).carried()));
    }

    private Transition<State, Message, Output> enterCS(State p, Transition<State, Message, Output> step) {
        step.next(
                p.with(next -> next.asked(OptionalLong.of(p.clock())).attempt(0).clock(p.clock() + 1)));
        return p.tokenHere() && !cutOff(p)
                ? enters(step.by(ChangingNetworkRule.ENTER_HERE))
                : broadcast(step.by(ChangingNetworkRule.ENTER_ASK));
    }

    private Transition<State, Message, Output> exitCS(State p, Transition<State, Message, Output> step) {
        if (!p.inCS()) {
            return step.by(ChangingNetworkRule.EXIT_LATE);
        }
        step.next(p.withInCS(false));
        if (p.census().owes()) {
            return reports(step.next(step.state().withoutToken())).by(ChangingNetworkRule.EXIT_REPORT);
        }
        return step.by(transmitToken(step) ? ChangingNetworkRule.EXIT_TRANSMIT : ChangingNetworkRule.EXIT_KEEP);
    }

    private Transition<State, Message, Output> receiveRequest(
            Neighbour from, Req req, State p, Transition<State, Message, Output> step) {
        ProcessId origin = req.reqId().origin();
        Known known = p.reqArray().get(origin);
        Known now = new Known(req.reqId(), req.attempt(), from.id());
        if (origin.equals(p.self()) || closed(origin, p) || known != null && !now.supersedes(known)) {
            return step.by(ChangingNetworkRule.REQUEST_OLD);
        }
        step.next(p.with(next -> next.clock(Math.max(p.clock(), req.reqId().time()) + 1)
                .reqArray(Sorted.with(p.reqArray(), origin, now))));
        req.alreadySeen().flood(p.neighbours(), seen -> new Req(req.reqId(), req.attempt(), seen), step);
        return step.by(transmitToken(step) ? ChangingNetworkRule.REQUEST_TRANSMIT : ChangingNetworkRule.REQUEST_NEW);
    }

    private Transition<State, Message, Output> receiveToken(
            Token token, State before, Transition<State, Message, Output> step) {
        long epoch = token.privilege().fence().generation();
        if (epoch < before.census().promised()) {
            return step.by(ChangingNetworkRule.TOKEN_OLD);
        }
        State p = before.withCensus(before.census().receivedToken(epoch));
        boolean own = token.elec().equals(p.self());
        Optional<Neighbour> exit = exit(token.elec(), p);
        if (!own && exit.isPresent()) {
            return send(exit.get(), token, step.by(ChangingNetworkRule.TOKEN_HANDLE, p));
        }
        step.next(p.with(next -> next.lent(Optional.empty()).token(token.privilege())));
        if (own && p.waits() && !cutOff(p)) {
            return enters(step.by(ChangingNetworkRule.TOKEN_OWN));
        }
        if (own) {
            transmitToken(step);
        } else {
            computeNewAddressee(step);
        }
        return step.by(own ? ChangingNetworkRule.TOKEN_RESTS : ChangingNetworkRule.TOKEN_STUCK);
    }

    /**
     * Lets an idle token go to the origin of the oldest pending request that there is an exit for, the own request
     * included; says whether the token has gone or is in use now.
     */
    private boolean transmitToken(Transition<State, Message, Output> step) {
        State p = step.state();
        if (!p.tokenHere() || p.inCS() || cutOff(p)) {
            return false;
        }
        Optional<ProcessId> elec = pending(p).min(Comparator.naturalOrder()).map(ReqId::origin);
        if (elec.equals(Optional.of(p.self()))) {
            enters(step);
        } else {
            elec.ifPresent(other -> hands(exit(other, p).orElseThrow(), other, false, step));
        }
        return elec.isPresent();
    }

    /** X: the pending requests that there is an exit for, the own request included. */
    Stream<ReqId> pending(State p) {
        SortedMap<ProcessId, Long> lud = p.token().orElseThrow().lud();
        Stream<ReqId> others = p.reqArray().values().stream()
                .map(Known::request)
                .filter(request ->
                        request.pending(lud) && exit(request.origin(), p).isPresent());
        return Stream.concat(others, p.own());
    }

    /**
     * Sends the token away. Line (A) only marks the end of the own requests that are satisfied, so a process that waits
     * does not run it.
     */
    Transition<State, Message, Output> hands(
            Neighbour via, ProcessId elec, boolean over, Transition<State, Message, Output> step) {
        State p = step.state();
        Privilege here = p.token().orElseThrow();
        if (p.waits()) {
            return send(via, new Token(here, elec, over), step.next(p.withoutToken()));
        }
        Privilege next = new Privilege(Sorted.with(here.lud(), p.self(), p.clock()), here.fence());
        return send(via, new Token(next, elec, over), step.next(p.withoutToken().withClock(p.clock() + 1)));
    }

    private static Transition<State, Message, Output> enters(Transition<State, Message, Output> step) {
        State p = step.state();
        Privilege here = p.token().orElseThrow();
        Fence fence = here.fence().next();
        return step.next(p.with(next -> next.token(new Privilege(here.lud(), fence))
                        .inCS(true)
                        .asked(OptionalLong.empty())
                        .attempt(0)))
                .tell(new Output.Granted(fence));
    }

    /** The neighbour from which the latest attempt of the request has come, if it still is one. */
    private Optional<Neighbour> exit(ProcessId elec, State p) {
        return Optional.ofNullable(p.reqArray().get(elec))
                .filter(known -> !closed(elec, p))
                .map(known -> Neighbour.of(known.via()))
                .filter(p.neighbours()::contains);
    }

    /** Whether the requests of this process are answered no more: it has departed. */
    boolean closed(ProcessId origin, State p) {
        return p.census().departed().contains(origin);
    }

    /** Broadcasts the own request. */
    private static Transition<State, Message, Output> broadcast(Transition<State, Message, Output> step) {
        State p = step.state();
        ReqId own = p.own().findFirst().orElseThrow();
        return AlreadySeen.by(p.self()).flood(p.neighbours(), seen -> new Req(own, p.attempt(), seen), step);
    }

    private Transition<State, Message, Output> send(
            Neighbour to, Token token, Transition<State, Message, Output> step) {
        return (silentLinks ? step.next(step.state().withLent(Optional.of(to.id()))) : step).send(to, token);
    }

    // --- 7.1.1: channel failure

    /** Fewer than a quorum can be reached. */
    private boolean cutOff(State p) {
        return p.neighbours().isEmpty() && quorum > 1;
    }

    @Override
    public Transition<State, Message, Output> onUndeliverable(
            Neighbour to, Message message, State before, Transition<State, Message, Output> step) {
        step.run(census, part -> flooded.reaches(before.neighbours().without(List.of(to.id())), part));
        State p = step.state();
        if (message instanceof Token back
                && back.privilege().fence().generation() >= p.census().promised()) {
            step.next(p.with(next -> next.lent(Optional.empty()).token(back.privilege())));
            computeNewAddressee(step);
        }
        return loses(step).by(ChangingNetworkRule.UNDELIVERABLE);
    }

    /** (2): "this node has to compute a new addressee". */
    void computeNewAddressee(Transition<State, Message, Output> step) {
        transmitToken(step);
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State before, Transition<State, Message, Output> step) {
        State p = loses(step.run(census, new Event.NeighboursChanged<>(now, departed)))
                .state();
        boolean gap =
                !p.tokenHere() && !p.census().covered().containsAll(p.census().departed());
        if (gap || lost(p) || p.phase() == Phase.NEW) {
            seek(step);
        }
        transmitToken(step);
        return step;
    }

    /** A link that has failed may have lost the token without a word. */
    private boolean lost(State p) {
        return silentLinks
                && !p.tokenHere()
                && p.lent()
                        .filter(to -> !p.neighbours().contains(Neighbour.of(to)))
                        .isPresent();
    }

    /**
     * A process that is cut off is told that it is no longer in the critical section; it keeps the token, and does not
     * use it until it is back.
     */
    private Transition<State, Message, Output> loses(Transition<State, Message, Output> step) {
        State p = step.state();
        if (!p.inCS() || !cutOff(p)) {
            return step;
        }
        step.next(p.withInCS(false))
                .tell(new Output.Lost(p.token().orElseThrow().fence()));
        return p.census().owes() ? reports(step.next(step.state().withoutToken())) : step;
    }

    private Transition<State, Message, Output> receiveAlarm(
            Alarm alarm, State before, Transition<State, Message, Output> step) {
        State p = before.withCensus(before.census().hearing(alarm.heard()));
        if (p.alarms().getOrDefault(alarm.origin(), 0L) >= alarm.count()) {
            return step.by(ChangingNetworkRule.ALARM_OLD, p);
        }
        return again(raises(alarm.origin(), alarm.count(), alarm.alreadySeen(), step.by(ChangingNetworkRule.ALARM, p)));
    }

    private static Transition<State, Message, Output> raises(
            ProcessId origin, long count, AlreadySeen alreadySeen, Transition<State, Message, Output> step) {
        State p = step.state();
        return alreadySeen.flood(
                p.neighbours(),
                seen -> new Alarm(origin, count, p.census().heard(), seen),
                step.next(p.withAlarms(Sorted.with(p.alarms(), origin, count))));
    }

    /** "Restarting a broadcast ... using the original timestamp of that request"; a census begins again as well. */
    private Transition<State, Message, Output> again(Transition<State, Message, Output> step) {
        State p = step.state();
        if (p.waits()) {
            broadcast(step.next(p.withAttempt(p.attempt() + 1)));
        }
        return beginsCensusAgain(step);
    }

    final Transition<State, Message, Output> beginsCensusAgain(Transition<State, Message, Output> step) {
        return step.state().census().counting() ? seek(step) : step;
    }

    // --- 7.1.2: process failure

    /** Begins a census, or begins it again. The step goes by the rule so far. */
    Transition<State, Message, Output> seek(Transition<State, Message, Output> step) {
        State p = step.state();
        if (cutOff(p) || p.inCS()) {
            return step;
        }
        Rule soFar = step.rule();
        return step.next(p.counted().withoutToken())
                .run(census, part -> flooded.begins(p.answer(), part))
                .by(soFar);
    }

    /** Reports to the census that the process has promised. The step goes by the rule so far. */
    Transition<State, Message, Output> reports(Transition<State, Message, Output> step) {
        Rule soFar = step.rule();
        return step.run(census, new Event.Input<>(step.state().answer())).by(soFar);
    }

    void hear(Transition<State, Message, Output> step, FloodedCensus.Output output) {
        State p = step.state();
        if (output instanceof FloodedCensus.Changed changed) {
            linksHaveChanged(changed.grown(), step);
        } else if (output instanceof FloodedCensus.Complete complete) {
            step.next(p.withToken(Optional.of(
                    new Privilege(complete.lud(), Fence.start(p.census().promised())))));
            transmitToken(step);
        } else if (p.inCS()) {
            step.by(ChangingNetworkRule.CENSUS_CRITICAL, p.counted());
        } else {
            reports(step.next(p.counted().withoutToken()));
        }
    }

    /** The network learns of it, so that every process that waits broadcasts its request again. */
    void linksHaveChanged(boolean grown, Transition<State, Message, Output> step) {
        State p = step.state();
        long count = p.alarms().getOrDefault(p.self(), 0L) + 1;
        again(raises(p.self(), count, AlreadySeen.by(p.self()), step));
    }

    // --- 7.2: reconfiguration

    @Override
    public Transition<State, Message, Output> onLeave(State p, Transition<State, Message, Output> step) {
        step.next(p.withPhase(Phase.LEAVING));
        if (p.inCS() || p.waits()) {
            return step.by(ChangingNetworkRule.LEAVE_LATER);
        }
        return step.by(
                p.tokenHere() && !p.neighbours().isEmpty()
                        ? ChangingNetworkRule.LEAVE_HANDOVER
                        : ChangingNetworkRule.LEAVE);
    }

    /** "Suppression of a node must wait until the token leaves the node, or must force it to leave." */
    private Transition<State, Message, Output> leaves(Transition<State, Message, Output> step) {
        State p = step.state();
        boolean idle = p.tokenHere() && !transmitToken(step);
        if (idle && !p.neighbours().isEmpty()) {
            handOver(p.neighbours().all().get(0), step);
        }
        return step.leave();
    }

    void handOver(Neighbour heir, Transition<State, Message, Output> step) {
        hands(heir, heir.id(), true, step);
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("helary-plouzeau-raynal-7", Message.class)
                    .withPaper(
                            Paper.of(
                                            "J. M. Helary, N. Plouzeau and M. Raynal, A Distributed Algorithm for Mutual Exclusion in an"
                                                    + " Arbitrary Network, 1987, section 7; without brothers and uncles: a process chooses its exit again")
                                    .withCost(
                                            "as helary-plouzeau-raynal; at most 2e more for each end of a link that changes, and as many for"
                                                    + " each request that waits then; at most 2e and the ways of n-1 reports for a census"))
                    .withSystem(SystemModel.onAnyGraph(Channels.UNORDERED, Shape.CYCLE)
                            .withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withLeaves(true)
                            .withAssumptions(
                                    "any graph, of which a process knows its neighbours and the number of nodes; links and"
                                            + " processes fail and come back, and those concerned are told"))
                    .withRegenerations(Set.of(ChangingNetworkRule.REGENERATION))
                    .withProtocol(start -> new ChangingNetwork(start))
                    .withDynamicMembership(ChangingNetwork::startingEmpty)
                    .checks(checks -> checks.withInvariants(ChangingNetworkChecks.invariants())
                            .withVariants(ChangingNetworkChecks::variants)));
        }
    }
}
