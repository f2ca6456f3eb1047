package symposium.membership;

import static symposium.membership.MembershipPublication.Rule.CLUSTER_ANSWERS;
import static symposium.membership.MembershipPublication.Rule.CLUSTER_REMOVES;
import static symposium.membership.MembershipPublication.Rule.NODE_ASKS;
import static symposium.membership.MembershipPublication.Rule.NODE_JOINS;
import static symposium.membership.MembershipPublication.Rule.NODE_LEAVES;
import static symposium.membership.MembershipPublication.Rule.NODE_REACHABLE;
import static symposium.membership.MembershipPublication.Rule.NODE_REMOVED;
import static symposium.membership.MembershipPublication.Rule.NODE_UNREACHABLE;
import static symposium.membership.MembershipPublication.Rule.READ_DESCRIPTION;
import static symposium.membership.MembershipPublication.Rule.READ_FORMER;
import static symposium.membership.MembershipPublication.Rule.READ_NOTHING;
import static symposium.membership.MembershipPublication.Rule.READ_REACHABLE;
import static symposium.membership.MembershipPublication.Rule.READ_REMOVED;
import static symposium.membership.MembershipPublication.Rule.READ_SHUT_DOWN;
import static symposium.membership.MembershipPublication.Rule.READ_UNREACHABLE;
import static symposium.membership.MembershipPublication.Rule.READ_UP;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BiFunction;
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
import symposium.kernel.topology.Shape;
import symposium.membership.Membership.Input;
import symposium.membership.Membership.Output;
import symposium.membership.Membership.User;
import symposium.membership.MembershipReading.Description;

/**
 * A cluster that publishes its membership, and its nodes. One process is the cluster, as the membership protocol of
 * Akka shows itself to a node; every other process is a node, which reads what is published by a
 * {@link MembershipReading}.
 *
 * <ul>
 *   <li>The cluster publishes in order which nodes are up, removed, unreachable and reachable again. A node reads
 *       later.
 *   <li>A node that is unreachable for long is removed. It is told once the others reach it again.
 *   <li>The last publications at a node that leaves are that it shuts down, and that every other node has been removed.
 *   <li>A node describes itself to each other. That comes at any time, before or after the other reads that the node is
 *       up, or even removed; or never, when the node has left or been restarted before.
 *   <li>A node that restarts is another node with the same number. It takes part once the former has been removed.
 * </ul>
 */
public final class MembershipPublication
        implements Protocol<MembershipPublication.State, MembershipPublication.Message, Input, Output> {

    /** What the cluster and its nodes send to each other. */
    public sealed interface Message extends Printable {}

    /** Something has happened to a node. */
    public record NodeEvent(Input input, ProcessId node) implements Message {}

    /** What the cluster publishes. */
    public enum Kind {
        UP,
        REMOVED,
        UNREACHABLE,
        REACHABLE,
        SHUT_DOWN
    }

    /**
     * The cluster publishes a change.
     *
     * @param node the node that it concerns
     * @param age that node's place among all that ever came up
     * @param to the node at which it is published
     */
    public record Published(Kind kind, ProcessId node, int age, ProcessId to) implements Message {}

    /** A node describes itself to another. */
    public record Described(ProcessId node, ProcessId to) implements Message {}

    /**
     * A process.
     *
     * @param self its name
     * @param source the process that is the cluster
     * @param up of the cluster, the nodes that are up, with their ages
     * @param removed of the cluster, the nodes that have left or been removed
     * @param unreachable of the cluster, the nodes that are up and that others do not reach
     * @param reading of a node, what it has read
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            ProcessId source,
            SortedMap<ProcessId, Integer> up,
            SortedSet<ProcessId> removed,
            SortedSet<ProcessId> unreachable,
            MembershipReading reading)
            implements MembershipPublicationStateBuilder.With {

        /** Whether it is the cluster. */
        boolean cluster() {
            return self.equals(source);
        }

        /** The nodes that take part: of two with one number, the older. */
        SortedSet<ProcessId> members() {
            return Sorted.only(Sorted.set(up.keySet()), node -> up.keySet().stream()
                    .noneMatch(other -> other.number() == node.number() && up.get(other) < up.get(node)));
        }

        /** The nodes that run: of two with one number, the younger. */
        SortedSet<ProcessId> running() {
            return Sorted.only(Sorted.set(up.keySet()), node -> up.keySet().stream()
                    .noneMatch(other -> other.number() == node.number() && up.get(other) > up.get(node)));
        }

        State without(ProcessId node) {
            return with(next -> next.up(Sorted.without(up, node))
                    .removed(Sorted.with(removed, node))
                    .unreachable(Sorted.without(unreachable, node)));
        }
    }

    /** What a process does. */
    public enum Rule implements symposium.kernel.Rule {
        /** The cluster has no user of its own: it answers at once. */
        CLUSTER_ANSWERS,
        /** The nodes that are unreachable are removed. */
        CLUSTER_REMOVES,
        /**
         * A node joins: it is told of all nodes, and they of it. A former one with its number is unreachable.
         */
        NODE_JOINS,
        /** A node leaves. */
        NODE_LEAVES,
        /** A node has become unreachable. */
        NODE_UNREACHABLE,
        /** A node is reachable again. */
        NODE_REACHABLE,
        /** A node that has been removed is reachable again: it is notified. */
        NODE_REMOVED,
        /** Something happens to the node, and the cluster will notice. */
        NODE_ASKS,
        /** A node is up. */
        READ_UP,
        /** A node has been removed. */
        READ_REMOVED,
        /** A node is unreachable. */
        READ_UNREACHABLE,
        /** A node is reachable again. */
        READ_REACHABLE,
        /** Another node has described itself. */
        READ_DESCRIPTION,
        /** This node no longer takes part. */
        READ_SHUT_DOWN,
        /** This node no longer takes part, and reads nothing. */
        READ_NOTHING,
        /** It was published for the node that was here before. */
        READ_FORMER
    }

    /** When the cluster acts by itself. */
    public enum Timer implements symposium.kernel.Timer {
        /** Nodes have been unreachable for long. */
        REMOVAL
    }

    private static final long INCARNATIONS = 1000;

    private final BiFunction<MembershipReading, Published, MembershipReading> reading;

    private final ProcessId source;

    /**
     * @param source the process that is the cluster
     * @param reading how a node reads; a variant reads otherwise
     */
    MembershipPublication(ProcessId source, BiFunction<MembershipReading, Published, MembershipReading> reading) {
        this.source = source;
        this.reading = reading;
    }

    /** How a node reads. */
    static MembershipReading read(MembershipReading before, Published published) {
        long node = id(published.node());
        return switch (published.kind()) {
            case UP -> before.up(node, published.age());
            case REMOVED -> before.removed(node);
            case UNREACHABLE -> before.reached(node, false);
            case REACHABLE -> before.reached(node, true);
            case SHUT_DOWN -> before.ceases();
        };
    }

    /** The number by which the cluster knows a node: another for each incarnation. */
    static long id(ProcessId node) {
        return INCARNATIONS * node.number() + node.incarnation();
    }

    /** The process of a node. */
    static ProcessId process(long node) {
        return new ProcessId((int) (node / INCARNATIONS), node % INCARNATIONS);
    }

    private static MembershipReading nothingRead(ProcessId self) {
        return MembershipReading.of(self, id(self), Integer.MAX_VALUE);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, source, Sorted.map(), Sorted.set(), Sorted.set(), nothingRead(self));
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        boolean begins = input == Input.JOIN || input == Input.RESTART;
        if (p.cluster()) {
            step.by(CLUSTER_ANSWERS);
            return begins ? step.tell(Output.JOINED) : input == Input.LEAVE ? step.tell(Output.CEASED) : step;
        }
        ProcessId former = p.reading().self();
        ProcessId node = begins ? new ProcessId(former.number(), former.incarnation() + 1) : former;
        return step.by(NODE_ASKS, begins ? p.withReading(nothingRead(node)) : p)
                .send(p.source(), new NodeEvent(input, node));
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof NodeEvent event) {
            return decide(event.input(), event.node(), p, step);
        }
        return message instanceof Described described
                ? readDescription(described, p, step)
                : readPublished((Published) message, p, step);
    }

    // --- the cluster

    private static Transition<State, Message, Output> decide(
            Input input, ProcessId node, State p, Transition<State, Message, Output> step) {
        if (input == Input.JOIN || input == Input.RESTART) {
            return joins(node, p, step);
        }
        if (!p.up().containsKey(node)) {
            return publish(Kind.SHUT_DOWN, node, node, step.by(NODE_REMOVED));
        }
        if (input == Input.LEAVE) {
            step.by(NODE_LEAVES, p.without(node));
            publishToOthers(Kind.REMOVED, node, step);
            publish(Kind.SHUT_DOWN, node, node, step);
            Sorted.without(Sorted.set(p.up().keySet()), node)
                    .forEach(other -> publish(Kind.REMOVED, other, node, step));
            return schedule(p, step);
        }
        boolean unreachable = input == Input.BECOME_UNREACHABLE;
        step.by(
                unreachable ? NODE_UNREACHABLE : NODE_REACHABLE,
                p.withUnreachable(
                        unreachable ? Sorted.with(p.unreachable(), node) : Sorted.without(p.unreachable(), node)));
        return schedule(p, publishToOthers(unreachable ? Kind.UNREACHABLE : Kind.REACHABLE, node, step));
    }

    private static Transition<State, Message, Output> joins(
            ProcessId node, State p, Transition<State, Message, Output> step) {
        SortedSet<ProcessId> former =
                Sorted.only(Sorted.set(p.up().keySet()), other -> other.number() == node.number());
        int age = p.up().size() + p.removed().size();
        step.by(NODE_JOINS, p.with(next -> next.up(Sorted.with(p.up(), node, age))
                .unreachable(Sorted.union(p.unreachable(), former))));
        publishToOthers(Kind.UP, node, step);
        former.forEach(other -> publishToOthers(Kind.UNREACHABLE, other, step));
        step.state().up().keySet().forEach(other -> publish(Kind.UP, other, node, step));
        step.state().unreachable().forEach(other -> publish(Kind.UNREACHABLE, other, node, step));
        return schedule(p, step);
    }

    @Override
    public Transition<State, Message, Output> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Message, Output> step) {
        step.by(CLUSTER_REMOVES);
        for (ProcessId node : p.unreachable()) {
            publishToOthers(Kind.REMOVED, node, step.next(step.state().without(node)));
        }
        return step;
    }

    /** The timer runs while a node is unreachable. */
    private static Transition<State, Message, Output> schedule(State before, Transition<State, Message, Output> step) {
        boolean runs = !before.unreachable().isEmpty();
        boolean wanted = !step.state().unreachable().isEmpty();
        return runs == wanted ? step : wanted ? step.schedule(Timer.REMOVAL) : step.cancel(Timer.REMOVAL);
    }

    private static Transition<State, Message, Output> publishToOthers(
            Kind kind, ProcessId node, Transition<State, Message, Output> step) {
        Sorted.without(step.state().running(), node).forEach(other -> publish(kind, node, other, step));
        return step;
    }

    private static Transition<State, Message, Output> publish(
            Kind kind, ProcessId node, ProcessId to, Transition<State, Message, Output> step) {
        int age = kind == Kind.UP ? step.state().up().get(node) : 0;
        return step.send(ProcessId.of(to.number()), new Published(kind, node, age, to));
    }

    // --- a node

    private Transition<State, Message, Output> readPublished(
            Published published, State p, Transition<State, Message, Output> step) {
        MembershipReading before = p.reading();
        if (!published.to().equals(before.self())) {
            return step.by(READ_FORMER);
        }
        MembershipReading after = reading.apply(before, published);
        read(rule(published.kind()), after, step);
        ProcessId node = published.node();
        return published.kind() == Kind.UP && node.number() != p.self().number() && !after.ceased()
                ? step.send(ProcessId.of(node.number()), new Described(before.self(), node))
                : step;
    }

    private static Transition<State, Message, Output> readDescription(
            Described described, State p, Transition<State, Message, Output> step) {
        ProcessId node = described.node();
        return described.to().equals(p.reading().self())
                ? read(READ_DESCRIPTION, p.reading().described(id(node), Description.of(node, true)), step)
                : step.by(READ_FORMER);
    }

    private static Transition<State, Message, Output> read(
            Rule rule, MembershipReading after, Transition<State, Message, Output> step) {
        State p = step.state();
        MembershipReading before = p.reading();
        step.by(before.ceased() ? READ_NOTHING : rule, p.withReading(after));
        if (!before.members().contains(before.self()) && after.members().contains(before.self())) {
            step.tell(Output.JOINED);
        }
        return after.ceased() && !before.ceased() ? step.tell(Output.CEASED) : step;
    }

    private static Rule rule(Kind kind) {
        return switch (kind) {
            case UP -> READ_UP;
            case REMOVED -> READ_REMOVED;
            case UNREACHABLE -> READ_UNREACHABLE;
            case REACHABLE -> READ_REACHABLE;
            case SHUT_DOWN -> READ_SHUT_DOWN;
        };
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Output> {
        public Entry() {
            super(new Descriptor<State, Message, User, Input, Output>("membership", new Membership(), Message.class)
                    .withPaper(Paper.of("the membership of Akka clusters, as a node sees it")
                            .withCost("a publication to each node per change"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withAssumptions("the first process is the cluster, and does not crash"))
                    .withTimers(List.of(Timer.values()))
                    .withProtocol(
                            start -> new MembershipPublication(start.processes().first(), MembershipPublication::read))
                    .checks(checks -> checks.withInvariants(MembershipPublicationChecks.invariants())
                            .withVariants(start -> MembershipPublicationChecks.variants(
                                    start.processes().first()))
                            .reachableAlone(CLUSTER_ANSWERS)));
        }
    }
}
