package symposium.links;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.links.LinkEnd.LinkStep;

/**
 * The ends of all links of one process, and what the process has been told of them: a value. They carry the messages of
 * the process, and tell it which neighbours it has.
 *
 * <ul>
 *   <li>Where links fail, the process has a neighbour while their link is open. It is told of the end of each
 *       incarnation before the next begins, and sends in the incarnation of which it was told last.
 *   <li>There is no end of a link with a departed process, and what still comes from it is ignored. It may live, if the
 *       membership is wrong: what it sends again would be taken again.
 *   <li>Everything that the process has sent has arrived once the ends are {@linkplain #settled settled}. A process
 *       that has left waits for that.
 * </ul>
 *
 * @param self the process
 * @param fail whether links fail and recover; otherwise each has one incarnation
 * @param ends the ends, by the process at the other end
 * @param provided the neighbours for which the membership provides
 * @param reachable the members that this process does not suspect
 * @param departed the processes that have departed
 * @param told what the process was told last, if anything
 * @param <M> the messages of the process
 */
@RecordBuilder
public record LinkEnds<M>(
        ProcessId self,
        boolean fail,
        SortedMap<ProcessId, LinkEnd<Payload<M>>> ends,
        Neighbours provided,
        SortedSet<ProcessId> reachable,
        SortedSet<ProcessId> departed,
        Optional<Told> told)
        implements LinkEndsBuilder.With<M> {

    /**
     * What a process is told.
     *
     * @param neighbours its neighbours
     * @param departed the departed processes
     * @param incarnations the incarnations of its links, where these fail
     */
    public record Told(
            Neighbours neighbours, SortedSet<ProcessId> departed, SortedMap<ProcessId, LinkIncarnation> incarnations) {}

    /** A frame, and the process to which it is sent. */
    public record Outgoing<M>(ProcessId to, Frame<Payload<M>> frame) {}

    /** A message that the process receives. */
    public record Delivered<M>(Neighbour from, M message) {}

    /**
     * Something new that the process is told.
     *
     * @param failed the other ends of links of which the incarnation has ended; what waits of it is lost
     */
    public record Change(Told told, SortedSet<ProcessId> failed) {}

    /**
     * What the ends do on one event.
     *
     * @param rule the rule of the end that takes the step, if one does
     * @param next the ends after it
     * @param frames what they send, in order
     * @param change what the process is told, if anything, before it receives a message
     * @param delivered the message that the process receives, if any
     */
    public record EndsStep<M>(
            Optional<LinkRule> rule,
            LinkEnds<M> next,
            List<Outgoing<M>> frames,
            Optional<Change> change,
            Optional<Delivered<M>> delivered) {}

    /** Of a process that has been told nothing. */
    public static <M> LinkEnds<M> none(ProcessId self, boolean fail) {
        return new LinkEnds<>(
                self, fail, Sorted.map(), Neighbours.none(), Sorted.set(), Sorted.set(), Optional.empty());
    }

    // --- the membership

    /** From now on these members are reachable, and those processes have departed. */
    public LinkEnds<M> seeing(SortedSet<ProcessId> members, SortedSet<ProcessId> gone) {
        return with(
                next -> next.reachable(members).departed(gone).ends(Sorted.only(ends, other -> !gone.contains(other))));
    }

    /**
     * The membership provides for these neighbours. Of them, the process has links with those that are reachable.
     *
     * @param gone the departed processes of which the process is told
     */
    public EndsStep<M> changed(Neighbours neighbours, SortedSet<ProcessId> gone) {
        EndsStep<M> step = withProvided(neighbours).nothing();
        if (fail) {
            SortedSet<ProcessId> wanted = Sorted.only(Sorted.ids(neighbours), reachable::contains);
            List<Outgoing<M>> frames = new ArrayList<>();
            for (ProcessId other : Sorted.union(wanted, ends.keySet())) {
                LinkEnds<M> now = step.next();
                step = now.at(other, now.end(other).want(wanted.contains(other)));
                frames.addAll(step.frames());
            }
            step = new EndsStep<>(step.rule(), step.next(), frames, Optional.empty(), Optional.empty());
        }
        return telling(step, gone);
    }

    // --- the other ends

    /** A frame has come from another process. */
    public EndsStep<M> receive(ProcessId from, Frame<Payload<M>> frame) {
        if (departed.contains(from)) {
            return nothing();
        }
        EndsStep<M> step = at(from, end(from).receive(frame));
        return fail ? telling(step, departed) : step;
    }

    /**
     * The process sends a message, in the incarnation of which it was told. It may not have been told of a departure.
     */
    public EndsStep<M> send(Neighbour to, M message) {
        if (departed.contains(to.id())) {
            return nothing();
        }
        LinkIncarnation in =
                told.map(known -> known.incarnations().get(to.id())).orElse(LinkIncarnation.NONE);
        return at(to.id(), end(to.id()).send(in, new Payload<>(to.seenBack(self).side(), Optional.of(message))));
    }

    /** What has been taken from another process is acknowledged. */
    public EndsStep<M> acknowledge(ProcessId other) {
        return at(other, end(other).acknowledge());
    }

    /** What another process may not have received is sent again; messages only while that process is reachable. */
    public EndsStep<M> resend(ProcessId other, int patience) {
        return insists(other) ? at(other, end(other).resend(patience)) : nothing();
    }

    /** Whether there is something to be said again to another process. */
    public boolean insists(ProcessId other) {
        LinkEnd<Payload<M>> end = end(other);
        return end.insists() && (!end.open() || reachable.contains(other));
    }

    /** Whether every reachable member has acknowledged all messages to it. */
    public boolean settled() {
        return ends.entrySet().stream()
                .allMatch(end -> !reachable.contains(end.getKey())
                        || end.getValue().unacknowledged().isEmpty());
    }

    /** This end of the link with another process. */
    LinkEnd<Payload<M>> end(ProcessId other) {
        LinkEnd<Payload<M>> end = ends.get(other);
        return end != null ? end : fail ? LinkEnd.unwanted() : LinkEnd.lasting();
    }

    // --- steps

    private EndsStep<M> nothing() {
        return new EndsStep<>(Optional.empty(), this, List.of(), Optional.empty(), Optional.empty());
    }

    private EndsStep<M> at(ProcessId other, LinkStep<Payload<M>> step) {
        return new EndsStep<>(
                Optional.of(step.rule()),
                withEnds(Sorted.with(ends, other, step.next())),
                step.frames().stream()
                        .map(frame -> new Outgoing<M>(other, frame))
                        .toList(),
                Optional.empty(),
                step.delivered().flatMap(payload -> payload.message()
                        .map(message -> new Delivered<>(new Neighbour(other, payload.side()), message))));
    }

    /** The step, which also tells the process what it does not know. */
    private static <M> EndsStep<M> telling(EndsStep<M> step, SortedSet<ProcessId> gone) {
        LinkEnds<M> next = step.next();
        Told now = next.known(gone);
        if (next.told.filter(now::equals).isPresent()) {
            return step;
        }
        SortedMap<ProcessId, LinkIncarnation> former =
                next.told.map(Told::incarnations).orElse(Sorted.map());
        SortedSet<ProcessId> failed = Sorted.set(former.entrySet().stream()
                .filter(link -> !link.getValue().equals(now.incarnations().get(link.getKey())))
                .map(Map.Entry::getKey)
                .toList());
        return new EndsStep<>(
                step.rule(),
                next.withTold(Optional.of(now)),
                step.frames(),
                Optional.of(new Change(now, failed)),
                step.delivered());
    }

    private Told known(SortedSet<ProcessId> gone) {
        SortedMap<ProcessId, LinkIncarnation> open = new TreeMap<>();
        ends.forEach((other, end) -> {
            if (fail) {
                end.incarnation().ifPresent(incarnation -> open.put(other, incarnation));
            }
        });
        Neighbours linked = new Neighbours(provided.all().stream()
                .filter(neighbour -> !fail || open.containsKey(neighbour.id()))
                .toList());
        return new Told(linked, gone, Sorted.map(open));
    }
}
