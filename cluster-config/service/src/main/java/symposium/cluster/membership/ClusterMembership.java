package symposium.cluster.membership;

import akka.actor.ActorIdentity;
import akka.actor.Address;
import akka.actor.Identify;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.GetCurrentState;
import akka.cluster.typed.Subscribe;
import akka.remote.FailureDetectorRegistry;
import akka.remote.artery.ThisActorSystemQuarantinedEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.settings.Settings;
import symposium.kernel.ProcessId;
import symposium.membership.MembershipReading;
import symposium.membership.MembershipReading.Refusal;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.wire.DescriptionQuery;
import symposium.wire.DescriptionQuery.Description;

/**
 * Turns cluster events into the members and the departed processes, by a {@link MembershipReading} of the members that
 * carry the role and have described themselves. A node that finds an older member with its own number, or one that
 * disagrees with its configuration, is the newcomer and has to end.
 */
public final class ClusterMembership extends AbstractBehavior<ClusterMembership.Command> {

    /** What can be sent to the membership. */
    public sealed interface Command {}

    /** An event of the cluster. */
    record ClusterSays(ClusterEvent.ClusterDomainEvent event) implements Command {}

    /** Another node says that this one has been removed. */
    record ToldRemoved() implements Command {}

    /** Another node has described itself. */
    record Described(Description description) implements Command {}

    /** A member with the role answers that it has a node, which describes itself when it is asked. */
    record HasNode(akka.actor.ActorRef describer) implements Command {}

    /** A member with the role answers that it has no node. */
    record HasNoNode(long member) implements Command {}

    /** All events that the cluster published together with the one of this node coming up have arrived. */
    record CameUp() implements Command {}

    /** What the node's process knows of the voters has changed. */
    public record Voted(MembershipView.Voting voting) implements Command {}

    /** What has to be done by the clock. */
    enum Timeout implements Command {
        FORMATION,
        STILL_UNFORMED,
        ASK,
        POLL
    }

    /** Whether this node reaches another member. */
    @FunctionalInterface
    interface Reachability {

        /** @param unreachable whether any node of the cluster finds the member unreachable */
        boolean reaches(Member member, boolean unreachable);

        /** The reachability on which the cluster agrees. */
        static Reachability common() {
            return (member, unreachable) -> !unreachable;
        }

        /**
         * The reachability by this node's own failure detector for the nodes that it monitors, and by the cluster for
         * the others.
         */
        static Reachability own(ActorSystem<?> system) {
            FailureDetectorRegistry<Address> detector =
                    akka.cluster.Cluster.get(Adapter.toClassic(system)).failureDetector();
            return (member, unreachable) ->
                    detector.isMonitoring(member.address()) ? detector.isAvailable(member.address()) : !unreachable;
        }
    }

    /** Asks a member with the role for its node; the answer is {@link HasNode} or {@link HasNoNode}. */
    @FunctionalInterface
    interface Inquiry {

        void ask(Member member);

        /** Asks by a message that is no dead letter where there is no node. */
        static Inquiry byMessage(ActorContext<Command> context) {
            akka.actor.ActorRef replyTo =
                    Adapter.toClassic(context.messageAdapter(ActorIdentity.class, identity -> identity.getActorRef()
                            .<Command>map(HasNode::new)
                            .orElseGet(() -> new HasNoNode((long) identity.correlationId()))));
            return member -> NodePaths.at(member.address(), NodeDescriptor.NAME, context.getSystem())
                    .tell(new Identify(number(member)), replyTo);
        }
    }

    /**
     * Asks the cluster for its state. The answer, {@link CameUp}, comes after all events that are published together
     * with former ones.
     */
    @FunctionalInterface
    interface StateQuery {

        void ask();

        static StateQuery of(Cluster cluster, ActorContext<Command> context) {
            ActorRef<ClusterEvent.CurrentClusterState> replyTo =
                    context.messageAdapter(ClusterEvent.CurrentClusterState.class, state -> new CameUp());
            return () -> cluster.subscriptions().tell(new GetCurrentState(replyTo));
        }
    }

    /** What a node does that does not see a majority in time. */
    public enum WithoutMajority {
        /** It ends. */
        END,
        /** It goes on trying: the actor system is the application's, and the other members may start Symposium late. */
        TRY_ON
    }

    /** How often a node says again that it waits for a majority. */
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final Settings settings;
    private final Reachability reachability;
    private final Consumer<Description> described;
    private final Consumer<MembershipView> views;
    private final Consumer<Termination> ended;

    private final TimerScheduler<Command> timers;
    private final WithoutMajority withoutMajority;
    private final Inquiry inquiry;
    private final StateQuery query;
    private final Function<MembershipView, Termination> shutdown;
    private final SortedMap<Long, Member> nodes = new TreeMap<>();
    private final SilenceDetector<Long> silence;
    private final Map<Long, SortedMap<String, String>> configurations = new HashMap<>();
    private MembershipReading reading;
    /** The age of this node, which is up, while older ones may be up and not be known yet. */
    private OptionalInt cameUp = OptionalInt.empty();

    private boolean formed;
    private Optional<String> unformed = Optional.empty();
    private MembershipView.Voting voting = MembershipView.Voting.NONE;
    private MembershipView view;
    /**
     * The latest view in which no member was down that the cluster had not removed yet. A split brain resolver that
     * downs all members downs the others first, in some order, and then removes none.
     */
    private MembershipView settled;

    private final Set<Long> downed = new HashSet<>();

    /**
     * The membership of the cluster that this actor system is a member of.
     *
     * @param settings those of this node
     * @param withoutMajority what the node does that does not see one in {@code symposium.formation-timeout}
     * @param linksFail whether a member that this node does not reach is unreachable, whatever the others find
     * @param described is told how another node describes itself, before its process is in a view
     * @param views is told of every change, on the thread of this actor
     * @param ended is told when this node has to end
     * @param nanoTime the clock of time-outs, in nanoseconds
     */
    public static Behavior<Command> create(
            Settings settings,
            WithoutMajority withoutMajority,
            boolean linksFail,
            Consumer<Description> described,
            Consumer<MembershipView> views,
            Consumer<Termination> ended,
            LongSupplier nanoTime) {
        return Behaviors.setup(context -> {
            Cluster cluster = Cluster.get(context.getSystem());
            cluster.subscriptions()
                    .tell(Subscribe.create(
                            context.messageAdapter(ClusterEvent.ClusterDomainEvent.class, ClusterSays::new),
                            ClusterEvent.ClusterDomainEvent.class));
            context.getSystem()
                    .eventStream()
                    .tell(new EventStream.Subscribe<>(
                            ThisActorSystemQuarantinedEvent.class,
                            context.messageAdapter(
                                    ThisActorSystemQuarantinedEvent.class, quarantined -> new ToldRemoved())));
            Reachability reachability = linksFail ? Reachability.own(context.getSystem()) : Reachability.common();
            Behavior<Command> membership = of(
                    settings,
                    withoutMajority,
                    cluster.selfMember().uniqueAddress(),
                    reachability,
                    Inquiry::byMessage,
                    asking -> StateQuery.of(cluster, asking),
                    last -> Shutdown.ofMembership(context.getSystem(), last),
                    described,
                    views,
                    ended,
                    nanoTime);
            return linksFail ? polling(settings, membership) : membership;
        });
    }

    /** A failure detector has to be asked: it does not report that a node is reachable again. */
    private static Behavior<Command> polling(Settings settings, Behavior<Command> membership) {
        return Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Timeout.POLL, settings.handshakeInterval());
            return membership;
        });
    }

    /**
     * The membership of a cluster whose events it is sent.
     *
     * @param shutdown why Akka shuts the cluster down, for the latest view. The event that this node is down can be
     *     lost: Akka stops its publisher before all is published.
     */
    static Behavior<Command> of(
            Settings settings,
            WithoutMajority withoutMajority,
            UniqueAddress selfAddress,
            Reachability reachability,
            Function<ActorContext<Command>, Inquiry> inquiry,
            Function<ActorContext<Command>, StateQuery> query,
            Function<MembershipView, Termination> shutdown,
            Consumer<Description> described,
            Consumer<MembershipView> views,
            Consumer<Termination> ended,
            LongSupplier nanoTime) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startSingleTimer(Timeout.FORMATION, settings.formationTimeout());
            timers.startTimerWithFixedDelay(Timeout.ASK, settings.handshakeInterval());
            return new ClusterMembership(
                    context,
                    timers,
                    settings,
                    withoutMajority,
                    selfAddress,
                    reachability,
                    inquiry.apply(context),
                    query.apply(context),
                    shutdown,
                    described,
                    views,
                    ended,
                    nanoTime);
        }));
    }

    private ClusterMembership(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            Settings settings,
            WithoutMajority withoutMajority,
            UniqueAddress selfAddress,
            Reachability reachability,
            Inquiry inquiry,
            StateQuery query,
            Function<MembershipView, Termination> shutdown,
            Consumer<Description> described,
            Consumer<MembershipView> views,
            Consumer<Termination> ended,
            LongSupplier nanoTime) {
        super(context);
        context.setLoggerName(ClusterMembership.class);
        this.described = described;
        this.timers = timers;
        this.withoutMajority = withoutMajority;
        this.reachability = reachability;
        this.inquiry = inquiry;
        this.query = query;
        this.shutdown = shutdown;
        this.settings = settings;
        this.silence = new SilenceDetector<>(settings.silenceTimeout(), nanoTime);
        this.views = views;
        this.ended = ended;
        this.reading = MembershipReading.of(
                NodeDescriptor.process(settings, selfAddress),
                selfAddress.longUid(),
                dynamic() ? Integer.MAX_VALUE : settings.processes());
        this.view = MembershipView.alone(reading.self(), settings.topology());
        this.settled = view;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(ClusterSays.class, this::onClusterSays)
                .onMessage(HasNode.class, this::onHasNode)
                .onMessage(Described.class, described -> onDescription(described.description()))
                .onMessage(
                        HasNoNode.class,
                        absent -> onDescription(absent.member(), MembershipReading.Description.NO_PROCESS))
                .onMessageEquals(Timeout.ASK, this::onAsk)
                .onMessage(CameUp.class, this::onCameUp)
                .onMessage(Voted.class, this::onVoted)
                .onMessage(ToldRemoved.class, this::onToldRemoved)
                .onMessageEquals(Timeout.FORMATION, this::onFormationTimeout)
                .onMessageEquals(Timeout.STILL_UNFORMED, this::onStillUnformed)
                .onMessageEquals(Timeout.POLL, this::onPoll)
                .build();
    }

    private Behavior<Command> onClusterSays(ClusterSays says) {
        if (reading.ceased()) {
            logIfAllDowned(says.event());
            return this;
        }
        if (says.event() instanceof ClusterEvent.ClusterShuttingDown$) {
            reading = reading.ceases();
            ended.accept(shutdown.apply(settled));
        } else if (says.event() instanceof ClusterEvent.MemberEvent change
                && change.member().hasRole(settings.role())) {
            memberChanged(change.member());
        } else if (says.event() instanceof ClusterEvent.ReachabilityEvent change
                && change.member().hasRole(settings.role())) {
            reading = reading.reached(number(change.member()), change instanceof ClusterEvent.ReachableMember);
        } else {
            return this;
        }
        return fits();
    }

    private Behavior<Command> fits() {
        Optional<Refusal> refused = reading.refused();
        if (refused.isPresent()) {
            long older = refused.get().older();
            ended.accept(new Termination(
                    Termination.Cause.REFUSED,
                    NodeDescriptor.refusal(
                            settings,
                            reading.self(),
                            refused.get().reason(),
                            nodes.get(older).address(),
                            configurations.getOrDefault(older, new TreeMap<>()))));
            return Behaviors.stopped();
        }
        look();
        return this;
    }

    private Behavior<Command> onHasNode(HasNode there) {
        ActorRef<Description> replyTo = getContext().messageAdapter(Description.class, Described::new);
        there.describer().tell(new DescriptionQuery(replyTo), akka.actor.ActorRef.noSender());
        return this;
    }

    private Behavior<Command> onDescription(Description said) {
        long member = said.process().incarnation();
        described.accept(said);
        configurations.put(member, said.configuration());
        boolean alike = NodeDescriptor.difference(NodeDescriptor.configuration(settings), said.configuration())
                .isEmpty();
        return onDescription(
                member,
                said.ended()
                        ? MembershipReading.Description.NO_PROCESS
                        : MembershipReading.Description.of(said.process(), alike));
    }

    /** A process that takes part does so until it departs. */
    private Behavior<Command> onDescription(long member, MembershipReading.Description description) {
        if (reading.ceased()
                || reading.nodes().contains(member)
                || !nodes.containsKey(member) && !reading.removed().contains(member)) {
            return this;
        }
        reading = reading.described(member, description);
        return fits();
    }

    private Behavior<Command> onAsk() {
        Set<Long> others = reading.others();
        nodes.forEach((number, member) -> {
            if (!reading.described().containsKey(number) || others.contains(number)) {
                inquiry.ask(member);
            }
        });
        Set<Long> due = new TreeSet<>(nodes.keySet());
        due.removeAll(reading.described().keySet());
        due.removeAll(reading.unreachable());
        for (long number : silence.overdue(due)) {
            getContext()
                    .getLog()
                    .warn(
                            "process {} has asked the member at {} for {} ms (symposium.silence-timeout) what it hosts, and the"
                                    + " cluster reaches that member, and no answer has come: it takes no part before that",
                            reading.self(),
                            nodes.get(number).address(),
                            settings.silenceTimeout().toMillis());
        }
        return this;
    }

    private Behavior<Command> onToldRemoved(ToldRemoved told) {
        if (!reading.ceased()) {
            reading = reading.ceases();
            ended.accept(Removal.of(settled));
            look();
        }
        return this;
    }

    private boolean dynamic() {
        return settings.voters() == Settings.Voters.DYNAMIC;
    }

    private Behavior<Command> onVoted(Voted voted) {
        voting = voted.voting();
        look();
        return this;
    }

    private Behavior<Command> onPoll() {
        if (!reading.ceased()) {
            look();
        }
        return this;
    }

    /** A member is asked when it joins, so that it has usually described itself when it is up. */
    private void memberChanged(Member member) {
        MemberStatus status = member.status();
        long number = number(member);
        if (status.equals(MemberStatus.down()) || status.equals(MemberStatus.removed())) {
            nodes.remove(number);
            configurations.remove(number);
            if (status.equals(MemberStatus.down())) {
                downed.add(number);
            } else {
                downed.remove(number);
            }
            reading = reading.removed(number);
            if (reading.ceased()) {
                ended.accept(Removal.of(settled));
            }
            return;
        }
        nodes.put(number, member);
        if (!reading.described().containsKey(number)) {
            inquiry.ask(member);
        }
        if (status.equals(MemberStatus.up())
                || status.equals(MemberStatus.leaving())
                || status.equals(MemberStatus.exiting())) {
            comesUp(number, member.upNumber());
        }
    }

    /**
     * Events that are published together come in any order. This node counts as up once it knows the nodes that came up
     * before it, of which one may have begun a group.
     */
    private void comesUp(long number, int age) {
        if (number != reading.node() || reading.up().containsKey(number)) {
            reading = reading.up(number, age);
            return;
        }
        cameUp = OptionalInt.of(age);
        query.ask();
    }

    private Behavior<Command> onCameUp(CameUp all) {
        if (reading.ceased()) {
            return this;
        }
        cameUp.ifPresent(age -> reading = reading.up(reading.node(), age));
        return fits();
    }

    /** The cluster's number for this incarnation of a node. */
    private static long number(Member member) {
        return member.uniqueAddress().longUid();
    }

    /** Under heavy load the split brain resolver may find every member unreachable, and downs all. */
    private void logIfAllDowned(ClusterEvent.ClusterDomainEvent event) {
        if (event instanceof ClusterEvent.MemberDowned downed
                && nodes.values().remove(downed.member())
                && nodes.isEmpty()) {
            getContext()
                    .getLog()
                    .error(
                            "all members of the cluster have been downed, process {} among them: the split brain resolver found no part"
                                    + " of the cluster that can continue; all nodes must be restarted",
                            reading.self());
        }
    }

    private void look() {
        SortedMap<ProcessId, Address> members = new TreeMap<>();
        SortedSet<ProcessId> suspected = new TreeSet<>();
        for (long node : reading.nodes()) {
            ProcessId process = reading.process(node);
            Member member = nodes.get(node);
            members.put(process, member.address());
            if (!process.equals(reading.self())
                    && !reachability.reaches(member, reading.unreachable().contains(node))) {
                suspected.add(process);
            }
        }
        boolean down = reading.cutOff(suspected, dynamic() ? 1 : settings.majority());
        boolean cutOff = down || dynamic() && !voting.quorate();
        formed |= !cutOff;
        if (formed && unformed.isPresent()) {
            unformed = Optional.empty();
            timers.cancel(Timeout.STILL_UNFORMED);
        }
        unformed = unformed.map(former -> notFormed(members.keySet()));
        MembershipView now = new MembershipView(
                view.self(),
                settings.topology(),
                members,
                suspected,
                reading.departed(),
                cutOff,
                dynamic() && !down ? Optional.of(voting) : Optional.empty(),
                unformed);
        if (!now.equals(view)) {
            view = now;
            views.accept(now);
        }
        if (downed.isEmpty()) {
            settled = view;
        }
    }

    private Behavior<Command> onFormationTimeout() {
        if (formed) {
            return this;
        }
        if (withoutMajority == WithoutMajority.END) {
            ended.accept(new Termination(
                    Termination.Cause.NOT_FORMED, notFormed(view.members().keySet())));
            return Behaviors.stopped();
        }
        timers.startTimerWithFixedDelay(Timeout.STILL_UNFORMED, REMINDER);
        return onStillUnformed();
    }

    private Behavior<Command> onStillUnformed() {
        unformed = Optional.of(notFormed(view.members().keySet()));
        getContext().getLog().warn("{}; this node keeps trying", unformed.get());
        look();
        return this;
    }

    /** Why there is no majority, in one line. */
    private String notFormed(Set<ProcessId> members) {
        String sees = reading.up().containsKey(reading.node()) ? "is up, but sees only " : "is not up, and sees ";
        return "the cluster has not formed within "
                + settings.formationTimeout().toMillis()
                + " ms (symposium.formation-timeout): this node " + sees
                + members.size() + " of "
                + settings.processes() + " processes " + members + "; "
                + (dynamic()
                        ? voting.voters().version() == 0
                                ? "all of these begin together"
                                : "a majority of the voters " + voting.voters().members() + " is not among them"
                        : settings.majority() + " are a majority")
                + missing(reading.unknown(), "did not say what it hosts", "did not say what they host")
                + missing(
                        reading.withoutProcess(),
                        "has the role " + settings.role() + " and has not started Symposium",
                        "have the role " + settings.role() + " and have not started Symposium");
    }

    private String missing(Collection<Long> others, String whyOne, String whySeveral) {
        return others.isEmpty()
                ? ""
                : others.stream()
                        .map(number -> nodes.get(number).address().toString())
                        .collect(Collectors.joining(", ", "; ", " " + (others.size() == 1 ? whyOne : whySeveral)));
    }
}
