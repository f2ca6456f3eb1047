package symposium.mutex;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Output;

/**
 * Forgets how far logical clocks have run. A clock is only compared with others, or set to one more than another. So
 * two states behave alike if all clocks and timestamps of the one are greater by the same number than those of the
 * other. In the normal form the least of them is 0. The state space of an algorithm whose clocks stay close together is
 * finite, even if each user may ask without end.
 *
 * <p>Fences are made of timestamps, and move with them.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public final class ClockShift<S, M> implements Quotient<S, M> {

    private static final long ONLY = 0;

    private final ToLongFunction<S> least;
    private final Shift<S> state;
    private final Function<M, OptionalLong> clock;
    private final Shift<M> message;
    private final int names;

    /** Takes the same number from each clock and timestamp. */
    @FunctionalInterface
    public interface Shift<T> {

        /** Returns a state or a message, each clock and timestamp of which is less by this number. */
        T less(T what, long by);
    }

    /**
     * Makes the quotient.
     *
     * @param least the least clock or timestamp of a process, at least 0
     * @param state takes a number from those of a process
     * @param clock the clock of the timestamp in a message, if it has one
     * @param message takes a number from it
     */
    public ClockShift(ToLongFunction<S> least, Shift<S> state, Function<M, OptionalLong> clock, Shift<M> message) {
        this(least, state, clock, message, 0);
    }

    private ClockShift(
            ToLongFunction<S> least, Shift<S> state, Function<M, OptionalLong> clock, Shift<M> message, int names) {
        this.least = least;
        this.state = state;
        this.clock = clock;
        this.message = message;
        this.names = names;
    }

    @Override
    public ClockShift<S, M> at(Start start) {
        return new ClockShift<>(least, state, clock, message, PermissionBased.names(start));
    }

    /** Users that ask a bounded number of times differ by how often they have asked, so nothing would be saved. */
    @Override
    public boolean reduces(OptionalInt requests, Observer<?> observer) {
        return requests.isEmpty()
                && (observer instanceof MutualExclusion.GreatestFence
                        || observer.invariants().isEmpty());
    }

    /** Live numbers are not 0, and so greater by one than the clocks. */
    @Override
    public LiveNumbers live(S process) {
        return LiveNumbers.of(ONLY, Math.toIntExact(least.applyAsLong(process) + 1));
    }

    @Override
    public LiveNumbers liveInTransit(M sent) {
        OptionalLong stamp = clock.apply(sent);
        return stamp.isPresent() ? LiveNumbers.of(ONLY, Math.toIntExact(stamp.getAsLong() + 1)) : LiveNumbers.NONE;
    }

    private static long leastOf(LiveNumbers live) {
        return live.numbers().isEmpty() ? 0 : live.numbers().first().value() - 1;
    }

    @Override
    public S normal(S process, LiveNumbers live) {
        return state.less(process, leastOf(live));
    }

    @Override
    public M normalInTransit(M sent, LiveNumbers live) {
        return message.less(sent, leastOf(live));
    }

    /** The greatest fence so far. All fences to come are greater than one of before the least clock. */
    @Override
    public <O> Observer<O> normalObserver(Observer<O> observer, LiveNumbers live) {
        if (!(observer instanceof MutualExclusion.GreatestFence greatest)) {
            return observer;
        }
        @SuppressWarnings("unchecked")
        Observer<O> normal = (Observer<O>) greatest.less(leastOf(live) * names);
        return normal;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <O> O normalOutput(O output, LiveNumbers live) {
        long grants = leastOf(live) * names;
        if (output instanceof Output.Granted granted) {
            return (O) new Output.Granted(granted.fence().less(grants));
        }
        return output instanceof Output.Lost lost
                ? (O) new Output.Lost(lost.fence().less(grants))
                : output;
    }
}
