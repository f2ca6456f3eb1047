package symposium.cluster.host;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import symposium.actor.ProcessContext;
import symposium.actor.RuntimeDriver;
import symposium.cluster.execution.FrameLimit;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.membership.SilenceDetector;
import symposium.cluster.settings.Settings;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.ProcessRuntime.Refused;
import symposium.kernel.topology.Topology;
import symposium.links.LinkEnds;
import symposium.links.LinkEnds.EndsStep;
import symposium.links.LinkIncarnation;
import symposium.links.LinkRule;
import symposium.membership.FoundersAgreement;
import symposium.membership.FoundersAgreement.Group;
import symposium.membership.GroupFormation;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterChanges;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.MessageNames;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.FormationProposal;
import symposium.wire.WireSerializer;

/**
 * Hosts one process of this node, with its links to the others and the {@link HostedService} for applications. It sends
 * the messages of the process to where the others are, and tells the process of those changes of the membership that
 * its algorithm tolerates: see {@link HostedAlgorithm}.
 */
public final class Host<S, M, I, O> {

    /** A stall of so many milliseconds is logged. */
    private static final long REMARKABLE_STALL = 1000;

    private final ActorContext<Object> context;
    private final ProcessId self;
    private final Topology topology;
    private final Settings settings;
    private final HostedAlgorithm<S, M, I, O> hosted;
    private final Consumer<TraceEvent> steps;
    private final Consumer<Warning> warnings;
    private final Consumer<Termination> ended;
    private final Consumer<MembershipView.Voting> votes;
    private final HostedService<?, O> service;
    private final AdaptiveTimings timings;
    private final GroupFormation formation;
    private final Endpoint<M, I> endpoint;
    private final FrameLimit frameLimit;
    private final ServiceTelemetry telemetry;

    private final TimerScheduler<Object> timers;
    private final PeerHosts hosts;
    private final MessageNames names;
    private final SilenceDetector<ProcessId> silence;
    private final StallCheck stalls;
    private final List<I> delayed = new ArrayList<>();
    private final ResendBackoff backoff = new ResendBackoff();
    private final SortedSet<ProcessId> reported = new TreeSet<>();
    private final List<Runnable> beforeStart = new ArrayList<>();
    private Optional<RuntimeDriver<S, M, I, O>> process = Optional.empty();
    private LinkEnds<M> links;
    private Optional<ActorRef<Done>> leaving = Optional.empty();
    private boolean finished;
    private Reconfiguration.State voters;
    private boolean stopped;
    private long dropped;
    private long warnAt = 1;
    private MembershipView view;
    private GroupFormation.State forming;

    private Host(
            ActorContext<Object> context,
            TimerScheduler<Object> timers,
            ProcessId self,
            Topology topology,
            Settings settings,
            HostedAlgorithm<S, M, I, O> hosted,
            Consumer<TraceEvent> steps,
            Consumer<Warning> warnings,
            Consumer<Termination> ended,
            Consumer<MembershipView.Voting> votes,
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
        this.steps = steps.andThen(telemetry::step);
        this.warnings = warnings;
        this.ended = ended;
        this.votes = votes;
        this.view = MembershipView.alone(self, topology);
        this.links = LinkEnds.none(self, hosted.linksFail());
        this.timings = new AdaptiveTimings(settings.timings(), settings.hurried(), settings.hurry(), System::nanoTime);
        this.formation = hosted.voters().isPresent()
                ? GroupFormation.open(settings.processes(), id -> settings.generationFloor())
                : new GroupFormation(settings.processes(), id -> settings.generationFloor());
        this.forming = formation.initial(self, Neighbours.none());
        this.endpoint = new Endpoint<>(self, hosted);
        this.frameLimit = new FrameLimit(context.getSystem());
        this.names = WireSerializer.names(Adapter.toClassic(context.getSystem()));
        this.hosts = new PeerHosts(context, HostCommand.Located<M, I>::new);
        // A process that is alone on a ring is its own neighbour.
        hosts.located(self, context.getSelf().narrow());
        this.silence = new SilenceDetector<>(settings.silenceTimeout(), System::nanoTime);
        this.stalls = new StallCheck(settings.handshakeInterval().multipliedBy(2), clocks);
        ActorRef<Object> host = context.getSelf();
        this.service = hosted.service()
                .open(
                        context,
                        view,
                        input -> host.tell(new HostCommand.Input<M, I>(input)),
                        why -> host.tell(new HostCommand.ServiceFailed<M, I>(why)));
    }

    /**
     * The host of the process {@code self}. Hosts of the same name at different nodes send messages to each other.
     *
     * @param topology how the processes are linked
     * @param steps is told of every step of the process
     * @param warnings is told of what the user of this node should know
     * @param ended is told when the process stops without having been asked to leave
     * @param votes is told what the process knows of the voters, where it agrees on them
     * @param clocks in nanoseconds, by which the host finds that it has stood still
     */
    public static <S, M, I, O> Behavior<HostCommand<M, I>> create(
            ProcessId self,
            Topology topology,
            Settings settings,
            HostedAlgorithm<S, M, I, O> hosted,
            Consumer<TraceEvent> steps,
            Consumer<Warning> warnings,
            Consumer<Termination> ended,
            Consumer<MembershipView.Voting> votes,
            List<LongSupplier> clocks) {
        return Behaviors.<Object>setup(context -> Behaviors.withTimers(timers -> {
                    Host<S, M, I, O> host = new Host<>(
                            context, timers, self, topology, settings, hosted, steps, warnings, ended, votes, clocks);
                    if (!host.forms()) {
                        host.begin(Start.of(settings.processes(), 0), Neighbours.none(), 0);
                    }
                    timers.startTimerWithFixedDelay(new HostCommand.Remind<M, I>(), settings.handshakeInterval());
                    return Behaviors.receiveMessage(host::onAny);
                }))
                .narrow();
    }

    /** Whether the process begins together with others. */
    private boolean forms() {
        return hosted.tolerates() != MembershipTolerance.ANY_CHANGE
                || hosted.voters().isPresent();
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
        } catch (RuntimeException fault) {
            context.getLog().error("the host of process " + self + " fails on " + any, fault);
            ended.accept(
                    new Termination(Termination.Cause.FAILED, "the host of process " + self + " has failed: " + fault));
        }
        return Behaviors.same();
    }

    private void onCommand(HostCommand<M, I> command) {
        doubt();
        if (command instanceof HostCommand.Input<M, I> input) {
            onInput(input.ask());
        } else if (command instanceof HostCommand.Arrived<M, I> arrived) {
            onArrived(arrived);
        } else if (command instanceof HostCommand.Located<M, I> located) {
            onLocated(located);
        } else if (command instanceof HostCommand.Speaks<M, I> speaks) {
            onSpeaks(speaks);
        } else if (command instanceof HostCommand.NotKnown<M, I> unknown) {
            onNotKnown(unknown.from(), unknown.name());
        } else if (command instanceof HostCommand.NotUnderstood<M, I> refused) {
            onNotUnderstood(refused);
        } else if (command instanceof HostCommand.Seen<M, I> seen) {
            onSeen(seen.view().over(topology));
        } else if (command instanceof HostCommand.Proposed<M, I> proposed) {
            onProposal(proposed.proposal());
        } else if (command instanceof HostCommand.Unheard<M, I> unheard) {
            onUnheard(unheard.from());
        } else if (command instanceof HostCommand.Probed<M, I> probed) {
            onProbed(probed.from(), probed.number());
        } else if (command instanceof HostCommand.Confirmed<M, I> confirmed) {
            heard(confirmed.from());
            stalls.confirmed(confirmed.from(), confirmed.number());
            trust();
        } else if (command instanceof HostCommand.Remind<M, I>) {
            onRemind();
        } else if (command instanceof HostCommand.GetService<M, I> get) {
            get.replyTo().tell(service);
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
            onDropped(drop.why());
        } else {
            happens(new Event.Timeout<>(((HostCommand.Expired<M, I>) command).timer()));
        }
    }

    private void onLocated(HostCommand.Located<M, I> located) {
        if (!view.departed().contains(located.process())) {
            located.host().ifPresent(there -> hosts.located(located.process(), there));
        }
    }

    // --- versions

    private void onSpeaks(HostCommand.Speaks<M, I> speaks) {
        if (hosts.speaks(speaks.process(), speaks.version()) && speaks.version() != names.version()) {
            context.getLog()
                    .info(
                            "the node of process {} speaks version {} of the protocol, and this one version {}: they speak version {}",
                            speaks.process(),
                            speaks.version(),
                            names.version(),
                            hosts.version(speaks.process()));
        }
    }

    private void onNotKnown(ProcessId from, String name) {
        onDropped("a message '" + name + "' from process " + from + ": version " + names.version()
                + " of the protocol, which this node speaks, has none of this name");
        post(new WireMessage.NotUnderstood(self, from, name, names.version()));
    }

    private void onNotUnderstood(HostCommand.NotUnderstood<M, I> refused) {
        hosts.speaks(refused.from(), refused.version());
        context.getLog()
                .warn(
                        "process {} does not know the message '{}': its node speaks version {} of the protocol",
                        refused.from(),
                        refused.name(),
                        refused.version());
    }

    /** A warning for each would let another node fill the log. */
    private void onDropped(String why) {
        dropped++;
        telemetry.messageDropped();
        if (dropped == warnAt) {
            warnAt *= 10;
            String line =
                    "process " + self + " has dropped " + (dropped == 1 ? "" : dropped + " messages, the last ") + why;
            context.getLog().warn(line);
            warnings.accept(new Warning(self, Warning.Kind.DROPPED, line));
        }
    }

    private void onRemind() {
        if (forming.insists()) {
            form(new Event.Timeout<>(GroupFormation.Timer.REMINDER));
        }
        links.ends().keySet().forEach(other -> take(links.acknowledge(other)));
        links.ends().keySet().forEach(other -> resend(other, links.resend(other, backoff.wait(other))));
        breakSilence();
        probe();
        changeVoters();
        leave();
    }

    private void onLeave(ActorRef<Done> replyTo) {
        if (hosted.leaves() && leaving.isEmpty() && process.isPresent()) {
            leaving = Optional.of(replyTo);
            happens(new Event.Leave<>());
        } else if (hosted.service().finishes() && leaving.isEmpty()) {
            leaving = Optional.of(replyTo);
            service.leaving(
                    settings.leaveTimeout(),
                    context.messageAdapter(Done.class, done -> new HostCommand.Finished<M, I>()));
        } else {
            replyTo.tell(Done.getInstance());
        }
    }

    /** It has left once everything that it has handed over has arrived at the nodes that this one reaches. */
    private void leave() {
        boolean over = stopped
                || finished && (voters == null || VoterChanges.mayLeave(voters))
                || process.filter(RuntimeDriver::left).isPresent();
        if (over && leaving.isPresent() && links.settled()) {
            leaving.get().tell(Done.getInstance());
            leaving = Optional.empty();
        }
    }

    // --- after a stall

    /** Others may have removed this process while it stood still, if any change of the membership concerns it. */
    private void doubt() {
        long stall = stalls.stalled();
        if (stall > 0 && hosted.tolerates() != MembershipTolerance.NO_CHANGE) {
            if (stall >= REMARKABLE_STALL) {
                context.getLog()
                        .info(
                                "process {} of {} has stood still for {} ms: it grants nothing before a majority confirms that it is a member",
                                self,
                                hosted.algorithm(),
                                stall);
            }
            probe();
        }
    }

    private void probe() {
        trust();
        if (doubtful()) {
            Sorted.without(Sorted.without(view.ring(), self), stalls.confirmed())
                    .forEach(other -> post(new WireMessage.MembershipProbe(self, other, stalls.probe())));
        }
    }

    /** A process that is unreachable may be about to be removed. */
    private void onProbed(ProcessId from, long number) {
        heard(from);
        if (view.members().containsKey(from)
                && !view.unreachable().contains(from)
                && !view.departed().contains(from)) {
            post(new WireMessage.MembershipConfirmation(self, from, number));
        }
    }

    private void onInput(I ask) {
        if (doubtful()) {
            delayed.add(ask);
        } else {
            happens(new Event.Input<>(ask));
        }
    }

    private boolean doubtful() {
        return stalls.doubtful() && hosted.tolerates() != MembershipTolerance.NO_CHANGE;
    }

    /** What users have asked happens once a majority has confirmed that this process is a member. */
    private void trust() {
        SortedSet<ProcessId> confirmed = Sorted.with(stalls.confirmed(), self);
        boolean majority = voters == null ? confirmed.size() >= settings.majority() : voters.quorate(confirmed);
        if (stalls.doubtful() && majority) {
            stalls.certain();
            context.getLog().debug("process {} of {} is a member: {} confirm it", self, hosted.algorithm(), confirmed);
            List<I> asked = List.copyOf(delayed);
            delayed.clear();
            asked.forEach(ask -> happens(new Event.Input<>(ask)));
        }
    }

    // --- links

    /** Carries out a step of the ends of links. */
    private void take(EndsStep<M> step) {
        links = step.next();
        step.frames().forEach(sent -> post(endpoint.write(sent.to(), sent.frame())));
        step.change()
                .ifPresent(change -> onceBegun(begun -> begun.changed(
                        new Event.NeighboursChanged<>(
                                change.told().neighbours(), change.told().departed()),
                        change.failed())));
        step.delivered().ifPresent(came -> telemetry.messageReceived());
        step.delivered().ifPresent(came -> receive(came.from(), came.message()));
    }

    private void receive(Neighbour from, M message) {
        if (hosted.loss().loses(self, message)) {
            onceBegun(begun -> {
                begun.lost(from, message);
                return Optional.empty();
            });
        } else {
            happens(new Event.Received<>(from, message));
        }
    }

    /**
     * A message that no frame holds never arrives, nor does any after it: the process cannot go on. It is looked at
     * when it is sent again.
     */
    private void resend(ProcessId other, EndsStep<M> step) {
        Optional<String> defect = step.frames().stream()
                .flatMap(sent -> frameLimit.exceededBy(endpoint.write(other, sent.frame())).stream())
                .findFirst();
        if (defect.isEmpty()) {
            if (step.rule().filter(LinkRule.RESEND::equals).isPresent()) {
                backoff.resent(other);
                telemetry.messagesResent(step.frames().size());
            }
            take(step);
        } else if (!stopped) {
            stopped = true;
            String line = "process " + self + " stops: a message of " + hosted.algorithm() + " to process " + other
                    + " " + defect.get();
            warn(new Warning(self, Warning.Kind.UNSENDABLE, line));
            ended.accept(new Termination(Termination.Cause.FAILED, line));
        }
    }

    /** A process that is reached and not heard is sent to another way. */
    private void breakSilence() {
        SortedSet<ProcessId> due = new TreeSet<>(Sorted.without(view.ring(), self));
        due.removeAll(view.unreachable());
        due.removeIf(other -> !forming.insists() && !links.insists(other));
        for (ProcessId other : silence.overdue(due)) {
            hosts.renew(other);
            post(new WireMessage.Unheard(self, other));
            telemetry.silence();
            warn(new Warning(
                    self,
                    Warning.Kind.SILENCE,
                    "process " + self + " of " + hosted.algorithm() + " has heard nothing from process " + other
                            + " for " + settings.silenceTimeout().toMillis()
                            + " ms (symposium.silence-timeout), though the cluster reaches its node "
                            + view.members().get(other) + " and an answer is due: asks again, another way"));
        }
        telemetry.silent(silence.silent());
    }

    /** It may be its answers that do not come: nothing is due to it then, and it would not notice. */
    private void onUnheard(ProcessId from) {
        heard(from);
        if (!view.departed().contains(from)) {
            hosts.renew(from);
            context.getLog()
                    .info(
                            "process {} of {} is not heard by process {}: it sends another way",
                            self,
                            hosted.algorithm(),
                            from);
        }
    }

    private void heard(ProcessId other) {
        if (silence.heard(other)) {
            context.getLog().info("process {} of {} hears process {} again", self, hosted.algorithm(), other);
        }
    }

    private void onArrived(HostCommand.Arrived<M, I> arrived) {
        arrived.defect().ifPresent(this::onDropped);
        ProcessId from = arrived.from();
        heard(from);
        if (!hosted.linksFail() && !arrived.frame().incarnation().equals(LinkIncarnation.NONE)) {
            onDropped("a message from process " + from + ": it names an incarnation of the link, which has none");
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
        SortedSet<ProcessId> reachable = new TreeSet<>(now.members().keySet());
        reachable.removeAll(now.unreachable());
        backoff.reached(Sorted.only(reachable, other -> !links.reachable().contains(other)));
        links = links.seeing(reachable, now.departed());
        if (hosted.tolerates() == MembershipTolerance.ANY_CHANGE) {
            take(links.changed(now.neighbours(), now.departed()));
        }
        if (forms()) {
            if (hosted.voters().isPresent() ? now.voting().isPresent() : !now.cutOff()) {
                List<ProcessId> others = List.copyOf(Sorted.without(now.ring(), self));
                form(new Event.NeighboursChanged<>(Neighbours.of(others), now.departed()));
                if (!forming.asked()) {
                    form(new Event.Input<>(FoundersAgreement.Input.FORM));
                }
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
        return !stopped
                && (voters == null
                        || voters.quorate()
                        || forming.founded()
                                .filter(group -> group.founders().contains(proposal.from()))
                                .isPresent());
    }

    private void onProposal(FormationProposal proposal) {
        heard(proposal.from());
        if (answers(proposal) && forming.asked() && view.members().containsKey(proposal.from())) {
            Group group = new Group(Sorted.set(proposal.founders()), proposal.floor());
            GroupFormation.Message message =
                    proposal.begun() ? new GroupFormation.Begun(group) : new GroupFormation.Proposal(group);
            form(new Event.Received<>(Neighbour.of(proposal.from()), message));
            found();
        }
    }

    /** Takes a step of the formation of the group. A reminder expires with those of the links. */
    private void form(Event<GroupFormation.Message, FoundersAgreement.Input> event) {
        Step<GroupFormation.State, GroupFormation.Message, FoundersAgreement.Output> step =
                formation.step(forming, event);
        forming = step.next();
        step.effects().forEach(effect -> {
            if (effect instanceof Effect.Send<GroupFormation.Message, ?> send) {
                Group group = send.message().group();
                boolean begun = send.message() instanceof GroupFormation.Begun;
                List<ProcessId> founders = List.copyOf(group.founders());
                post(new FormationProposal(self, send.to().id(), founders, group.floor(), begun));
            } else if (effect instanceof Effect.Output<?, FoundersAgreement.Output> told
                    && told.output() instanceof FoundersAgreement.Excluded excluded
                    && hosted.voters().isEmpty()) {
                stayOutside(excluded.group().founders());
            }
        });
    }

    private void stayOutside(SortedSet<ProcessId> founders) {
        warn(new Warning(
                self,
                Warning.Kind.EXCLUDED,
                "process " + self + " is excluded, and grants nothing: the processes "
                        + founders + " have begun with a former life of it, and " + hosted.algorithm()
                        + " has fixed membership; only a restart of all nodes, together or one by one, lets it in"));
    }

    private void found() {
        if (hosted.voters().isPresent()) {
            forming.founded().filter(founded -> process.isEmpty()).ifPresent(founded -> {
                SortedSet<ProcessId> founders = founded.founders();
                begin(new Start(founders, founders.first(), founders.size() / 2 + 1), Neighbours.none(), 0);
            });
            return;
        }
        forming.founded().ifPresent(founded -> {
            SortedSet<ProcessId> founders = founded.founders();
            if (process.isEmpty()) {
                Start start = new Start(founders, founders.first(), founders.size() / 2 + 1);
                Neighbours neighbours = topology.neighbours(self, founders);
                links = links.changed(neighbours, new TreeSet<>()).next();
                begin(start, neighbours, founded.floor());
            }
            SortedSet<ProcessId> departed = new TreeSet<>(view.departed());
            departed.retainAll(founders);
            if (hosted.tolerates() == MembershipTolerance.DEPARTURES) {
                SortedSet<ProcessId> present = new TreeSet<>(founders);
                present.removeAll(departed);
                EndsStep<M> step = links.changed(view.neighbours(present), departed);
                take(step);
                if (step.change().isPresent()) {
                    warnIfTooFew(present, founders.size());
                }
            } else {
                reportDepartures(departed);
            }
        });
    }

    private void warnIfTooFew(SortedSet<ProcessId> left, int founders) {
        if (left.size() <= founders / 2) {
            warn(new Warning(
                    self,
                    Warning.Kind.TOO_FEW,
                    "process " + self + " grants nothing any more: of the " + founders
                            + " processes that have begun only " + left + " are left, and " + hosted.algorithm()
                            + " lets no other in; only a restart of all nodes does"));
        }
    }

    private void reportDepartures(SortedSet<ProcessId> departed) {
        for (ProcessId dead : departed) {
            if (reported.add(dead)) {
                warn(new Warning(
                        self,
                        Warning.Kind.DEPARTURE,
                        "process " + dead + " has departed, which " + hosted.algorithm()
                                + " does not tolerate: those that wait for what it held wait for ever"));
            }
        }
    }

    // --- the process

    private void begin(Start start, Neighbours neighbours, long floor) {
        try {
            process = Optional.of(driver(start, neighbours, floor));
            telemetry.began();
        } catch (InvariantViolation violation) {
            stopped = true;
            ended.accept(new Termination(Termination.Cause.VIOLATED, violation.getMessage()));
        }
        List<Runnable> waiting = List.copyOf(beforeStart);
        beforeStart.clear();
        waiting.forEach(Runnable::run);
    }

    private RuntimeDriver<S, M, I, O> driver(Start start, Neighbours neighbours, long floor) {
        Protocol<S, M, I, O> protocol = hosted.protocol().apply(start);
        NodeEvents events = NodeEvents.of(context.getSystem(), hosted.algorithm(), self);
        events.began(self, start, hosted.floor(), neighbours, protocol);
        return new RuntimeDriver<>(
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
    }

    private void told(O output, long floor) {
        service.told(hosted.service().raised().apply(output, floor));
        if (hosted.service().excludes().test(output) && !stopped) {
            stopped = true;
            ended.accept(
                    new Termination(
                            Termination.Cause.REMOVED,
                            "process " + self + " of " + hosted.algorithm()
                                    + " has been told by another that it has departed: started again, its node is another member"));
        }
    }

    /** Tells what the process knows of the voters, when that has changed. */
    private void seeVoters(S state) {
        Reconfiguration.State now = hosted.voters().orElseThrow().state().apply(state);
        if (now == voters) {
            return;
        }
        MembershipView.Voting voting = new MembershipView.Voting(now.voters(), now.quorate());
        boolean news = voters == null || !voting.equals(new MembershipView.Voting(voters.voters(), voters.quorate()));
        voters = now;
        if (news) {
            votes.accept(voting);
        }
        SortedSet<ProcessId> members = now.voters().members();
        if (!stopped && 2 * Sorted.without(members, now.departed()).size() <= members.size() && !members.isEmpty()) {
            stopped = true;
            ended.accept(new Termination(
                    Termination.Cause.ISLAND,
                    "process " + self + " ends: of the voters " + members + " (version "
                            + now.voters().version() + ") a majority has departed, which is lost for good;"
                            + " when all nodes have been restarted, they begin again"));
        }
    }

    /** Asks for the change of the voters that is due. */
    private void changeVoters() {
        if (voters != null && !stopped) {
            VoterChanges.due(voters, finished)
                    .ifPresent(change -> happens(new Event.Input<>(
                            hosted.voters().orElseThrow().change().apply(change))));
        }
    }

    private void happens(Event<M, I> event) {
        onceBegun(begun -> begun.on(event));
    }

    /** Lets something happen to the process, which waits until it begins. */
    private void onceBegun(Function<RuntimeDriver<S, M, I, O>, Optional<Refused<M, I>>> happening) {
        if (stopped) {
            return;
        }
        process.ifPresentOrElse(
                begun -> {
                    happening.apply(begun).ifPresent(this::onRefused);
                    if (hosted.voters().isPresent()) {
                        seeVoters(begun.state());
                    }
                },
                () -> beforeStart.add(() -> onceBegun(happening)));
        leave();
    }

    private void onRefused(Refused<M, I> refused) {
        String why = refused.violation().getMessage();
        if (refused.event() instanceof Event.Input) {
            context.getLog().warn("process {} refuses {}: {}", self, refused.event(), why);
            return;
        }
        stopped = true;
        context.getLog().error("process {} stops on {}: {}", self, refused.event(), why);
        if (leaving.isPresent()) {
            return;
        }
        ended.accept(new Termination(
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
        warnings.accept(warning);
    }
}
