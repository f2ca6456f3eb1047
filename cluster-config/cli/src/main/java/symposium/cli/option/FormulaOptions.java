package symposium.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import symposium.formula.Formula;
import symposium.formula.InvalidFormula;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Statement;

/** The user's statements about global states, in addition to the invariants of the algorithm. */
public final class FormulaOptions {

    /** The variable that stands for each process in turn. */
    private static final String PROCESS = "p";

    @Option(names = "--never", paramLabel = "FORMULA", descriptionKey = "formula.never")
    private List<String> never = new ArrayList<>();

    @Option(names = "--always", paramLabel = "FORMULA", descriptionKey = "formula.always")
    private List<String> always = new ArrayList<>();

    /** The first error that appeared only when a formula was evaluated. */
    private final AtomicReference<BadInput> wrong = new AtomicReference<>();

    /**
     * The statement that what a run is to reach is false.
     *
     * @param option the name of the option that has the formula
     * @param initial a state from which the names of components are known
     * @throws BadInput if the formula cannot be read, or names what there is not
     */
    public Statement reached(
            String option, String text, Algorithm<?, ?, ?, ?, ?> algorithm, Configuration<?, ?, ?> initial) {
        Formula formula = read(option, text, algorithm, Optional.of(initial));
        return new Statement(formula + " is true", all -> true, all -> !evaluated(option, () -> formula.holds(all)));
    }

    /**
     * A condition of one process, which is the variable {@code p} of a formula.
     *
     * @param option the name of the option that has the formula
     * @param initial a state from which the names of components are known
     * @return whether it is true; empty of a process that has crashed or left, if the formula speaks of it
     * @throws BadInput if the formula cannot be read, or names what there is not
     */
    public BiFunction<Configuration<?, ?, ?>, ProcessId, Optional<Boolean>> ofProcess(
            String option, String text, Algorithm<?, ?, ?, ?, ?> algorithm, Configuration<?, ?, ?> initial) {
        if (isClosed(text)) {
            Formula formula = read(option, text, algorithm, Optional.of(initial));
            return (all, process) -> Optional.of(valid(option, () -> formula.holds(all)));
        }
        Formula formula = valid(option, () -> {
            Formula read = Formula.read(text, List.of(PROCESS));
            read.requireMessages(algorithm.messages().type());
            read.requireComponents(initial);
            read.holds(initial, Map.of(PROCESS, initial.live().get(0)));
            return read;
        });
        return (all, process) -> all.live().stream()
                .filter(each -> each.id().equals(process))
                .findFirst()
                .map(live -> valid(option, () -> formula.holds(all, Map.of(PROCESS, live))));
    }

    /** Whether a formula is one without the variable {@code p}. */
    public static boolean isClosed(String text) {
        try {
            Formula.read(text);
            return true;
        } catch (InvalidFormula open) {
            return false;
        }
    }

    /** Whether there is a formula. */
    public boolean asked() {
        return !never.isEmpty() || !always.isEmpty();
    }

    /**
     * The statements about an algorithm.
     *
     * @param initial a state from which the names of components are known
     * @throws BadInput if a formula cannot be read, or names what there is not
     */
    public List<Statement> statements(Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Configuration<?, ?, ?>> initial) {
        List<Statement> statements = new ArrayList<>();
        for (String text : never) {
            Formula formula = read("--never", text, algorithm, initial);
            statements.add(new Statement(
                    "never " + formula,
                    all -> evaluated("--never", () -> names(formula, all)),
                    all -> !evaluated("--never", () -> formula.holds(all))));
        }
        for (String text : always) {
            Formula formula = read("--always", text, algorithm, initial);
            Predicate<Configuration<?, ?, ?>> occurs =
                    all -> evaluated("--always", () -> names(formula, all) && formula.occurs(all));
            statements.add(
                    new Statement("always " + formula, occurs, all -> evaluated("--always", () -> formula.holds(all))));
        }
        return statements;
    }

    /**
     * Requires that every formula could be evaluated on every state.
     *
     * @throws BadInput if not: then the formula is wrong, not the algorithm
     */
    public void requireEvaluated() {
        if (wrong.get() != null) {
            throw wrong.get();
        }
    }

    private static boolean names(Formula formula, Configuration<?, ?, ?> all) {
        formula.requireComponents(all);
        return true;
    }

    private boolean evaluated(String option, BooleanSupplier formula) {
        try {
            return formula.getAsBoolean();
        } catch (InvalidFormula invalid) {
            wrong.compareAndSet(null, new BadInput("%s: %s", option, invalid.getMessage()));
            throw invalid;
        }
    }

    private static Formula read(
            String option, String text, Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Configuration<?, ?, ?>> initial) {
        return valid(option, () -> {
            Formula formula = Formula.read(text);
            formula.requireMessages(algorithm.messages().type());
            initial.ifPresent(formula::requireComponents);
            initial.ifPresent(formula::holds);
            return formula;
        });
    }

    private static <T> T valid(String option, Supplier<T> read) {
        try {
            return read.get();
        } catch (InvalidFormula invalid) {
            throw new BadInput("%s: %s", option, invalid.getMessage());
        }
    }
}
