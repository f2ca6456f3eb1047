package symposium.demo.monitor;

import java.util.Optional;
import java.util.SortedMap;
import symposium.arbitration.Dining;
import symposium.arbitration.Dining.Output;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.DemoEvent.Granted;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;

/**
 * Watches philosophers that share forks: no two neighbours eat at once, and the uses of each fork are numbered
 * upwards.
 */
public final class DiningMonitor extends SafetyMonitor<SortedMap<ProcessId, Long>> {

    private Observer<Output> uses = Dining.PROBLEM.observer();
    private long used;

    /** A monitor that has been told nothing. */
    public DiningMonitor() {
        super("no process ate");
        on(Granted.class, (at, it) -> granted(it.process(), it.grant()));
    }

    private void granted(ProcessId process, Grant forks) {
        if (!counts(process)) {
            return;
        }
        SortedMap<ProcessId, Long> grant = ((Grant.OfForks) forks).uses();
        String both = "process %s eats while its neighbour, process %s, eats";
        has(process, grant, (other, shared) -> Optional.of(both.formatted(process, other))
                .filter(conflict -> shared.containsKey(process) || grant.containsKey(other)));
        uses = sees(uses, process, new Output.Eats(grant));
        checked++;
        used += grant.size();
    }

    @Override
    String held() {
        return "no two neighbours ate at once, the uses of every fork were numbered upwards: " + checked + " meals, "
                + used + " uses of forks, at most " + atOnce() + " ate at the same time";
    }
}
