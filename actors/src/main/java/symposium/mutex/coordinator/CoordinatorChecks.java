package symposium.mutex.coordinator;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.problem.Scenario.NO_STARVATION;
import static symposium.mutex.coordinator.Coordinator.Rule.LEAVES;
import static symposium.mutex.coordinator.Coordinator.Rule.QUEUES;
import static symposium.mutex.coordinator.Coordinator.Rule.SERVES_NEXT;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.coordinator.Coordinator.Grant;
import symposium.mutex.coordinator.Coordinator.Message;
import symposium.mutex.coordinator.Coordinator.Release;
import symposium.mutex.coordinator.Coordinator.Request;
import symposium.mutex.coordinator.Coordinator.State;

/** What makes the queue of the co-ordinating process the truth about its clients; and statements left out. */
final class CoordinatorChecks {

    private CoordinatorChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                .whole(
                        "one process at most is being served, the first of the queue: it is critical, or its grant or"
                                + " release is in transit",
                        at -> served(at).findAny().isPresent(),
                        at -> served(at).toList().equals(first(at).stream().toList()))
                .whole(
                        "a process that waits has one request that is not done, in transit or in the queue",
                        at -> at.live().stream().anyMatch(p -> MutualExclusion.PROBLEM.waits(p.user())),
                        at -> at.live().stream()
                                .filter(p -> MutualExclusion.PROBLEM.waits(p.user()))
                                .allMatch(p -> requests(at, p.id()) == 1))
                .state(
                        "no process is in the queue twice",
                        p -> p.queue().size() > 1,
                        p -> new HashSet<>(p.queue()).size() == p.queue().size())
                .process("a process knows what its user does", (p, user) -> p.user() == user);
    }

    private static Optional<ProcessId> first(Configuration<State, Message, User> at) {
        return coordinator(at).queue().stream().findFirst();
    }

    private static State coordinator(Configuration<State, Message, User> at) {
        return at.states().filter(State::coordinates).findAny().orElseThrow();
    }

    /** A process for each user that is critical, each grant and each release. */
    private static Stream<ProcessId> served(Configuration<State, Message, User> at) {
        ProcessId coordinator = coordinator(at).self();
        return at.processes().stream().flatMap(p -> Stream.of(
                        at.inTransit(coordinator, p, Grant.class).stream(),
                        at.inTransit(p, coordinator, Release.class).stream(),
                        Stream.of(at.user(p)).filter(MutualExclusion::critical))
                .flatMap(each -> each)
                .map(each -> p));
    }

    /** The requests of a process that are not done: one that is done is in the queue until its release arrives. */
    private static long requests(Configuration<State, Message, User> at, ProcessId p) {
        State coordinator = coordinator(at);
        return at.inTransit(p, coordinator.self(), Request.class).size()
                + coordinator.queue().stream().filter(p::equals).count()
                - at.inTransit(p, coordinator.self(), Release.class).size();
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        return Variants.of(new Coordinator(start.holder()))
                .mutate(
                        QUEUES,
                        "a request is granted while another process is being served",
                        step(step -> granted(step, start.holder())))
                .mutate(
                        QUEUES,
                        "a request is forgotten while another process is being served",
                        next((p, next) -> next.withQueue(p.queue())))
                .mutate(
                        QUEUES,
                        "the latest is served next",
                        next((p, next) -> next.withQueue(latestFirst(next.queue()))),
                        Scenario.of(3, NO_STARVATION))
                .mutate(LEAVES, "the co-ordinating process does not hear that the critical section is free", silent())
                .mutate(SERVES_NEXT, "the next one does not hear that it is served", silent());
    }

    /** The step that takes a request also grants it. */
    private static Step<State, Message, Output> granted(Step<State, Message, Output> step, ProcessId coordinator) {
        List<ProcessId> queue = step.next().queue();
        ProcessId client = queue.get(queue.size() - 1);
        return client.equals(coordinator)
                ? step.tell(new Output.Granted())
                : step.send(Neighbour.of(client), new Grant());
    }

    /** The last of the queue behind the first, which is being served. */
    private static List<ProcessId> latestFirst(List<ProcessId> queue) {
        List<ProcessId> other = new ArrayList<>(queue);
        other.add(1, other.remove(other.size() - 1));
        return other;
    }
}
