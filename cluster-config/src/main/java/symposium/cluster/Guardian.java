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
import symposium.election.Election.Call;
import symposium.election.terms.Leadership.News;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.mutex.Ask;
import symposium.mutex.Told;

/** The actor at the top of a node: puts its parts together, and passes on what they say to each other. */
final class Guardian extends AbstractBehavior<Guardian.Command> {

    /** What the parts of a node say. */
    sealed interface Command {}

    /** The membership is this from now on. */
    private record Seen(View view) implements Command {}

    /** The user should know. */
    private record Remarked(Remark remark) implements Command {}

    /** The node has to end. */
    private record Ending(Ended ended) implements Command {}

    /** Asks for what the applications of the node are served by. */
    record ServicesPlease(ActorRef<Services> replyTo) implements Command {}

    /** What the applications of a node are served by. */
    record Services(ActorRef<Lock.Command> lock, ActorRef<Election.Command> election) {}

    /** The user of a host's process, to be asked, and a host that has to hear of the membership. */
    private record Hosted<M, I>(Post.Box<M, I> box) {
        void ask(I input) {
            box.host().tell(new Host.Input<>(input));
        }

        void see(View view) {
            box.host().tell(new Host.Seen<>(view));
        }

        void leave(ActorRef<Done> replyTo) {
            box.host().tell(new Host.Leave<>(replyTo));
        }
    }

    /** The process is to leave; says when it has, if it can. */
    record LeavePlease(ActorRef<Done> replyTo) implements Command {}

    private static final class NodeEnds implements CoordinatedShutdown.Reason {}

    private final Observers observers;
    private final Consumer<Ended> ended;
    private final ProcessId process;
    private final Settings settings;
    private final Hosted<?, Ask> sharing;
    private final Hosted<?, Call> electing;
    private final Services services;
    private boolean ending;

    /**
     * A node.
     *
     * @param sharing how the algorithm lives by which the lock is shared
     * @param electing how the one lives by which leaders are elected
     * @param ended is told why the node ends of its own accord, when it does
     */
    static Behavior<Command> create(
            Settings settings,
            Residency<?, ?, Ask, Told> sharing,
            Residency<?, ?, Call, News> electing,
            Observers observers,
            Consumer<Ended> ended) {
        return Behaviors.setup(context -> new Guardian(context, settings, sharing, electing, observers, ended));
    }

    private Guardian(
            ActorContext<Command> context,
            Settings settings,
            Residency<?, ?, Ask, Told> sharing,
            Residency<?, ?, Call, News> electing,
            Observers observers,
            Consumer<Ended> ended) {
        super(context);
        this.observers = observers;
        this.ended = ended;
        this.settings = settings;
        this.process = SymposiumNode.process(settings, Cluster.get(context.getSystem()));
        View alone = View.alone(process, settings.topology());
        ActorRef<Lock.Command> lock = context.spawn(Lock.create(alone, this::ask), "lock");
        ActorRef<Election.Command> election =
                context.spawn(Election.create(alone, settings.election().patience(), this::call), "election");
        this.services = new Services(lock, election);
        this.sharing = host(sharing, "host", observers.steps(), told -> lock.tell(new Lock.UserTold(told)));
        this.electing = host(
                electing, "election-host", observers.elections(), news -> election.tell(new Election.UserTold(news)));
        context.spawn(Post.create(process, this.sharing.box(), this.electing.box()), Post.NAME);
        ActorRef<Command> self = context.getSelf();
        context.spawn(
                Membership.create(
                        settings,
                        sharing.linksFail(),
                        view -> self.tell(new Seen(view)),
                        why -> self.tell(new Ending(why))),
                "membership");
    }

    /** Called on the thread of the lock, which is first asked for something later than now. */
    private void ask(Ask input) {
        sharing.ask(input);
    }

    private void call(Call input) {
        electing.ask(input);
    }

    private <S, M, I, O> Hosted<M, I> host(
            Residency<S, M, I, O> residency, String name, Consumer<Occurrence> steps, Consumer<O> user) {
        ActorRef<Command> self = getContext().getSelf();
        Host.Listener<O> listener = new Host.Listener<>() {
            @Override
            public void told(O told) {
                user.accept(told);
            }

            @Override
            public void remark(Remark remark) {
                self.tell(new Remarked(remark));
            }

            @Override
            public void ended(Ended why) {
                self.tell(new Ending(why));
            }
        };
        return new Hosted<>(new Post.Box<>(
                residency, getContext().spawn(Host.create(process, settings, residency, steps, listener), name)));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Seen.class, this::onSeen)
                .onMessage(Remarked.class, this::onRemarked)
                .onMessage(ServicesPlease.class, this::onServicesPlease)
                .onMessage(LeavePlease.class, this::onLeavePlease)
                .onMessage(Ending.class, this::onEnding)
                .build();
    }

    private Behavior<Command> onSeen(Seen seen) {
        sharing.see(seen.view());
        electing.see(seen.view());
        services.lock().tell(new Lock.Seen(seen.view()));
        services.election().tell(new Election.Seen(seen.view()));
        observers.views().accept(seen.view());
        return this;
    }

    private Behavior<Command> onRemarked(Remarked remarked) {
        services.lock().tell(new Lock.Remarked(remarked.remark()));
        observers.remarks().accept(remarked.remark());
        return this;
    }

    private Behavior<Command> onServicesPlease(ServicesPlease please) {
        please.replyTo().tell(services);
        return this;
    }

    private Behavior<Command> onLeavePlease(LeavePlease please) {
        sharing.leave(please.replyTo());
        return this;
    }

    private Behavior<Command> onEnding(Ending why) {
        if (!ending) {
            ending = true;
            getContext().getLog().error(why.ended().why());
            services.lock().tell(new Lock.Closed(why.ended().why()));
            services.election().tell(new Election.Closed(why.ended().why()));
            ended.accept(why.ended());
            CoordinatedShutdown.get(getContext().getSystem()).runAll(new NodeEnds());
        }
        return this;
    }
}
