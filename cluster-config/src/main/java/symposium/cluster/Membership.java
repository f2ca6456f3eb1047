package symposium.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import akka.remote.FailureDetectorRegistry;
import akka.remote.artery.ThisActorSystemQuarantinedEvent;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.kernel.ProcessId;
import symposium.membership.MembershipReading;

/**
 * Turns cluster events into the members and the departed processes, by a {@link MembershipReading} of the members that carry the role and have
 * announced a number. A node that finds an older member with its own number, or one that disagrees with its configuration, is the newcomer and
 * has to end.
 */
final class Membership extends AbstractBehavior<Membership.Command> {

    /** What can be sent to the membership. */
    sealed interface Command {}

    /** An event of the cluster. */
    record ClusterSays(ClusterEvent.ClusterDomainEvent event) implements Command {}

    /** Another node says that this one has been removed. */
    record ToldRemoved() implements Command {}

    private enum Timeout implements Command {
        FORMATION,
        LISTEN
    }

    /** Whether this node hears another member. */
    @FunctionalInterface
    interface Hearing {

        /** @param silent whether any node of the cluster finds the member unreachable */
        boolean hears(Member member, boolean silent);

        /** The reachability on which the cluster agrees. */
        static Hearing common() {
            return (member, silent) -> !silent;
        }

        /** The reachability by this node's own failure detector for the nodes that it monitors, and by the cluster for the others. */
        static Hearing own(ActorSystem<?> system) {
            FailureDetectorRegistry<Address> detector =
                    akka.cluster.Cluster.get(Adapter.toClassic(system)).failureDetector();
            return (member, silent) ->
                    detector.isMonitoring(member.address()) ? detector.isAvailable(member.address()) : !silent;
        }
    }

    private static final String REMOVED = "has been removed from the cluster";

    private final Settings settings;
    private final Hearing hearing;
    private final Consumer<MembershipView> views;
    private final Consumer<Termination> ended;

    private final SortedMap<ProcessId, Member> nodes = new TreeMap<>();
    private MembershipReading reading;
    private boolean formed;
    private MembershipView view;

    /**
     * The membership of the cluster that this actor system is a member of.
     *
     * @param settings those of this node
     * @param linksFail whether a member that this node does not hear is unreachable, whatever others hear
     * @param views is told of every change, on the thread of this actor
     * @param ended is told when this node has to end
     */
    static Behavior<Command> create(
            Settings settings, boolean linksFail, Consumer<MembershipView> views, Consumer<Termination> ended) {
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
            Hearing hearing = linksFail ? Hearing.own(context.getSystem()) : Hearing.common();
            Behavior<Command> membership = of(settings, cluster.selfMember().uniqueAddress(), hearing, views, ended);
            return linksFail ? listening(settings, membership) : membership;
        });
    }

    /** A failure detector has to be asked: it does not report that it hears a node again. */
    private static Behavior<Command> listening(Settings settings, Behavior<Command> membership) {
        return Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Timeout.LISTEN, settings.handshakeInterval());
            return membership;
        });
    }

    /** The membership of a cluster whose events it is sent. */
    static Behavior<Command> of(
            Settings settings,
            UniqueAddress selfAddress,
            Hearing hearing,
            Consumer<MembershipView> views,
            Consumer<Termination> ended) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startSingleTimer(Timeout.FORMATION, settings.formationTimeout());
            return new Membership(context, settings, selfAddress, hearing, views, ended);
        }));
    }

    private Membership(
            ActorContext<Command> context,
            Settings settings,
            UniqueAddress selfAddress,
            Hearing hearing,
            Consumer<MembershipView> views,
            Consumer<Termination> ended) {
        super(context);
        this.hearing = hearing;
        this.settings = settings;
        this.views = views;
        this.ended = ended;
        this.reading = MembershipReading.of(new ProcessId(settings.process(), selfAddress.longUid()));
        this.view = MembershipView.alone(reading.self(), settings.topology());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(ClusterSays.class, this::onClusterSays)
                .onMessage(ToldRemoved.class, this::onToldRemoved)
                .onMessageEquals(Timeout.FORMATION, this::onFormationTimeout)
                .onMessageEquals(Timeout.LISTEN, this::onListen)
                .build();
    }

    private Behavior<Command> onClusterSays(ClusterSays says) {
        if (reading.ceased()) {
            logIfAllDowned(says.event());
            return this;
        }
        if (says.event() instanceof ClusterEvent.ClusterShuttingDown$) {
            reading = reading.ceases();
            end(Termination.Cause.LEFT, "has left");
        } else if (says.event() instanceof ClusterEvent.MemberEvent change) {
            announced(change.member()).ifPresent(node -> memberChanged(change.member(), node));
        } else if (says.event() instanceof ClusterEvent.ReachabilityEvent change) {
            boolean reaches = change instanceof ClusterEvent.ReachableMember;
            announced(change.member()).ifPresent(node -> reading = reading.reached(node.process(), reaches));
        } else {
            return this;
        }
        Optional<ProcessId> older = reading.refusedBy();
        if (older.isPresent()) {
            ended.accept(new Termination(Termination.Cause.REFUSED, refusal(nodes.get(older.get()))));
            return Behaviors.stopped();
        }
        look();
        return this;
    }

    private Behavior<Command> onToldRemoved(ToldRemoved told) {
        if (!reading.ceased()) {
            reading = reading.ceases();
            end(Termination.Cause.REMOVED, REMOVED);
            look();
        }
        return this;
    }

    private Behavior<Command> onListen() {
        if (!reading.ceased()) {
            look();
        }
        return this;
    }

    private void memberChanged(Member member, NodeDescriptor node) {
        MemberStatus status = member.status();
        ProcessId process = node.process();
        if (status.equals(MemberStatus.up())
                || status.equals(MemberStatus.leaving())
                || status.equals(MemberStatus.exiting())) {
            nodes.put(process, member);
            reading = reading.up(process, new MembershipReading.Announced(member.upNumber(), alike(node)));
        } else if (status.equals(MemberStatus.down()) || status.equals(MemberStatus.removed())) {
            nodes.remove(process);
            reading = reading.gone(process, alike(node));
            if (reading.ceased()) {
                end(Termination.Cause.REMOVED, REMOVED);
            }
        }
    }

    private void end(Termination.Cause cause, String why) {
        ended.accept(new Termination(cause, "process " + settings.process() + " " + why));
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
                                    + " of the cluster that can go on; all nodes have to be restarted",
                            settings.process());
        }
    }

    /** Why this node has to end: it is a newcomer that does not fit in. */
    private String refusal(Member older) {
        String theirs = announced(older).orElseThrow().configuration();
        String ours = NodeDescriptor.configuration(settings);
        return theirs.equals(ours)
                ? "process " + settings.process() + " (symposium.process) is the node at " + older.address()
                        + " already: each node has a number of its own"
                : "this node is configured for " + ours
                        + " (symposium.algorithm, symposium.processes, symposium.topology, symposium.election, symposium.services), but the cluster's node at "
                        + older.address() + " for " + theirs + ": all nodes are configured alike";
    }

    private void look() {
        SortedMap<ProcessId, Address> members = new TreeMap<>();
        SortedSet<ProcessId> silent = new TreeSet<>();
        for (ProcessId process : reading.members()) {
            Member member = nodes.get(process);
            members.put(process, member.address());
            if (!process.equals(reading.self())
                    && !hearing.hears(member, reading.unreachable().contains(process))) {
                silent.add(process);
            }
        }
        boolean cutOff = reading.cutOff(silent, settings.majority());
        formed |= !cutOff;
        MembershipView now =
                new MembershipView(view.self(), settings.topology(), members, silent, reading.departed(), cutOff);
        if (!now.equals(view)) {
            view = now;
            views.accept(now);
        }
    }

    private Optional<NodeDescriptor> announced(Member member) {
        return NodeDescriptor.of(member, settings.role());
    }

    private boolean alike(NodeDescriptor node) {
        return node.configuration().equals(NodeDescriptor.configuration(settings));
    }

    private Behavior<Command> onFormationTimeout() {
        if (formed) {
            return this;
        }
        String sees = reading.up().containsKey(reading.self()) ? "is up, but sees only " : "is not up, and sees ";
        ended.accept(new Termination(
                Termination.Cause.NOT_FORMED,
                "the cluster has not formed within "
                        + settings.formationTimeout().toMillis()
                        + " ms (symposium.formation-timeout): this node " + sees
                        + view.members().size() + " of "
                        + settings.processes() + " processes " + view.ring() + "; " + settings.majority()
                        + " are a majority"));
        return Behaviors.stopped();
    }
}
