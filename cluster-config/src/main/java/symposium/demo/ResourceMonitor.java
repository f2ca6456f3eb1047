package symposium.demo;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/** The part of an observer that watches resources: did two ever have the same one, was it ever taken under a fence that is not greater? */
final class ResourceMonitor {

    private final Consumer<String> violated;
    private final Map<ProcessId, DemoEvent.Taking> taken = new TreeMap<>();
    private final SortedSet<String> left = new TreeSet<>();
    private final SortedSet<String> orphans = new TreeSet<>();
    private Observer<Grant> fences = new ResourceSharing(List.of(), 1).observer();
    private long sets;
    private long resources;
    private long atOnce;

    /** @param violated is told each violation, in one line */
    ResourceMonitor(Consumer<String> violated) {
        this.violated = violated;
    }

    void takes(DemoEvent.Taking it) {
        sets++;
        resources += it.resources().size();
        taken.forEach((other, has) -> {
            if (!Collections.disjoint(has.resources(), it.resources())) {
                SortedSet<String> both = new TreeSet<>(has.resources());
                both.retainAll(it.resources());
                violated.accept("process " + it.process() + " takes " + both + " under fence " + it.fence()
                        + " while process " + other + " has it under fence " + has.fence());
            }
        });
        try {
            fences = fences.sees(it.process(), new Grant.Taken(sets, it.resources(), it.fence()));
        } catch (InvariantViolation refuted) {
            violated.accept(refuted.getMessage());
        }
        taken.put(it.process(), it);
        orphans.removeAll(it.resources());
        atOnce = Math.max(atOnce, taken.size());
    }

    void hasNoMore(ProcessId process) {
        taken.remove(process);
    }

    void dies(ProcessId process) {
        DemoEvent.Taking last = taken.remove(process);
        if (last != null) {
            orphans.addAll(last.resources());
            left.addAll(last.resources());
        }
    }

    /** What the dead had, and nobody has taken since. */
    SortedSet<String> orphans() {
        return Collections.unmodifiableSortedSet(orphans);
    }

    /** Whether anybody has taken resources. */
    boolean sawSets() {
        return sets > 0;
    }

    String verdict() {
        return "no resource was with two at once, each was taken under growing fences: " + sets + " sets, " + resources
                + " resources in them, at most " + atOnce + " sets at the same time"
                + (left.isEmpty()
                        ? ""
                        : "; of the " + left.size() + " that the dead had, " + (left.size() - orphans.size())
                                + " have been taken since");
    }
}
