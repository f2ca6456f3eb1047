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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.kernel.ProcessId;

/**
 * Turns cluster events into the members and the departed processes.
 *
 * <p>Members are those that are up, carry the role, have announced a number and agree with this node's configuration; of two with
 * one number, the older. A member has departed when it is downed or removed. A node that finds an older member with its own number, or one
 * that disagrees with its configuration, is the newcomer and has to end.
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
    private final UniqueAddress selfAddress;
    private final Hearing hearing;
    private final Consumer<MembershipView> views;
    private final Consumer<Termination> ended;

    private final Map<UniqueAddress, Member> up = new HashMap<>();
    private final Set<UniqueAddress> unreachable = new HashSet<>();
    private final SortedSet<ProcessId> departed = new TreeSet<>();
    private boolean formed;
    private boolean removed;
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
        this.selfAddress = selfAddress;
        this.views = views;
        this.ended = ended;
        this.view = MembershipView.alone(new ProcessId(settings.process(), selfAddress.longUid()), settings.topology());
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
        if (removed) {
            logIfAllDowned(says.event());
            return this;
        }
        if (says.event() instanceof ClusterEvent.ClusterShuttingDown$) {
            ceaseMembership(Termination.Cause.LEFT, "has left");
        } else if (says.event() instanceof ClusterEvent.MemberEvent change) {
            memberChanged(change.member());
        } else if (says.event() instanceof ClusterEvent.UnreachableMember change) {
            unreachable.add(change.member().uniqueAddress());
        } else if (says.event() instanceof ClusterEvent.ReachableMember change) {
            unreachable.remove(change.member().uniqueAddress());
        } else {
            return this;
        }
        Optional<String> refusal = refusal();
        if (refusal.isPresent()) {
            ended.accept(new Termination(Termination.Cause.REFUSED, refusal.get()));
            return Behaviors.stopped();
        }
        look();
        return this;
    }

    private Behavior<Command> onToldRemoved(ToldRemoved told) {
        if (!removed) {
            ceaseMembership(Termination.Cause.REMOVED, REMOVED);
            look();
        }
        return this;
    }

    private Behavior<Command> onListen() {
        if (!removed) {
            look();
        }
        return this;
    }

    private void memberChanged(Member member) {
        MemberStatus status = member.status();
        if (status.equals(MemberStatus.up())
                || status.equals(MemberStatus.leaving())
                || status.equals(MemberStatus.exiting())) {
            up.put(member.uniqueAddress(), member);
        } else if (status.equals(MemberStatus.down()) || status.equals(MemberStatus.removed())) {
            up.remove(member.uniqueAddress());
            unreachable.remove(member.uniqueAddress());
            if (member.uniqueAddress().equals(selfAddress)) {
                ceaseMembership(Termination.Cause.REMOVED, REMOVED);
            } else {
                agreeing(member).ifPresent(departed::add);
            }
        }
    }

    /**
     * This node is a member no more. From now on its cluster says nothing about the others: when it shuts down at a node, its last word is that
     * every member has been removed, the living among them.
     */
    private void ceaseMembership(Termination.Cause cause, String why) {
        removed = true;
        ended.accept(new Termination(cause, "process " + settings.process() + " " + why));
    }

    /** Under heavy load the split brain resolver may find every member unreachable, and downs all. */
    private void logIfAllDowned(ClusterEvent.ClusterDomainEvent event) {
        if (event instanceof ClusterEvent.MemberDowned downed
                && up.remove(downed.member().uniqueAddress()) != null
                && up.isEmpty()) {
            getContext()
                    .getLog()
                    .error(
                            "all members of the cluster have been downed, process {} among them: the split brain resolver found no part"
                                    + " of the cluster that can go on; all nodes have to be restarted",
                            settings.process());
        }
    }

    /** Why this node has to end, if it is a newcomer that does not fit in. */
    private Optional<String> refusal() {
        Member self = up.get(selfAddress);
        for (Member other : up.values()) {
            if (other.uniqueAddress().equals(selfAddress) || self != null && self.isOlderThan(other)) {
                continue;
            }
            Optional<NodeDescriptor> announced = NodeDescriptor.of(other, settings.role());
            if (announced.isEmpty()) {
                continue;
            }
            if (!announced.get().configuration().equals(NodeDescriptor.configuration(settings))) {
                return Optional.of("this node is configured for " + NodeDescriptor.configuration(settings)
                        + " (symposium.algorithm, symposium.processes, symposium.topology, symposium.election, symposium.services), but the cluster's node at "
                        + other.address()
                        + " for " + announced.get().configuration() + ": all nodes are configured alike");
            }
            // Before this node is up, the other may be a former life of it that is about to be removed.
            if (self != null && announced.get().process().number() == settings.process()) {
                return Optional.of("process " + settings.process() + " (symposium.process) is the node at "
                        + other.address() + " already: each node has a number of its own");
            }
        }
        return Optional.empty();
    }

    private void look() {
        SortedMap<ProcessId, Address> members = new TreeMap<>();
        SortedSet<ProcessId> silent = new TreeSet<>();
        Set<Integer> numbers = new HashSet<>();
        List<Member> byAge = up.values().stream()
                .sorted(Comparator.comparingInt(Member::upNumber)
                        .thenComparing(Member::address, Member.addressOrdering()))
                .toList();
        for (Member member : byAge) {
            agreeing(member).ifPresent(process -> {
                if (numbers.add(process.number())) {
                    members.put(process, member.address());
                    if (!heard(member)) {
                        silent.add(process);
                    }
                }
            });
        }
        boolean in = members.containsKey(view.self()) && !removed;
        boolean cutOff = !in || members.size() - silent.size() < settings.majority();
        formed |= !cutOff;
        MembershipView now = new MembershipView(view.self(), settings.topology(), members, silent, departed, cutOff);
        if (!now.equals(view)) {
            view = now;
            views.accept(now);
        }
    }

    private boolean heard(Member member) {
        return member.uniqueAddress().equals(selfAddress)
                || hearing.hears(member, unreachable.contains(member.uniqueAddress()));
    }

    private Optional<ProcessId> agreeing(Member member) {
        return NodeDescriptor.of(member, settings.role())
                .filter(announced -> announced.configuration().equals(NodeDescriptor.configuration(settings)))
                .map(NodeDescriptor::process);
    }

    private Behavior<Command> onFormationTimeout() {
        if (formed) {
            return this;
        }
        String sees = up.containsKey(selfAddress) ? "is up, but sees only " : "is not up, and sees ";
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
