package symposium.mutex;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import symposium.checker.Explorer;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * How often others are granted while something is true of a process, at most, on all ways through a state space. No way
 * may come to a state twice between two such grants.
 */
public final class GrantsOfOthers<S, M> {

    /** @param granted the process that is granted, or null */
    private record Arc(int from, int to, ProcessId granted) {}

    private final List<Set<ProcessId>> concerned = new ArrayList<>();
    private final List<Arc> arcs = new ArrayList<>();

    /** @param of what is true of a process in a state */
    public GrantsOfOthers(
            Explorer<S, M, User, Input, Output> explorer, BiPredicate<Configuration<S, M, User>, ProcessId> of) {
        explorer.reachable()
                .forEach(at -> concerned.add(at.processes().stream()
                        .filter(process -> of.test(at, process))
                        .collect(Collectors.toSet())));
        explorer.forEachTransition((from, occurrence, to) -> {
            boolean grants =
                    ((TraceEvent.Stepped) occurrence).effects().stream().anyMatch(Effect.Output.class::isInstance);
            arcs.add(new Arc(from, to, grants ? occurrence.process() : null));
        });
    }

    /**
     * Returns the most grants, on one way and of one process.
     *
     * @throws IllegalStateException if they have no bound
     */
    public int most() {
        int longest = 0;
        for (ProcessId process : concerned.stream().flatMap(Set::stream).collect(Collectors.toSet())) {
            int[] most = new int[concerned.size()];
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int each = arcs.size() - 1; each >= 0; each--) {
                    Arc arc = arcs.get(each);
                    if (!concerned.get(arc.from()).contains(process) || process.equals(arc.granted())) {
                        continue;
                    }
                    int grants = most[arc.to()] + (arc.granted() != null ? 1 : 0);
                    if (grants > concerned.size()) {
                        throw new IllegalStateException(
                                "others are granted again and again while " + process + " waits");
                    }
                    if (grants > most[arc.from()]) {
                        most[arc.from()] = grants;
                        changed = true;
                    }
                }
            }
            for (int each : most) {
                longest = Math.max(longest, each);
            }
        }
        return longest;
    }
}
