package symposium.links;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.problem.Channels;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.runtime.ProcessRuntime.Taken;
import symposium.kernel.runtime.ProcessRuntime.Turn;
import symposium.links.LinkEnds.EndsStep;

/**
 * An algorithm over its reliable links, as the nodes of a cluster run it: each process is a {@link ProcessRuntime} with
 * {@link LinkEnds}, and what processes send to each other are frames.
 *
 * <p>The membership that this protocol is notified of says which processes are reachable; the algorithm is told by the
 * ends of links. A process that has left goes on acknowledging and sending again until everything that it has handed
 * over has arrived.
 *
 * <p>Messages are numbered without bound, and pong goes round for ever. So that the state space is finite, each timer
 * of the algorithm expires at most once between two changes of which the process is told.
 *
 * @param <S> the state of a process of the algorithm
 * @param <M> the messages of the algorithm
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public class LinkedProtocol<S, M, I, O> implements Protocol<LinkedProtocol.State<S, M, I, O>, Frame<Payload<M>>, I, O> {

    /**
     * A process.
     *
     * @param process the process of the algorithm, with the messages that wait
     * @param links the ends of its links
     * @param expired the timers of the algorithm that have expired since the process was told of a change
     * @param suspicions how often it will still begin or cease to suspect all others
     */
    @RecordBuilder
    public record State<S, M, I, O>(
            ProcessRuntime<S, M, I, O> process, LinkEnds<M> links, Set<symposium.kernel.Timer> expired, int suspicions)
            implements LinkedProtocolStateBuilder.With<S, M, I, O> {}

    /** When a process suspects all others to be unreachable, or ceases to. */
    public enum Timer implements symposium.kernel.Timer {
        SUSPICION
    }

    /** What happens to a process besides what the algorithm and {@linkplain LinkRule its ends of links} do. */
    public enum Rule implements symposium.kernel.Rule {
        /** The membership has changed, and the process of the algorithm need not be told yet. */
        MEMBERS,
        /** A frame is lost on a link that is down. */
        FRAME_LOST,
        /** The process of the algorithm has left, and does nothing any more. */
        AFTER_LEAVING
    }

    private final Protocol<S, M, I, O> part;
    private final boolean fail;
    private final Set<ProcessId> suspecting;

    /**
     * @param part the algorithm
     * @param fail whether links fail and recover; a process then starts without neighbours
     * @param suspecting the processes that, once, at any moment, suspect all others, and cease to later
     */
    public LinkedProtocol(Protocol<S, M, I, O> part, boolean fail, Set<ProcessId> suspecting) {
        this.part = part;
        this.fail = fail;
        this.suspecting = Set.copyOf(suspecting);
    }

    @Override
    public final List<? extends symposium.kernel.Rule> rules() {
        return Stream.of(part.rules(), List.of(LinkRule.values()), List.of(Rule.values()))
                .<symposium.kernel.Rule>flatMap(List::stream)
                .toList();
    }

    @Override
    public final State<S, M, I, O> initial(ProcessId self, Neighbours neighbours) {
        LinkEnds<M> links = LinkEnds.<M>none(self, fail)
                .seeing(Sorted.ids(neighbours), Sorted.set())
                .changed(neighbours, Sorted.set())
                .next();
        Neighbours linked = links.told().orElseThrow().neighbours();
        return new State<>(
                ProcessRuntime.start(self, linked, part, Channels.FIFO, true),
                links,
                Set.of(),
                suspecting.contains(self) ? 2 : 0);
    }

    @Override
    public final List<symposium.kernel.Timer> initialTimers(State<S, M, I, O> initial) {
        return running(initial);
    }

    @Override
    public final Transition<State<S, M, I, O>, Frame<Payload<M>>, O> onInput(
            I input, State<S, M, I, O> p, Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        return carryOut(p.process().on(new Event.Input<>(input)), step.by(Rule.AFTER_LEAVING));
    }

    @Override
    public final Transition<State<S, M, I, O>, Frame<Payload<M>>, O> onMessage(
            Neighbour from,
            Frame<Payload<M>> frame,
            State<S, M, I, O> p,
            Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        return take(p.links().receive(from.id(), frame), step.by(Rule.FRAME_LOST));
    }

    /** The network of a cluster returns nothing: the frame is sent again while there is a reason to. */
    @Override
    public final Transition<State<S, M, I, O>, Frame<Payload<M>>, O> onUndeliverable(
            Neighbour to,
            Frame<Payload<M>> frame,
            State<S, M, I, O> p,
            Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        return step.by(Rule.FRAME_LOST);
    }

    @Override
    public final Transition<State<S, M, I, O>, Frame<Payload<M>>, O> onTimeout(
            symposium.kernel.Timer timer,
            State<S, M, I, O> p,
            Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        LinkEnds<M> links = p.links();
        if (timer == Timer.SUSPICION) {
            State<S, M, I, O> next = p.withSuspicions(p.suspicions() - 1);
            LinkEnds<M> seeing = links.seeing(reachable(next, links.provided()), links.departed());
            return take(seeing.changed(links.provided(), links.departed()), step.by(Rule.MEMBERS, next));
        }
        if (!(timer instanceof ReliableLink.Timer)) {
            return carryOut(
                    p.process().on(new Event.Timeout<>(timer)),
                    step.by(Rule.AFTER_LEAVING, p.withExpired(with(p.expired(), timer))));
        }
        boolean again = timer == ReliableLink.Timer.RETRANSMISSION;
        step.by(again ? LinkRule.RESEND : LinkRule.ACKNOWLEDGE);
        for (ProcessId other : links.ends().keySet()) {
            LinkEnds<M> now = step.state().links();
            take(again ? now.resend(other, 1) : now.acknowledge(other), step);
        }
        return step;
    }

    @Override
    public final Transition<State<S, M, I, O>, Frame<Payload<M>>, O> onNeighboursChanged(
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            State<S, M, I, O> p,
            Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        SortedSet<ProcessId> members = fail
                ? reachable(p, neighbours)
                : Sorted.without(Sorted.union(p.links().reachable(), Sorted.ids(neighbours)), departed);
        return take(p.links().seeing(members, departed).changed(neighbours, departed), step.by(Rule.MEMBERS));
    }

    private static SortedSet<ProcessId> reachable(State<?, ?, ?, ?> p, Neighbours neighbours) {
        return p.suspicions() == 1 ? Sorted.set() : Sorted.ids(neighbours);
    }

    @Override
    public final Transition<State<S, M, I, O>, Frame<Payload<M>>, O> onLeave(
            State<S, M, I, O> p, Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        return carryOut(p.process().on(new Event.Leave<>()), step.by(Rule.AFTER_LEAVING));
    }

    /**
     * Takes the step for the kind of event. It leaves once it may, and its timers run exactly while there is something
     * to do.
     */
    @Override
    public Transition<State<S, M, I, O>, Frame<Payload<M>>, O> transition(
            State<S, M, I, O> p, Event<Frame<Payload<M>>, I> event) {
        Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step = Protocol.super.transition(p, event);
        State<S, M, I, O> next = step.state();
        List<symposium.kernel.Timer> before = running(p);
        if (event instanceof Event.Timeout<Frame<Payload<M>>, I> expired) {
            before.remove(expired.timer());
        }
        List<symposium.kernel.Timer> after = running(next);
        before.stream().filter(timer -> !after.contains(timer)).forEach(step::cancel);
        after.stream().filter(timer -> !before.contains(timer)).forEach(step::schedule);
        return next.process().left() && settled(next) ? step.leave() : step;
    }

    /** Whether a process that has left need not send anything again. */
    boolean settled(State<S, M, I, O> p) {
        return p.links().settled();
    }

    /** What the ends of links do; a variant does something else. */
    EndsStep<M> taken(State<S, M, I, O> before, EndsStep<M> taken) {
        return taken;
    }

    private static Set<symposium.kernel.Timer> with(Set<symposium.kernel.Timer> some, symposium.kernel.Timer one) {
        Set<symposium.kernel.Timer> more = new HashSet<>(some);
        more.add(one);
        return Set.copyOf(more);
    }

    private List<symposium.kernel.Timer> running(State<S, M, I, O> p) {
        List<symposium.kernel.Timer> running = new ArrayList<>(p.process().timers());
        running.removeAll(p.expired());
        LinkEnds<M> links = p.links();
        if (p.suspicions() > 0) {
            running.add(Timer.SUSPICION);
        }
        if (links.ends().keySet().stream().anyMatch(links::insists)) {
            running.add(ReliableLink.Timer.RETRANSMISSION);
        }
        if (links.ends().values().stream().anyMatch(LinkEnd::owesAck)) {
            running.add(ReliableLink.Timer.ACKNOWLEDGEMENT);
        }
        return running;
    }

    /** Carries out a step of the ends of links. */
    private Transition<State<S, M, I, O>, Frame<Payload<M>>, O> take(
            EndsStep<M> by, Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        EndsStep<M> taken = taken(step.state(), by);
        step.next(step.state().withLinks(taken.next()));
        taken.rule().ifPresent(step::by);
        taken.frames().forEach(sent -> over(step.state(), sent.to()).ifPresent(to -> step.send(to, sent.frame())));
        taken.change().ifPresent(change -> {
            State<S, M, I, O> now = step.state().withExpired(Set.of());
            carryOut(
                    now.process()
                            .changed(
                                    new Event.NeighboursChanged<>(
                                            change.told().neighbours(),
                                            change.told().departed()),
                                    change.failed()),
                    step.next(now));
        });
        taken.delivered()
                .ifPresent(delivered -> carryOut(
                        step.state().process().on(new Event.Received<>(delivered.from(), delivered.message())), step));
        return step;
    }

    /** Carries out what the process of the algorithm does. */
    private Transition<State<S, M, I, O>, Frame<Payload<M>>, O> carryOut(
            Turn<S, M, I, O> turn, Transition<State<S, M, I, O>, Frame<Payload<M>>, O> step) {
        turn.refused().ifPresent(refused -> {
            throw refused.violation();
        });
        step.next(step.state().withProcess(turn.next()));
        for (Taken<S, M, I, O> taken : turn.steps()) {
            for (Effect<M, O> effect : taken.step().effects()) {
                if (effect instanceof Effect.Send<M, O> send) {
                    take(step.state().links().send(send.to(), send.message()), step);
                } else if (effect instanceof Effect.Output<M, O> output) {
                    step.tell(output.output());
                }
            }
            step.by(taken.step().rule());
        }
        return step;
    }

    /**
     * Frames use one link of the topology, also where there are two between the same processes; none that is known to
     * be down.
     */
    private static Optional<Neighbour> over(State<?, ?, ?, ?> p, ProcessId other) {
        return Stream.concat(p.links().provided().all().stream(), p.process().former().stream())
                .filter(neighbour -> neighbour.id().equals(other))
                .findFirst();
    }
}
