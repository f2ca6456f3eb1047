package symposium.kernel.catalogue;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.kernel.Rule;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.problem.Variants;

/**
 * The properties of an algorithm that a checker verifies.
 *
 * @param invariants the invariants of every reachable state: first those of the problem, then those of the paper
 * @param underSuspicion the invariants that hold even if live processes may be suspected to have crashed, as in a
 *     partition; if empty, all invariants except those that the problem gives up
 * @param untrueUnderDynamicMembership the names of invariants that do not hold if processes start without neighbours
 *     and are admitted later
 * @param fairnessArgument for each number of processes, the steps of the paper's argument that no process starves.
 *     These are further invariants, for example about a variant function, and hold without faults. They cost much more
 *     than the others, so there are none for many processes
 * @param variants the misprints and planted faults that the checker must refute
 * @param unreachableRules for each number of processes, the rules that cannot fire without faults
 * @param firedAlone the rules that a single process fires, if it fires only some of the rules
 * @param quotient the states that a checker may treat as equivalent, if any
 * @param finiteStateSpace whether the state space stays finite if a user may send any number of requests
 * @param findings the paper's statements about the set of all states that are reachable without faults, under the
 *     names that reports use. It receives the start of the run and every reachable state once, and can iterate over
 *     the states repeatedly. Values are numbers, strings, booleans, and lists and maps of these
 * @param specification for the start of another algorithm, the start with which this one specifies what the users of
 *     that one may see; by default the same. Processes that only this start has get no users
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
@RecordBuilder
public record Checks<S, M, U, I, O>(
        List<Invariant<S, M, U>> invariants,
        Optional<List<Invariant<S, M, U>>> underSuspicion,
        Set<String> untrueUnderDynamicMembership,
        IntFunction<List<Invariant<S, M, U>>> fairnessArgument,
        Function<Start, Variants<S, M, I, O>> variants,
        IntFunction<Set<? extends Rule>> unreachableRules,
        Optional<Set<Rule>> firedAlone,
        Optional<Quotient<S, M>> quotient,
        boolean finiteStateSpace,
        BiFunction<Start, Iterable<Configuration<S, M, U>>, Map<String, Object>> findings,
        UnaryOperator<Start> specification)
        implements ChecksBuilder.With<S, M, U, I, O> {

    public Checks {
        invariants = List.copyOf(invariants);
        underSuspicion = underSuspicion.map(List::copyOf);
        untrueUnderDynamicMembership = Set.copyOf(untrueUnderDynamicMembership);
    }

    /** Returns only the checks of the problem. Every rule may fire, and the state space may be infinite. */
    static <S, M, U, I, O> Checks<S, M, U, I, O> none() {
        return new Checks<>(
                List.of(),
                Optional.empty(),
                Set.of(),
                processes -> List.of(),
                start -> Variants.none(),
                processes -> Set.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                (start, reachable) -> Map.of(),
                UnaryOperator.identity());
    }

    /** Returns a copy with these invariants. */
    public Checks<S, M, U, I, O> withInvariants(Invariants<S, M, U> all) {
        return withInvariants(all.list());
    }

    /** Returns the invariants without those that do not hold with dynamic membership. */
    public List<Invariant<S, M, U>> invariantsWithDynamicMembership() {
        return invariants.stream()
                .filter(invariant -> !untrueUnderDynamicMembership.contains(invariant.name()))
                .toList();
    }

    /** Returns a copy in which these rules, too, cannot fire without faults, with any number of processes. */
    public Checks<S, M, U, I, O> unreachable(Rule... rules) {
        return withUnreachableRules(processes -> union(unreachableRules.apply(processes), rules));
    }

    /** Returns a copy in which these rules, too, cannot fire without faults, with this number of processes. */
    public Checks<S, M, U, I, O> unreachable(int atProcesses, Rule... rules) {
        return withUnreachableRules(
                processes -> union(unreachableRules.apply(processes), processes == atProcesses ? rules : new Rule[0]));
    }

    private static Set<Rule> union(Set<? extends Rule> some, Rule... others) {
        return Stream.concat(some.stream(), Stream.of(others)).collect(Collectors.toSet());
    }

    /** Returns a copy in which a single process fires only these rules. */
    public Checks<S, M, U, I, O> reachableAlone(Rule... rules) {
        return withFiredAlone(Optional.of(Set.of(rules)));
    }

    /** Returns the variants of a run that starts so. */
    public List<Variant<S, M, I, O>> variants(Start start) {
        return variants.apply(start).list();
    }
}
