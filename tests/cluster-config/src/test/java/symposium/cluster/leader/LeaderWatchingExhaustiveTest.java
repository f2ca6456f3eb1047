package symposium.cluster.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cluster.Exploration.Result;
import symposium.cluster.leader.LeaderWatching.Services;
import symposium.cluster.leader.LeaderWatching.Step;
import symposium.cluster.leader.LeaderWatchingModel.Budget;
import symposium.cluster.leader.LeaderWatchingModel.Rules;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;
import symposium.service.election.LeaderState.NoLeader;

/**
 * The reports of two services and the members that watch one election, in every order. The properties:
 *
 * <ul>
 *   <li>The fence that a follower sees never decreases, and a leader of an earlier fence is never shown.
 *   <li>The first state that says that no candidate leads comes after all reachable services have reported.
 *   <li>Each question is answered exactly once.
 *   <li>If no message is lost, each follower knows the true state when all messages have arrived. Otherwise it does
 *       after one refresh without losses.
 *   <li>A watch expires if its member no longer watches, and not if it is renewed.
 * </ul>
 *
 * The last two are checked from every state, as if nothing changed from then on.
 */
class LeaderWatchingExhaustiveTest {

    private static Result explored(Rules rules, int members, Budget budget) {
        return new LeaderWatchingModel(rules, members, budget).explore();
    }

    /** The columns: members, requests of followers, leases, changes of the cluster, losses, refreshes and expiries. */
    @ParameterizedTest
    @CsvSource({"1, 1, 2, 0, 1, 1, 32287"})
    void everyOrderHasTheProperties(
            int members, int asks, int leases, int changes, int losses, int refreshes, int states) {
        Budget budget = new Budget(asks, leases, changes, losses, refreshes);
        assertEquals(new Result(states, List.of()), explored(new Rules(), members, budget));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 2, 1, 0, 0, 38140"})
    @Tag("slow")
    void everyOrderHasThePropertiesAtLargerSizes(
            int members, int asks, int leases, int changes, int losses, int refreshes, int states) {
        everyOrderHasTheProperties(members, asks, leases, changes, losses, refreshes, states);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"1, 1, 1, 2, 0, 0, 95819", "1, 2, 1, 0, 1, 1, 105394", "1, 1, 1, 1, 1, 1, 172879"})
    void soHasEveryOrderOfMoreEvents(
            int members, int asks, int leases, int changes, int losses, int refreshes, int states) {
        everyOrderHasTheProperties(members, asks, leases, changes, losses, refreshes, states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({
        "1, 2, 1, 1, 0, 0, 128576",
        "1, 2, 1, 1, 1, 0, 388772",
        "1, 3, 1, 0, 1, 0, 96165",
        "2, 2, 1, 0, 0, 0, 44935"
    })
    void moreOrders(int members, int asks, int leases, int changes, int losses, int refreshes, int states) {
        everyOrderHasTheProperties(members, asks, leases, changes, losses, refreshes, states);
    }

    // --- faulty variants, each with the shortest run that shows its fault

    private static void finds(Budget budget, Rules rules, String... run) {
        assertEquals(List.of(run), explored(rules, 1, budget).counterexample());
    }

    @Test
    void theReportOfARemovedServiceIsKept() {
        Rules kept = new Rules() {
            @Override
            Step<String, String> found(LeaderWatching<String, String> watching, Services<String> now) {
                Set<String> all = new TreeSet<>(now.all());
                watching.services().ifPresent(before -> all.addAll(before.all()));
                return watching.found(new Services<>(all, now.reachable()));
            }
        };
        finds(
                new Budget(1, 1, 1, 0, 0),
                kept,
                "m1 follows",
                "m1 finds",
                "a leads",
                "m1 to a",
                "a is removed",
                "untrue although all arrived");
    }

    @Test
    void aServiceThatReturnsIsNotAsked() {
        Rules unasked = new Rules() {
            @Override
            Step<String, String> found(LeaderWatching<String, String> watching, Services<String> now) {
                Step<String, String> step = watching.found(now);
                Set<String> before = watching.services().map(Services::all).orElse(Set.of());
                return new Step<>(
                        step.next(),
                        step.sends().stream()
                                .filter(send -> !(send instanceof LeaderWatching.Watch<String, String> watch
                                        && before.contains(watch.service())))
                                .toList());
            }
        };
        finds(
                new Budget(1, 1, 1, 0, 0),
                unasked,
                "m1 follows",
                "a is unreachable",
                "m1 finds",
                "untrue although all arrived");
    }

    @Test
    void vacancyIsBelievedFromAnOldReport() {
        Rules old = new Rules() {
            @Override
            Step<String, String> step(LeaderWatching<String, String> before, Step<String, String> step) {
                LeaderWatching<String, String> next = step.next();
                boolean keeps = next.isIdle() && !before.isIdle();
                return !keeps
                        ? step
                        : new Step<>(
                                new LeaderWatching<>(
                                        next.services(),
                                        before.reports(),
                                        next.followers(),
                                        next.asking(),
                                        next.state()),
                                step.sends());
            }
        };
        finds(
                new Budget(3, 0, 0, 0, 0),
                old,
                "m1 follows",
                "m1 finds",
                "m1 to b",
                "b to m1",
                "m1 unfollows",
                "m1 follows",
                "vacant before all have reported");
    }

    @Test
    void theGreatestFenceIsForgotten() {
        Rules forgotten = new Rules() {
            @Override
            Step<String, String> step(LeaderWatching<String, String> before, Step<String, String> step) {
                LeaderWatching<String, String> next = step.next();
                if (!(next.state() instanceof NoLeader none)) {
                    return step;
                }
                LeaderState without = new NoLeader(none.election(), Fence.NONE, none.reason());
                return new Step<>(
                        new LeaderWatching<>(next.services(), next.reports(), next.followers(), next.asking(), without),
                        step.sends());
            }
        };
        finds(
                new Budget(1, 2, 0, 0, 0),
                forgotten,
                "m1 follows",
                "m1 finds",
                "b leads",
                "m1 to a",
                "m1 to b",
                "b ends",
                "a leads",
                "a ends",
                "an earlier leader is shown");
    }

    /** The watch was like this before it was explored. */
    @Test
    void anActorThatAsksTwiceIsAnsweredOnce() {
        Rules once = new Rules() {
            @Override
            Step<String, String> ask(LeaderWatching<String, String> watching, String follower) {
                return watching.asking().contains(follower) ? new Step<>(watching, List.of()) : watching.ask(follower);
            }
        };
        finds(new Budget(2, 0, 0, 0, 0), once, "m1 asks", "m1 asks", "a question is not answered");
    }

    /** The services were like this before they were explored. */
    @Test
    void aServiceWaitsForAMessageThatIsLost() {
        Rules waits = new Rules() {
            @Override
            LeaderReporting<String> expire(LeaderReporting<String> reporting) {
                return reporting;
            }
        };
        finds(
                new Budget(2, 0, 0, 1, 0),
                waits,
                "m1 follows",
                "m1 finds",
                "m1 unfollows",
                "m1 to a",
                "m1 to a is lost",
                "a watch is left");
    }

    @Test
    void aServiceEndsAllWatches() {
        Rules all = new Rules() {
            @Override
            LeaderReporting<String> expire(LeaderReporting<String> reporting) {
                return new LeaderReporting<>(reporting.leader(), Map.of());
            }
        };
        finds(new Budget(1, 0, 0, 0, 0), all, "m1 follows", "a watch has ended that was renewed");
    }
}
