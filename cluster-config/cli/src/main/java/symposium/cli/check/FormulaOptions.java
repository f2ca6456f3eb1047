package symposium.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Option;
import symposium.checker.StateWalk;
import symposium.checker.model.Model;
import symposium.cli.option.BadInput;
import symposium.formula.Formula;
import symposium.formula.InvalidFormula;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;

/** What the user asks of all reachable states, beside the invariants of the algorithm. */
public final class FormulaOptions {

    @Option(names = "--never", paramLabel = "FORMULA")
    private List<String> never = new ArrayList<>();

    @Option(names = "--always", paramLabel = "FORMULA")
    private List<String> always = new ArrayList<>();

    boolean asked() {
        return !never.isEmpty() || !always.isEmpty();
    }

    /**
     * The model with a further invariant for each formula. Symmetric states may differ in a formula, so none is left
     * out.
     */
    <S, M, U, I, O> Model<S, M, U, I, O> applyTo(Model<S, M, U, I, O> model) {
        if (!asked()) {
            return model;
        }
        List<Invariant<S, M, U>> invariants = new ArrayList<>(model.invariants());
        Configuration<S, M, U> initial = new StateWalk<>(model).configuration();
        for (String text : never) {
            Formula formula = read("--never", text, initial);
            invariants.add(invariant("never " + formula, all -> true, all -> !formula.holds(all)));
        }
        for (String text : always) {
            Formula formula = read("--always", text, initial);
            invariants.add(invariant("always " + formula, formula::occurs, formula::holds));
        }
        return model.withInvariants(invariants).withoutQuotient();
    }

    private static <S, M, U> Invariant<S, M, U> invariant(
            String name, Predicate<Configuration<S, M, U>> situation, Predicate<Configuration<S, M, U>> condition) {
        return new Invariant.OfConfiguration<>(name, situation, condition);
    }

    /** A formula that can be evaluated on the initial state. */
    private static Formula read(String option, String text, Configuration<?, ?, ?> initial) {
        try {
            Formula formula = Formula.read(text);
            formula.holds(initial);
            return formula;
        } catch (InvalidFormula wrong) {
            throw new BadInput("%s: %s", option, wrong.getMessage());
        }
    }
}
