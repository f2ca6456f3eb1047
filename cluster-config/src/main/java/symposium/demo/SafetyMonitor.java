package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Output;

/**
 * An independent observer of a dinner. It hears from the users when they are granted the lock, when they give it back or lose it, and
 * when they die, and knows nothing of how they come to it: did two ever eat at once, did a fence ever go back? Where philosophers
 * share forks two by two: did neighbours ever eat at once, was a use of a fork ever numbered backwards? Where applications take resources: were two ever
 * told that the same one is theirs, was it ever taken under a fence that is not greater?
 */
public final class SafetyMonitor implements DemoEvent.Listener {

    private Observer<Output> fences = MutualExclusion.PROBLEM.observer();
    private Optional<ProcessId> eater = Optional.empty();
    private Optional<Fence> first = Optional.empty();
    private Fence latest = Fence.NONE;
    private long grants;
    private Optional<String> violation = Optional.empty();
    private final ForkMonitor forks = new ForkMonitor(this::violated);
    private final ResourceMonitor resources = new ResourceMonitor(this::violated);

    /** The first violation, in one line, if there has been one. */
    public Optional<String> violation() {
        return violation;
    }

    /** What the dead had, and nobody has taken since. */
    SortedSet<String> orphans() {
        return resources.orphans();
    }

    /** What it says when it is asked for its verdict. */
    public String verdict() {
        if (violation.isPresent()) {
            return "violated: " + violation.get();
        }
        if (forks.sawMeals()) {
            return forks.verdict();
        }
        if (resources.sawSets()) {
            return resources.verdict();
        }
        if (first.isEmpty()) {
            return "nobody ate";
        }
        return latest.equals(Fence.NONE)
                ? "no two ate at once: " + grants + " grants, without fences"
                : "no two ate at once, no fence went back: " + grants + " grants, fences " + first.get() + " to "
                        + latest;
    }

    @Override
    public void onEating(Duration at, DemoEvent.Eating it) {
        grants++;
        first = first.or(() -> Optional.of(it.fence()));
        eater.ifPresent(other -> violated(
                "process " + it.process() + " eats under fence " + it.fence() + " while process " + other + " eats"));
        try {
            fences = fences.sees(it.process(), new Output.Granted(it.fence()));
        } catch (InvariantViolation refuted) {
            violated(refuted.getMessage());
        }
        latest = it.fence();
        eater = Optional.of(it.process());
    }

    /** Who share no fork may eat at once. */
    @Override
    public void onDining(Duration at, DemoEvent.Dining it) {
        forks.dines(it);
    }

    /** Whose sets share no resource may have them at once. */
    @Override
    public void onTaking(Duration at, DemoEvent.Taking it) {
        resources.takes(it);
    }

    @Override
    public void onSated(Duration at, DemoEvent.Sated it) {
        eatsNoMore(it.process());
    }

    @Override
    public void onRobbed(Duration at, DemoEvent.Robbed it) {
        eatsNoMore(it.process());
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        resources.dies(it.process());
        eatsNoMore(it.process());
    }

    @Override
    public void onEnded(Duration at, DemoEvent.NodeEnded it) {
        eatsNoMore(it.process());
    }

    private void eatsNoMore(ProcessId process) {
        forks.eatsNoMore(process);
        resources.hasNoMore(process);
        if (eater.filter(process::equals).isPresent()) {
            eater = Optional.empty();
        }
    }

    private void violated(String line) {
        violation = violation.or(() -> Optional.of(line));
    }
}
