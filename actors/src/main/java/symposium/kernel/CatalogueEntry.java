package symposium.kernel;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** An algorithm as its descriptor says. */
public class CatalogueEntry<S, M, U, I, O> implements Algorithm<S, M, U, I, O> {

    private final AlgorithmDescriptor<S, M, U, I, O> says;

    /** @throws NullPointerException when something that must be said is not, naming it */
    public CatalogueEntry(AlgorithmDescriptor<S, M, U, I, O> descriptor) {
        says = descriptor;
        Objects.requireNonNull(says.source, () -> says.name + ": no source");
        Objects.requireNonNull(says.topologies, () -> says.name + ": no topologies");
        Objects.requireNonNull(says.channels, () -> says.name + ": no channels");
        Objects.requireNonNull(says.cost, () -> says.name + ": no cost");
        Objects.requireNonNull(says.assumptions, () -> says.name + ": no assumptions");
        Objects.requireNonNull(says.protocol, () -> says.name + ": no protocol");
    }

    @Override
    public final String name() {
        return says.name;
    }

    @Override
    public final String source() {
        return says.source;
    }

    @Override
    public final Problem<U, I, O> problem() {
        return says.problem;
    }

    @Override
    public final List<Topology> topologies() {
        return says.topologies;
    }

    @Override
    public final boolean anyGraph() {
        return says.anyGraph;
    }

    @Override
    public final MembershipTolerance tolerates() {
        return says.tolerates;
    }

    @Override
    public final List<? extends Timer> timers() {
        return says.timers;
    }

    @Override
    public final List<? extends Timer> lossDetectionTimers() {
        return says.lossDetectionTimers;
    }

    @Override
    public final boolean leaves() {
        return says.leaves;
    }

    @Override
    public final Channels channels() {
        return says.channels;
    }

    @Override
    public final String cost() {
        return says.cost;
    }

    @Override
    public final List<Bound> bounds() {
        return says.bounds;
    }

    @Override
    public final String assumptions() {
        return says.assumptions;
    }

    @Override
    public final Class<M> messages() {
        return says.messages;
    }

    @Override
    public final Type messageType() {
        return says.messageType;
    }

    @Override
    public final boolean announces(M message) {
        return says.announces.test(message);
    }

    @Override
    public final boolean finiteStateSpace() {
        return says.finiteStateSpace;
    }

    @Override
    public final Protocol<S, M, I, O> protocol(Start start) {
        return says.protocol.apply(start);
    }

    @Override
    public final Algorithm<?, ?, U, I, O> withFences() {
        return says.withFences.apply(this);
    }

    @Override
    public final Protocol<S, M, I, O> withDynamicMembership(Start start, long generation) {
        return says.withDynamicMembership
                .orElseThrow(() -> new UnsupportedOperationException(name() + " starts with all processes there"))
                .apply(start, generation);
    }

    @Override
    public final List<Invariant<S, M, U>> invariants() {
        return says.invariants;
    }

    @Override
    public final List<Invariant<S, M, U>> invariantsUnderSuspicion() {
        return says.invariantsUnderSuspicion.orElseGet(Algorithm.super::invariantsUnderSuspicion);
    }

    @Override
    public final List<Variant<S, M, I, O>> variants(Start start) {
        return says.variants.apply(start);
    }

    @Override
    public final Optional<Quotient<S, M>> quotient() {
        return says.quotient;
    }

    @Override
    public final Set<? extends Rule> unreachableRules(int processes) {
        return says.unreachableRules.apply(processes);
    }

    @Override
    public final Map<String, Object> findings(Start start, Iterable<Configuration<S, M, U>> reachable) {
        return says.findings.of(start, reachable);
    }
}
