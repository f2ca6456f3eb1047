package symposium.testkit;

import akka.actor.Address;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.actor.ProcessContext;
import symposium.actor.RuntimeDriver;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.network.MessagesInTransit;
import symposium.kernel.network.NetworkState;
import symposium.kernel.network.Pair;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.ProcessRuntime.Refused;
import symposium.kernel.topology.Shape;
import symposium.service.member.MembershipView;

/**
 * The processes of the nodes, and the links between them, used by only one actor. Every method returns only once no
 * message is in transit, so the effects of a call depend only on the preceding calls.
 *
 * <p>The network notifies processes of their neighbours as a cluster does. A link is up while both ends reach each
 * other, and a process without a majority has no neighbours.
 */
final class LocalNetwork {

    /** The notifications of the network to the services of the nodes. */
    interface Services {

        /** Receives an output of the process of this node. */
        void told(Peer node, Grant output);

        /** Receives a change of the membership. */
        void seen(Peer node, MembershipView view);

        /** Called when the node has been removed. */
        void closed(Peer node, String why);
    }

    /** A node from one start to its end. */
    static final class Peer {
        private final int node;
        private final ProcessId id;
        private final RuntimeDriver<?, PrivilegeMessage, Request, Grant> process;
        private final Deque<Runnable> postponed = new ArrayDeque<>();
        private MembershipView view;
        private boolean cutOff;
        private boolean suspended;
        private boolean removed;

        private Peer(
                int node,
                ProcessId id,
                RuntimeDriver<?, PrivilegeMessage, Request, Grant> process,
                MembershipView view) {
            this.node = node;
            this.id = id;
            this.process = process;
            this.view = view;
        }

        /** Returns the number of the node. */
        int node() {
            return node;
        }

        /** Runs an event as soon as the node is not paused. */
        private void happens(Runnable event) {
            if (suspended) {
                postponed.add(event);
            } else if (!removed) {
                event.run();
            }
        }
    }

    private static final String REMOVED = "the others have removed this node from the cluster";

    private final String system;
    private final Services services;
    private final int size;
    private final SortedMap<Integer, Peer> peers = new TreeMap<>();
    private final NetworkState state = new NetworkState(Shape.COMPLETE, List.of());
    private final MessagesInTransit inTransit = new MessagesInTransit(true);
    private final Deque<Runnable> sent = new ArrayDeque<>();
    private int starts;
    /** The greatest generation of any grant to a node. The clock of a restarted node starts above it. */
    private long latest;

    /**
     * Creates a network without nodes.
     *
     * @param system the system name in the addresses of the nodes
     * @param size the number of nodes to be started; a majority of these is required
     * @param services the services of the nodes
     */
    LocalNetwork(String system, int size, Services services) {
        this.system = system;
        this.size = size;
        this.services = services;
    }

    /** Returns the view of a node before it has been notified of any other. */
    MembershipView alone(int node) {
        ProcessId id = new ProcessId(node, starts);
        return new MembershipView(id, Shape.COMPLETE, new TreeMap<>(), new TreeSet<>(), state.gone(), true);
    }

    /** Starts the process of an absent node. All links to the process are down until the next {@link #look}. */
    Peer start(int node) {
        MembershipView view = alone(node);
        ProcessId id = view.self();
        starts++;
        long generation = Math.max(starts, latest + 1);
        Peer peer = new Peer(
                node,
                id,
                new RuntimeDriver<>(
                        id,
                        Neighbours.none(),
                        new Privileges.Entry().withDynamicMembership(Start.of(size, 0), generation),
                        new ProcessContext<>(
                                (to, message) -> send(peers.get(node), to, message),
                                output -> {
                                    if (output instanceof Grant.Taken taken) {
                                        latest = Math.max(latest, taken.fence().generation());
                                    }
                                    services.told(peers.get(node), output);
                                },
                                timer -> {
                                    throw new IllegalStateException("there is no timer " + timer);
                                },
                                step -> {}),
                        new RuntimeDriver.Timers(
                                (timer, duration) -> {
                                    throw new IllegalStateException("there is no timer " + timer);
                                },
                                timer -> {})),
                view);
        state.join(id);
        for (ProcessId other : state.live()) {
            if (!other.equals(id)) {
                state.fail(Pair.of(id, other));
                state.notifyFailed(id, other);
                state.notifyFailed(other, id);
            }
        }
        peers.put(node, peer);
        return peer;
    }

    /** Returns the current start of a node. */
    Peer peer(int node) {
        return peers.get(node);
    }

    boolean removed(int node) {
        return peers.get(node).removed;
    }

    boolean suspended(int node) {
        return peers.get(node).suspended;
    }

    /** Passes a request of a node's service to its process. */
    void ask(Peer peer, Request request) {
        peer.happens(() -> require(peer, peer.process.on(new Event.Input<>(request))));
        deliver();
    }

    /** Cuts a node off from all others, or reconnects it. */
    void setCutOff(int node, boolean cutOff) {
        peers.get(node).cutOff = cutOff;
        look();
    }

    /** Pauses a node: the node takes no step until it is resumed. */
    void suspend(int node) {
        peers.get(node).suspended = true;
    }

    /** Resumes a node, which then handles all events that arrived during the pause, in the order of their arrival. */
    void resume(int node) {
        Peer peer = peers.get(node);
        peer.suspended = false;
        if (peer.removed) {
            services.closed(peer, REMOVED);
        } else {
            peer.postponed.forEach(Runnable::run);
            look();
        }
        peer.postponed.clear();
    }

    /**
     * Ends a node. It is notified of its removal as soon as it is not paused, and its process takes no further step.
     */
    void end(int node) {
        Peer peer = peers.get(node);
        peer.removed = true;
        state.crash(peer.id);
        if (!peer.suspended) {
            services.closed(peer, REMOVED);
        }
    }

    /** Notifies every node of the nodes that it reaches, beginning with the nodes that are cut off. */
    void look() {
        List<Peer> present = new ArrayList<>(
                peers.values().stream().filter(each -> !each.removed).toList());
        present.sort(Comparator.comparing((Peer each) -> !each.cutOff).thenComparing(Peer::node));
        Map<Peer, MembershipView> views = new LinkedHashMap<>();
        Set<Pair> up = new HashSet<>();
        present.forEach(peer -> {
            MembershipView view = view(peer);
            views.put(peer, view);
            neighbours(view).forEach(other -> up.add(Pair.of(peer.id, other.id())));
        });
        state.live().forEach(one -> state.live().headSet(one).forEach(other -> setUp(Pair.of(one, other), up)));
        views.forEach((peer, view) -> {
            if (!view.equals(peer.view) || isBehind(peer)) {
                peer.view = view;
                peer.happens(() -> see(peer, view));
            }
        });
        deliver();
    }

    /**
     * Fails or recovers links. A link fails immediately. It recovers once both ends have been notified of the failure
     * and every message has returned.
     */
    private void setUp(Pair ends, Set<Pair> up) {
        if (!up.contains(ends)) {
            state.fail(ends);
        } else if (state.isKnownDown(ends) && inTransit.isEmpty(ends)) {
            state.recover(ends);
        }
    }

    /** Returns whether a process has not been notified that one of its links has failed or recovered. */
    private boolean isBehind(Peer peer) {
        return state.live().stream()
                .anyMatch(other -> state.knows(peer.id, other)
                        && state.isDown(Pair.of(peer.id, other)) != state.knowsDown(peer.id, other));
    }

    private static Neighbours neighbours(MembershipView view) {
        return view.neighbours().without(view.unreachable());
    }

    private MembershipView view(Peer peer) {
        if (peer.cutOff) {
            SortedSet<ProcessId> others = new TreeSet<>(peer.view.members().keySet());
            others.remove(peer.id);
            return new MembershipView(
                    peer.id, Shape.COMPLETE, peer.view.members(), others, peer.view.departed(), isMinority(1));
        }
        SortedMap<ProcessId, Address> members = peers.values().stream()
                .filter(each -> !each.removed)
                .collect(Collectors.toMap(
                        each -> each.id, each -> address(each.node), (one, other) -> one, TreeMap::new));
        SortedSet<ProcessId> unreachable = peers.values().stream()
                .filter(each -> !each.removed && each.cutOff)
                .map(each -> each.id)
                .collect(Collectors.toCollection(TreeSet::new));
        return new MembershipView(
                peer.id,
                Shape.COMPLETE,
                members,
                unreachable,
                state.gone(),
                isMinority(members.size() - unreachable.size()));
    }

    private boolean isMinority(int reached) {
        return reached < Start.of(size, 0).quorum();
    }

    private Address address(int node) {
        return new Address("akka", system, "node-" + node, 1);
    }

    private void see(Peer peer, MembershipView view) {
        services.seen(peer, view);
        view.members().keySet().forEach(other -> state.notifyJoined(peer.id, other));
        view.departed().forEach(other -> state.notifyDeparted(peer.id, other));
        state.live().forEach(other -> {
            state.notifyFailed(peer.id, other);
            state.notifyRecovered(peer.id, other);
        });
        require(peer, peer.process.changed(state.notification(peer.id), state.lost(peer.id)));
    }

    private void send(Peer sender, Neighbour to, PrivilegeMessage message) {
        inTransit.sent(sender.id, to.id());
        sent.add(() -> carry(sender, to, message));
    }

    private void carry(Peer sender, Neighbour to, PrivilegeMessage message) {
        if (state.way(sender.id, to.id()) == NetworkState.Way.RETURNS) {
            sender.happens(() -> comeBack(sender, to, message));
        } else {
            peers.get(to.id().number()).happens(() -> arrive(sender, to, message));
        }
    }

    private void arrive(Peer sender, Neighbour to, PrivilegeMessage message) {
        Peer recipient = peers.get(to.id().number());
        switch (state.way(sender.id, to.id())) {
            case CARRIES -> {
                require(recipient, recipient.process.on(new Event.Received<>(Neighbour.of(sender.id), message)));
                inTransit.settled(sender.id, to.id());
            }
            case RETURNS -> sender.happens(() -> comeBack(sender, to, message));
            case VANISHES -> inTransit.settled(sender.id, to.id());
        }
    }

    private void comeBack(Peer sender, Neighbour to, PrivilegeMessage message) {
        require(sender, sender.process.on(new Event.Undeliverable<>(to, message)));
        inTransit.settled(sender.id, to.id());
    }

    private void deliver() {
        while (!sent.isEmpty()) {
            sent.remove().run();
        }
    }

    private static void require(Peer peer, Optional<Refused<PrivilegeMessage, Request>> refused) {
        refused.ifPresent(each -> {
            throw new IllegalStateException("process " + peer.id + " refuses " + each.event(), each.violation());
        });
    }
}
