package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.cluster.wire.Ack;
import symposium.cluster.wire.Envelope;
import symposium.cluster.wire.FormationProposal;
import symposium.cluster.wire.LinkHandshake;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Start;

/**
 * Hosts this node's process, sends its messages to where the others are, and tells it of the membership what its algorithm stands: see
 * {@link HostedAlgorithm}.
 */
final class Host<S, M, I, O> {

    /** What can be said to a host. */
    sealed interface Command<M, I> {}

    /** The user asks. */
    record Input<M, I>(I ask) implements Command<M, I> {}

    /** A message for the process has arrived; or one of which nothing can be made. */
    record Arrived<M, I>(ProcessId from, Side side, LinkIncarnation session, long number, Optional<M> message)
            implements Command<M, I> {}

    /** Another host says what it has of what was sent to it. */
    record Confirmed<M, I>(Ack receipt) implements Command<M, I> {}

    /** The other end of a link greets. */
    record Greeted<M, I>(LinkHandshake greeting) implements Command<M, I> {}

    /** Another host says who is there at the beginning. */
    record Chartered<M, I>(FormationProposal charter) implements Command<M, I> {}

    /** The membership is this from now on. */
    record Seen<M, I>(MembershipView view) implements Command<M, I> {}

    /** Let the process leave, and say when it has. */
    record Leave<M, I>(ActorRef<Done> replyTo) implements Command<M, I> {}

    private record Remind<M, I>() implements Command<M, I> {}

    private record ProcessStopped<M, I>() implements Command<M, I> {}

    /** Who hears of what happens at a host; called on its thread, or on that of the process. */
    interface Listener<O> {
        /** The process tells its user. */
        void told(O told);

        /** Something that the user of this node should know, in one line. */
        void remark(Warning remark);

        /** The process has stopped. */
        void ended(Termination ended);
    }

    private final ActorContext<Command<M, I>> context;
    private final ProcessId self;
    private final String post;
    private final Settings settings;
    private final HostedAlgorithm<S, M, I, O> residency;
    private final Observers observers;
    private final Listener<O> listener;
    private final AdaptiveTimings pace;
    private final GroupFormation foundation;

    /** Read on the thread of the process. */
    private final Map<ProcessId, ActorRef<WireMessage>> posts = new ConcurrentHashMap<>();

    /** What has been sent; written on the thread of the process, too. */
    private final Map<ProcessId, SendWindow> outboxes = new ConcurrentHashMap<>();

    private final Map<ProcessId, ReceiveWindow> inboxes = new TreeMap<>();
    private final LinkIncarnations sessions = new LinkIncarnations();
    private final Map<ProcessId, LinkEndpoint> links = new TreeMap<>();
    private final SortedSet<ProcessId> mourned = new TreeSet<>();
    private final List<ProcessActor.Command<M, I>> before = new ArrayList<>();
    private Optional<ActorRef<ProcessActor.Command<M, I>>> process = Optional.empty();
    private Optional<Surrounded> latest = Optional.empty();
    private Optional<ActorRef<Done>> leaving = Optional.empty();
    private boolean gone;
    private MembershipView view;
    /** What a process has been told of its surroundings. */
    private record Surrounded(
            Neighbours neighbours, SortedSet<ProcessId> departed, Map<ProcessId, LinkIncarnation> sessions) {}

    private Host(
            ActorContext<Command<M, I>> context,
            ProcessId self,
            String post,
            Settings settings,
            HostedAlgorithm<S, M, I, O> residency,
            Observers observers,
            Listener<O> listener) {
        this.context = context;
        this.post = post;
        this.self = self;
        this.settings = settings;
        this.residency = residency;
        this.observers = observers;
        this.listener = listener;
        this.view = MembershipView.alone(self, settings.topology());
        this.pace = new AdaptiveTimings(settings.timings(), settings.hurried(), settings.hurry(), System::nanoTime);
        this.foundation = new GroupFormation(self, HostedAlgorithm.floor(settings), this::post);
    }

    /**
     * The host of the process {@code self}.
     *
     * @param post where at every node the post lies at which messages to such a host arrive
     * @param observers are told of every step of the process
     * @param listener hears of what happens here
     */
    static <S, M, I, O> Behavior<Command<M, I>> create(
            ProcessId self,
            String post,
            Settings settings,
            HostedAlgorithm<S, M, I, O> residency,
            Observers observers,
            Listener<O> listener) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            Host<S, M, I, O> host = new Host<>(context, self, post, settings, residency, observers, listener);
            if (residency.tolerates() == MembershipTolerance.ANY_CHANGE) {
                host.begin(Start.of(settings.processes(), 0), Neighbours.none(), 0);
            }
            timers.startTimerWithFixedDelay(new Remind<M, I>(), settings.handshakeInterval());
            return Behaviors.receiveMessage(host::onCommand);
        }));
    }

    private Behavior<Command<M, I>> onCommand(Command<M, I> command) {
        if (command instanceof Input<M, I> input) {
            tellProcess(new ProcessActor.Ask<>(input.ask()));
        } else if (command instanceof Arrived<M, I> arrived) {
            onArrived(arrived);
        } else if (command instanceof Confirmed<M, I> confirmed) {
            onConfirmed(confirmed.receipt());
        } else if (command instanceof Seen<M, I> seen) {
            onSeen(seen.view());
        } else if (command instanceof Greeted<M, I> greeted) {
            onGreeted(greeted.greeting());
        } else if (command instanceof Chartered<M, I> chartered) {
            onChartered(chartered.charter());
        } else if (command instanceof Remind<M, I>) {
            foundation.remind();
            links.values().forEach(LinkEndpoint::remind);
            makeGood();
            leave();
        } else if (command instanceof Leave<M, I> leave) {
            onLeave(leave);
        } else {
            onProcessStopped();
        }
        return Behaviors.same();
    }

    private void onLeave(Leave<M, I> leave) {
        if (residency.leaves() && leaving.isEmpty() && process.isPresent()) {
            leaving = Optional.of(leave.replyTo());
            tellProcess(new ProcessActor.Leave<>());
        } else {
            leave.replyTo().tell(Done.getInstance());
        }
    }

    /** It stops when it has left, and when its algorithm has been refuted. */
    private void onProcessStopped() {
        gone = true;
        if (leaving.isPresent()) {
            leave();
        } else {
            listener.ended(new Termination(
                    Termination.Cause.REFUTED,
                    "process " + self + " has stopped, as the line above says; its node leaves"));
        }
    }

    /** It has left once everything that it has handed over has arrived. */
    private void leave() {
        if (gone && leaving.isPresent() && settled()) {
            leaving.get().tell(Done.getInstance());
            leaving = Optional.empty();
        }
    }

    private void onArrived(Arrived<M, I> arrived) {
        if (residency.linksFail()) {
            if (view.departed().contains(arrived.from())) {
                return;
            }
            boolean current = link(arrived.from()).accepts(arrived.session());
            surround();
            if (!current) {
                return;
            }
        }
        if (inboxes.computeIfAbsent(arrived.from(), fresh -> new ReceiveWindow())
                .takes(arrived.session(), arrived.number())) {
            arrived.message()
                    .ifPresent(message ->
                            tellProcess(new ProcessActor.Delivery<>(arrived.from(), arrived.side(), message)));
        }
    }

    private void onConfirmed(Ack receipt) {
        SendWindow outbox = outboxes.get(receipt.from());
        if (outbox != null) {
            outbox.hear(receipt);
        }
    }

    /** Says what has come, and sends again what may have been lost; to those who are silent, once they are heard again. */
    private void makeGood() {
        inboxes.forEach((other, inbox) -> {
            if (inbox.owesReceipt()) {
                post(new Ack(self, other, inbox.life().seenBack(), inbox.taken()));
            }
        });
        outboxes.forEach((other, outbox) -> {
            if (heard(other)) {
                outbox.overdue(life(other)).forEach(this::post);
            }
        });
    }

    private boolean settled() {
        return outboxes.entrySet().stream()
                .allMatch(each -> !heard(each.getKey()) || each.getValue().settled(life(each.getKey())));
    }

    private boolean heard(ProcessId other) {
        return view.members().containsKey(other) && !view.unreachable().contains(other);
    }

    /** The life that the link with another has now. */
    private LinkIncarnation life(ProcessId other) {
        LinkEndpoint link = links.get(other);
        return link == null ? LinkIncarnation.NONE : link.session().orElse(LinkIncarnation.NONE);
    }

    private void onSeen(MembershipView now) {
        MembershipView was = view;
        view = now;
        if (!was.departed().containsAll(now.departed()) || !was.neighbours().equals(now.neighbours())) {
            pace.change();
        }
        now.members()
                .forEach((id, address) ->
                        posts.computeIfAbsent(id, fresh -> Endpoint.at(address, post, context.getSystem())));
        posts.keySet().removeAll(now.departed());
        outboxes.keySet().removeAll(now.departed());
        inboxes.keySet().removeAll(now.departed());
        if (residency.tolerates() == MembershipTolerance.ANY_CHANGE) {
            relink();
            surround();
        } else {
            if (!now.cutOff() && now.members().size() == settings.processes()) {
                foundation.propose(now.ring());
            }
            found();
        }
    }

    // --- processes that come and go

    /** Of the neighbours that the topology provides for, this end wants the links with those that this node hears. */
    private void relink() {
        links.keySet().removeAll(view.departed());
        if (residency.linksFail()) {
            SortedSet<ProcessId> wanted = new TreeSet<>();
            view.neighbours().forEach(neighbour -> wanted.add(neighbour.id()));
            wanted.removeAll(view.unreachable());
            wanted.forEach(this::link);
            links.forEach((other, link) -> link.want(wanted.contains(other)));
        }
    }

    private LinkEndpoint link(ProcessId other) {
        return links.computeIfAbsent(other, fresh -> new LinkEndpoint(self, fresh, this::post));
    }

    private void onGreeted(LinkHandshake greeting) {
        if (residency.linksFail() && !view.departed().contains(greeting.from())) {
            link(greeting.from()).hear(greeting);
            surround();
        }
    }

    /**
     * Tells the process of the neighbours that it has now, if it does not know. A link never passes from one life to the next at once, so a
     * process hears of its end in between.
     */
    private void surround() {
        Map<ProcessId, LinkIncarnation> open = new TreeMap<>();
        links.forEach((other, link) -> link.session().ifPresent(session -> open.put(other, session)));
        Neighbours neighbours = residency.linksFail()
                ? new Neighbours(view.neighbours().all().stream()
                        .filter(neighbour -> open.containsKey(neighbour.id()))
                        .toList())
                : view.neighbours();
        Surrounded now = new Surrounded(neighbours, view.departed(), open);
        if (latest.filter(now::equals).isPresent()) {
            return;
        }
        tell(now);
    }

    /** What waits of a life of a link that is over is lost: its sender counts it as lost with the link. */
    private void tell(Surrounded surrounded) {
        Set<ProcessId> failed = new TreeSet<>();
        latest.ifPresent(before -> before.sessions().forEach((other, session) -> {
            if (!session.equals(surrounded.sessions().get(other))) {
                failed.add(other);
            }
        }));
        latest = Optional.of(surrounded);
        sessions.told(surrounded.sessions());
        tellProcess(new ProcessActor.NeighboursChanged<>(surrounded.neighbours(), surrounded.departed(), failed));
    }

    // --- processes that are all there at the start

    private void onChartered(FormationProposal charter) {
        if (residency.tolerates() != MembershipTolerance.ANY_CHANGE
                && view.members().containsKey(charter.from())) {
            boolean was = foundation.outside();
            foundation.hear(charter);
            if (foundation.outside() && !was) {
                stayOutside(charter.founders());
            }
            found();
        }
    }

    private void stayOutside(List<ProcessId> founders) {
        before.clear();
        remark(new Warning(
                self,
                Warning.Kind.OUTSIDE,
                "process " + self + " stays outside, and whoever asks it for the lock, or a meal, waits: the processes "
                        + founders + " have begun with a former life of it, and " + residency.algorithm()
                        + " does not provide for one that comes back; only a start of all nodes anew lets it in"));
    }

    private void found() {
        foundation.founded().ifPresent(founded -> {
            SortedSet<ProcessId> founders = founded.founders();
            if (process.isEmpty()) {
                Start start = new Start(founders, founders.first(), founders.size() / 2 + 1);
                begin(start, settings.topology().neighbours(self, founders), founded.floor());
                latest = Optional.of(
                        new Surrounded(settings.topology().neighbours(self, founders), new TreeSet<>(), Map.of()));
            }
            SortedSet<ProcessId> departed = new TreeSet<>(view.departed());
            departed.retainAll(founders);
            if (residency.tolerates() == MembershipTolerance.DEPARTURES) {
                SortedSet<ProcessId> present = new TreeSet<>(founders);
                present.removeAll(departed);
                Surrounded now = new Surrounded(view.neighbours(present), departed, Map.of());
                if (!latest.filter(now::equals).isPresent()) {
                    tell(now);
                }
            } else {
                mourn(departed);
            }
        });
    }

    private void mourn(SortedSet<ProcessId> departed) {
        for (ProcessId dead : departed) {
            if (mourned.add(dead)) {
                remark(new Warning(
                        self,
                        Warning.Kind.BEREAVED,
                        "process " + dead + " has departed, which " + residency.algorithm()
                                + " does not provide for: whoever waits for something that it had waits for ever"));
            }
        }
    }

    // --- the process

    private void begin(Start start, Neighbours neighbours, long floor) {
        ActorRef<ProcessActor.Command<M, I>> begun = context.spawn(
                ProcessActor.create(
                        self,
                        neighbours,
                        residency.protocol().apply(start),
                        new ProcessContext<>(
                                this::send,
                                told -> listener.told(residency.trade().raised(told, floor)),
                                pace,
                                sessions.before(observers.steps()))),
                "process");
        context.watchWith(begun, new ProcessStopped<>());
        process = Optional.of(begun);
        before.forEach(begun::tell);
        before.clear();
    }

    /** Called on the thread of the process. */
    private void send(Neighbour to, M message) {
        LinkIncarnation session = sessions.with(to.id());
        post(outboxes.computeIfAbsent(to.id(), fresh -> new SendWindow())
                .add(
                        session,
                        number -> new Envelope(
                                residency.algorithm(),
                                self,
                                to.id(),
                                to.seenBack(self).side(),
                                session,
                                number,
                                message)));
    }

    private void post(WireMessage letter) {
        ActorRef<WireMessage> post = posts.get(letter.to());
        if (post != null) {
            post.tell(letter);
        }
    }

    private void tellProcess(ProcessActor.Command<M, I> command) {
        process.ifPresentOrElse(begun -> begun.tell(command), () -> {
            if (!foundation.outside()) {
                before.add(command);
            }
        });
    }

    private void remark(Warning remark) {
        context.getLog().warn(remark.line());
        listener.remark(remark);
    }
}
