package symposium.browser;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.checker.Explorer;
import symposium.checker.StateWalk;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.formula.InvalidFormula;
import symposium.formula.Question;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Topology;
import symposium.trace.StateText;
import symposium.trace.SvgDiagram;
import symposium.trace.Trace;

/** An algorithm on a small instance, walked through step by step and explored. */
final class Lab<S, M, U, I, O> {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MOST_DRAWN = 200;
    private static final int MOST_TOLD = 60;

    private final Algorithm<S, M, U, I, O> algorithm;
    private final Model<S, M, U, I, O> model;
    private final StateWalk<S, M, U, I, O> walk;
    private final String title;
    private Optional<Question> question = Optional.empty();

    private Lab(Algorithm<S, M, U, I, O> algorithm, Model<S, M, U, I, O> model, String title) {
        this.algorithm = algorithm;
        this.model = model;
        this.walk = new StateWalk<>(model);
        this.title = title;
    }

    /**
     * A variant that shows in a scenario of its own is set up there, whatever else is said.
     *
     * @throws IllegalArgumentException when the algorithm does not run so
     */
    static <S, M, U, I, O> Lab<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Setup setup) {
        if (setup.variant() >= 0) {
            Variant<S, M, I, O> named = variant(algorithm, Start.of(setup.processes(), 0), setup.variant());
            if (named.scenario().isPresent()) {
                Scenario scenario = named.scenario().get();
                Variant<S, M, I, O> there = variant(algorithm, scenario.start(), setup.variant());
                return new Lab<>(
                        algorithm,
                        Model.of(algorithm, scenario).withProtocol(there.protocol()),
                        algorithm.name() + ": " + there.name());
            }
        }
        Start start = Start.of(setup.processes(), 0);
        Model<S, M, U, I, O> model = Model.of(algorithm, start)
                .withTopology(topology(algorithm, setup.processes(), setup.topology()))
                .withFaults(FaultBudget.NONE
                        .withLosses(setup.losses())
                        .withDuplications(setup.duplications())
                        .withCrashes(setup.crashes()));
        if (setup.requests() > 0) {
            model = model.withRequests(setup.requests());
        }
        if (setup.variant() < 0) {
            return new Lab<>(algorithm, model, algorithm.name());
        }
        Variant<S, M, I, O> variant = variant(algorithm, start, setup.variant());
        return new Lab<>(algorithm, model.withProtocol(variant.protocol()), algorithm.name() + ": " + variant.name());
    }

    private static <S, M, I, O> Variant<S, M, I, O> variant(
            Algorithm<S, M, ?, I, O> algorithm, Start start, int place) {
        List<Variant<S, M, I, O>> variants = algorithm.checks().variants(start);
        if (place >= variants.size()) {
            throw new IllegalArgumentException(
                    algorithm.name() + " has " + variants.size() + " variants, numbered from 0, not " + place);
        }
        return variants.get(place);
    }

    /** One of the topologies of the algorithm, by name; its own, where it has none of that name. */
    static Topology topology(Algorithm<?, ?, ?, ?, ?> algorithm, int processes, String name) {
        Topology topology = algorithm.system().topologies().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElse(algorithm.system().topologies().get(0));
        topology.misfit(processes).ifPresent(why -> {
            throw new IllegalArgumentException(topology + ": " + why);
        });
        return topology;
    }

    StateWalk<S, M, U, I, O> walk() {
        return walk;
    }

    // --- what is asked

    /**
     * Asks a question of the user, in place of the one before.
     *
     * @param asked empty to ask none
     * @throws symposium.formula.InvalidFormula if a formula cannot be read, or evaluated in the initial state
     */
    void ask(Optional<FormQuestion> asked) {
        question = Optional.empty();
        question = asked.map(each -> {
            StateWalk<S, M, U, I, O> fresh = new StateWalk<>(model);
            if (fresh.ended()) {
                throw new IllegalArgumentException("no formula can be read: there is no initial state: "
                        + fresh.trace().get(0));
            }
            return Question.of(each.kind(), each.formulas(), algorithm, fresh.configuration());
        });
    }

    /** The question, and the truth of its formulas where the walk is. */
    private static Map<String, Object> truth(Question question, Configuration<?, ?, ?> here) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", FormQuestion.word(question.kind()));
        try {
            shown.put("formulas", question.in(here).stream().map(Lab::truth).toList());
        } catch (InvalidFormula invalid) {
            shown.put("error", invalid.getMessage());
        }
        return shown;
    }

    private static Map<String, Object> truth(Question.Truth truth) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("formula", truth.formula());
        shown.put("holds", truth.holds());
        shown.put(
                "processes",
                truth.processes()
                        .map(some -> some.stream().map(ProcessId::number).toList())
                        .orElse(null));
        return shown;
    }

    // --- what is shown

    /** The state to which the walk has come, and what can happen next. */
    Map<String, Object> view() {
        Configuration<S, M, U> here = walk.configuration();
        List<TraceEvent> trace = walk.trace();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("title", title);
        view.put("topology", model.topology().toString());
        view.put("path", walk.path());
        view.put("events", trace.size());
        view.put("last", trace.isEmpty() ? null : trace.get(trace.size() - 1).toString());
        view.put(
                "at",
                trace.isEmpty() ? null : trace.get(trace.size() - 1).process().number());
        view.put(
                "rule",
                trace.isEmpty()
                        ? null
                        : rule(trace.get(trace.size() - 1)).map(Lab::key).orElse(null));
        view.put(
                "ruleLabel",
                trace.isEmpty()
                        ? null
                        : rule(trace.get(trace.size() - 1)).map(Rule::label).orElse(null));
        view.put("links", links());
        view.put("broken", walk.broken().orElse(null));
        view.put("ended", walk.ended());
        view.put("choices", walk.choices().stream().map(Lab::choice).toList());
        view.put("properties", walk.properties());
        view.put("question", question.map(each -> truth(each, here)).orElse(null));
        view.put(
                "processes",
                here.processes().stream().map(each -> process(here, each)).toList());
        view.put("transit", transit(here));
        return view;
    }

    private static Map<String, Object> choice(StateWalk.Choice choice) {
        TraceEvent event = choice.events().get(choice.events().size() - 1);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("process", event.process().number());
        shown.put("rule", rule(event).map(Rule::label).orElse(null));
        shown.put("doc", rule(event).map(Lab::key).orElse(null));
        shown.put("text", text(choice.events()));
        shown.put("fault", choice.fault() || choice.events().size() > 1);
        return shown;
    }

    private static Optional<Rule> rule(TraceEvent event) {
        return event instanceof TraceEvent.Stepped stepped ? Optional.of(stepped.rule()) : Optional.empty();
    }

    /** By which the page finds the text of a rule: the enum and the constant. */
    static String key(Rule rule) {
        return rule instanceof Rule.Prefixed prefixed
                ? key(prefixed.rule())
                : ((Enum<?>) rule).getDeclaringClass().getName() + "." + rule.name();
    }

    private List<List<Integer>> links() {
        List<List<Integer>> links = new ArrayList<>();
        for (ProcessId process : model.processes()) {
            for (Neighbour neighbour : model.topology().neighbours(process, model.processes())) {
                if (process.compareTo(neighbour.id()) < 0) {
                    links.add(List.of(process.number(), neighbour.id().number()));
                }
            }
        }
        return links;
    }

    private static String text(List<TraceEvent> events) {
        TraceEvent last = events.get(events.size() - 1);
        String step = last instanceof TraceEvent.Stepped stepped
                ? stepped.event()
                        + (stepped.effects().isEmpty()
                                ? ""
                                : " \u2192 "
                                        + String.join(
                                                ", ",
                                                stepped.effects().stream()
                                                        .map(Object::toString)
                                                        .toList()))
                : withoutProcess(last);
        return events.size() == 1 ? step : withoutProcess(events.get(0)) + "; " + step;
    }

    private static String withoutProcess(TraceEvent event) {
        String text = event.toString();
        return text.substring(text.indexOf(": ") + 2);
    }

    private Map<String, Object> process(Configuration<S, M, U> here, ProcessId process) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("process", process.number());
        shown.put("alive", here.alive(process));
        shown.put("waits", here.alive(process) && walk.waits(process));
        shown.put("served", here.alive(process) && served(here.user(process)));
        shown.put("state", here.alive(process) ? pairs(StateText.of(here.state(process))) : List.of());
        shown.put("user", here.alive(process) ? user(here.user(process)) : "");
        return shown;
    }

    /** Whether a user has what it asked for. */
    private boolean served(U user) {
        return !model.problem().waits(user) && !user.equals(model.problem().initial());
    }

    private String user(U user) {
        if (user instanceof Enum<?>) {
            return Printable.typeName(user);
        }
        return served(user) ? "served" : model.problem().waits(user) ? "waits" : "idle";
    }

    private static List<List<String>> pairs(Map<String, String> lines) {
        return lines.entrySet().stream()
                .map(entry -> List.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static <M> List<Map<String, Object>> transit(Configuration<?, M, ?> here) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (ProcessId from : here.processes()) {
            for (ProcessId to : here.processes()) {
                for (Side side : Side.values()) {
                    for (M message : here.inTransit(from, new Neighbour(to, side))) {
                        Map<String, Object> shown = new LinkedHashMap<>();
                        shown.put("from", from.number());
                        shown.put("to", to.number());
                        shown.put("type", Printable.typeName(message));
                        shown.put("text", Printable.print(message));
                        all.add(shown);
                    }
                }
            }
        }
        return all;
    }

    /** The space-time diagram of the walk, of its last events where there are many. */
    String diagram() {
        List<TraceEvent> trace = walk.trace();
        int left = Math.max(0, trace.size() - MOST_DRAWN);
        return SvgDiagram.of(
                new Trace(model.processes(), trace.subList(left, trace.size())),
                left == 0 ? title : title + ", without the first " + left + " events",
                algorithm.problem());
    }

    // --- a story

    /**
     * A run to learn from, by the places of its steps: two processes ask at once, and all messages arrive before a user
     * gives back what it has; in the end the others ask, too. Without faults, and of at most {@link #MOST_TOLD} steps.
     */
    List<Integer> story() {
        walk.go(List.of());
        Set<ProcessId> asked = new HashSet<>();
        for (int step = 0; step < MOST_TOLD && walk.broken().isEmpty(); step++) {
            Optional<Integer> next = next(asked);
            if (next.isEmpty()) {
                break;
            }
            walk.take(next.get());
        }
        List<Integer> path = walk.path();
        walk.go(List.of());
        return path;
    }

    private Optional<Integer> next(Set<ProcessId> asked) {
        List<ProcessId> all = List.copyOf(model.processes());
        for (ProcessId process : all.subList(Math.min(1, all.size() - 1), Math.min(3, all.size()))) {
            if (!asked.contains(process)) {
                asked.add(process);
                Optional<Integer> ask =
                        choice(event -> asks(event) && event.process().equals(process));
                if (ask.isPresent()) {
                    return ask;
                }
            }
        }
        return choice(event -> event.event() instanceof Event.Received)
                .or(() -> choice(event -> event.event() instanceof Event.Input && !asks(event)))
                .or(() -> choice(event -> asks(event) && asked.add(event.process())))
                .or(() -> choice(event -> !(event.event() instanceof Event.Input)));
    }

    /**
     * The steps of a lesson, by their places. The walk is at its start afterwards.
     *
     * @throws IllegalArgumentException when one of them cannot be taken; the message names it, and what can
     */
    List<Integer> path(Lesson lesson) {
        walk.go(List.of());
        for (Lesson.Line line : lesson.steps()) {
            List<StateWalk.Choice> choices = walk.choices();
            List<String> steps =
                    choices.stream().map(Lab::choice).map(Lab::inWords).toList();
            int step = IntStream.range(0, choices.size())
                    .filter(at -> steps.get(at).startsWith(line.step()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("line " + line.number() + " (" + line.step()
                            + ") is no step here; there are: " + String.join("; ", steps)));
            walk.take(step);
        }
        List<Integer> path = walk.path();
        walk.go(List.of());
        return path;
    }

    private static String inWords(Map<String, Object> choice) {
        return choice.get("process") + " " + (choice.get("fault").equals(true) ? "fault" : choice.get("rule")) + " "
                + choice.get("text");
    }

    private Optional<Integer> choice(Predicate<TraceEvent.Stepped> which) {
        return IntStream.range(0, walk.choices().size())
                .filter(at -> !walk.choices().get(at).fault())
                .filter(at ->
                        walk.choices().get(at).events().get(0) instanceof TraceEvent.Stepped step && which.test(step))
                .boxed()
                .findFirst();
    }

    /** Whether a user asks for something new. */
    @SuppressWarnings("unchecked") // the step is one of this algorithm
    private boolean asks(TraceEvent.Stepped step) {
        return step.event() instanceof Event.Input<?, ?> input
                && model.problem().demands((I) input.input())
                && !model.problem().owed((I) input.input());
    }

    // --- exploration

    /**
     * Explores every interleaving; a counterexample becomes the walk. Where a state is to be reached, nothing else is
     * searched for but what breaks the problem.
     *
     * @throws InvalidFormula if a formula of the question cannot be evaluated in some state
     */
    Map<String, Object> check(int mostStates) {
        Explorer<S, M, U, I, O> explorer =
                Explorer.of(asked(), new Limits(mostStates, LONGEST)).explore();
        Report found = explorer.report(
                question.map(each -> each.kind() != Question.Kind.REACH).orElse(true));
        List<Property> properties = new ArrayList<>(found.properties());
        question.ifPresent(each ->
                each.responses(initial().processes()).forEach(response -> properties.add(explorer.property(response))));
        question.ifPresent(Question::requireEvaluated);
        Report report = found.withProperties(properties);
        Optional<Property> violated = report.violated();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("states", report.states());
        shown.put("transitions", report.transitions());
        shown.put("depth", report.depth());
        shown.put("complete", report.complete());
        shown.put("verdict", report.verdict().toString());
        shown.put(
                "properties",
                properties.stream()
                        .map(each -> List.of(each.name(), each.verdict().toString(), each.tested()))
                        .toList());
        shown.put("violated", violated.map(Property::name).orElse(null));
        shown.put("cycle", violated.map(this::follow).orElse(null));
        shown.put(
                "counterexample",
                violated.isPresent()
                        ? walk.trace().stream().map(Object::toString).toList()
                        : null);
        shown.put("path", violated.isPresent() ? walk.path() : null);
        return shown;
    }

    /** The model with the statement of the user. Symmetric states may differ in it, so none is left out. */
    private Model<S, M, U, I, O> asked() {
        if (question.isEmpty()) {
            return model;
        }
        boolean reach = question.get().kind() == Question.Kind.REACH;
        List<Invariant<S, M, U>> invariants = new ArrayList<>(reach ? List.of() : model.invariants());
        question.get().statement().ifPresent(each -> invariants.add(each.invariant()));
        return model.withInvariants(invariants).withoutQuotient();
    }

    private Configuration<S, M, U> initial() {
        return new StateWalk<>(model).configuration();
    }

    /** Walks along a counterexample; the result is the number of its last steps, which are repeated forever. */
    private int follow(Property property) {
        walk.follow(property.trace());
        int before = walk.path().size();
        walk.follow(Stream.concat(property.trace().stream(), property.cycle().stream())
                .toList());
        return walk.path().size() - before;
    }
}
