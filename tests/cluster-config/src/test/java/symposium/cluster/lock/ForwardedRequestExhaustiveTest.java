package symposium.cluster.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cluster.Exploration.Result;
import symposium.cluster.guest.GuestMessage.Manner;
import symposium.cluster.lock.ForwardedRequest.Patience;
import symposium.cluster.lock.ForwardedRequest.Step;
import symposium.cluster.lock.ForwardedRequestModel.Budget;
import symposium.cluster.lock.ForwardedRequestModel.Rules;
import symposium.service.lock.LockService.Reply;

/**
 * The requests of a member without the role, and the two nodes that may host them, in every order. The properties:
 *
 * <ul>
 *   <li>Each request is answered once for all: a lease is granted at most once, it is lost at most once and only after
 *       that, and nothing is granted after a request is given up. Each release is answered exactly once.
 *   <li>The host of a lease has it, or the member is about to hear otherwise.
 *   <li>A host keeps what the member has given up only until it hears so. The member keeps nothing that is over, no
 *       host that is removed, and no timer of a request that does not wait.
 *   <li>An owner is told that there is no host only if none is linked; and, unless its request is a try, that no host
 *       takes it only after it has waited as long as it may.
 *   <li>When all messages have arrived, each request that waits is at a host, if one takes requests, or else its time
 *       runs.
 * </ul>
 *
 * The last is checked from every state, as if nothing changed from then on.
 */
class ForwardedRequestExhaustiveTest {

    private static Result explored(Rules rules, String manners, Budget budget) {
        List<Manner> requests =
                Stream.of(manners.split(" ")).map(Manner::valueOf).toList();
        return new ForwardedRequestModel(rules, requests, budget).explore();
    }

    /** The columns: requests, changes of hosts and links, last answers, wishes of owners, hosts asked again. */
    @ParameterizedTest
    @CsvSource({"ACQUIRE TRY_ACQUIRE, 1, 0, 0, 1, 10821", "CAMPAIGN TRY_ACQUIRE, 0, 1, 2, 0, 51131"})
    void everyOrderHasTheProperties(String manners, int changes, int answers, int wishes, int again, int states) {
        Budget budget = new Budget(changes, answers, wishes, again);
        assertEquals(new Result(states, List.of()), explored(new Rules(), manners, budget));
    }

    @ParameterizedTest
    @CsvSource({"TRY_ACQUIRE, 2, 1, 1, 0, 73791"})
    @Tag("slow")
    void everyOrderHasThePropertiesAtLargerSizes(
            String manners, int changes, int answers, int wishes, int again, int states) {
        everyOrderHasTheProperties(manners, changes, answers, wishes, again, states);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"ACQUIRE, 2, 1, 1, 0, 161113", "ACQUIRE, 3, 0, 0, 1, 82814", "ACQUIRE ACQUIRE, 1, 1, 0, 0, 84846"})
    void soHasEveryOrderOfMoreEvents(String manners, int changes, int answers, int wishes, int again, int states) {
        everyOrderHasTheProperties(manners, changes, answers, wishes, again, states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({
        "ACQUIRE, 2, 1, 2, 2, 261361",
        "ACQUIRE, 3, 0, 1, 1, 505283",
        "CAMPAIGN, 3, 1, 0, 0, 136283",
        "TRY_ACQUIRE, 3, 0, 1, 1, 177912",
        "ACQUIRE ACQUIRE, 1, 0, 1, 1, 382232",
        "ACQUIRE TRY_ACQUIRE, 1, 1, 1, 0, 481841"
    })
    void moreOrders(String manners, int changes, int answers, int wishes, int again, int states) {
        everyOrderHasTheProperties(manners, changes, answers, wishes, again, states);
    }

    // --- faulty variants, each with the shortest run that shows its fault

    private static void finds(String manners, Budget budget, Rules rules, String... run) {
        assertEquals(List.of(run), explored(rules, manners, budget).counterexample());
    }

    private static Step<String> without(Step<String> step, Class<?> effect) {
        return new Step<>(
                step.next(),
                step.effects().stream().filter(each -> !effect.isInstance(each)).toList());
    }

    private static ForwardedRequest<String> withPatience(ForwardedRequest<String> of, Patience patience) {
        return new ForwardedRequest<>(of.asked(), of.host(), of.sent(), patience, of.fence(), of.releases(), of.over());
    }

    /** The proxy was like this before it was explored: the one that released was never answered. */
    @Test
    void aLeaseThatIsBeingReleasedIsCancelled() {
        Rules cancelled = new Rules() {
            @Override
            Step<String> cancel(ForwardedRequest<String> request) {
                return new ForwardedRequest<>(
                                request.asked(),
                                request.host(),
                                request.sent(),
                                request.patience(),
                                request.fence(),
                                false,
                                false)
                        .cancel();
            }
        };
        finds(
                "ACQUIRE",
                new Budget(0, 0, 2, 0),
                cancelled,
                "r1 asks",
                "a is linked",
                "to a",
                "a grants r1.1",
                "from a",
                "r1 releases",
                "r1 cancels",
                "a release is not answered");
    }

    /** The proxy was like this before it was explored. */
    @Test
    void aLimitPassesBecauseThereIsNoHost() {
        Rules noHost = new Rules() {
            @Override
            Step<String> expired(ForwardedRequest<String> request, LockHosts<String> hosts) {
                return request.expired(new LockHosts<>(List.of(), hosts.noHost()));
            }
        };
        finds(
                "ACQUIRE",
                new Budget(1, 0, 1, 0),
                noHost,
                "r1 asks",
                "a is linked",
                "to a",
                "a is unformed",
                "from a",
                "r1 is late",
                "told that there is no host");
    }

    /** The proxy was like this before it was explored. */
    @Test
    void theTimeForAHostRunsOnAfterTheGrant() {
        Rules runsOn = new Rules() {
            @Override
            Step<String> step(ForwardedRequest<String> before, Step<String> step) {
                return step.next().fence().isPresent()
                        ? new Step<>(withPatience(step.next(), before.patience()), step.effects())
                        : step;
            }
        };
        finds(
                "ACQUIRE",
                new Budget(0, 0, 0, 0),
                runsOn,
                "r1 asks",
                "a is linked",
                "to a",
                "a grants r1.1",
                "a timer runs for what does not wait");
    }

    @Test
    void aHostThatTakesNothingIsAskedForEver() {
        Rules forgetful = new Rules() {
            @Override
            LockHosts<String> heard(LockHosts<String> known, String host, Reply reply) {
                return known;
            }
        };
        finds("ACQUIRE", new Budget(1, 0, 0, 0), forgetful, "r1 asks", "a is unformed", "it asks for ever");
    }

    @Test
    void aHostThatHasFormedIsNotAskedAgain() {
        Rules never = new Rules() {
            @Override
            LockHosts<String> askedAgain(LockHosts<String> known) {
                return known;
            }
        };
        finds(
                "ACQUIRE",
                new Budget(3, 0, 0, 0),
                never,
                "r1 asks",
                "a is linked",
                "to a",
                "a is unformed",
                "a forms",
                "b is unformed",
                "it waits although a host takes requests");
    }

    @Test
    void aRequestIsNotOfferedToANewHost() {
        Rules once = new Rules() {
            @Override
            Step<String> offered(ForwardedRequest<String> request, LockHosts<String> hosts) {
                return request.patience() == Patience.FULL ? request.offered(hosts) : new Step<>(request, List.of());
            }
        };
        finds("ACQUIRE", new Budget(0, 0, 0, 0), once, "r1 asks", "it waits although a host takes requests");
    }

    @Test
    void aRequestStaysWhereTheLinkHasEnded() {
        Rules stays = new Rules() {
            @Override
            Step<String> hostLost(ForwardedRequest<String> request, String host, LockHosts<String> hosts) {
                return request.waits() ? new Step<>(request, List.of()) : request.hostLost(host, hosts);
            }
        };
        finds(
                "ACQUIRE",
                new Budget(1, 0, 0, 0),
                stays,
                "r1 asks",
                "a is linked",
                "a is removed",
                "it waits although a host takes requests");
    }

    @Test
    void theLossOfTheHostIsNotTold() {
        Rules silent = new Rules() {
            @Override
            Step<String> hostLost(ForwardedRequest<String> request, String host, LockHosts<String> hosts) {
                return without(request.hostLost(host, hosts), ForwardedRequest.Notify.class);
            }
        };
        finds(
                "ACQUIRE",
                new Budget(1, 0, 0, 0),
                silent,
                "r1 asks",
                "a is linked",
                "to a",
                "a grants r1.1",
                "from a",
                "a is removed",
                "a lease that no host has");
    }

    @Test
    void theHostIsNotToldThatARequestIsGivenUp() {
        Rules silent = new Rules() {
            @Override
            Step<String> expired(ForwardedRequest<String> request, LockHosts<String> hosts) {
                return without(request.expired(hosts), ForwardedRequest.Send.class);
            }
        };
        finds(
                "ACQUIRE",
                new Budget(0, 0, 1, 0),
                silent,
                "r1 asks",
                "a is linked",
                "r1 is late",
                "a host keeps what is over");
    }

    @Test
    void aTryDoesNotAwaitTheNextIncarnationOfTheLink() {
        Rules ends = new Rules() {
            @Override
            Step<String> hostLost(ForwardedRequest<String> request, String host, LockHosts<String> hosts) {
                return request.hostLost(host, hosts.linked(host, false));
            }
        };
        finds(
                "TRY_ACQUIRE",
                new Budget(1, 0, 0, 0),
                ends,
                "a is linked",
                "r1 asks",
                "a ends the link",
                "told that there is no host");
    }

    @Test
    void theTimeOfARequestThatIsSentBackIsNotRenewed() {
        Rules spent = new Rules() {
            @Override
            Step<String> hostLost(ForwardedRequest<String> request, String host, LockHosts<String> hosts) {
                boolean spent =
                        request.patience() == Patience.SPENT && hosts.taking().isEmpty();
                return spent
                        ? new ForwardedRequest<>(
                                        request.asked(),
                                        Optional.<String>empty(),
                                        request.sent(),
                                        Patience.SPENT,
                                        Optional.empty(),
                                        false,
                                        false)
                                .offered(hosts)
                        : request.hostLost(host, hosts);
            }
        };
        finds(
                "ACQUIRE",
                new Budget(2, 0, 0, 1),
                spent,
                "r1 asks",
                "a is linked",
                "r1 has no host in time",
                "a is removed",
                "it has not waited as long as it may");
    }
}
