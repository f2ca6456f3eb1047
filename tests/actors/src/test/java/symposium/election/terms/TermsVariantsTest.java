package symposium.election.terms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Verdict;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.terms.LeadershipInTerms.Follower;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.election.terms.Terms.Message;
import symposium.election.terms.Terms.State;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;

/** What is left out is missed; and what does not serve for one election, does not serve for many. */
class TermsVariantsTest {

    private static Property violated(Model<?, ?, ?, ?, ?> model) {
        return Explorer.check(model).properties().stream()
                .filter(property -> property.verdict() == Verdict.VIOLATED)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is violated"));
    }

    @SuppressWarnings("unchecked")
    private static Algorithm<Object, Object, Voter, Call, Leader> election(String name) {
        return (Algorithm<Object, Object, Voter, Call, Leader>)
                Catalogue.named(name).orElseThrow();
    }

    private static <S, M> Model<State<S>, Message<M>, Follower, Call, News> mutated(
            Algorithm<S, M, Voter, Call, Leader> election, String variant, int processes, int requests, int crashes) {
        Start start = Start.of(processes, 0);
        return Model.of(new Terms.Entry<>(election), start)
                .withProtocol(TermsChecks.mutated(election, start).get(variant))
                .withRequests(requests)
                .withFaults(FaultBudget.NONE.withCrashes(crashes));
    }

    private static void assertShortest(Model<?, ?, ?, ?, ?> model, String violated, String... trace) {
        Property broken = violated(model);
        assertEquals(violated, broken.name());
        assertEquals(
                List.of(trace), broken.trace().stream().map(Object::toString).toList());
    }

    @Test
    void whereMessagesOfOlderTermsCountThereAreTwoLeadersOfOneTerm() {
        assertShortest(
                mutated(election("chang-roberts"), TermsChecks.OLD_COUNTS, 2, 2, 1),
                LeadershipInTerms.ONE_OF_A_TERM,
                "1: term.next  on INITIATE  -> [candidate 1 of term 1 to 0 (left)]",
                "0: term.later  on candidate 1 of term 1 from 1 (right)  -> [candidate 1 of term 1 to 1 (left)]",
                "1: e.5  on candidate 1 of term 1 from 0 (right)  -> [elected 1 of term 1 to 0 (left)]",
                "1: term.next  on INITIATE  -> [candidate 1 of term 2 to 0 (left)]",
                "0: e.6  on elected 1 of term 1 from 1 (right)  -> [term 1 led by 1, elected 1 of term 1 to 1 (left)]",
                "1: e.7  on elected 1 of term 1 from 0 (right)  -> [term 2 led by 1]",
                "1: crashed",
                "0: term.changed  on neighbours now [0 (left), 0 (right)], departed [1]  -> [term 1 over, candidate 0 of term 2 to 0 (left)]",
                "0: e.5  on candidate 0 of term 2 from 0 (right)  -> [elected 0 of term 2 to 0 (left)]",
                "0: on elected 0 of term 2 from 0 (right)  [term 2 led by 0]: refuted: \"there are never two leaders of one term\"; term 2 led by 0 at process 0, and by 1");
    }

    @Test
    void whereALaterTermFindsTheStateOfTheLastNoProcessIsElectedAgain() {
        assertShortest(
                mutated(election("chang-roberts"), TermsChecks.NOT_AFRESH, 1, 2, 0),
                Scenario.NO_DEADLOCK,
                "0: term.next  on INITIATE  -> [candidate 0 of term 1 to 0 (left)]",
                "0: term.next  on INITIATE",
                "0: term.stale  on candidate 0 of term 1 from 0 (right)");
    }

    @Test
    void whereAChangeBeginsNoElectionAProcessWaitsForever() {
        assertShortest(
                mutated(election("chang-roberts"), TermsChecks.UNMOVED, 2, 1, 1),
                Scenario.NO_DEADLOCK,
                "0: term.next  on INITIATE  -> [candidate 0 of term 1 to 1 (left)]",
                "1: crashed",
                "0: term.stays  on neighbours now [0 (left), 0 (right)], departed [1]");
    }

    /**
     * A process that has not heard of a newcomer goes on with a ring without it, in the same term in which the newcomer
     * has begun with another.
     */
    @Test
    void whereMessagesCountOverLinksThatAreNoneTwoRingsMix() {
        assertEquals(
                "a candidature that has gone round the whole ring has met every candidate",
                foreignCounts(election("lelann")).name());
    }

    private static <S, M> Property foreignCounts(Algorithm<S, M, Voter, Call, Leader> election) {
        Terms.Entry<S, M> terms = new Terms.Entry<>(election);
        Start start = Start.of(3, 0);
        Terms<S, M> mutated = new Terms<>(election, start, 0) {
            @Override
            boolean foreign(State<S> p, Neighbour from, Message<M> message) {
                return false;
            }
        };
        return violated(Model.of(terms, start)
                .withProtocol(mutated)
                .withInvariants(terms.invariantsUnderSuspicion())
                .startingCutOff()
                .withQuorum(1)
                .withArriving(Set.of(ProcessId.of(2)))
                .withRequests(0)
                .withFaults(FaultBudget.NONE.withJoins(1).withCrashes(1)));
    }

    /** The greatest elects itself and crashes; no other process knows of its term. */
    @Test
    void whereAnElectedProcessLeadsAtOnceTheBullysTermHasTwoLeaders() {
        assertShortest(
                mutated(election("bully"), TermsChecks.UNFOLLOWED, 3, 1, 1),
                LeadershipInTerms.ONE_OF_A_TERM,
                "2: term.next  on INITIATE  -> [term 1 led by 2, elected 2 of term 1 of [0, 1, 2] to 0, elected 2 of term 1 of [0, 1, 2] to 1]",
                "2: crashed",
                "1: on neighbours now [0], departed [2]  [term 1 led by 1, elected 1 of term 1 of [0, 1] to 0]: refuted: \"there are never two leaders of one term\"; term 1 led by 1 at process 1, and by 2");
    }

    /** One of those that follow the dead is told of it, the two others have not heard of its term. */
    @Test
    void whereFollowersAreToldBeforeTheElectedProcessLeadsTheBullysTermHasTwoLeaders() {
        assertShortest(
                mutated(election("bully"), TermsChecks.TOLD_AT_ONCE, 4, 1, 1).withInitiators(Set.of(ProcessId.of(3))),
                LeadershipInTerms.ONE_OF_A_TERM,
                "3: term.next  on INITIATE  -> [elected 3 of term 1 of [0, 1, 2, 3] to 0, elected 3 of term 1 of [0, 1, 2, 3] to 1, elected 3 of term 1 of [0, 1, 2, 3] to 2]",
                "3: crashed",
                "0: term.changed  on neighbours now [1, 2], departed [3]  -> [calling of term 1 of [0, 1, 2] to 1, calling of term 1 of [0, 1, 2] to 2]",
                "2: term.changed  on neighbours now [0, 1], departed [3]  -> [elected 2 of term 1 of [0, 1, 2] to 0, elected 2 of term 1 of [0, 1, 2] to 1]",
                "1: term.later  on elected 3 of term 1 of [0, 1, 2, 3] from 3  -> [follows of term 1 of [0, 1, 2, 3] to 3, term 1 led by 3]",
                "0: on elected 2 of term 1 of [0, 1, 2] from 2  [follows of term 1 of [0, 1, 2] to 2, term 1 led by 2]: refuted: \"there are never two leaders of one term\"; term 1 led by 2 at process 0, and by 3");
    }

    /** Those that have been told of a change and those that have not take part in one election. */
    @Test
    void whereMessagesCountWithEveryElectorateAnInvariantOfKingAndSubjectsIsViolated() {
        Property broken = violated(mutated(election("korach-moran-zaks"), TermsChecks.FOREIGN_COUNTS, 3, 1, 1));
        assertEquals("once there is a leader, no process joins", broken.name());
    }

    /** A leader of king and subjects has heard of everyone, and the bully makes nothing of who else takes part. */
    @Test
    @Tag("exhaustive")
    void eachOfTheTwoWouldDoWithoutHalfOfIt() {
        assertEquals(
                Verdict.HOLDS,
                Explorer.check(mutated(election("korach-moran-zaks"), TermsChecks.UNFOLLOWED, 3, 1, 1))
                        .verdict());
        assertEquals(
                Verdict.HOLDS,
                Explorer.check(mutated(election("bully"), TermsChecks.FOREIGN_COUNTS, 3, 1, 1))
                        .verdict());
    }
}
