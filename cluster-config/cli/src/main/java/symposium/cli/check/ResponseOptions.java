package symposium.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.FormulaOptions;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Response.Demand;

/** The user's statements that something happens in the end. In each of them, {@code p} stands for every process. */
final class ResponseOptions {

    private static final String LEADS = "--leads";
    private static final String UNTIL = "--until";

    /**
     * A formula.
     *
     * @param closed whether it speaks of no process {@code p}
     */
    private record Condition(
            String text, boolean closed, BiFunction<Configuration<?, ?, ?>, ProcessId, Optional<Boolean>> holds) {

        /** @param gone whether it is true of a process that has crashed or left */
        Predicate<Configuration<?, ?, ?>> of(ProcessId process, boolean gone) {
            return all -> holds.apply(all, process).orElse(gone);
        }
    }

    @Option(names = LEADS, arity = "2", paramLabel = "FORMULA")
    private List<String> leads = new ArrayList<>();

    @Option(names = UNTIL, arity = "2", paramLabel = "FORMULA")
    private List<String> until = new ArrayList<>();

    boolean asked() {
        return !leads.isEmpty() || !until.isEmpty();
    }

    /** @throws BadInput if another option is given, with which these cannot be combined */
    void requireWithout(boolean given, String option) {
        if (asked() && given) {
            throw new BadInput("%s cannot be combined with %s", leads.isEmpty() ? UNTIL : LEADS, option);
        }
    }

    /**
     * The statements about an algorithm.
     *
     * @param initial a state from which the names of components are known
     * @throws BadInput if a formula cannot be read, or names what there is not
     */
    List<Response> responses(
            FormulaOptions formulas, Algorithm<?, ?, ?, ?, ?> algorithm, Configuration<?, ?, ?> initial) {
        List<Response> responses = new ArrayList<>();
        for (int at = 0; at < leads.size(); at += 2) {
            Condition when = condition(LEADS, leads.get(at), formulas, algorithm, initial);
            Condition end = condition(LEADS, leads.get(at + 1), formulas, algorithm, initial);
            responses.add(response(
                    when.text() + " leads to " + end.text(), initial, Optional.of(when), Optional.empty(), end));
        }
        for (int at = 0; at < until.size(); at += 2) {
            Condition meanwhile = condition(UNTIL, until.get(at), formulas, algorithm, initial);
            Condition end = condition(UNTIL, until.get(at + 1), formulas, algorithm, initial);
            responses.add(response(
                    meanwhile.text() + " until " + end.text(), initial, Optional.empty(), Optional.of(meanwhile), end));
            responses.add(response("in the end " + end.text(), initial, Optional.empty(), Optional.empty(), end));
        }
        return responses;
    }

    private static Condition condition(
            String option,
            String text,
            FormulaOptions formulas,
            Algorithm<?, ?, ?, ?, ?> algorithm,
            Configuration<?, ?, ?> initial) {
        return new Condition(text, FormulaOptions.isClosed(text), formulas.ofProcess(option, text, algorithm, initial));
    }

    /** A response of every process, or of all together if no condition speaks of one. */
    private static Response response(
            String name,
            Configuration<?, ?, ?> initial,
            Optional<Condition> when,
            Optional<Condition> meanwhile,
            Condition end) {
        boolean closed = Stream.of(when, meanwhile, Optional.of(end))
                .flatMap(Optional::stream)
                .allMatch(Condition::closed);
        return new Response(
                name,
                initial.processes().stream()
                        .limit(closed ? 1 : Long.MAX_VALUE)
                        .map(p -> new Demand(
                                closed ? Optional.empty() : Optional.of(p),
                                when.map(each -> each.of(p, false)),
                                meanwhile.map(each -> each.of(p, true)),
                                end.of(p, true)))
                        .toList());
    }
}
