package symposium.cli.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.formula.InvalidFormula;
import symposium.formula.Question;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Statement;

/** The user's statements about global states, in addition to the invariants of the algorithm. */
public final class FormulaOptions {

    @Option(names = "--never", paramLabel = "FORMULA", descriptionKey = "formula.never")
    private List<String> never = new ArrayList<>();

    @Option(names = "--always", paramLabel = "FORMULA", descriptionKey = "formula.always")
    private List<String> always = new ArrayList<>();

    /** The questions that have been read, and the options that ask them. */
    private final Map<Question, String> read = new LinkedHashMap<>();

    /** Whether there is a formula. */
    public boolean asked() {
        return !never.isEmpty() || !always.isEmpty();
    }

    /**
     * The statements about an algorithm.
     *
     * @param initial its initial state, if that is known
     * @throws BadInput if a formula cannot be read, or names what there is not
     */
    public List<Statement> statements(Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Configuration<?, ?, ?>> initial) {
        return Stream.concat(
                        never.stream()
                                .map(text ->
                                        question("--never", Question.Kind.NEVER, List.of(text), algorithm, initial)),
                        always.stream()
                                .map(text ->
                                        question("--always", Question.Kind.ALWAYS, List.of(text), algorithm, initial)))
                .flatMap(question -> question.statement().stream())
                .toList();
    }

    /**
     * The statement that what a run is to reach is false.
     *
     * @param option the name of the option that has the formula
     * @param initial the initial state of the algorithm
     * @throws BadInput if the formula cannot be read, or names what there is not
     */
    public Statement reached(
            String option, String formula, Algorithm<?, ?, ?, ?, ?> algorithm, Configuration<?, ?, ?> initial) {
        return question(option, Question.Kind.REACH, List.of(formula), algorithm, Optional.of(initial))
                .statement()
                .orElseThrow();
    }

    /**
     * A question.
     *
     * @param option the name of the option that has the formulas
     * @param initial the initial state of the algorithm, if that is known
     * @throws BadInput if a formula cannot be read, or names what there is not
     */
    public Question question(
            String option,
            Question.Kind kind,
            List<String> formulas,
            Algorithm<?, ?, ?, ?, ?> algorithm,
            Optional<Configuration<?, ?, ?>> initial) {
        try {
            Question question = initial.map(there -> Question.of(kind, formulas, algorithm, there))
                    .orElseGet(() -> Question.of(kind, formulas, algorithm));
            read.put(question, option);
            return question;
        } catch (InvalidFormula invalid) {
            throw wrong(option, invalid);
        }
    }

    /**
     * The result of what evaluates the formulas.
     *
     * @throws BadInput if one of them cannot be evaluated in some state: then the formula is wrong, not the algorithm
     */
    public <T> T evaluated(Supplier<T> evaluation) {
        try {
            T result = evaluation.get();
            requireEvaluated();
            return result;
        } catch (InvalidFormula invalid) {
            requireEvaluated();
            throw invalid;
        }
    }

    /**
     * Requires that every formula could be evaluated in every state in which it was.
     *
     * @throws BadInput if not
     */
    public void requireEvaluated() {
        read.forEach((question, option) -> {
            try {
                question.requireEvaluated();
            } catch (InvalidFormula invalid) {
                throw wrong(option, invalid);
            }
        });
    }

    private static BadInput wrong(String option, InvalidFormula invalid) {
        return new BadInput("%s: %s", option, invalid.getMessage());
    }
}
