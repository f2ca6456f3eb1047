package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;

/**
 * The global state at a consistent cut of a log.
 *
 * @param locals the live processes, by their names
 * @param links the messages in transit
 * @param idle the initial state of a user
 */
record LoggedConfiguration<S, M, U>(Map<ProcessId, Local<S, U>> locals, Map<InTransit.Link, List<M>> links, U idle)
        implements Configuration<S, M, U> {

    /** A process and its user. */
    record Local<S, U>(S state, U user) {}

    @Override
    public List<ProcessId> processes() {
        return new ArrayList<>(new TreeSet<>(locals.keySet()));
    }

    @Override
    public boolean alive(ProcessId process) {
        return locals.containsKey(process);
    }

    @Override
    public S state(ProcessId process) {
        if (!alive(process)) {
            throw new IllegalStateException("process " + process + " has crashed and has no state");
        }
        return locals.get(process).state();
    }

    @Override
    public U user(ProcessId process) {
        return alive(process) ? locals.get(process).user() : idle;
    }

    @Override
    public List<M> inTransit(ProcessId from, Neighbour to) {
        return links.getOrDefault(new InTransit.Link(from, to), List.of());
    }

    @Override
    public Stream<M> inTransit() {
        return links.values().stream().flatMap(List::stream);
    }

    /** Whether an invariant of states holds here. */
    boolean satisfies(Invariant<S, M, U> invariant) {
        if (invariant instanceof Invariant.OfProcess<S, M, U> it) {
            return locals.values().stream()
                    .filter(each -> it.situation().test(each.state(), each.user()))
                    .allMatch(each -> it.condition().test(each.state(), each.user()));
        }
        if (invariant instanceof Invariant.OfDelivery<S, M, U> it) {
            return links.entrySet().stream()
                    .filter(link -> alive(link.getKey().to().id()))
                    .allMatch(link -> link.getValue().stream().filter(it.kind()).allMatch(message -> it.condition()
                            .test(message, state(link.getKey().to().id()))));
        }
        if (invariant instanceof Invariant.OfLink<S, M, U> it) {
            return links.entrySet().stream().allMatch(link -> {
                ProcessId from = link.getKey().from();
                Neighbour to = link.getKey().to();
                return it.condition().test(link.getValue(), inTransit(to.id(), to.seenBack(from)));
            });
        }
        if (invariant instanceof Invariant.Count<S, M, U> it) {
            int sum = inTransit().mapToInt(it.ofMessage()).sum();
            for (Local<S, U> each : locals.values()) {
                sum += it.ofProcess().applyAsInt(each.state(), each.user());
            }
            return it.least() <= sum && sum <= it.most();
        }
        return !(invariant instanceof Invariant.OfConfiguration<S, M, U> it)
                || !it.situation().test(this)
                || it.condition().test(this);
    }
}
