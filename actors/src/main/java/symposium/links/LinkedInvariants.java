package symposium.links;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.links.LinkedProtocol.State;

/** The invariants of an algorithm, over its links. */
final class LinkedInvariants {

    private LinkedInvariants() {}

    /** The same invariant where links carry the messages; empty for one of steps. */
    static <S, M, U, I, O> Optional<Invariant<State<S, M, I, O>, Frame<Payload<M>>, U>> of(
            Invariant<S, M, U> invariant) {
        if (invariant instanceof Invariant.OfStep) {
            return Optional.empty();
        }
        if (invariant instanceof Invariant.OfProcess) {
            return invariant.lift(p -> Optional.of(p.process().state()), frame -> Optional.empty(), (frame, p) -> true);
        }
        return Optional.of(new Invariant.OfConfiguration<>(
                invariant.name(), all -> true, all -> holds(invariant, algorithm(all))));
    }

    /**
     * A process leaves once all it has sent has arrived. Those that it does not reach are told by others, or in another
     * incarnation.
     */
    static <S, M, U, I, O> Invariant<State<S, M, I, O>, Frame<Payload<M>>, U> handedOver() {
        return new Invariant.OfStep<>(
                "when a process has left, all that it has sent to those that it reaches has arrived",
                event -> event instanceof TraceEvent.Stepped step
                        && step.effects().stream().anyMatch(Effect.Left.class::isInstance),
                (before, event, after) -> {
                    ProcessId left = ((TraceEvent.Stepped) event).process();
                    LinkEnds<M> links = before.state(left).links();
                    return after.live().stream()
                            .allMatch(p -> !links.reachable().contains(p.id())
                                    || p.state().links().end(left).taken()
                                            >= links.end(p.id()).sent());
                });
    }

    private static <S, M, U> boolean holds(Invariant<S, M, U> invariant, Configuration<S, M, U> all) {
        if (invariant instanceof Invariant.OfConfiguration<S, M, U> it) {
            return it.condition().test(all);
        }
        if (invariant instanceof Invariant.Count<S, M, U> it) {
            int sum = all.inTransit().mapToInt(it.ofMessage()).sum();
            for (Configuration.LiveProcess<S, U> p : all.live()) {
                sum += it.ofProcess().applyAsInt(p.state(), p.user());
            }
            return it.least() <= sum && sum <= it.most();
        }
        return all.processes().stream().allMatch(from -> all.processes().stream()
                .allMatch(to -> Stream.of(Side.values()).allMatch(side -> {
                    List<M> there = all.inTransit(from, new Neighbour(to, side));
                    if (invariant instanceof Invariant.OfLink<S, M, U> it) {
                        return it.condition().test(there, all.inTransit(to, new Neighbour(from, side.opposite())));
                    }
                    Invariant.OfDelivery<S, M, U> it = (Invariant.OfDelivery<S, M, U>) invariant;
                    return there.stream().filter(it.kind()).allMatch(message -> it.condition()
                            .test(message, all.state(to)));
                })));
    }

    private static <S, M, U, I, O> Configuration<S, M, U> algorithm(
            Configuration<State<S, M, I, O>, Frame<Payload<M>>, U> all) {
        return all.part(state -> state.process().state(), user -> user, (from, to) -> inTransit(all, from, to));
    }

    /** The algorithm's messages in transit: those that wait, and those that their recipient will take. */
    private static <S, M, U, I, O> List<M> inTransit(
            Configuration<State<S, M, I, O>, Frame<Payload<M>>, U> all, ProcessId from, Neighbour to) {
        List<M> found = new ArrayList<>();
        if (!all.alive(to.id()) || all.state(to.id()).links().departed().contains(from)) {
            return found;
        }
        State<S, M, I, O> recipient = all.state(to.id());
        Side side = to.side().opposite();
        for (Event.Received<M, I> waiting : recipient.process().waiting()) {
            if (waiting.from().equals(new Neighbour(from, side))) {
                found.add(waiting.message());
            }
        }
        LinkEnd<Payload<M>> end = recipient.links().end(from);
        Map<Long, Payload<M>> sent = sent(all, from, to.id(), end);
        for (long next = end.taken() + 1; sent.containsKey(next); next++) {
            Payload<M> payload = sent.get(next);
            payload.message().filter(message -> payload.side() == side).ifPresent(found::add);
        }
        return found;
    }

    /** By number: what an end of a link may still take, in transit as a frame or kept by its sender. */
    private static <S, M, U, I, O> Map<Long, Payload<M>> sent(
            Configuration<State<S, M, I, O>, Frame<Payload<M>>, U> all,
            ProcessId from,
            ProcessId to,
            LinkEnd<Payload<M>> end) {
        Stream<Frame<Payload<M>>> kept = all.alive(from)
                ? all.state(from).links().end(to).kept().stream().map(frame -> frame)
                : Stream.empty();
        Stream<Frame<Payload<M>>> frames =
                Stream.of(Side.values()).flatMap(side -> all.inTransit(from, new Neighbour(to, side)).stream());
        Map<Long, Payload<M>> sent = new TreeMap<>();
        Stream.concat(kept, frames).forEach(frame -> {
            if (frame instanceof Frame.Data<Payload<M>> data && end.mayTake(data)) {
                sent.put(data.number(), data.message());
            }
        });
        return sent;
    }
}
