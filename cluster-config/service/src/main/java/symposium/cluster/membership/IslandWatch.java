package symposium.cluster.membership;

import akka.actor.Address;
import akka.actor.AddressFromURIString;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import symposium.cluster.execution.NodePaths;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.wire.ClusterQuery;

/**
 * Finds the cluster of the others from an island. The first of the seed nodes founds a cluster of its own when it
 * starts while it is cut off, and clusters never merge. So a node that is up and sees no majority asks the configured
 * seed nodes, and all that have been members, for their cluster. It ends when it hears of one that
 * {@linkplain ClusterQuery.Answer#prevailsOver prevails}; started again, it joins that.
 *
 * <p>Two nodes that have removed each other never hear of each other again: Akka drops what comes from a node in
 * quarantine, even the notice that this node is in quarantine there. So this node also ends when a former member that
 * it has removed {@linkplain SilentPeers listens and stays silent}. One that has crashed does not listen, and one that
 * is back answers, or is a member again.
 */
public final class IslandWatch {

    /** The name of this actor at every node. */
    public static final String NAME = "islands";

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** A node that starts listens before it answers: on a loaded machine, for some seconds. */
    private static final int SILENT_TIMES = 15;

    private enum Timeout {
        ASK
    }

    /** Whether the node at an address accepts connections. */
    private record Listens(Address address, boolean listens) {}

    private final ActorContext<Object> context;
    private final Executor blocking;
    private final Cluster cluster;
    private final Predicate<Address> listens;
    private final Consumer<Termination> ended;
    private final Set<Address> others = new TreeSet<>(Member.addressOrdering());
    private final Set<Address> formerMembers = new TreeSet<>(Member.addressOrdering());
    private final SilentPeers<Address> silent = new SilentPeers<>(SILENT_TIMES);
    private MembershipView view;

    private IslandWatch(
            ActorContext<Object> context,
            MembershipView view,
            Predicate<Address> listens,
            Consumer<Termination> ended) {
        this.context = context;
        this.blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
        this.cluster = Cluster.get(context.getSystem());
        this.view = view;
        this.listens = listens;
        this.ended = ended;
        context.getSystem().settings().config().getStringList("akka.cluster.seed-nodes").stream()
                .map(AddressFromURIString::parse)
                .forEach(others::add);
    }

    /**
     * Takes every {@link MembershipView} of this node, and anything that other nodes send.
     *
     * @param listens whether the node at an address accepts connections; may block
     * @param ended is told when this node is on an island
     */
    public static Behavior<Object> create(
            MembershipView view, Predicate<Address> listens, Consumer<Termination> ended) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            IslandWatch watch = new IslandWatch(context, view, listens, ended);
            timers.startTimerWithFixedDelay(Timeout.ASK, INTERVAL);
            return Behaviors.receiveMessage(watch::onAny);
        }));
    }

    private Behavior<Object> onAny(Object any) {
        if (any instanceof MembershipView now) {
            view = now;
            others.addAll(now.members().values());
            formerMembers.addAll(now.members().values());
        } else if (any instanceof ClusterQuery query) {
            query.replyTo().tell(own());
        } else if (any instanceof ClusterQuery.Answer answer) {
            onAnswer(answer);
        } else if (any instanceof Listens probed) {
            onListens(probed);
        } else if (any == Timeout.ASK && isolated()) {
            ask();
            askWhoListens();
        } else if (any == Timeout.ASK) {
            silent.forgetAll();
        }
        return Behaviors.same();
    }

    /** A node that is up is known to all members of its cluster. */
    private boolean isolated() {
        return view.cutOff() && cluster.selfMember().status().equals(MemberStatus.up());
    }

    private void ask() {
        for (Address other : others) {
            if (!other.equals(cluster.selfMember().address())) {
                // A selection also reaches a node that has come back to an address whose former node is in quarantine.
                NodePaths.at(other, NAME, context.getSystem())
                        .tell(new ClusterQuery(context.getSelf().narrow()), akka.actor.ActorRef.noSender());
            }
        }
    }

    private void askWhoListens() {
        Set<Address> removed = new TreeSet<>(Member.addressOrdering());
        removed.addAll(formerMembers);
        members().forEach(member -> removed.remove(member.address()));
        silent.keepOnly(removed);
        removed.forEach(address -> context.pipeToSelf(
                CompletableFuture.supplyAsync(() -> listens.test(address), blocking),
                (found, failure) -> new Listens(address, failure == null && found)));
    }

    private void onListens(Listens probed) {
        if (isolated() && silent.isSilent(probed.address(), probed.listens())) {
            ended.accept(new Termination(
                    Termination.Cause.ISLAND,
                    "process " + view.self() + " sees no majority, and the node at " + probed.address()
                            + " runs and does not answer: they have removed each other; started again, they find each"
                            + " other"));
        }
    }

    private void onAnswer(ClusterQuery.Answer answer) {
        if (answer.members().contains(name(cluster.selfMember().uniqueAddress()))) {
            return;
        }
        silent.forgetAll();
        if (isolated() && answer.prevailsOver(own())) {
            ended.accept(new Termination(
                    Termination.Cause.ISLAND,
                    "process " + view.self() + " sees no majority, and there is another cluster, of " + answer.members()
                            + ": started again, it joins that"));
        }
    }

    private ClusterQuery.Answer own() {
        Set<String> members =
                members().map(member -> name(member.uniqueAddress())).collect(Collectors.toCollection(TreeSet::new));
        return new ClusterQuery.Answer(
                members.stream().toList(),
                view.members().size() - view.unreachable().size());
    }

    private Stream<Member> members() {
        return StreamSupport.stream(cluster.state().getMembers().spliterator(), false);
    }

    private static String name(UniqueAddress node) {
        return node.address() + "#" + node.longUid();
    }
}
