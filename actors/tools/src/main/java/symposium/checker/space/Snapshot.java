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

/** A global state, which knows whether anyone has read what is in transit. */
final class Snapshot<S, M, U> implements Configuration<S, M, U> {

    private final List<ProcessId> processes;
    private final List<LocalState<S, U>> locals;
    private final List<List<M>> contents;
    private final ToIntBiFunction<Integer, Neighbour> links;
    private boolean messagesRead;

    /**
     * @param processes the processes
     * @param locals by process, its local state
     * @param contents by link, the messages in transit on it; links without an entry have none
     * @param links the number of a link, given its sender and how the sender sees it, or -1
     */
    Snapshot(
            List<ProcessId> processes,
            List<LocalState<S, U>> locals,
            List<List<M>> contents,
            ToIntBiFunction<Integer, Neighbour> links) {
        this.processes = processes;
        this.locals = locals;
        this.contents = contents;
        this.links = links;
    }

    /** Whether messages in transit have been read since the last call of {@link #forgetReads}. */
    boolean messagesRead() {
        return messagesRead;
    }

    void forgetReads() {
        messagesRead = false;
    }

    @Override
    public List<ProcessId> processes() {
        return processes;
    }

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
        messagesRead = true;
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
        messagesRead = true;
        int link = links.applyAsInt(Collections.binarySearch(processes, from), to);
        return link < 0 || link >= contents.size() ? List.of() : contents.get(link);
    }
}
