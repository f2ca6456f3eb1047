package symposium.mutex.helaryplouzeauraynal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;

/**
 * The control part of a message that floods the network, section 4.1: {@code already_seen}. A simulation holds one for
 * each process that a flood has come to, so it is one array.
 *
 * @param processes those that have received the message or are about to, in order, each once
 */
public record AlreadySeen(List<ProcessId> processes) {

    /** At the process where the flood begins. */
    public static AlreadySeen by(ProcessId origin) {
        return new AlreadySeen(List.of(origin));
    }

    /** Whether the process has received the message or is about to. */
    public boolean contains(ProcessId process) {
        return Collections.binarySearch(processes, process) >= 0;
    }

    /** Sends a message to {@code neighbours - already_seen}, with {@code already_seen ∪ neighbours} in it. */
    public <S, M, O> Transition<S, M, O> flood(
            Neighbours neighbours, Function<AlreadySeen, M> message, Transition<S, M, O> step) {
        M sent = null;
        for (Neighbour k : neighbours) {
            if (!contains(k.id())) {
                sent = sent == null ? message.apply(union(neighbours)) : sent;
                step.send(k, sent);
            }
        }
        return step;
    }

    private AlreadySeen union(Neighbours neighbours) {
        List<ProcessId> union = new ArrayList<>(processes);
        for (Neighbour k : neighbours) {
            int at = Collections.binarySearch(union, k.id());
            if (at < 0) {
                union.add(-at - 1, k.id());
            }
        }
        return new AlreadySeen(List.copyOf(union));
    }

    @Override
    public String toString() {
        return "seen " + processes;
    }
}
