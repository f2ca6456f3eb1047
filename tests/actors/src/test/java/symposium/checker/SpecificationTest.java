package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol;
import symposium.mutex.coordinator.Coordinator;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal;
import symposium.mutex.lamport.Lamport;
import symposium.mutex.ricartagrawala.RicartAgrawala;
import symposium.mutex.suzukikasami.SuzukiKasami;

/** Whether users of one algorithm see nothing but what those of another may see. */
@Tag("fast")
class SpecificationTest {

    private static <S, M> Specification<S, M, User, Input, Output> of(
            Algorithm<S, M, User, Input, Output> algorithm, int processes) {
        Start start = Start.of(processes, 0);
        Start there = algorithm.checks().specification().apply(start);
        TreeSet<ProcessId> silent = new TreeSet<>(there.processes());
        silent.removeAll(start.processes());
        return new Specification<>(Model.of(algorithm, there).withSilent(silent));
    }

    private static <S, M> Model<S, M, User, Input, Output> model(
            Algorithm<S, M, User, Input, Output> algorithm, int processes) {
        return Model.of(algorithm, Start.of(processes, 0));
    }

    private static Report explored(Model<?, ?, ?, ?, ?> model) {
        return Explorer.of(model, Limits.WIDE).explore().report(false);
    }

    // --- each algorithm for mutual exclusion implements the coordinator

    @SuppressWarnings("unchecked")
    static Stream<Algorithm<?, ?, User, Input, Output>> algorithms() {
        return Catalogue.all().stream()
                .filter(each -> each.problem()
                        .name()
                        .equals(new Coordinator.Entry().problem().name()))
                .filter(each -> !TOO_LARGE.contains(each.name()))
                .map(each -> (Algorithm<?, ?, User, Input, Output>) each);
    }

    /** Without a quotient their states have no bound. */
    private static final Set<String> TOO_LARGE = Set.of("ewd851-misra", "token-ring-3");

    @ParameterizedTest
    @MethodSource("algorithms")
    <S, M> void usersOfTwoProcessesSeeNothingElse(Algorithm<S, M, User, Input, Output> algorithm) {
        Report report = explored(of(new Coordinator.Entry(), 2).constrains(model(algorithm, 2)));
        assertEquals(Optional.empty(), report.violated());
        assertTrue(report.complete());
        assertTrue(report.properties().stream()
                .anyMatch(each -> each.name().equals("users see nothing that coordinator does not allow")
                        && each.verdict() == Verdict.HOLDS
                        && each.tested()));
    }

    @Test
    @Tag("slow")
    void soItIsWithThree() {
        algorithms().forEach(this::holdsWithThree);
    }

    private <S, M> void holdsWithThree(Algorithm<S, M, User, Input, Output> algorithm) {
        Report report = explored(of(new Coordinator.Entry(), 3).constrains(model(algorithm, 3)));
        assertEquals(Optional.empty(), report.violated());
        assertTrue(report.complete(), algorithm.name());
    }

    /** A variant in which two are critical does not implement it, by a counterexample that is as short. */
    @Test
    void aVariantWithoutExclusionDoesNotImplementIt() {
        int broken = 0;
        RicartAgrawala.Entry algorithm = new RicartAgrawala.Entry();
        for (Variant<RicartAgrawala.State, RicartAgrawala.Message, Input, Output> variant :
                algorithm.checks().variants(Start.of(2, 0))) {
            Model<RicartAgrawala.State, RicartAgrawala.Message, User, Input, Output> faulty = model(algorithm, 2)
                    .withProtocol(variant.protocol())
                    .withProblem(ProblemDecorator.watchedBy(algorithm.problem(), Observer.indifferent()));
            Optional<Property> exclusion = explored(faulty.withInvariants(List.of(MutexInvariants.mutualExclusion())))
                    .violated();
            Optional<Property> seen = explored(
                            of(new Coordinator.Entry(), 2).constrains(faulty.withInvariants(List.of())))
                    .violated();
            if (exclusion
                    .filter(each -> each.name().equals(MutexInvariants.MUTUAL_EXCLUSION))
                    .isPresent()) {
                broken++;
                assertEquals(
                        exclusion.get().trace().size(),
                        seen.orElseThrow().trace().size(),
                        variant.name());
            } else {
                assertEquals(exclusion.map(Property::name), seen.map(Property::name), variant.name());
            }
        }
        assertEquals(5, broken);
    }

    // --- some cannot be told apart

    @Test
    void twoUsersCannotTellTokenAlgorithmsApart() {
        List<Algorithm<?, ?, User, Input, Output>> alike = List.of(
                new Ewd851.Entry(),
                new SuzukiKasami.Entry(),
                new CarvalhoRoucairol.Entry(),
                new HelaryPlouzeauRaynal.Entry());
        for (Algorithm<?, ?, User, Input, Output> one : alike) {
            for (Algorithm<?, ?, User, Input, Output> other : alike) {
                implementsWith(one, other, 2, 2);
            }
        }
    }

    @Test
    void threeUsersCannotTellTwoOfThemApartOnACompleteGraph() {
        implementsWith(new SuzukiKasami.Entry(), new HelaryPlouzeauRaynal.Entry(), 3, 1);
        implementsWith(new HelaryPlouzeauRaynal.Entry(), new SuzukiKasami.Entry(), 3, 1);
    }

    private static <S, M, T, N> void implementsWith(
            Algorithm<S, M, User, Input, Output> one,
            Algorithm<T, N, User, Input, Output> other,
            int processes,
            int requests) {
        Report report =
                explored(of(other, processes).constrains(model(one, processes).withRequests(requests)));
        assertEquals(Optional.empty(), report.violated(), one.name() + ", " + other.name());
        assertTrue(report.complete());
    }

    // --- not all implement each other

    @Test
    void ewd851DoesNotKeepTheOrderOfTimestamps() {
        Specification<?, ?, User, Input, Output> specification = of(new RicartAgrawala.Entry(), 2);
        Property broken = explored(specification.constrains(model(new Ewd851.Entry(), 2)))
                .violated()
                .orElseThrow();
        assertEquals(specification.invariant(), broken.name());
        assertEquals(4, broken.trace().size());
        List<TraceEvent> like = specification.like(broken.trace());
        assertEquals(5, like.size());
        assertEquals(
                List.of("1 ENTER", "0 ENTER", "0 granted", "0 RELEASE"),
                like.stream()
                        .flatMap(event -> letters(new RicartAgrawala.Entry().problem(), event).stream())
                        .toList());
    }

    /** Compared with a naive search in the graphs of all states. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void aNaiveSearchFindsTheSame(int requests) {
        List<Algorithm<?, ?, User, Input, Output>> some = List.of(
                new Coordinator.Entry(),
                new Ewd851.Entry(),
                new Lamport.Entry(),
                new RicartAgrawala.Entry(),
                new SuzukiKasami.Entry());
        int refuted = 0;
        for (Algorithm<?, ?, User, Input, Output> concrete : some) {
            for (Algorithm<?, ?, User, Input, Output> specifying : some) {
                refuted += compare(concrete, specifying, requests) ? 1 : 0;
            }
        }
        assertEquals(requests == 1 ? 6 : 18, refuted);
    }

    private static <S, M, T, N> boolean compare(
            Algorithm<S, M, User, Input, Output> concrete, Algorithm<T, N, User, Input, Output> other, int requests) {
        Model<S, M, User, Input, Output> model = model(concrete, 2).withRequests(requests);
        Specification<T, N, User, Input, Output> specification = new Specification<>(Model.of(other, Start.of(2, 0)));
        Optional<Property> violated = explored(specification.constrains(model.withInvariants(List.of())))
                .violated();
        OptionalInt naive = Graph.of(model)
                .firstNotOf(Graph.of(Model.of(other, Start.of(2, 0)).withRequests(requests)));
        String which = concrete.name() + " implements " + other.name();
        assertEquals(
                naive.stream().boxed().findFirst(),
                violated.map(property -> property.trace().size()),
                which);
        return naive.isPresent();
    }

    private static List<String> letters(Problem<?, ?, Output> problem, TraceEvent event) {
        List<String> letters = new ArrayList<>();
        TraceEvent.Stepped step = (TraceEvent.Stepped) event;
        if (step.event() instanceof Event.Input<?, ?> input) {
            letters.add(step.process() + " " + input.input());
        }
        for (Effect<?, ?> effect : step.effects()) {
            if (effect instanceof Effect.Output<?, ?> output) {
                letters.add(step.process() + " " + problem.essence((Output) output.output()));
            }
        }
        return letters;
    }

    /** All states of a model, with what users see of the steps between them. */
    private record Graph(List<List<Edge>> edges) {

        private record Edge(List<String> letters, int to) {}

        /** A state, and what users have still to see of the step to it. */
        private record Place(int state, List<String> owed) {}

        private record Pair(int state, Set<Place> places) {}

        static <S, M> Graph of(Model<S, M, User, Input, Output> model) {
            Explorer<S, M, User, Input, Output> explorer = Explorer.of(
                            model.withoutQuotient().withInvariants(List.of()), Limits.WIDE)
                    .explore();
            List<List<Edge>> edges = new ArrayList<>();
            for (int state = 0; state < explorer.states(); state++) {
                edges.add(new ArrayList<>());
            }
            explorer.forEachTransition(
                    (from, event, to) -> edges.get(from).add(new Edge(letters(model.problem(), event), to)));
            return new Graph(edges);
        }

        /** The length of a shortest run of which users see what they do not see of the other. */
        OptionalInt firstNotOf(Graph other) {
            Map<Pair, Integer> length = new HashMap<>();
            Deque<Pair> left = new ArrayDeque<>();
            Pair first = new Pair(0, other.closed(Set.of(new Place(0, List.of()))));
            length.put(first, 0);
            left.add(first);
            while (!left.isEmpty()) {
                Pair at = left.remove();
                for (Edge edge : edges.get(at.state())) {
                    Set<Place> places = at.places();
                    for (String letter : edge.letters()) {
                        places = other.closed(other.after(places, letter));
                    }
                    if (places.isEmpty()) {
                        return OptionalInt.of(length.get(at) + 1);
                    }
                    Pair next = new Pair(edge.to(), places);
                    if (length.putIfAbsent(next, length.get(at) + 1) == null) {
                        left.add(next);
                    }
                }
            }
            return OptionalInt.empty();
        }

        private Set<Place> closed(Set<Place> places) {
            Set<Place> all = new HashSet<>(places);
            boolean grows = true;
            while (grows) {
                Set<Place> more = new HashSet<>();
                for (Place place : all) {
                    if (place.owed().isEmpty()) {
                        edges.get(place.state()).stream()
                                .filter(edge -> edge.letters().isEmpty())
                                .forEach(edge -> more.add(new Place(edge.to(), List.of())));
                    }
                }
                grows = all.addAll(more);
            }
            return all;
        }

        private Set<Place> after(Set<Place> places, String letter) {
            Set<Place> after = new HashSet<>();
            for (Place place : places) {
                List<Edge> possible = place.owed().isEmpty()
                        ? edges.get(place.state())
                        : List.of(new Edge(place.owed(), place.state()));
                possible.stream()
                        .filter(edge -> !edge.letters().isEmpty())
                        .filter(edge -> edge.letters().get(0).equals(letter))
                        .forEach(edge -> after.add(new Place(
                                edge.to(),
                                List.copyOf(
                                        edge.letters().subList(1, edge.letters().size())))));
            }
            return after;
        }
    }

    // --- what is refused

    @Test
    void aSpecificationKnowsNoCrash() {
        Specification<?, ?, User, Input, Output> specification = of(new Coordinator.Entry(), 2);
        Model<?, ?, User, Input, Output> crashing =
                model(new RicartAgrawala.Entry(), 2).withFaults(FaultBudget.NONE.withCrashes(1));
        assertThrows(IllegalArgumentException.class, () -> specification.constrains(crashing));
    }

    @Test
    void severalWorkersFindTheSame() {
        Specification<?, ?, User, Input, Output> specification = of(new RicartAgrawala.Entry(), 2);
        Report report = Explorer.of(specification.constrains(model(new Ewd851.Entry(), 2)), Limits.WIDE, 3, 1)
                .explore()
                .report(false);
        assertEquals(4, report.violated().orElseThrow().trace().size());
    }
}
