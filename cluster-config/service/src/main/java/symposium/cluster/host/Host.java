package symposium.cluster.host;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import symposium.actor.ProcessContext;
import symposium.actor.RuntimeDriver;
import symposium.cluster.execution.FrameLimit;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedProcess;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.settings.Settings;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.ProcessRuntime.Refused;
import symposium.kernel.topology.Topology;
import symposium.links.LinkEnds;
import symposium.links.LinkEnds.EndsStep;
import symposium.links.LinkIncarnation;
import symposium.links.LinkRule;
import symposium.membership.FoundersAgreement.Group;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.FormationProposal;

/**
 * Hosts one process of this node, with its links to the others and the {@link HostedService} for applications. It sends
 * the messages of the process to where the others are, and tells the process of those changes of the membership that
 * its algorithm tolerates: see {@link HostedAlgorithm}.
 */
public final class Host<S, M, I, O> {

    private final ActorContext<Object> context;
    private final ProcessId self;
    private final Topology topology;
    private final Settings settings;
    private final HostedAlgorithm<S, M, I, O> hosted;
    private final HostListeners listeners;
    private final Consumer<TraceEvent> steps;
    private final HostedService<?, O> service;
    private final CompletableFuture<Done> served = new CompletableFuture<>();
    private final AdaptiveTimings timings;
    private final HostFormation formation;
    private final HostProcess<S, M, I, O> process;
    private final HostVoters<S, I> voters;
    private final Endpoint<M, I> endpoint;
    private final FrameLimit frameLimit;
    private final UnreadMessages unread;
    private final ServiceTelemetry telemetry;

    private final TimerScheduler<Object> timers;
    private final PeerHosts hosts;
    private final SignsOfLife life;
    private final HostDoubt doubt;
    private final ResendBackoff backoff = new ResendBackoff();
    private final UncheckedFrames unchecked = new UncheckedFrames();
    private LinkEnds<M> links;
    private Optional<ActorRef<Done>> leaving = Optional.empty();
    /** Whether it is about to leave, or has left: it no longer votes. Holders have time to finish meanwhile. */
    private boolean leaves;

    private boolean finished;
    private MembershipView view;

    private Host(
            ActorContext<Object> context,
            TimerScheduler<Object> timers,
            ProcessId self,
            Topology topology,
            Settings settings,
            HostedAlgorithm<S, M, I, O> hosted,
            HostListeners listeners,
            LongSupplier nanoTime,
            List<LongSupplier> clocks) {
        this.context = context;
        // Otherwise the first to log may be a timer, within Akka, and all lines are of its logger.
        context.setLoggerName(Host.class);
        this.timers = timers;
        this.self = self;
        this.topology = topology;
        this.settings = settings;
        this.hosted = hosted;
        this.telemetry = NodeTelemetry.get(context.getSystem())
                .service(context.getSelf().path().name(), hosted.algorithm(), hosted.regenerations());
        this.listeners = listeners;
        this.steps = listeners.steps().andThen(telemetry::step);
        this.view = MembershipView.alone(self, topology);
        this.links = LinkEnds.none(self, hosted.linksFail());
        this.timings = new AdaptiveTimings(settings.timings(), settings.hurried(), settings.hurry(), nanoTime);
        this.voters = new HostVoters<>(self, hosted.voters(), listeners.votes());
        this.process = new HostProcess<>(this::driver, this::changed, this::onRefused, this::leave, telemetry::stops);
        this.formation = new HostFormation(
                self,
                hosted.algorithm(),
                settings.processes(),
                settings.generationFloor(),
                voters.agrees(),
                this::post,
                this::warn);
        this.endpoint = new Endpoint<>(self, hosted);
        this.frameLimit = new FrameLimit(context.getSystem());
        this.hosts = new PeerHosts(context, HostCommand.Located<M, I>::new);
        this.unread = new UnreadMessages(self, hosts, listeners.warnings(), telemetry, context.getLog());
        // A process that is alone on a ring is its own neighbour.
        hosts.located(self, context.getSelf().narrow());
        this.life = new SignsOfLife(
                self, hosted.algorithm(), settings.silenceTimeout(), nanoTime, hosts, telemetry, context.getLog());
        this.doubt = new HostDoubt(
                self,
                hosted.algorithm(),
                hosted.tolerates() != MembershipTolerance.NO_CHANGE,
                new StallCheck(settings.handshakeInterval().multipliedBy(2), clocks),
                confirmed -> voters.quorate(confirmed, settings.majority()),
                this::post,
                context.getLog());
        ActorRef<Object> host = context.getSelf();
        this.service = hosted.service()
                .open(
                        context,
                        view,
                        HostedProcess.of(
                                input -> host.tell(new HostCommand.Input<M, I>(input)),
                                replyTo -> host.tell(new HostCommand.Confirm<M, I>(replyTo))),
                        () -> served.complete(Done.getInstance()),
                        why -> host.tell(new HostCommand.ServiceFailed<M, I>(why)));
        context.watch(service.service());
    }

    /**
     * The host of the process {@code self}. Hosts of the same name at different nodes send messages to each other.
     *
     * @param topology how the processes are linked
     * @param nanoTime in nanoseconds, by which it finds that another process is silent
     * @param clocks in nanoseconds, by which it finds that it has been paused
     */
    public static <S, M, I, O> Behavior<HostCommand<M, I>> create(
            ProcessId self,
            Topology topology,
            Settings settings,
            HostedAlgorithm<S, M, I, O> hosted,
            HostListeners listeners,
            LongSupplier nanoTime,
            List<LongSupplier> clocks) {
        return Behaviors.<Object>setup(context -> Behaviors.withTimers(timers -> {
                    Host<S, M, I, O> host =
                            new Host<>(context, timers, self, topology, settings, hosted, listeners, nanoTime, clocks);
                    if (!host.forms()) {
                        host.begin(Start.of(settings.processes(), 0), Neighbours.none(), 0);
                    }
                    timers.startTimerWithFixedDelay(new HostCommand.Remind<M, I>(), settings.handshakeInterval());
                    return Behaviors.receive(Object.class)
                            .onAnyMessage(host::onAny)
                            .onSignal(ChildFailed.class, host::onServiceFailed)
                            .onSignal(Terminated.class, stopped -> Behaviors.same())
                            .build();
                }))
                .narrow();
    }

    /** Whether the process begins together with others. */
    private boolean forms() {
        return hosted.tolerates() != MembershipTolerance.ANY_CHANGE || voters.agrees();
    }

    /**
     * A command of this node, or anything that another node sends. A host that fails ends its node, and lives on to
     * tell the clients so.
     */
    @SuppressWarnings("unchecked")
    private Behavior<Object> onAny(Object any) {
        try {
            if (any instanceof HostCommand<?, ?> command) {
                onCommand((HostCommand<M, I>) command);
            } else {
                endpoint.read(any).ifPresent(this::onCommand);
            }
        } catch (Exception | AssertionError | LinkageError | StackOverflowError fault) {
            context.getLog().error("the host of process " + self + " fails on " + any, fault);
            listeners
                    .ended()
                    .accept(new Termination(
                            Termination.Cause.FAILED, "the host of process " + self + " has failed: " + fault));
        }
        return Behaviors.same();
    }

    /** It has not started, or what it does not receive but is signalled has made it fail: its parent is told why. */
    private Behavior<Object> onServiceFailed(ChildFailed failed) {
        throw failed.getCause() instanceof RuntimeException fault
                ? fault
                : new IllegalStateException(failed.getCause());
    }

    private void onCommand(HostCommand<M, I> command) {
        doubt.check(this::others);
        if (command instanceof HostCommand.Input<M, I> input) {
            doubt.whenCertain(() -> process.happens(new Event.Input<>(input.ask())));
        } else if (command instanceof HostCommand.Confirm<M, I> confirm) {
            doubt.whenCertain(() -> confirm.replyTo().tell(Done.getInstance()));
        } else if (command instanceof HostCommand.Arrived<M, I> arrived) {
            onArrived(arrived);
        } else if (command instanceof HostCommand.Located<M, I> located) {
            onLocated(located);
        } else if (command instanceof HostCommand.Speaks<M, I> speaks) {
            unread.speaks(speaks.process(), speaks.version());
        } else if (command instanceof HostCommand.NotKnown<M, I> unknown) {
            unread.notKnown(unknown.from(), unknown.name());
        } else if (command instanceof HostCommand.NotUnderstood<M, I> refused) {
            unread.notUnderstood(refused.from(), refused.name(), refused.version());
        } else if (command instanceof HostCommand.Seen<M, I> seen) {
            onSeen(seen.view().over(topology));
        } else if (command instanceof HostCommand.Proposed<M, I> proposed) {
            onProposal(proposed.proposal());
        } else if (command instanceof HostCommand.Unheard<M, I> unheard) {
            life.unheard(unheard.from(), view.departed().contains(unheard.from()));
        } else if (command instanceof HostCommand.Probed<M, I> probed) {
            onProbed(probed.from(), probed.number());
        } else if (command instanceof HostCommand.Confirmed<M, I> confirmed) {
            life.heard(confirmed.from());
            doubt.confirmed(confirmed.from(), confirmed.number());
        } else if (command instanceof HostCommand.Remind<M, I>) {
            onRemind();
        } else if (command instanceof HostCommand.GetService<M, I> get) {
            served.thenRun(() -> get.replyTo().tell(service));
        } else if (command instanceof HostCommand.Leave<M, I> leave) {
            onLeave(leave.replyTo());
        } else if (command instanceof HostCommand.Finished<M, I>) {
            finished = true;
            changeVoters();
            leave();
        } else if (command instanceof HostCommand.Close<M, I> close) {
            service.closed(close.why(), close.replyTo());
        } else if (command instanceof HostCommand.ServiceFailed<M, I> failed) {
            warn(new Warning(self, Warning.Kind.SERVICE_FAILED, "process " + self + ": " + failed.why()));
        } else if (command instanceof HostCommand.Dropped<M, I> drop) {
            unread.dropped(drop.why());
        } else {
            process.happens(new Event.Timeout<>(((HostCommand.Expired<M, I>) command).timer()));
        }
    }

    private void onLocated(HostCommand.Located<M, I> located) {
        if (!view.departed().contains(located.process())) {
            located.host().ifPresent(there -> hosts.located(located.process(), there));
        }
    }

    private void onRemind() {
        formation.remind();
        links.ends().keySet().forEach(other -> take(links.acknowledge(other)));
        links.ends().keySet().forEach(other -> resend(other, links.resend(other, backoff.wait(other))));
        life.breakSilence(
                Sorted.only(others(), other -> !view.unreachable().contains(other) && insists(other)),
                view.members(),
                this::warn);
        doubt.probe(others());
        changeVoters();
        leave();
    }

    private void onLeave(ActorRef<Done> replyTo) {
        if (hosted.leaves() && leaving.isEmpty() && !process.waits()) {
            leaving = Optional.of(replyTo);
            process.happens(new Event.Leave<>());
        } else if (hosted.service().finishes() && leaving.isEmpty()) {
            leaving = Optional.of(replyTo);
            leaves = true;
            service.leaving(
                    settings.leaveTimeout(),
                    context.messageAdapter(Done.class, done -> new HostCommand.Finished<M, I>()));
        } else {
            replyTo.tell(Done.getInstance());
        }
    }

    /** It has left once everything that it has handed over has arrived at the nodes that this one reaches. */
    private void leave() {
        boolean over = process.stopped() || finished && voters.mayLeave() || process.left();
        if (over && leaving.isPresent() && links.settled()) {
            leaving.get().tell(Done.getInstance());
            leaving = Optional.empty();
        }
    }

    /** A process that is unreachable may be about to be removed. */
    private void onProbed(ProcessId from, long number) {
        life.heard(from);
        if (view.members().containsKey(from)
                && !view.unreachable().contains(from)
                && !view.departed().contains(from)) {
            post(new WireMessage.MembershipConfirmation(self, from, number));
        }
    }

    private SortedSet<ProcessId> others() {
        return Sorted.without(view.ring(), self);
    }

    // --- links

    /** Carries out a step of the ends of links. */
    private void take(EndsStep<M> step) {
        links = step.next();
        step.frames().forEach(sent -> post(endpoint.write(sent.to(), sent.frame())));
        step.change()
                .ifPresent(change -> process.onceBegun(begun -> begun.changed(
                        new Event.NeighboursChanged<>(
                                change.told().neighbours(), change.told().departed()),
                        change.failed())));
        step.delivered().ifPresent(came -> telemetry.messageReceived());
        step.delivered().ifPresent(came -> receive(came.from(), came.message()));
    }

    private void receive(Neighbour from, M message) {
        if (hosted.loss().loses(self, message)) {
            process.onceBegun(begun -> {
                begun.lost(from, message);
                return Optional.empty();
            });
        } else {
            process.happens(new Event.Received<>(from, message));
        }
    }

    /**
     * A message that no frame holds never arrives, nor does any after it: the process cannot go on. It is looked at
     * when it is sent again.
     */
    private void resend(ProcessId other, EndsStep<M> step) {
        Optional<String> defect =
                unchecked
                        .of(
                                other,
                                step.frames().stream()
                                        .map(LinkEnds.Outgoing::frame)
                                        .toList())
                        .stream()
                        .flatMap(frame -> frameLimit.exceededBy(endpoint.write(other, frame)).stream())
                        .findFirst();
        if (defect.isEmpty()) {
            if (step.rule().filter(LinkRule.RESEND::equals).isPresent()) {
                backoff.resent(other);
                telemetry.messagesResent(step.frames().size());
            }
            take(step);
        } else if (process.stop()) {
            String line = "process " + self + " stops: a message of " + hosted.algorithm() + " to process " + other
                    + " " + defect.get();
            warn(new Warning(self, Warning.Kind.UNSENDABLE, line));
            listeners.ended().accept(new Termination(Termination.Cause.FAILED, line));
        }
    }

    /** Whether an answer of this process is due. */
    private boolean insists(ProcessId other) {
        return formation.insists() || links.insists(other);
    }

    private void onArrived(HostCommand.Arrived<M, I> arrived) {
        arrived.defect().ifPresent(unread::dropped);
        ProcessId from = arrived.from();
        life.heard(from);
        if (!hosted.linksFail() && !arrived.frame().incarnation().equals(LinkIncarnation.NONE)) {
            unread.dropped("a message from process " + from + ": it names an incarnation of the link, which has none");
        } else {
            EndsStep<M> step = links.receive(from, arrived.frame());
            if (step.rule().filter(LinkRule.ACK_NEW::equals).isPresent()) {
                backoff.acknowledged(from);
            }
            take(step);
        }
    }

    private void onSeen(MembershipView now) {
        service.seen(now);
        MembershipView was = view;
        view = now;
        if (!was.departed().containsAll(now.departed()) || !was.neighbours().equals(now.neighbours())) {
            timings.change();
        }
        hosts.remove(now.departed());
        backoff.departed(now.departed());
        unchecked.departed(now.departed());
        SortedSet<ProcessId> reachable = new TreeSet<>(now.members().keySet());
        reachable.removeAll(now.unreachable());
        backoff.reached(Sorted.only(reachable, other -> !links.reachable().contains(other)));
        links = links.seeing(reachable, now.departed());
        if (hosted.tolerates() == MembershipTolerance.ANY_CHANGE) {
            take(links.changed(now.neighbours(), now.departed()));
        }
        if (forms()) {
            if (voters.agrees() ? now.voting().isPresent() : !now.cutOff()) {
                formation.seen(others(), now.departed());
            }
            found();
        }
    }

    // --- processes that are all there at the start

    /**
     * Without a majority a process lets no newcomer in: it may never have one again, and the newcomer can begin with
     * others.
     */
    private boolean answers(FormationProposal proposal) {
        return !process.stopped()
                && (voters.quorate()
                        || formation
                                .founded()
                                .filter(group -> group.founders().contains(proposal.from()))
                                .isPresent());
    }

    private void onProposal(FormationProposal proposal) {
        life.heard(proposal.from());
        if (answers(proposal) && view.members().containsKey(proposal.from()) && formation.proposed(proposal)) {
            found();
        }
    }

    /** Begins with the founders, once they are agreed, and takes what has changed among them. */
    private void found() {
        if (formation.founded().isEmpty()) {
            return;
        }
        Group founded = formation.founded().get();
        SortedSet<ProcessId> founders = founded.founders();
        Start start = new Start(founders, founders.first(), founders.size() / 2 + 1);
        if (voters.agrees()) {
            if (process.waits()) {
                begin(start, Neighbours.none(), 0);
            }
            return;
        }
        if (process.waits()) {
            Neighbours neighbours = topology.neighbours(self, founders);
            links = links.changed(neighbours, new TreeSet<>()).next();
            begin(start, neighbours, founded.floor());
        }
        SortedSet<ProcessId> departed = Sorted.only(founders, view.departed()::contains);
        if (hosted.tolerates() == MembershipTolerance.DEPARTURES) {
            SortedSet<ProcessId> present = Sorted.without(founders, departed);
            EndsStep<M> step = links.changed(view.neighbours(present), departed);
            take(step);
            if (step.change().isPresent()) {
                formation.left(present, founders.size());
            }
        } else {
            formation.departed(departed);
        }
    }

    // --- the process

    private void begin(Start start, Neighbours neighbours, long floor) {
        try {
            process.begin(start, neighbours, floor);
        } catch (InvariantViolation violation) {
            listeners.ended().accept(new Termination(Termination.Cause.VIOLATED, violation.getMessage()));
        }
    }

    private RuntimeDriver<S, M, I, O> driver(Start start, Neighbours neighbours, long floor) {
        Protocol<S, M, I, O> protocol = hosted.protocol().apply(start);
        NodeEvents events = NodeEvents.of(context.getSystem(), hosted.algorithm(), self);
        events.began(self, start, hosted.floor(), neighbours, protocol);
        RuntimeDriver<S, M, I, O> driver = new RuntimeDriver<>(
                self,
                neighbours,
                protocol,
                new ProcessContext<>(this::send, told -> told(told, floor), timings, (step, state) -> {
                    events.on(step, state);
                    steps.accept(step);
                }),
                new RuntimeDriver.Timers(
                        (timer, lasting) ->
                                timers.startSingleTimer(timer, new HostCommand.Expired<M, I>(timer), lasting),
                        timers::cancel));
        telemetry.began();
        return driver;
    }

    private void told(O output, long floor) {
        service.told(hosted.service().raised().apply(output, floor));
        if (hosted.service().excludes().test(output)) {
            stop(new Termination(
                    Termination.Cause.REMOVED,
                    "process " + self + " of " + hosted.algorithm()
                            + " has learned from another process that it was removed: start its node again, as a new"
                            + " member"));
        }
    }

    private void stop(Termination why) {
        if (process.stop()) {
            listeners.ended().accept(why);
        }
    }

    private void changed(S state) {
        voters.see(state).ifPresent(this::stop);
    }

    /** Asks for the change of the voters that is due. */
    private void changeVoters() {
        if (!process.stopped()) {
            voters.due(leaves).ifPresent(change -> process.happens(new Event.Input<>(change)));
        }
    }

    private void onRefused(Refused<M, I> refused) {
        String why = refused.violation().getMessage();
        if (refused.event() instanceof Event.Input) {
            context.getLog().warn("process {} refuses {}: {}", self, refused.event(), why);
            return;
        }
        process.stop();
        context.getLog().error("process {} stops on {}: {}", self, refused.event(), why);
        if (leaving.isPresent()) {
            return;
        }
        listeners
                .ended()
                .accept(new Termination(
                        Termination.Cause.VIOLATED,
                        "process " + self + " has stopped, as the line above says; its node leaves"));
    }

    private void send(Neighbour to, M message) {
        telemetry.messageSent();
        take(links.send(to, message));
    }

    private void post(WireMessage message) {
        hosts.tell(message);
    }

    private void warn(Warning warning) {
        context.getLog().warn(warning.line());
        service.warned(warning);
        listeners.warnings().accept(warning);
    }
}
