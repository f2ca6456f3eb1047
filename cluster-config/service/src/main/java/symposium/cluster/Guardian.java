package symposium.cluster;

import akka.Done;
import akka.actor.ActorInitializationException;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.PostStop;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.typed.Cluster;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.cluster.execution.CallerRunsExecutor;
import symposium.cluster.host.Host;
import symposium.cluster.host.HostListeners;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.membership.ClusterMembership;
import symposium.cluster.membership.ClusterMembership.WithoutMajority;
import symposium.cluster.membership.IslandWatch;
import symposium.cluster.membership.NodeDescriptor;
import symposium.cluster.membership.RemovalNotice;
import symposium.cluster.settings.EventLogSettings;
import symposium.cluster.settings.Settings;
import symposium.cluster.settings.Settings.Service;
import symposium.cluster.status.Observers;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.wire.DescriptionQuery.Description;
import symposium.wire.WireMessage;
import symposium.wire.WireSerializer;

/** The actor at the top of a node: it starts the hosts of the node's processes, and tells them of the membership. */
final class Guardian extends AbstractBehavior<Guardian.Command> {

    /** What can be said to the top of a node. */
    sealed interface Command {}

    /** Asks for a service; answered once it has started. */
    record GetService(Service service, ActorRef<HostedService<?, ?>> replyTo) implements Command {}

    /** The processes are to leave, and their users to finish; answers when all have that can. */
    record Leave(ActorRef<Done> replyTo) implements Command {}

    private record Described(Description description) implements Command {}

    private record Seen(MembershipView view) implements Command {}

    private record Voted(MembershipView.Voting voting) implements Command {}

    /** Nothing is granted at this node from now on; answers when all clients have been told why. */
    record Close(String why, ActorRef<Done> replyTo) implements Command {}

    private record Ending(Termination termination) implements Command {}

    private final Settings settings;
    private final Platform platform;
    private final Observers observers;
    private final Consumer<Termination> ended;
    private final Consumer<RuntimeException> failed;
    private final ProcessId process;
    private final Map<Service, HostRef<?, ?>> hosts = new EnumMap<>(Service.class);
    private final ActorRef<ClusterMembership.Command> membership;
    private final ActorRef<Object> removalNotice;
    private final ActorRef<Object> islandWatch;
    private final ActorRef<Object> description;
    private boolean ending;

    /**
     * A node.
     *
     * @param platform its clocks and its transport
     * @param hosted the algorithm of its process
     * @param withoutMajority what it does that does not see a majority in time
     * @param ended is told why the node ends of its own accord, when it does
     * @param failed is told in its place that an actor has not started, or has failed later, which ends the node, too
     */
    static Behavior<Command> create(
            Settings settings,
            Platform platform,
            HostedAlgorithm<?, ?, ?, ?> hosted,
            Observers observers,
            WithoutMajority withoutMajority,
            Consumer<Termination> ended,
            Consumer<RuntimeException> failed) {
        return Behaviors.setup(context -> {
            try {
                return new Guardian(context, settings, platform, hosted, observers, withoutMajority, ended, failed);
            } catch (RuntimeException fault) {
                failed.accept(fault);
                throw fault;
            }
        });
    }

    private Guardian(
            ActorContext<Command> context,
            Settings settings,
            Platform platform,
            HostedAlgorithm<?, ?, ?, ?> hosted,
            Observers observers,
            WithoutMajority withoutMajority,
            Consumer<Termination> ended,
            Consumer<RuntimeException> failed) {
        super(context);
        // Otherwise the first to log may be Akka, of a child that has failed, and all lines are of its logger.
        context.setLoggerName(Guardian.class);
        this.settings = settings;
        this.platform = platform;
        this.observers = observers;
        this.ended = ended;
        this.failed = failed;
        this.process = NodeDescriptor.process(
                settings, Cluster.get(context.getSystem()).selfMember().uniqueAddress());
        for (Service service : settings.services()) {
            try {
                host(service, hosted);
            } catch (RuntimeException fault) {
                throw failure(name(service), fault);
            }
        }
        SortedMap<String, ActorRef<WireMessage>> references = new TreeMap<>();
        hosts.forEach((service, host) -> references.put(service.spelled(), host.endpoint()));
        this.description = start(
                NodeDescriptor.create(
                        WireSerializer.names(Adapter.toClassic(context.getSystem()))
                                .version(),
                        process,
                        settings,
                        references),
                NodeDescriptor.NAME);
        this.membership = start(
                ClusterMembership.create(
                        settings,
                        withoutMajority,
                        hosted.linksFail(),
                        this::described,
                        this::seen,
                        this::ending,
                        platform.nanoTime()),
                "membership");
        MembershipView alone = MembershipView.alone(process, settings.topology());
        this.removalNotice = start(
                RemovalNotice.create(
                        alone, settings.processes(), platform.quarantine().apply(context.getSystem())),
                "removal-notice");
        this.islandWatch = start(IslandWatch.create(alone, platform.listens(), this::ending), IslandWatch.NAME);
    }

    private void host(Service service, HostedAlgorithm<?, ?, ?, ?> hosted) {
        switch (service) {
            case PROCESS -> host(service, hosted, settings.topology(), observers.steps());
            case RESOURCES ->
                host(service, HostedAlgorithms.resources(settings), Shape.COMPLETE, observers.resources());
            case ELECTION ->
                host(
                        service,
                        HostedAlgorithms.election(settings),
                        settings.election().topology(),
                        observers.elections());
        }
    }

    /** Starts an actor without which the node cannot go on. */
    private <T> ActorRef<T> start(Behavior<T> behavior, String name) {
        ActorRef<T> actor = getContext().spawn(behavior, name);
        getContext().watch(actor);
        return actor;
    }

    private <S, M, I, O> void host(
            Service service, HostedAlgorithm<S, M, I, O> hosted, Topology topology, Consumer<TraceEvent> steps) {
        ActorRef<HostCommand<M, I>> host = getContext()
                .spawn(
                        Host.create(
                                process,
                                topology,
                                settings,
                                hosted,
                                new HostListeners(steps, observers.warnings(), this::ending, this::voted),
                                platform.nanoTime(),
                                platform.stallClocks()),
                        service.spelled(),
                        // A log of events is written by the thread of the process, before anything is sent: not by one
                        // of the application or of the transport then.
                        EventLogSettings.of(getContext().getSystem().settings().config())
                                        .directory()
                                        .isPresent()
                                ? DispatcherSelector.blocking()
                                : CallerRunsExecutor.SELECTOR);
        getContext().watch(host);
        hosts.put(service, new HostRef<>(host));
    }

    /** Called on the threads of other actors. */
    private void described(Description description) {
        getContext().getSelf().tell(new Described(description));
    }

    /** Called on the threads of other actors. */
    private void seen(MembershipView view) {
        getContext().getSelf().tell(new Seen(view));
    }

    /** Called on the threads of other actors. */
    private void voted(MembershipView.Voting voting) {
        getContext().getSelf().tell(new Voted(voting));
    }

    /** Called on the threads of other actors. */
    private void ending(Termination why) {
        getContext().getSelf().tell(new Ending(why));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Described.class, this::onDescribed)
                .onMessage(Seen.class, this::onSeen)
                .onMessage(Voted.class, this::onVoted)
                .onMessage(GetService.class, this::onGetService)
                .onMessage(Leave.class, this::onLeave)
                .onMessage(Close.class, this::onClose)
                .onMessage(Ending.class, this::onEnding)
                .onSignal(Terminated.class, this::onTerminated)
                .onSignal(PostStop.class, stopped -> onStopped())
                .build();
    }

    /** By another than this node, such as a stranger's PoisonPill, or with its actor system. */
    private Behavior<Command> onStopped() {
        if (!ending) {
            ended.accept(new Termination(
                    Termination.Cause.FAILED, "the actors of process " + process + " have been stopped"));
        }
        return this;
    }

    /** A host stops by a fault or by another than this node; other actors also when they have nothing more to do. */
    private Behavior<Command> onTerminated(Terminated terminated) {
        ActorRef<Void> actor = terminated.getRef();
        Optional<Service> service = hosts.keySet().stream()
                .filter(each -> hosts.get(each).host().equals(actor))
                .findFirst();
        String name = service.map(Guardian::name).orElse("actor " + actor.path().name());
        service.ifPresent(hosts::remove);
        if (terminated instanceof ChildFailed fault) {
            fail(failure(name, fault.getCause()));
        } else if (service.isPresent()) {
            fail(new IllegalStateException("the " + name + " of process " + process + " has been stopped"));
        }
        return this;
    }

    private static String name(Service service) {
        return "service " + service.spelled();
    }

    private IllegalStateException failure(String actor, Throwable fault) {
        Throwable why = fault;
        while (why instanceof ActorInitializationException && why.getCause() != null) {
            why = why.getCause();
        }
        return new IllegalStateException("the " + actor + " of process " + process + " has failed: " + why, why);
    }

    /** The others close, and nothing waits for them: one may have failed, too. */
    private void fail(IllegalStateException fault) {
        if (!ending) {
            ending = true;
            description.tell(Done.getInstance());
            getContext().getLog().error(fault.getMessage());
            hosts.values()
                    .forEach(host -> host.close(
                            fault.getMessage(), getContext().getSystem().ignoreRef()));
            failed.accept(fault);
        }
    }

    private Behavior<Command> onDescribed(Described described) {
        Description description = described.description();
        hosts.forEach((service, host) -> Optional.ofNullable(description.hosts().get(service.spelled()))
                .ifPresent(there -> host.located(description, there)));
        return this;
    }

    private Behavior<Command> onSeen(Seen seen) {
        hosts.values().forEach(host -> host.seen(seen.view()));
        removalNotice.tell(seen.view());
        islandWatch.tell(seen.view());
        observers.views().accept(seen.view());
        return this;
    }

    private Behavior<Command> onVoted(Voted voted) {
        membership.tell(new ClusterMembership.Voted(voted.voting()));
        return this;
    }

    private Behavior<Command> onGetService(GetService get) {
        Optional.ofNullable(hosts.get(get.service())).ifPresent(host -> host.getService(get.replyTo()));
        return this;
    }

    private Behavior<Command> onLeave(Leave leave) {
        ActorRef<Done> each = each(leave.replyTo());
        hosts.values().forEach(host -> host.leave(each));
        return this;
    }

    private Behavior<Command> onClose(Close close) {
        ActorRef<Done> each = each(close.replyTo());
        hosts.values().forEach(host -> host.close(close.why(), each));
        return this;
    }

    /** Answers when each host has answered. */
    private ActorRef<Done> each(ActorRef<Done> replyTo) {
        if (hosts.isEmpty()) {
            replyTo.tell(Done.getInstance());
        }
        return getContext().spawnAnonymous(hosts.isEmpty() ? Behaviors.stopped() : all(hosts.size(), replyTo));
    }

    /** Answers when it has been answered so often. */
    private static Behavior<Done> all(int missing, ActorRef<Done> replyTo) {
        return Behaviors.receiveMessage(done -> {
            if (missing > 1) {
                return all(missing - 1, replyTo);
            }
            replyTo.tell(done);
            return Behaviors.stopped();
        });
    }

    private Behavior<Command> onEnding(Ending end) {
        if (!ending) {
            ending = true;
            description.tell(Done.getInstance());
            String why = end.termination().why();
            if (end.termination().cause() == Termination.Cause.LEFT) {
                getContext().getLog().info(why);
            } else {
                getContext().getLog().error(why);
            }
            onClose(new Close(why, getContext().spawnAnonymous(Behaviors.receiveMessage(closed -> {
                ended.accept(end.termination());
                return Behaviors.stopped();
            }))));
        }
        return this;
    }

    /** A host, whatever its process. */
    private record HostRef<M, I>(ActorRef<HostCommand<M, I>> host) {

        /** By which other nodes send to it: it takes anything, and refuses what is no message between nodes. */
        ActorRef<WireMessage> endpoint() {
            return host.<Object>unsafeUpcast().narrow();
        }

        void located(Description description, ActorRef<WireMessage> there) {
            host.tell(new HostCommand.Speaks<>(description.process(), description.version()));
            host.tell(new HostCommand.Located<>(description.process(), Optional.of(there)));
        }

        void seen(MembershipView view) {
            host.tell(new HostCommand.Seen<>(view));
        }

        void getService(ActorRef<HostedService<?, ?>> replyTo) {
            host.tell(new HostCommand.GetService<>(replyTo));
        }

        void leave(ActorRef<Done> replyTo) {
            host.tell(new HostCommand.Leave<>(replyTo));
        }

        void close(String why, ActorRef<Done> replyTo) {
            host.tell(new HostCommand.Close<>(why, replyTo));
        }
    }
}
