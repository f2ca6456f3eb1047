package symposium.mutex.causal;

import java.util.List;
import java.util.stream.Stream;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** Mutual exclusion, and {@link CausalOrder} watched over besides. */
final class CausalExclusion implements Problem<User, Input, CausalTold> {

    private static final MutualExclusion EXCLUSION = MutualExclusion.PROBLEM;

    /** Hears what users ask and are told, and hands the latter on to the observer of mutual exclusion. */
    private record Witness(CausalOrder order, Observer<Output> others) implements Observer<CausalTold> {
        @Override
        public List<String> invariants() {
            return Stream.concat(Stream.of(CausalOrder.REQUESTS_IN_CAUSAL_ORDER), others.invariants().stream())
                    .toList();
        }

        @Override
        public Observer<CausalTold> sees(ProcessId process, CausalTold heard) {
            if (heard instanceof CausalTold.Asked asked) {
                return new Witness(order.asked(process, asked.when()), others);
            }
            Output told = ((CausalTold.User) heard).told();
            return new Witness(
                    told instanceof Output.Granted ? order.granted(process) : order, others.sees(process, told));
        }
    }

    @Override
    public String name() {
        return EXCLUSION.name() + " in causal order";
    }

    @Override
    public User initial() {
        return EXCLUSION.initial();
    }

    @Override
    public List<Input> mayAsk(User user) {
        return EXCLUSION.mayAsk(user);
    }

    @Override
    public boolean demands(Input input) {
        return EXCLUSION.demands(input);
    }

    @Override
    public boolean owed(Input input) {
        return EXCLUSION.owed(input);
    }

    @Override
    public User asked(User user, Input input) {
        return EXCLUSION.asked(user, input);
    }

    @Override
    public User told(User user, CausalTold output) {
        return output instanceof CausalTold.User told ? EXCLUSION.told(user, told.told()) : user;
    }

    @Override
    public boolean waits(User user) {
        return EXCLUSION.waits(user);
    }

    @Override
    public Observer<CausalTold> observer() {
        return new Witness(CausalOrder.START, EXCLUSION.observer());
    }

    @Override
    public boolean serves(CausalTold output) {
        return output instanceof CausalTold.User told && EXCLUSION.serves(told.told());
    }
}
