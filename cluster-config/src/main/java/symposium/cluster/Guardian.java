package symposium.cluster;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.typed.Cluster;
import java.util.function.Consumer;
import symposium.kernel.ProcessId;

/** The actor at the top of a node: puts its parts together, and passes on what they say to each other. */
final class Guardian<S, M, I, O> extends AbstractBehavior<Guardian.Command> {

    /** What the parts of a node say. */
    sealed interface Command {}

    /** The process tells its user. */
    private record UserTold<O>(O told) implements Command {}

    /** The membership is this from now on. */
    private record Seen(MembershipView view) implements Command {}

    /** The user should know. */
    private record Remarked(Warning remark) implements Command {}

    /** The node has to end. */
    private record Ending(Termination ended) implements Command {}

    /** Asks for the service by which applications use the process. */
    record ServicePlease(ActorRef<HostedService<?>> replyTo) implements Command {}

    /** Asks for the table's address. */
    record TablePlease(ActorRef<ActorRef<Resources.Command>> replyTo) implements Command {}

    /** Asks for the election's address. */
    record ElectionPlease(ActorRef<ActorRef<LeaderElection.Command>> replyTo) implements Command {}

    /** The process is to leave; says when it has, if it can. */
    record LeavePlease(ActorRef<Done> replyTo) implements Command {}

    private static final class NodeEnds implements CoordinatedShutdown.Reason {}

    private final Observers observers;
    private final Consumer<Termination> ended;
    private final ActorRef<Host.Command<M, I>> host;
    private final HostedService<O> service;
    private final ActorRef<Resources.Command> table;
    private final ActorRef<LeaderElection.Command> election;
    private boolean ending;

    /**
     * A node.
     *
     * @param ended is told why the node ends of its own accord, when it does
     */
    static <S, M, I, O> Behavior<Command> create(
            Settings settings,
            HostedAlgorithm<S, M, I, O> residency,
            Observers observers,
            Consumer<Termination> ended) {
        return Behaviors.setup(context -> new Guardian<>(context, settings, residency, observers, ended));
    }

    private Guardian(
            ActorContext<Command> context,
            Settings settings,
            HostedAlgorithm<S, M, I, O> residency,
            Observers observers,
            Consumer<Termination> ended) {
        super(context);
        this.observers = observers;
        this.ended = ended;
        ActorRef<Command> self = context.getSelf();
        ProcessId process = SymposiumNode.process(settings, Cluster.get(context.getSystem()));
        Consumer<Termination> ending = why -> self.tell(new Ending(why));
        Host.Listener<O> listener = new Host.Listener<>() {
            @Override
            public void told(O told) {
                self.tell(new UserTold<>(told));
            }

            @Override
            public void remark(Warning remark) {
                self.tell(new Remarked(remark));
            }

            @Override
            public void ended(Termination why) {
                ending.accept(why);
            }
        };
        this.host = context.spawn(
                Host.create(process, Endpoint.OF_PROCESS, settings, residency, observers, listener), "host");
        this.service = residency
                .trade()
                .open(
                        context,
                        MembershipView.alone(process, settings.topology()),
                        ask -> host.tell(new Host.Input<>(ask)));
        context.spawn(Endpoint.create(process, residency, host), Endpoint.NAME);
        this.table = context.spawn(Resources.create(process, settings, observers, ending), Resources.NAME);
        this.election = context.spawn(LeaderElection.create(process, settings, observers, ending), LeaderElection.NAME);
        context.spawn(
                Membership.create(settings, residency.linksFail(), view -> self.tell(new Seen(view)), ending),
                "membership");
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(UserTold.class, this::onUserTold)
                .onMessage(Seen.class, this::onSeen)
                .onMessage(Remarked.class, this::onRemarked)
                .onMessage(ServicePlease.class, this::onServicePlease)
                .onMessage(TablePlease.class, this::onTablePlease)
                .onMessage(ElectionPlease.class, this::onElectionPlease)
                .onMessage(LeavePlease.class, this::onLeavePlease)
                .onMessage(Ending.class, this::onEnding)
                .build();
    }

    /** Whoever hosts the process tells what its users are told. */
    @SuppressWarnings("unchecked")
    private Behavior<Command> onUserTold(UserTold<?> says) {
        service.told((O) says.told());
        return this;
    }

    private Behavior<Command> onSeen(Seen seen) {
        host.tell(new Host.Seen<>(seen.view()));
        service.seen(seen.view());
        table.tell(new Resources.Seen(seen.view()));
        election.tell(new LeaderElection.Seen(seen.view()));
        observers.views().accept(seen.view());
        return this;
    }

    private Behavior<Command> onRemarked(Remarked remarked) {
        service.remarked(remarked.remark());
        observers.remarks().accept(remarked.remark());
        return this;
    }

    private Behavior<Command> onServicePlease(ServicePlease please) {
        please.replyTo().tell(service);
        return this;
    }

    private Behavior<Command> onTablePlease(TablePlease please) {
        please.replyTo().tell(table);
        return this;
    }

    private Behavior<Command> onElectionPlease(ElectionPlease please) {
        please.replyTo().tell(election);
        return this;
    }

    private Behavior<Command> onLeavePlease(LeavePlease please) {
        host.tell(new Host.Leave<>(please.replyTo()));
        return this;
    }

    private Behavior<Command> onEnding(Ending why) {
        if (!ending) {
            ending = true;
            getContext().getLog().error(why.ended().why());
            service.closed(why.ended().why());
            table.tell(new Resources.Closed(why.ended().why()));
            election.tell(new LeaderElection.Closed(why.ended().why()));
            ended.accept(why.ended());
            CoordinatedShutdown.get(getContext().getSystem()).runAll(new NodeEnds());
        }
        return this;
    }
}
