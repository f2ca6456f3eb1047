package symposium.cli.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.checker.StateWalk;
import symposium.checker.model.Model;
import symposium.cli.option.BadInput;
import symposium.cli.option.InstanceOptions;
import symposium.formula.InvalidFormula;
import symposium.formula.Question;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;

/** The question that the page asks when it is opened. */
final class QuestionOptions {

    @Option(names = "--never", paramLabel = "FORMULA")
    private Optional<String> never = Optional.empty();

    @Option(names = "--always", paramLabel = "FORMULA")
    private Optional<String> always = Optional.empty();

    @Option(names = "--reach-state", paramLabel = "FORMULA")
    private Optional<String> reach = Optional.empty();

    @Option(names = "--leads", arity = "2", paramLabel = "FORMULA")
    private List<String> leads = new ArrayList<>();

    @Option(names = "--until", arity = "2", paramLabel = "FORMULA")
    private List<String> until = new ArrayList<>();

    /**
     * A question.
     *
     * @param option the name of the option that asks it
     */
    record Asked(String option, Question.Kind kind, List<String> formulas) {

        private static Asked of(String option, Question.Kind kind, Optional<String> formula) {
            return new Asked(option, kind, formula.stream().toList());
        }

        private void requireValid(Algorithm<?, ?, ?, ?, ?> algorithm, int processes) {
            try {
                StateWalk<?, ?, ?, ?, ?> walk = InstanceOptions.defined(
                        algorithm, processes, () -> new StateWalk<>(Model.of(algorithm, Start.of(processes, 0))));
                Question.of(kind, formulas, algorithm, walk.configuration());
            } catch (InvalidFormula invalid) {
                throw new BadInput("%s: %s", option, invalid.getMessage());
            }
        }
    }

    private List<Asked> asked() {
        return Stream.of(
                        Asked.of("--never", Question.Kind.NEVER, never),
                        Asked.of("--always", Question.Kind.ALWAYS, always),
                        Asked.of("--reach-state", Question.Kind.REACH, reach),
                        new Asked("--leads", Question.Kind.LEADS, leads),
                        new Asked("--until", Question.Kind.UNTIL, until))
                .filter(each -> !each.formulas().isEmpty())
                .toList();
    }

    /** @throws BadInput if there is a question, and no algorithm to ask it of */
    void requireNone() {
        if (!asked().isEmpty()) {
            throw new BadInput(
                    "%s is asked of an algorithm, and none is named",
                    asked().get(0).option());
        }
    }

    /**
     * The question about an algorithm, if there is one.
     *
     * @throws BadInput if there are several, or a formula cannot be read or names what there is not
     */
    Optional<Asked> of(Algorithm<?, ?, ?, ?, ?> algorithm, int processes) {
        List<Asked> asked = asked();
        if (asked.size() > 1) {
            throw new BadInput(
                    "the page asks one question at a time: %s cannot be combined with %s",
                    asked.get(0).option(), asked.get(1).option());
        }
        asked.stream()
                .filter(each -> each.formulas().size() > each.kind().formulas())
                .forEach(each -> {
                    throw new BadInput("the page asks one question at a time: %s is given twice", each.option());
                });
        asked.forEach(each -> each.requireValid(algorithm, processes));
        return asked.stream().findFirst();
    }
}
