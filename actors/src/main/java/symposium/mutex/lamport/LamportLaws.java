package symposium.mutex.lamport;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.clock.Timestamp;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.lamport.LamportMessage.Release;
import symposium.mutex.lamport.LamportMessage.Request;

/** What the paper argues with, and what makes the queues one queue. */
final class LamportLaws {

    private LamportLaws() {}

    static List<Invariant<LamportState, LamportMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),

                // "the messages ... are received in the same order as they are sent", and clocks are never decreased:
                // C(i) <= C(i + 1)
                new Invariant.OfLink<>(
                        "what is under way over a link is stamped in the order of sending",
                        (one, other) -> inOrder(one) && inOrder(other)),

                // rules 1 to 4: the queue of each process is that of each other, but for what is under way
                new Invariant.OfConfiguration<>(
                        "the queue is replicated: once all that is under way has arrived, q's queue holds of p what p's does",
                        all -> all.processes().stream()
                                .filter(all::alive)
                                .anyMatch(process -> !all.state(process).queue().isEmpty()),
                        all -> ordered(all).allMatch(pair -> pair.heldByQInTheEnd()
                                .equals(all.state(pair.p()).request()))),

                // rule 5(i), in every other queue too
                new Invariant.OfConfiguration<>(
                        "when p is critical its request is the least in every queue, but for requests whose release is under way",
                        LamportLaws::anyCritical,
                        all -> criticalAndEach(all).allMatch(Pair::nothingInQComesBeforeP)),

                // rule 5(ii): what it is for
                new Invariant.OfConfiguration<>(
                        "when p is critical nobody asks, or has asked without p knowing, with an earlier timestamp",
                        LamportLaws::anyCritical,
                        all -> criticalAndEach(all).allMatch(Pair::nothingEarlierComesFromQ)),
                Invariant.process(
                        "when p is critical its request is the least in its own queue, later messages have come from all, and there is a quorum",
                        (state, user) -> MutualExclusion.critical(user),
                        (state, user) -> state.queue().get(0).name().equals(state.self())
                                && state.unheard().isEmpty()
                                && state.quorate()),
                Invariant.process(
                        "a queue holds at most one request of each process, and none that is not before the clock",
                        (state, user) -> !state.queue().isEmpty(),
                        (state, user) -> state.queue().stream()
                                                .map(Timestamp::name)
                                                .distinct()
                                                .count()
                                        == state.queue().size()
                                && state.queue().stream().allMatch(request -> request.clock() < state.clock())),
                Invariant.process(
                        "a process waits and is critical as its user is",
                        (state, user) -> true,
                        (state, user) -> state.critical() == MutualExclusion.critical(user)
                                && state.waiting() == MutualExclusion.PROBLEM.waits(user)));
    }

    private static boolean inOrder(List<LamportMessage> messages) {
        for (int at = 1; at < messages.size(); at++) {
            if (messages.get(at).stamp().isBefore(messages.get(at - 1).stamp())) {
                return false;
            }
        }
        return true;
    }

    /** Two processes that are alive, and everything around them. */
    private record Pair(Configuration<LamportState, LamportMessage, User> all, ProcessId p, ProcessId q) {

        /** What the queue of q holds of p when it has received all that is under way from p. */
        Optional<Timestamp> heldByQInTheEnd() {
            Optional<Timestamp> held = all.state(q).requestOf(p);
            for (LamportMessage message : all.inTransit(p, Neighbour.of(q))) {
                if (message instanceof Request request) {
                    held = Optional.of(request.stamp());
                } else if (message instanceof Release) {
                    held = Optional.empty();
                }
            }
            return held;
        }

        boolean nothingInQComesBeforeP() {
            return all.state(q).queue().stream()
                    .filter(request -> request.isBefore(own()))
                    .allMatch(request -> !all.alive(request.name())
                            || all.inTransit(request.name(), Neighbour.of(q)).stream()
                                    .anyMatch(Release.class::isInstance));
        }

        boolean nothingEarlierComesFromQ() {
            return own().isBefore(new Timestamp(all.state(q).clock(), q))
                    && all.inTransit(q, Neighbour.of(p)).stream()
                            .filter(Request.class::isInstance)
                            .noneMatch(request -> request.stamp().isBefore(own()));
        }

        private Timestamp own() {
            return all.state(p).request().orElseThrow();
        }
    }

    private static boolean anyCritical(Configuration<LamportState, LamportMessage, User> all) {
        return all.processes().stream()
                .anyMatch(process -> all.alive(process) && all.state(process).critical());
    }

    private static Stream<Pair> ordered(Configuration<LamportState, LamportMessage, User> all) {
        List<ProcessId> alive = all.processes().stream().filter(all::alive).toList();
        return alive.stream()
                .flatMap(p -> alive.stream().filter(q -> !q.equals(p)).map(q -> new Pair(all, p, q)));
    }

    private static Stream<Pair> criticalAndEach(Configuration<LamportState, LamportMessage, User> all) {
        return ordered(all).filter(pair -> all.state(pair.p()).critical());
    }
}
