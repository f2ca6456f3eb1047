package symposium.checker.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.number.Memo;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.kernel.runtime.AuthorCode;

/** Numbers the states of the problem's observer, and computes each of its transitions once. */
public final class Observations<O> {

    /** The number of what the observer does not see. */
    public static final int NOTHING = -1;

    /** What the observer sees of a step: the user's input, or null, and the outputs to the user. */
    private record Seen(ProcessId process, Object asked, List<Object> outputs) {}

    private final PureCalls pure;
    private final Interner<Observer<O>> observers;
    private final Interner<Seen> seen;
    /** By observer and what it sees. */
    private final Memo<Integer> after;
    /** By observer and the process that is gone. */
    private final Memo<Integer> gone;

    Observations(Observer<O> initial, List<ProcessId> processes, PureCalls pure, Guard guard) {
        this.pure = pure;
        observers = new Interner<>(guard);
        seen = new Interner<>(guard);
        after = new Memo<>(guard, this::computeAfter);
        gone = new Memo<>(guard, (before, process) -> {
            ProcessId id = processes.get(process);
            Observer<O> now = observers.value(before);
            return observers.of(call(id, "Observer.gone", now, () -> now.gone(id)));
        });
        observers.of(initial);
    }

    /** Whether the observer has ever changed its state. */
    public boolean changed() {
        return observers.size() > 1;
    }

    /** The number of what the observer sees of a step, or {@link #NOTHING}. */
    int number(ProcessId process, Object asked, List<O> outputs) {
        return asked == null && outputs.isEmpty() ? NOTHING : seen.of(new Seen(process, asked, List.copyOf(outputs)));
    }

    /**
     * The number of the observer after it has seen a step.
     *
     * @throws symposium.kernel.InvariantViolation if it may not see that
     */
    public int after(int before, int what) {
        return after.of(before, what);
    }

    @SuppressWarnings("unchecked")
    private int computeAfter(int before, int what) {
        Seen step = seen.value(what);
        Observer<O> first = observers.value(before);
        Observer<O> now = step.asked() == null
                ? first
                : call(
                        step.process(),
                        "Observer.asked",
                        first,
                        () -> first.asked(step.process(), step.asked()),
                        step.asked());
        for (Object output : step.outputs()) {
            Observer<O> last = now;
            now = call(step.process(), "Observer.sees", last, () -> last.sees(step.process(), (O) output), output);
        }
        return observers.of(now);
    }

    private <T> T call(ProcessId process, String method, Object observer, Callable<T> call, Object... arguments) {
        return pure.call(
                method, () -> AuthorCode.call(process, method, call, arguments), observer, Arrays.asList(arguments));
    }

    /** The number of what the observer would see of a step with other outputs. */
    @SuppressWarnings("unchecked")
    public int withOutputs(int what, UnaryOperator<O> change) {
        if (what == NOTHING) {
            return NOTHING;
        }
        Seen step = seen.value(what);
        List<Object> outputs = new ArrayList<>();
        step.outputs().forEach(output -> outputs.add(change.apply((O) output)));
        return seen.of(new Seen(step.process(), step.asked(), outputs));
    }

    /** The number of another form of the observer. */
    public int changed(int number, UnaryOperator<Observer<O>> change) {
        return observers.of(change.apply(observers.value(number)));
    }

    /** The number of the observer after it was told that a process is gone. */
    public int gone(int before, int process) {
        return gone.of(before, process);
    }
}
