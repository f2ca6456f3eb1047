package symposium.demo;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.arbitration.Dining;
import symposium.arbitration.Dining.Output;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/** The part of an observer that watches forks: did two who share one ever eat at once, was a use of it ever numbered backwards? */
final class ForkMonitor {

    private final Consumer<String> violated;
    private final Map<ProcessId, Set<ProcessId>> eaters = new TreeMap<>();
    private Observer<Output> uses = Dining.PROBLEM.observer();
    private long meals;
    private long forks;
    private long atOnce;

    /** @param violated is told each violation, in one line */
    ForkMonitor(Consumer<String> violated) {
        this.violated = violated;
    }

    void dines(DemoEvent.Dining it) {
        meals++;
        forks += it.uses().size();
        eaters.forEach((other, sharing) -> {
            if (sharing.contains(it.process()) || it.uses().containsKey(other)) {
                violated.accept("process " + it.process() + " eats while its neighbour, process " + other + ", eats");
            }
        });
        try {
            uses = uses.sees(it.process(), new Output.Eats(it.uses()));
        } catch (InvariantViolation refuted) {
            violated.accept(refuted.getMessage());
        }
        eaters.put(it.process(), it.uses().keySet());
        atOnce = Math.max(atOnce, eaters.size());
    }

    void eatsNoMore(ProcessId process) {
        eaters.remove(process);
    }

    /** Whether anybody has eaten with forks. */
    boolean sawMeals() {
        return meals > 0;
    }

    String verdict() {
        return "no two neighbours ate at once, the uses of every fork were numbered upwards: " + meals + " meals, "
                + forks + " uses of forks, at most " + atOnce + " ate at the same time";
    }
}
