package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import symposium.kernel.Observer;
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
    }

    @Override
    public void onGranted(Duration at, DemoEvent.Granted it) {
        Fence fence = it.grant().fence();
        has(
                it.process(),
                fence,
                (other, its) -> Optional.of("process " + it.process() + " eats under fence " + fence + " while process "
                        + other + " eats"));
        fences = sees(fences, it.process(), new Output.Granted(fence));
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
