package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.RingElection.Initiation;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh;
import symposium.election.franklin.Franklin;
import symposium.election.hirschbergsinclair.HirschbergSinclair;
import symposium.election.peterson.Peterson;
import symposium.election.petersonalternating.PetersonAlternating;
import symposium.kernel.Neighbour;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/**
 * What Raynal's chapter says of the stages of an election, on every ring, for every set of initiators and every
 * schedule.
 */
class StagesTest {

    private static final String HALVED = "at most half of those in a stage begin the next one";
    private static final String FEWER = "those in a stage are as many as in the next two together, or more";

    /** Section 5.4: "the number of active processes will have been divided by at least 2". */
    private static <S, M> Invariants<Staged.State<S>, M, Voter> halved() {
        return new Invariants<Staged.State<S>, M, Voter>().whole(HALVED, at -> Staged.last(at) > 1, at -> stages(at)
                .allMatch(stage -> 2 * Staged.in(stage + 1, at) <= Staged.in(stage, at)));
    }

    private static <S> IntStream stages(Configuration<Staged.State<S>, ?, Voter> at) {
        return IntStream.range(1, Staged.last(at));
    }

    /**
     * Section 5.4: "if P_i remains active its neighbour on the right necessarily becomes passive". It may be about to:
     * it never begins the next stage.
     */
    private static <S extends RingElection.Participant<S>, M> Invariants<Staged.State<S>, M, Voter> passive(
            Invariants<Staged.State<S>, M, Voter> others, String side, Function<S, Neighbour> towards) {
        return others.whole(
                "who begins a stage is the only one with its neighbour on the " + side + " that does",
                at -> Staged.last(at) > 1,
                at -> at.states().allMatch(p -> IntStream.range(1, p.stage())
                        .allMatch(stage -> Staged.from(p, towards, at).stream()
                                .skip(1)
                                .filter(q -> q.stage() >= stage)
                                .findFirst()
                                .filter(q -> q.stage() == stage)
                                .isPresent())));
    }

    /** A process begins a stage when it initiates, and by these rules. */
    private static Map<Rule, Integer> begins(Rule... rules) {
        Map<Rule, Integer> all = new HashMap<>(Map.of(Initiation.I0_INITIATE, 1));
        Stream.of(rules).forEach(rule -> all.merge(rule, 1, Integer::sum));
        return all;
    }

    private static <S, M> Report explored(
            Algorithm<S, M, Voter, Call, Leader> algorithm, Topology ring, int processes) {
        return Explorer.of(
                        Model.of(algorithm, Start.of(processes, 0))
                                .withTopology(ring)
                                .withRequests(1),
                        Limits.WIDE)
                .explore()
                .report(false);
    }

    /** Everything holds on every ring of this size, and each invariant is put to the test. */
    private static <S, M> void holds(Algorithm<S, M, Voter, Call, Leader> algorithm, int processes) {
        Map<String, Boolean> tested = new TreeMap<>();
        for (Topology ring : Arrangements.rings(processes)) {
            Report report = explored(algorithm, ring, processes);
            assertEquals(Optional.empty(), report.violated(), () -> ring + "\n" + report);
            report.properties().stream()
                    .filter(property -> algorithm.checks().invariants().stream()
                            .anyMatch(invariant -> invariant.name().equals(property.name())))
                    .forEach(property -> tested.merge(property.name(), property.tested(), Boolean::logicalOr));
        }
        assertEquals(
                algorithm.checks().invariants().size(),
                tested.values().stream().filter(each -> each).count(),
                tested.toString());
    }

    private static final Map<Rule, Integer> OF_DOLEV_KLAWE_RODEH =
            begins(DolevKlaweRodeh.Rule.WOKEN, DolevKlaweRodeh.Rule.STAYS);

    private static Invariants<Staged.State<DolevKlaweRodeh.State>, DolevKlaweRodeh.Message, Voter> ofDolevKlaweRodeh() {
        return passive(halved(), "right", DolevKlaweRodeh.State::right);
    }

    /**
     * The improved algorithm halves nothing: its phases shrink like the numbers of Fibonacci, which the package proves.
     */
    private static Algorithm<?, ?, Voter, Call, Leader> ofPetersonAlternating() {
        Map<Rule, Integer> begins = begins(
                PetersonAlternating.Rule.W0_WOKEN_STAYS,
                PetersonAlternating.Rule.W0_WOKEN_STAYS,
                PetersonAlternating.Rule.W1_WOKEN_DEFEATED,
                PetersonAlternating.Rule.O0_ODD_STAYS,
                PetersonAlternating.Rule.E0_EVEN_STAYS);
        return Staged.of(
                new PetersonAlternating.Entry(),
                begins,
                new Invariants<Staged.State<PetersonAlternating.State>, PetersonAlternating.Message, Voter>()
                        .whole(FEWER, at -> Staged.last(at) > 1, at -> stages(at)
                                .allMatch(stage ->
                                        Staged.in(stage, at) >= Staged.in(stage + 1, at) + Staged.in(stage + 2, at))));
    }

    static Stream<Algorithm<?, ?, Voter, Call, Leader>> staged() {
        return Stream.of(
                Staged.of(new DolevKlaweRodeh.Entry(), OF_DOLEV_KLAWE_RODEH, ofDolevKlaweRodeh()),
                Staged.of(
                        new Franklin.Entry(),
                        begins(Franklin.Rule.A0_WOKEN, Franklin.Rule.A2_STAYS),
                        passive(passive(halved(), "right", Franklin.State::right), "left", Franklin.State::left)),
                Staged.of(
                        new Peterson.Entry(),
                        begins(Peterson.Rule.A0_WOKEN, Peterson.Rule.A2_STAYS),
                        passive(halved(), "right", Peterson.State::right)),
                ofPetersonAlternating());
    }

    @ParameterizedTest
    @MethodSource("staged")
    void theActiveGrowFewerByTheStageAsTheChapterSays(Algorithm<?, ?, Voter, Call, Leader> algorithm) {
        holds(algorithm, 4);
    }

    @ParameterizedTest
    @MethodSource("staged")
    @Tag("exhaustive")
    void onARingOfFiveToo(Algorithm<?, ?, Voter, Call, Leader> algorithm) {
        holds(algorithm, 5);
    }

    /**
     * Section 5.3: "at most floor(n / (2^(i-1) + 1)) that are candidates with paths of length 2^i", for 2^0 all n. As
     * many there are, on some ring and for some schedule.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void hirschbergAndSinclairsCandidatesAreAtMostAsManyAsTheirPathsAllow(int processes) {
        candidatesAreAsManyAsTheirPathsAllow(processes);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    @Tag("exhaustive")
    void theyAreOnLargerRingsToo(int processes) {
        candidatesAreAsManyAsTheirPathsAllow(processes);
    }

    private static void candidatesAreAsManyAsTheirPathsAllow(int processes) {
        var algorithm = Staged.of(
                new HirschbergSinclair.Entry(),
                begins(HirschbergSinclair.Rule.C0_SMALLER_JOINED, HirschbergSinclair.Rule.R1_NEXT),
                new Invariants<>());
        Map<Integer, Long> most = new TreeMap<>();
        for (Topology ring : Arrangements.ringsUpToReflection(processes)) {
            var explorer = Explorer.of(
                            Model.of(algorithm, Start.of(processes, 0))
                                    .withTopology(ring)
                                    .withChannels(Channels.FIFO)
                                    .withRequests(1),
                            Limits.WIDE)
                    .explore();
            explorer.reachable().forEach(at -> IntStream.rangeClosed(1, Staged.last(at))
                    .forEach(stage -> most.merge(stage, Staged.in(stage, at), Math::max)));
        }
        assertEquals(
                most.keySet().stream()
                        .map(stage -> stage == 1 ? processes : (long) processes / ((1 << (stage - 2)) + 1))
                        .toList(),
                List.copyOf(most.values()));
    }

    /** A process that remains active where it should not is found. */
    @Test
    void aProcessThatStaysWhereItIsDefeatedIsFound() {
        DolevKlaweRodeh original = new DolevKlaweRodeh();
        Mutation<DolevKlaweRodeh.State, DolevKlaweRodeh.Message, Call, Leader> stays =
                Mutation.steps(protocol -> (p, event) -> {
                    var step = protocol.step(p, event);
                    return step.rule() != DolevKlaweRodeh.Rule.DEFEATED
                            ? step
                            : Step.<DolevKlaweRodeh.State, DolevKlaweRodeh.Message, Leader>by(
                                            DolevKlaweRodeh.Rule.STAYS,
                                            p.with(next -> next.neighbourR(Optional.empty())))
                                    .send(
                                            p.left(),
                                            new DolevKlaweRodeh.First(p.max().orElseThrow()));
                });
        var algorithm =
                Staged.of(new DolevKlaweRodeh.Entry(), stays.of(original), OF_DOLEV_KLAWE_RODEH, ofDolevKlaweRodeh());
        Report report = explored(algorithm, Arrangements.rings(3).get(0), 3);
        assertEquals(HALVED, report.violated().orElseThrow().name());
    }
}
