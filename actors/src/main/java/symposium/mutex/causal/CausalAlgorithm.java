package symposium.mutex.causal;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Problem;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.Variant;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An algorithm of mutual exclusion as an exploration sees it that asks whether requests are granted in causal order. The paper's own laws are
 * left out; they are for the algorithm itself.
 *
 * <p>Requests are numbered, so their number has to be bounded. Without crashes: who has crashed is granted nothing, and the others are not to
 * wait for it.
 */
public final class CausalAlgorithm<S, M>
        implements Algorithm<CausalState<S>, CausalMessage<M>, User, Input, CausalTold> {

    private final Algorithm<S, M, User, Input, Output> algorithm;

    /** @param algorithm what is looked at */
    public CausalAlgorithm(Algorithm<S, M, User, Input, Output> algorithm) {
        this.algorithm = algorithm;
    }

    /** The same of an entry of the catalogue; empty for one that solves another problem. */
    @SuppressWarnings("unchecked")
    public static Optional<CausalAlgorithm<?, ?>> of(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof MutualExclusion
                ? Optional.of(new CausalAlgorithm<>((Algorithm<?, ?, User, Input, Output>) algorithm))
                : Optional.empty();
    }

    @Override
    public String name() {
        return algorithm.name();
    }

    @Override
    public String source() {
        return algorithm.source();
    }

    @Override
    public Problem<User, Input, CausalTold> problem() {
        return new CausalExclusion();
    }

    @Override
    public List<Topology> topologies() {
        return algorithm.topologies();
    }

    @Override
    public boolean anyGraph() {
        return algorithm.anyGraph();
    }

    @Override
    public MembershipTolerance tolerates() {
        return MembershipTolerance.NO_CHANGE;
    }

    @Override
    public Channels channels() {
        return algorithm.channels();
    }

    @Override
    public String cost() {
        return algorithm.cost();
    }

    @Override
    public String assumptions() {
        return algorithm.assumptions();
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<CausalMessage<M>> messages() {
        return (Class) CausalMessage.class;
    }

    @Override
    public boolean finiteStateSpace() {
        return false;
    }

    @Override
    public Causal<S, M> protocol(Start start) {
        return new Causal<>(algorithm.protocol(start));
    }

    @Override
    public List<Invariant<CausalState<S>, CausalMessage<M>, User>> invariants() {
        return List.of(MutexInvariants.mutualExclusion());
    }

    @Override
    public List<Variant<CausalState<S>, CausalMessage<M>, Input, CausalTold>> variants(Start start) {
        return algorithm.variants(start).stream()
                .map(each -> new Variant<CausalState<S>, CausalMessage<M>, Input, CausalTold>(
                        each.name(), new Causal<>(each.protocol())))
                .toList();
    }

    @Override
    public Set<? extends Rule> unreachableRules(int processes) {
        return algorithm.unreachableRules(processes);
    }
}
