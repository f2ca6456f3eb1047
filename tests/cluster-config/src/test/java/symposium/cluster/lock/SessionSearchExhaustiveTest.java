package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cluster.Exploration.Result;
import symposium.cluster.lock.SessionSearch.Step;
import symposium.cluster.lock.SessionSearchModel.Budget;
import symposium.cluster.lock.SessionSearchModel.Rules;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.service.lock.LockService.Reply;

/**
 * Two nodes that search for one session, in every order. The properties:
 *
 * <ul>
 *   <li>Each request is answered once, and passed on at most once; unless its node crashes.
 *   <li>The session is at one node at most. A client is not told that there is none while it lives.
 *   <li>When nothing changes any more, searches end, and the lock of the session is held by the session alone.
 * </ul>
 *
 * The last is checked from every state.
 */
class SessionSearchExhaustiveTest {

    private static Result explored(Rules rules, String wishes, Budget budget) {
        return new SessionSearchModel(rules, List.of(wishes.split("; ")), budget).explore();
    }

    /** The columns: what clients ask at which node, further rounds, ends of the session, crashes of nodes. */
    @ParameterizedTest
    @CsvSource({
        "open at a; open at b, 3, 0, 0, 5080",
        "open at a; ask at b, 2, 1, 0, 1803",
        "open at a; ask at b; open at b, 2, 0, 1, 12527",
        "ask at a; open at b; ask at a, 2, 1, 0, 7226",
        "open at a; open at b; ask at a, 2, 1, 1, 16318"
    })
    void everyOrderHasTheProperties(String wishes, int rounds, int ends, int crashes, int states) {
        Budget budget = new Budget(rounds, ends, crashes);
        assertEquals(new Result(states, List.of()), explored(new Rules(), wishes, budget));
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({
        "open at a; open at b; ask at a; ask at b, 2, 1, 0, 20514",
        "open at a; open at b; ask at a; ask at b, 3, 1, 1, 155585",
        "open at a; ask at b; open at b; open at a, 3, 1, 1, 219717"
    })
    void moreOrders(String wishes, int rounds, int ends, int crashes, int states) {
        everyOrderHasTheProperties(wishes, rounds, ends, crashes, states);
    }

    // --- faulty variants, each with the shortest run that shows its fault

    private static void finds(String wishes, Budget budget, Rules rules, String... run) {
        assertEquals(List.of(run), explored(rules, wishes, budget).counterexample());
    }

    private static Step<Integer, String> without(Step<Integer, String> step, Class<?> effect) {
        return new Step<>(
                step.next(),
                step.effects().stream().filter(each -> !effect.isInstance(each)).toList());
    }

    @Test
    void whatIsPassedOnIsSearchedAgain() {
        Rules again = new Rules() {
            @Override
            boolean searchesOnce() {
                return false;
            }
        };
        finds(
                "open at a; ask at b; open at b",
                new Budget(2, 1, 0),
                again,
                "open at a",
                "at b: probe",
                "ask at b",
                "at a: presence",
                "a tries the lock: 1.1",
                "a knows that it is open",
                "at a: probe",
                "it ends at a",
                "b begins a round",
                "at a: probe",
                "at b: presence",
                "open at b",
                "at b: presence",
                "b tries the lock: 2.1",
                "it circles");
    }

    @Test
    void aLockThatIsNotFreeMeansThatThereIsNoSession() {
        Rules none = new Rules() {
            @Override
            Step<Integer, String> lookedUp(SessionSearch<Integer, String> search, int number, Reply reply) {
                return search.lookedUp(number, new LockService.Granted("", Claims.session("s"), Fence.NONE));
            }
        };
        finds(
                "open at a; ask at b",
                new Budget(2, 0, 1),
                none,
                "open at a",
                "at b: probe",
                "at a: presence",
                "a tries the lock: 1.1",
                "a knows that it is open",
                "ask at b",
                "a crashes",
                "a is removed",
                "b begins a round",
                "b tries the lock: 1.1",
                "b hears that the lock is not free: 1.1",
                "it lives");
    }

    @Test
    void noRoundFollowsALockThatIsNotFree() {
        Rules once = new Rules() {
            @Override
            Step<Integer, String> lookedUp(SessionSearch<Integer, String> search, int number, Reply reply) {
                return without(search.lookedUp(number, reply), SessionSearch.AwaitRound.class);
            }

            @Override
            Step<Integer, String> step(SessionSearch<Integer, String> before, Step<Integer, String> step) {
                return before.rounds() == 0 ? without(step, SessionSearch.AwaitRound.class) : step;
            }
        };
        finds(
                "ask at a; open at b",
                new Budget(0, 0, 0),
                once,
                "ask at a",
                "open at b",
                "at a: probe",
                "at b: probe",
                "at b: presence",
                "b tries the lock: 1.1",
                "not answered: ask at a");
    }

    @Test
    void whatIsPassedOnIsSearchedFurther() {
        Rules keeps = new Rules() {
            @Override
            Step<Integer, String> found(SessionSearch<Integer, String> search, String node, boolean there) {
                Step<Integer, String> step = search.found(node, there, Optional.empty());
                return there ? new Step<>(search, step.effects()) : step;
            }
        };
        finds("open at a; ask at b", new Budget(1, 0, 0), keeps, "open at a", "ask at b", "answered twice");
    }

    @Test
    void aSessionThatComesDoesNotGetTheRequests() {
        Rules forgets = new Rules() {
            @Override
            Step<Integer, String> here(SessionSearch<Integer, String> search, Optional<Integer> number) {
                return without(search.here(number), SessionSearch.Admit.class);
            }
        };
        finds("open at a", new Budget(0, 0, 0), forgets, "open at a", "not answered: open at a");
    }
}
