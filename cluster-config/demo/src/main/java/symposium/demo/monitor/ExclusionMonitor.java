package symposium.demo.monitor;

import java.util.Optional;
import symposium.demo.event.DemoEvent.Grant;
import symposium.demo.event.DemoEvent.Granted;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Output;

/** Watches a lock: no two users have it at once, and fences grow. */
public final class ExclusionMonitor extends SafetyMonitor<Fence> {

    private Observer<Output> fences = MutualExclusion.PROBLEM.observer();
    private Fence first = Fence.NONE;
    private Fence latest = Fence.NONE;

    /** A monitor that has been told nothing. */
    public ExclusionMonitor() {
        super("no process ate");
        on(Granted.class, (at, it) -> granted(it.process(), it.grant()));
    }

    private void granted(ProcessId process, Grant grant) {
        if (!counts(process)) {
            return;
        }
        Fence fence = grant.fence();
        String both = "process %s eats under fence %s while process %s eats";
        has(process, fence, (other, its) -> Optional.of(both.formatted(process, fence, other)));
        fences = sees(fences, process, new Output.Granted(fence));
        first = checked() ? first : fence;
        latest = fence;
        checked++;
    }

    @Override
    String held() {
        return latest.equals(Fence.NONE)
                ? "no two ate at once: " + checked + " grants, without fences"
                : "no two ate at once, no fence went back: " + checked + " grants, fences " + first + " to " + latest;
    }
}
