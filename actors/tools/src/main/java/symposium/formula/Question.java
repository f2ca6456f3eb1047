package symposium.formula;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Response.Demand;
import symposium.kernel.problem.Statement;

/** A question of a user about an algorithm: formulas, and what is required of the states in which they are true. */
public final class Question {

    /** What is required of the states in which a formula is true. */
    public enum Kind {
        /** There are none. */
        NEVER(1),
        /** They are all. */
        ALWAYS(1),
        /** There is one. The statement that is checked is that there are none: a counterexample is the answer. */
        REACH(1),
        /** Each is followed by one in which the second formula is true. */
        LEADS(2),
        /** They come one after the other from the start, until the second formula is true. */
        UNTIL(2);

        private final int formulas;

        Kind(int formulas) {
            this.formulas = formulas;
        }

        /** The number of formulas, 1 or 2. */
        public int formulas() {
            return formulas;
        }

        /** Whether it is about runs, not about single states. The variable {@code p} then stands for every process. */
        public boolean ofRuns() {
            return formulas == 2;
        }
    }

    /**
     * One of the formulas, in a state.
     *
     * @param formula the text
     * @param holds whether it is true; of a formula with the variable {@code p}, of some process
     * @param processes those of which a formula with the variable {@code p} is true; empty for another formula
     */
    public record Truth(String formula, boolean holds, Optional<List<ProcessId>> processes) {}

    /** The variable that stands for each process in turn. */
    private static final String PROCESS = "p";

    private final Kind kind;
    private final List<Formula> formulas;
    /** The first error that appeared only when a formula was evaluated. */
    private final AtomicReference<InvalidFormula> wrong = new AtomicReference<>();

    private Question(Kind kind, List<Formula> formulas) {
        this.kind = kind;
        this.formulas = formulas;
    }

    /**
     * Reads a question.
     *
     * @param texts the formulas, as many as the kind has
     * @throws InvalidFormula if one cannot be read, or names a message that the algorithm does not have
     */
    public static Question of(Kind kind, List<String> texts, Algorithm<?, ?, ?, ?, ?> algorithm) {
        Require.that(texts.size() == kind.formulas(), kind + " has " + kind.formulas() + " formulas");
        List<Formula> formulas = texts.stream()
                .map(text -> Formula.read(text, kind.ofRuns() ? List.of(PROCESS) : List.of()))
                .toList();
        formulas.forEach(each -> each.requireMessages(algorithm.messages().type()));
        return new Question(kind, formulas);
    }

    /**
     * Reads a question, and requires that its formulas can be evaluated in the initial state.
     *
     * @param initial the initial state of the algorithm
     * @throws InvalidFormula if not
     */
    public static Question of(
            Kind kind, List<String> texts, Algorithm<?, ?, ?, ?, ?> algorithm, Configuration<?, ?, ?> initial) {
        Question question = of(kind, texts, algorithm);
        question.formulas.forEach(each -> each.requireComponents(initial));
        question.in(initial);
        return question;
    }

    /** What is required of the states in which a formula is true. */
    public Kind kind() {
        return kind;
    }

    /** Its statement about single states; none if it is about runs. */
    public Optional<Statement> statement() {
        Formula formula = formulas.get(0);
        Predicate<Configuration<?, ?, ?>> holds = all -> evaluated(() -> formula.holds(all));
        Predicate<Configuration<?, ?, ?>> names = all -> evaluated(() -> names(formula, all));
        return switch (kind) {
            case NEVER -> Optional.of(new Statement("never " + formula, names, holds.negate()));
            case ALWAYS ->
                Optional.of(new Statement(
                        "always " + formula, names.and(all -> evaluated(() -> formula.occurs(all))), holds));
            case REACH -> Optional.of(new Statement(formula + " is true", all -> true, holds.negate()));
            case LEADS, UNTIL -> Optional.empty();
        };
    }

    /**
     * Its statements about runs; none if it is about single states.
     *
     * @param processes those for which the variable {@code p} stands
     */
    public List<Response> responses(Collection<ProcessId> processes) {
        if (!kind.ofRuns()) {
            return List.of();
        }
        Optional<Formula> first = Optional.of(formulas.get(0));
        Formula end = formulas.get(1);
        return kind == Kind.LEADS
                ? List.of(response(first.get() + " leads to " + end, processes, first, Optional.empty(), end))
                : List.of(
                        response(first.get() + " until " + end, processes, Optional.empty(), first, end),
                        response("in the end " + end, processes, Optional.empty(), Optional.empty(), end));
    }

    /** A response of every process, or of all together if no formula speaks of one. */
    private Response response(
            String name,
            Collection<ProcessId> processes,
            Optional<Formula> when,
            Optional<Formula> meanwhile,
            Formula end) {
        boolean closed = Stream.of(when, meanwhile, Optional.of(end))
                .flatMap(Optional::stream)
                .noneMatch(Formula::isOpen);
        return new Response(
                name,
                processes.stream()
                        .limit(closed ? 1 : Long.MAX_VALUE)
                        .map(p -> new Demand(
                                closed ? Optional.empty() : Optional.of(p),
                                when.map(each -> of(p, each, false)),
                                meanwhile.map(each -> of(p, each, true)),
                                of(p, end, true)))
                        .toList());
    }

    /** @param gone whether it is true of a process that has crashed or left */
    private Predicate<Configuration<?, ?, ?>> of(ProcessId process, Formula formula, boolean gone) {
        return formula.isOpen()
                ? all -> all.live().stream()
                        .filter(each -> each.id().equals(process))
                        .findFirst()
                        .map(live -> evaluated(() -> holds(formula, all, live)))
                        .orElse(gone)
                : all -> evaluated(() -> formula.holds(all));
    }

    private static boolean holds(Formula formula, Configuration<?, ?, ?> all, LiveProcess<?, ?> process) {
        return formula.holds(all, Map.of(PROCESS, process));
    }

    /**
     * The truth of each formula in a state.
     *
     * @throws InvalidFormula if one cannot be evaluated there
     */
    public List<Truth> in(Configuration<?, ?, ?> all) {
        return formulas.stream()
                .map(formula -> {
                    if (!formula.isOpen()) {
                        return new Truth(formula.toString(), formula.holds(all), Optional.empty());
                    }
                    List<ProcessId> processes = all.live().stream()
                            .filter(live -> holds(formula, all, live))
                            .map(LiveProcess::id)
                            .toList();
                    return new Truth(formula.toString(), !processes.isEmpty(), Optional.of(processes));
                })
                .toList();
    }

    /**
     * Requires that every formula could be evaluated in every state in which it was.
     *
     * @throws InvalidFormula if not: then the formula is wrong, not the algorithm
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

    private boolean evaluated(Supplier<Boolean> formula) {
        try {
            return formula.get();
        } catch (InvalidFormula invalid) {
            wrong.compareAndSet(null, invalid);
            throw invalid;
        }
    }
}
