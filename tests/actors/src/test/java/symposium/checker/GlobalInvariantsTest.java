package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.topology.Shape;

/**
 * The checker remembers which invariants hold for local states, whatever is in transit. Along random walks it finds the
 * same invariant broken as an evaluation of all of them.
 */
@Tag("fast")
class GlobalInvariantsTest {

    private static final int PROCESSES = 3;
    private static final int WALKS = 300;
    /** As many have room in a word of what is remembered. */
    private static final int FILLING = 62;

    private static boolean hasReadB(Configuration<Diary.State, String, Boolean> all) {
        return all.states().anyMatch(state -> state.diary().stream().anyMatch(line -> line.startsWith("b from")));
    }

    private static Invariant<Diary.State, String, Boolean> whole(
            String name, Predicate<Configuration<Diary.State, String, Boolean>> condition) {
        return new Invariant.OfConfiguration<>(name, all -> true, condition);
    }

    /** Some look at messages, some at local states alone, and some at messages in certain local states alone. */
    private static final List<Invariant<Diary.State, String, Boolean>> KINDS = List.of(
            whole("at most four lines", all -> all.states()
                    .allMatch(state -> state.diary().size() < 4)),
            whole("all live", Configuration::allAlive),
            whole("few in transit", all -> all.inTransit().count() < 7),
            whole("not quiet after a b", all -> !hasReadB(all) || !all.quiet()),
            whole(
                    "few a after a b",
                    all -> !hasReadB(all)
                            || all.processes().stream()
                                    .flatMap(from -> all.processes().stream()
                                            .flatMap(to -> Stream.of(all.inTransit(from, to, String.class))))
                                    .noneMatch(content -> content.size() > 1)));

    @ParameterizedTest
    @ValueSource(ints = {0, FILLING})
    void theSameInvariantIsBroken(int filling) {
        Random seeds = new Random(1);
        Map<String, Integer> found = new HashMap<>();
        for (int walk = 0; walk < WALKS; walk++) {
            List<Invariant<Diary.State, String, Boolean>> invariants =
                    new ArrayList<>(Collections.nCopies(filling, whole("fine", all -> true)));
            List<Invariant<Diary.State, String, Boolean>> kinds = new ArrayList<>(KINDS);
            Collections.shuffle(kinds, seeds);
            invariants.addAll(kinds.subList(0, 1 + seeds.nextInt(kinds.size())));
            Model<Diary.State, String, Boolean, Diary.Wish, String> model = Diary.model(
                            Diary.of(0, 1, PROCESSES - 1), PROCESSES, Shape.COMPLETE)
                    .withFaults(FaultBudget.NONE.withCrashes(1).withLosses(3).withDuplications(1))
                    .withInvariants(invariants);
            walk(new StateSpace<>(model, true), invariants, new Random(walk), found);
        }
        KINDS.forEach(each -> assertEquals(true, found.containsKey(each.name()), each.name() + " is never broken"));
    }

    private static void walk(
            StateSpace<Diary.State, String, Boolean, Diary.Wish, String> space,
            List<Invariant<Diary.State, String, Boolean>> invariants,
            Random random,
            Map<String, Integer> found) {
        space.begin();
        GlobalState at = space.state(0);
        for (int successors = space.survey(at, StateSpace.NO_SUCCESSOR);
                successors > 0;
                successors = space.survey(at, StateSpace.NO_SUCCESSOR)) {
            int chosen = random.nextInt(successors);
            space.survey(at, chosen);
            at = space.successor(chosen);
            Configuration<Diary.State, String, Boolean> all = space.configuration(at);
            String expected = invariants.stream()
                    .map(each -> (Invariant.OfConfiguration<Diary.State, String, Boolean>) each)
                    .filter(each -> !each.condition().test(all))
                    .map(Invariant::name)
                    .findFirst()
                    .orElse(null);
            assertEquals(expected, space.broken(at));
            found.merge(String.valueOf(expected), 1, Integer::sum);
        }
    }
}
