package symposium.eventlog.reading;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run says of a statement about runs.
 *
 * @param statement its name
 * @param tested whether the run had a state of which it demanded something
 * @param met how often the end came that it demands; a finite run says nothing of later ones
 * @param pending the ends that have not come, each with its process and the line since which it is awaited
 */
public record RunAnswer(String statement, boolean tested, long met, List<String> pending) {

    public RunAnswer {
        pending = List.copyOf(pending);
    }

    /** The answer of two groups of processes together. */
    RunAnswer and(RunAnswer other) {
        List<String> all = new ArrayList<>(pending);
        all.addAll(other.pending);
        return new RunAnswer(statement, tested || other.tested, met + other.met, all);
    }
}
