package symposium.cli.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.formula.Question;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Response;

/** The user's statements that something happens in the end. In each of them, {@code p} stands for every process. */
public final class ResponseOptions {

    private static final String LEADS = "--leads";
    private static final String UNTIL = "--until";

    @Option(names = LEADS, arity = "2", paramLabel = "FORMULA")
    private List<String> leads = new ArrayList<>();

    @Option(names = UNTIL, arity = "2", paramLabel = "FORMULA")
    private List<String> until = new ArrayList<>();

    /** Whether there is a statement. */
    public boolean asked() {
        return !leads.isEmpty() || !until.isEmpty();
    }

    /** @throws BadInput if another option is given, with which these cannot be combined */
    public void requireWithout(boolean given, String option) {
        if (asked() && given) {
            throw new BadInput("%s cannot be combined with %s", leads.isEmpty() ? UNTIL : LEADS, option);
        }
    }

    /**
     * The statements about an algorithm.
     *
     * @param initial its initial state
     * @throws BadInput if a formula cannot be read, or names what there is not
     */
    public List<Response> responses(
            FormulaOptions formulas, Algorithm<?, ?, ?, ?, ?> algorithm, Configuration<?, ?, ?> initial) {
        return responses(formulas, algorithm, Optional.of(initial), initial.processes());
    }

    /**
     * The statements about a run of an algorithm.
     *
     * @param processes all that take part at some time
     * @throws BadInput if a formula cannot be read
     */
    public List<Response> responses(
            FormulaOptions formulas, Algorithm<?, ?, ?, ?, ?> algorithm, Collection<ProcessId> processes) {
        return responses(formulas, algorithm, Optional.empty(), processes);
    }

    private List<Response> responses(
            FormulaOptions formulas,
            Algorithm<?, ?, ?, ?, ?> algorithm,
            Optional<Configuration<?, ?, ?>> initial,
            Collection<ProcessId> processes) {
        return Stream.concat(
                        pairs(leads)
                                .map(pair -> formulas.question(LEADS, Question.Kind.LEADS, pair, algorithm, initial)),
                        pairs(until)
                                .map(pair -> formulas.question(UNTIL, Question.Kind.UNTIL, pair, algorithm, initial)))
                .flatMap(question -> question.responses(processes).stream())
                .toList();
    }

    private static Stream<List<String>> pairs(List<String> formulas) {
        return IntStream.range(0, formulas.size() / 2).mapToObj(pair -> formulas.subList(2 * pair, 2 * pair + 2));
    }
}
