package symposium.browser;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.teavm.jso.JSExport;
import symposium.checker.model.FaultBudget;
import symposium.eventlog.Json;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.InvalidLog;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.eventlog.reading.RunAnswer;
import symposium.formula.InvalidFormula;
import symposium.formula.Question;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;

/**
 * What the page asks of the algorithms and the checker, compiled to WebAssembly from the classes that run on a virtual
 * machine. Every answer is a JSON text; {@code {"error": …}} says in one line what is wrong with a question. It runs
 * in a worker of its own, and has one {@link Lab} at a time.
 */
public final class Engine {

    /** The number of processes with which the page begins. */
    private static final int PROCESSES = 3;

    private static final int MOST_PROCESSES = 12;

    private static List<Algorithm<?, ?, ?, ?, ?>> catalogue;
    private static Lab<?, ?, ?, ?, ?> lab;

    private Engine() {}

    /** Nothing: the page calls what is exported. */
    public static void main(String[] arguments) {}

    /** Every algorithm: name, source, problem, assumptions, topologies, variants. */
    @JSExport
    public static String catalogue() {
        return answer(() -> all().stream().map(Engine::entry).toList());
    }

    private static List<Algorithm<?, ?, ?, ?, ?>> all() {
        if (catalogue == null) {
            catalogue = Catalogue.all(Engine.class.getClassLoader());
        }
        return catalogue;
    }

    private static Map<String, Object> entry(Algorithm<?, ?, ?, ?, ?> algorithm) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", algorithm.name());
        entry.put("source", algorithm.paper().source());
        entry.put("problem", algorithm.problem().name());
        entry.put("assumptions", algorithm.system().assumptions());
        entry.put("cost", algorithm.paper().cost());
        entry.put("channels", algorithm.system().channels().toString());
        entry.put(
                "topologies",
                algorithm.system().topologies().stream().map(Object::toString).toList());
        entry.put("processes", smallest(algorithm, PROCESSES));
        entry.put("variants", variants(algorithm));
        return entry;
    }

    /** The least number of processes from this one on with which it runs. */
    private static int smallest(Algorithm<?, ?, ?, ?, ?> algorithm, int from) {
        for (int processes = from; processes <= MOST_PROCESSES; processes++) {
            int count = processes;
            Optional<String> misfit = algorithm.system().topologies().get(0).misfit(count);
            if (misfit.isEmpty()
                    && defined(() -> algorithm.protocol(Start.of(count, 0))).isPresent()) {
                return count;
            }
        }
        return from;
    }

    private static List<Map<String, Object>> variants(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return defined(() -> algorithm.checks().variants(Start.of(smallest(algorithm, PROCESSES), 0)))
                .map(some -> some.stream().map(Engine::variant).toList())
                .orElse(List.of());
    }

    private static <T> Optional<T> defined(Supplier<T> what) {
        try {
            return Optional.of(what.get());
        } catch (IllegalArgumentException undefined) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> variant(Variant<?, ?, ?, ?> variant) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", variant.name());
        shown.put("scenario", variant.scenario().map(Engine::scenario).orElse(null));
        return shown;
    }

    private static Map<String, Object> scenario(Scenario scenario) {
        FaultBudget faults = FaultBudget.of(scenario);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("processes", scenario.start().processes().size());
        shown.put("violates", scenario.invariant());
        shown.put("requests", scenario.requests().orElse(0));
        shown.put("losses", faults.losses());
        shown.put("duplications", faults.duplications());
        shown.put("crashes", faults.crashes());
        return shown;
    }

    /** Sets up an algorithm: see {@link Setup}. The answer is the view of its initial state. */
    @JSExport
    public static String open(
            String algorithm,
            int processes,
            String topology,
            int variant,
            int requests,
            int losses,
            int duplications,
            int crashes) {
        return answer(() ->
                opened(algorithm, new Setup(processes, topology, variant, requests, losses, duplications, crashes)));
    }

    private static Map<String, Object> opened(String algorithm, Setup setup) {
        if (setup.processes() < 1 || setup.processes() > MOST_PROCESSES) {
            throw new IllegalArgumentException(
                    "there must be from 1 to " + MOST_PROCESSES + " processes here, not " + setup.processes());
        }
        lab = Lab.of(named(algorithm), setup);
        return lab.view();
    }

    private static Algorithm<?, ?, ?, ?, ?> named(String algorithm) {
        return all().stream()
                .filter(each -> each.name().equals(algorithm))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no algorithm " + algorithm + "; the list has all that there are"));
    }

    /**
     * Sets up a {@link Lesson} on an algorithm. The answer is the view of its initial state, and the lesson: title,
     * source, setup, opening, the places of its steps, and the remark on each.
     */
    @JSExport
    public static String lesson(String algorithm, String text) {
        return answer(() -> {
            Lesson lesson = Lesson.of(text);
            opened(algorithm, lesson.setup());
            Optional<FormQuestion> asked = FormQuestion.of(lesson.ask());
            lab.ask(asked);
            Map<String, Object> view = new LinkedHashMap<>(lab.view());
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("title", lesson.title());
            told.put("source", lesson.source());
            told.put("processes", lesson.setup().processes());
            told.put("topology", view.get("topology"));
            told.put("variant", lesson.setup().variant());
            told.put("requests", lesson.setup().requests());
            told.put("losses", lesson.setup().losses());
            told.put("duplications", lesson.setup().duplications());
            told.put("crashes", lesson.setup().crashes());
            told.put("ask", asked.map(each -> FormQuestion.word(each.kind())).orElse(""));
            told.put("formulas", asked.map(FormQuestion::formulas).orElse(List.of()));
            told.put("opening", lesson.opening());
            told.put("path", lab.path(lesson));
            told.put("remarks", lesson.steps().stream().map(Lesson.Line::remark).toList());
            view.put("lesson", told);
            return view;
        });
    }

    /**
     * Asks a question of the user; the answer is the view of the present state. From then on every view has the truth
     * of the formulas, and the exploration answers the question.
     *
     * @param kind one of never, always, reach, leads and until; empty to ask none
     * @param second the second formula of leads and until
     */
    @JSExport
    public static String ask(String kind, String first, String second) {
        return viewed(there -> there.ask(FormQuestion.of(kind, first, second)));
    }

    /** Takes a step, by its place among the choices; the answer is the view of the state after it. */
    @JSExport
    public static String take(int choice) {
        return viewed(there -> there.walk().take(choice));
    }

    /** Walks from the initial state: the places of choices, with points between them. */
    @JSExport
    public static String go(String path) {
        return viewed(there -> there.walk().go(steps(path)));
    }

    private static List<Integer> steps(String path) {
        List<Integer> steps = new ArrayList<>();
        for (String step : path.isEmpty() ? new String[0] : path.split("\\.", -1)) {
            try {
                steps.add(Integer.parseInt(step));
            } catch (NumberFormatException other) {
                throw new IllegalArgumentException(
                        "a path is the numbers of its steps, with points between them, such as 0.3.1");
            }
        }
        return steps;
    }

    /** A run to learn from: the places of its steps. The walk is at its start. */
    @JSExport
    public static String story() {
        return answer(() -> opened().story());
    }

    /** The space-time diagram of the walk, as SVG. */
    @JSExport
    public static String diagram() {
        return opened().diagram();
    }

    /**
     * Explores every interleaving. A counterexample, if there is one, is the walk afterwards.
     *
     * @param mostStates the exploration ends when it has found more
     */
    @JSExport
    public static String check(int mostStates) {
        return answer(() -> opened().check(mostStates));
    }

    /**
     * A run in virtual time: see {@link Simulator#run}. The answer is what was counted, and a diagram of a small run.
     *
     * @param seed of the random delays
     */
    @JSExport
    public static String simulate(
            String algorithm, int processes, String topology, int entries, boolean random, int seed) {
        return answer(() -> {
            Algorithm<?, ?, ?, ?, ?> named = named(algorithm);
            return Simulator.run(named, processes, Lab.topology(named, processes, topology), entries, random, seed);
        });
    }

    /**
     * Replays the merged log of a run in the protocol, as {@code symposium trace verify} does.
     *
     * @param log a JSON list: the head, and for each line its file, its number there, and its text
     * @param kind what is required of the run, by {@link FormQuestion#word}; empty to ask nothing
     * @param second the second formula, if the kind has one
     */
    @JSExport
    public static String verify(String log, String kind, String first, String second) {
        return answer(() -> {
            try {
                return verdict(EventLog.placed(log), kind, first, second);
            } catch (InvalidLog invalid) {
                throw new IllegalArgumentException(invalid.getMessage(), invalid);
            }
        });
    }

    /** Replays a log as the page does: see {@link #verify(String, String, String, String)}. */
    public static String verify(EventLog log, String kind, String first, String second) {
        return answer(() -> verdict(log, kind, first, second));
    }

    private static Map<String, Object> verdict(EventLog log, String kind, String first, String second) {
        try {
            MergedLog merged = MergedLog.of(List.of(log));
            Optional<Question> question = FormQuestion.of(kind, first, second)
                    .map(asked -> Question.of(
                            asked.kind(), asked.formulas(), log.head().entry().orElseThrow()));
            LogVerifier.Verdict verdict = LogVerifier.verify(
                    merged,
                    new LogVerifier.Requirements(
                            question.stream()
                                    .flatMap(each -> each.statement().stream())
                                    .toList(),
                            question.stream()
                                    .flatMap(each -> each.responses(log.trace().processes()).stream())
                                    .toList()));
            question.ifPresent(Question::requireEvaluated);
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("steps", verdict.steps());
            told.put("processes", verdict.processes());
            told.put("invariants", verdict.invariants());
            told.put("untested", verdict.untested());
            told.put("answers", verdict.answers().stream().map(Engine::told).toList());
            told.put("deviation", verdict.deviation().orElse(null));
            return told;
        } catch (InvalidLog invalid) {
            throw new IllegalArgumentException(invalid.getMessage(), invalid);
        }
    }

    private static Map<String, Object> told(RunAnswer answer) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("statement", answer.statement());
        told.put("tested", answer.tested());
        told.put("met", answer.met());
        told.put("pending", answer.pending());
        return told;
    }

    private interface Move {
        void of(Lab<?, ?, ?, ?, ?> lab);
    }

    private static String viewed(Move move) {
        return answer(() -> {
            move.of(opened());
            return opened().view();
        });
    }

    private static Lab<?, ?, ?, ?, ?> opened() {
        if (lab == null) {
            throw new IllegalArgumentException("no algorithm has been set up yet");
        }
        return lab;
    }

    private static String answer(Supplier<Object> question) {
        try {
            return Json.text(question.get());
        } catch (IllegalArgumentException | InvalidFormula wrong) {
            return Json.text(Map.of("error", String.valueOf(wrong.getMessage())));
        }
    }
}
