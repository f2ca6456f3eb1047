package symposium.checker.space;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;
import symposium.checker.local.LocalState;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;

/**
 * A global state.
 *
 * @param processes the processes
 * @param locals by process, its local state
 * @param contents by link, the messages in transit on it; links without an entry have none
 * @param links the number of a link, given its sender and how the sender sees it, or -1
 */
record Snapshot<S, M, U>(
        List<ProcessId> processes,
        List<LocalState<S, U>> locals,
        List<List<M>> contents,
        ToIntBiFunction<Integer, Neighbour> links)
        implements Configuration<S, M, U> {

    private LocalState<S, U> local(ProcessId process) {
        return locals.get(Collections.binarySearch(processes, process));
    }

    @Override
    public List<LiveProcess<S, U>> live() {
        List<LiveProcess<S, U>> live = new ArrayList<>();
        for (int process = 0; process < locals.size(); process++) {
            LocalState<S, U> local = locals.get(process);
            if (local.alive()) {
                live.add(new LiveProcess<>(processes.get(process), local.state(), local.user()));
            }
        }
        return live;
    }

    @Override
    public Stream<M> inTransit() {
        return contents.stream().flatMap(List::stream);
    }

    @Override
    public boolean alive(ProcessId process) {
        return local(process).alive();
    }

    @Override
    public S state(ProcessId process) {
        if (!alive(process)) {
            throw new IllegalStateException(
                    "process " + process + " has crashed and has no state; live() gives the processes that have one");
        }
        return local(process).state();
    }

    @Override
    public U user(ProcessId process) {
        return local(process).user();
    }

    @Override
    public List<M> inTransit(ProcessId from, Neighbour to) {
        int link = links.applyAsInt(Collections.binarySearch(processes, from), to);
        return link < 0 || link >= contents.size() ? List.of() : contents.get(link);
    }
}
