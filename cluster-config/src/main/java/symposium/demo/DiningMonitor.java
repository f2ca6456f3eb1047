package symposium.demo;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.arbitration.Dining;
import symposium.arbitration.Dining.Output;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/**
 * Watches philosophers that share forks: no two neighbours eat at once, and the uses of each fork are numbered
 * upwards.
 */
public final class DiningMonitor extends SafetyMonitor {

    private final Map<ProcessId, SortedMap<ProcessId, Long>> eating = new TreeMap<>();
    private Observer<Output> uses = Dining.PROBLEM.observer();
    private long meals;
    private long forks;
    private long atOnce;

    /** A monitor that has been told nothing. */
    public DiningMonitor() {
        super("no process ate");
    }

    @Override
    public void onGranted(Duration at, DemoEvent.Granted it) {
        ProcessId process = it.process();
        SortedMap<ProcessId, Long> grant = ((DemoEvent.Grant.OfForks) it.grant()).uses();
        eating.forEach((other, shared) -> {
            if (shared.containsKey(process) || grant.containsKey(other)) {
                violated("process " + process + " eats while its neighbour, process " + other + ", eats");
            }
        });
        uses = sees(uses, process, new Output.Eats(grant));
        eating.put(process, grant);
        meals++;
        forks += grant.size();
        atOnce = Math.max(atOnce, eating.size());
    }

    @Override
    void hasNothing(ProcessId process) {
        eating.remove(process);
    }

    @Override
    public boolean checked() {
        return meals > 0;
    }

    @Override
    String held() {
        return "no two neighbours ate at once, the uses of every fork were numbered upwards: " + meals + " meals, "
                + forks + " uses of forks, at most " + atOnce + " ate at the same time";
    }
}
