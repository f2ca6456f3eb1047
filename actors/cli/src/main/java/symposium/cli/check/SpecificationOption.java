package symposium.cli.check;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.checker.Specification;
import symposium.checker.model.Model;
import symposium.cli.option.BadInput;
import symposium.cli.option.InstanceOptions;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/** The algorithm that the checked one has to implement, as its users see it. */
final class SpecificationOption {

    private static final String NAME = "--implements";

    @Option(names = NAME, paramLabel = "ALGORITHM")
    private Optional<Algorithm<?, ?, ?, ?, ?>> specified = Optional.empty();

    private Optional<Specification<?, ?, ?, ?, ?>> specification = Optional.empty();

    boolean asked() {
        return specified.isPresent();
    }

    /** @throws BadInput if another option is given, with which it cannot be combined */
    void requireWithout(boolean given, String option) {
        if (asked() && given) {
            throw new BadInput("%s cannot be combined with %s", NAME, option);
        }
    }

    /**
     * A model that has to implement the other algorithm.
     *
     * @throws BadInput if the two solve different problems, or the membership or links may change
     */
    <S, M, U, I, O> Model<S, M, U, I, O> constrain(Model<S, M, U, I, O> model, Start start) {
        if (specified.isEmpty()) {
            return model;
        }
        Algorithm<?, ?, ?, ?, ?> other = specified.get();
        if (!other.problem().name().equals(model.problem().name())) {
            throw new BadInput(
                    "%s %s: %s solves %s, and %s solves %s",
                    NAME,
                    other.name(),
                    other.name(),
                    other.problem().name(),
                    model.name(),
                    model.problem().name());
        }
        if (model.changing()) {
            throw new BadInput(
                    "%s cannot be combined with faults but --loss and --duplicate: in %s nothing else fails",
                    NAME, other.name());
        }
        return InstanceOptions.defined(
                other, start.processes().size(), () -> constrained(model, solving(other), start));
    }

    /** The other algorithm, with the types of the problem, which is the same. */
    @SuppressWarnings("unchecked")
    private static <U, I, O> Algorithm<?, ?, U, I, O> solving(Algorithm<?, ?, ?, ?, ?> other) {
        return (Algorithm<?, ?, U, I, O>) other;
    }

    private <S, M, T, N, U, I, O> Model<S, M, U, I, O> constrained(
            Model<S, M, U, I, O> model, Algorithm<T, N, U, I, O> other, Start start) {
        Start there = other.checks().specification().apply(start);
        Model<T, N, U, I, O> specifying = Model.of(other, there).withSilent(without(there, start));
        if (there.processes().equals(start.processes())) {
            specifying = specifying.withTopology(topology(other, model.topology()));
        }
        Specification<T, N, U, I, O> what = new Specification<>(specifying);
        specification = Optional.of(what);
        return what.constrains(model);
    }

    private static SortedSet<ProcessId> without(Start there, Start start) {
        SortedSet<ProcessId> silent = new TreeSet<>(there.processes());
        silent.removeAll(start.processes());
        return silent;
    }

    /** The topology of the checked algorithm, if the other one runs on it, too. A ring has sides for some of them. */
    private static Topology topology(Algorithm<?, ?, ?, ?, ?> other, Topology topology) {
        List<Topology> known = other.system().topologies();
        return Stream.of(topology, topology == Shape.RING ? Shape.CYCLE : Shape.RING)
                .filter(each -> known.contains(each) && each.toString().equals(topology.toString()))
                .findFirst()
                .orElse(other.system().anyGraph() && topology != Shape.RING ? topology : known.get(0));
    }

    /** What the other algorithm allows. */
    Optional<Specification<?, ?, ?, ?, ?>> specification() {
        return specification;
    }

    /** Why nothing is decided, if the other algorithm is too large. */
    Optional<String> undecided() {
        return specification.filter(Specification::tooLarge).map(what -> "%s %s has too many states"
                .formatted(NAME, specified.orElseThrow().name()));
    }
}
