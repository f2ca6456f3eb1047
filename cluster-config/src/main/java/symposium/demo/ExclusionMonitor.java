package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Output;

/** Watches a lock: no two users have it at once, and fences grow. */
public final class ExclusionMonitor extends SafetyMonitor {

    private Observer<Output> fences = MutualExclusion.PROBLEM.observer();
    private Optional<ProcessId> holder = Optional.empty();
    private Fence first = Fence.NONE;
    private Fence latest = Fence.NONE;
    private long grants;

    /** A monitor that has been told nothing. */
    public ExclusionMonitor() {
        super("no process ate");
    }

    /** The process that has the lock, if any. */
    public Optional<ProcessId> holder() {
        return holder;
    }

    @Override
    public void onGranted(Duration at, DemoEvent.Granted it) {
        Fence fence = it.grant().fence();
        holder.ifPresent(other -> violated(
                "process " + it.process() + " eats under fence " + fence + " while process " + other + " eats"));
        fences = sees(fences, it.process(), new Output.Granted(fence));
        first = grants == 0 ? fence : first;
        latest = fence;
        holder = Optional.of(it.process());
        grants++;
    }

    @Override
    void hasNothing(ProcessId process) {
        holder = holder.filter(other -> !other.equals(process));
    }

    @Override
    public boolean checked() {
        return grants > 0;
    }

    @Override
    String held() {
        return latest.equals(Fence.NONE)
                ? "no two ate at once: " + grants + " grants, without fences"
                : "no two ate at once, no fence went back: " + grants + " grants, fences " + first + " to " + latest;
    }
}
