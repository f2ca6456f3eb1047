package symposium.election.terms;

import static symposium.election.terms.LeadershipInTerms.ONE_OF_A_TERM;
import static symposium.election.terms.LeadershipInTerms.TERMS_GROW;
import static symposium.election.terms.Terms.Rule.TERM_CHANGED;
import static symposium.election.terms.Terms.Rule.TERM_STAYS;
import static symposium.kernel.composition.Mutation.misreading;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.crash;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.terms.LeadershipInTerms.Follower;
import symposium.election.terms.LeadershipInTerms.News;
import symposium.election.terms.Terms.Message;
import symposium.election.terms.Terms.State;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;

/** What holds of elections in terms; and each condition on which the construction rests, left out. */
final class TermsChecks {

    /** The invariant that an election ends with all processes knowing it. */
    static final String ANNOUNCED = "once no message is in transit, all follow the same leader in the same term";

    /** The invariant that holds while no live process is taken for dead. */
    static final String ONE_LEADS = "at most one process is told that it leads and not that its term is over";

    static final String OLD_COUNTS = "messages of older terms count";
    static final String NOT_AFRESH = "a later term finds processes as the last election has left them";
    static final String UNMOVED = "a change of the membership begins no election";
    static final String FOREIGN_COUNTS = "messages count over every link, and with every electorate";
    static final String UNFOLLOWED = "an elected process leads at once";
    static final String TOLD_AT_ONCE = "followers are told before the elected process leads";

    private static final String NOBODY_JOINS = "once there is a leader, no process joins";

    private TermsChecks() {}

    static <S, M> Invariants<State<S>, Message<M>, Follower> invariants() {
        return new Invariants<State<S>, Message<M>, Follower>()
                .process(
                        "a process knows the leader that its user was told of",
                        (p, user) -> user.leader().isPresent(),
                        (p, user) -> p.leader().equals(user.leader()) && p.term() == user.term())
                .add(Invariant.atMost(1, ONE_LEADS, (p, user) -> user.leader().equals(Optional.of(p.self()))))
                .whole(
                        ANNOUNCED,
                        at -> at.allAlive()
                                && users(at).anyMatch(user -> user.called() || user.term() > 0)
                                && at.quiet(),
                        at -> users(at).distinct().count() == 1);
    }

    private static <S, M> Stream<Follower> users(Configuration<State<S>, Message<M>, Follower> at) {
        return at.live().stream().map(LiveProcess::user);
    }

    /** Of an election whose scenarios are known, the variants that have one; of any other, all. */
    static <S, M> Variants<State<S>, Message<M>, Call, News> variants(
            Algorithm<S, M, Voter, Call, Leader> election, Start start) {
        Variants<State<S>, Message<M>, Call, News> variants = Variants.of(new Terms<>(election, start, 0));
        Map<String, Scenario> scenarios = scenarios(election.name());
        mutated(election, start).forEach((name, mutated) -> {
            if (scenarios.isEmpty() || scenarios.containsKey(name)) {
                variants.add(name, mutated, Optional.ofNullable(scenarios.get(name)));
            }
        });
        return variants;
    }

    /** The protocol with one condition left out, by name. */
    static <S, M> Map<String, Protocol<State<S>, Message<M>, Call, News>> mutated(
            Algorithm<S, M, Voter, Call, Leader> election, Start start) {
        Terms<S, M> original = new Terms<>(election, start, 0);
        Mutation<State<S>, Message<M>, Call, News> oldCounts = misreading(TermsChecks::current);
        Mutation<State<S>, Message<M>, Call, News> unmoved = step(TermsChecks::unmoved);
        Mutation<State<S>, Message<M>, Call, News> toldAtOnce = step(TermsChecks::toldAtOnce);
        Map<String, Protocol<State<S>, Message<M>, Call, News>> all = new LinkedHashMap<>();
        all.put(OLD_COUNTS, oldCounts.of(original));
        all.put(NOT_AFRESH, new Terms<>(election, start, 0) {
            @Override
            S fresh(State<S> p) {
                return p.term() == 0 ? super.fresh(p) : p.ballot();
            }
        });
        all.put(UNMOVED, unmoved.at(TERM_CHANGED).of(original));
        if (ElectionPolicy.onRing(election)) {
            return all;
        }
        all.put(FOREIGN_COUNTS, new Terms<>(election, start, 0) {
            @Override
            boolean foreign(State<S> p, Neighbour from, Message<M> message) {
                return false;
            }
        });
        all.put(UNFOLLOWED, new Terms<>(election, start, 0) {
            @Override
            SortedSet<ProcessId> followers(State<S> p) {
                return Sorted.set();
            }
        });
        all.put(TOLD_AT_ONCE, toldAtOnce.of(original));
        return all;
    }

    private static <S, M> Message<M> current(State<S> p, Message<M> message) {
        return message.term() < p.term() ? new Message<>(p.term(), message.electorate(), message.carried()) : message;
    }

    private static <S, M> Step<State<S>, Message<M>, News> unmoved(
            State<S> before, Step<State<S>, Message<M>, News> step) {
        return Step.by(TERM_STAYS, before.among(step.next().neighbours(), before.leader()));
    }

    private static <S, M> Step<State<S>, Message<M>, News> toldAtOnce(Step<State<S>, Message<M>, News> step) {
        State<S> p = step.next();
        boolean follows = p.leader().isEmpty()
                && p.elected().filter(one -> !one.equals(p.self())).isPresent();
        return follows
                ? new Step<>(step.rule(), p.knowing(p.elected()).withCalled(false), step.effects())
                        .tell(new News.Elected(p.term(), p.elected().get()))
                : step;
    }

    /** Where the variants show with an election, by their names; empty where that is not known. */
    private static Map<String, Scenario> scenarios(String election) {
        Scenario disagree = Scenario.of(2, ANNOUNCED);
        return switch (election) {
            case "chang-roberts" -> onRing(crash(3, ONE_OF_A_TERM), twice(1, NO_DEADLOCK));
            case "dolev-klawe-rodeh", "peterson-alternating" ->
                onRing(Scenario.of(2, "all are relays when the news goes round"), disagree);
            case "franklin" -> onRing(Scenario.of(2, "all others are relays when the news goes round"), disagree);
            case "hirschberg-sinclair" -> onRing(crash(2, ONE_OF_A_TERM), disagree);
            case "lelann" ->
                onRing(twice(1, "a candidature that has gone round the whole ring has met every candidate"), disagree);
            case "peterson" -> onRing(twice(3, ONE_OF_A_TERM), disagree);
            case "bully" ->
                Map.of(
                        OLD_COUNTS, twice(2, "no process leads unless all follow"),
                        NOT_AFRESH, Scenario.of(2, TERMS_GROW),
                        UNMOVED, crash(3, NO_DEADLOCK),
                        UNFOLLOWED, crash(3, ONE_OF_A_TERM),
                        TOLD_AT_ONCE, crash(4, ONE_OF_A_TERM).withInitiators(3));
            case "korach-moran-zaks" ->
                Map.of(
                        OLD_COUNTS, twice(2, NOBODY_JOINS),
                        NOT_AFRESH, Scenario.of(2, TERMS_GROW),
                        UNMOVED, crash(3, NO_DEADLOCK),
                        FOREIGN_COUNTS, crash(3, NOBODY_JOINS));
            default -> Map.of();
        };
    }

    private static Map<String, Scenario> onRing(Scenario oldCounts, Scenario notAfresh) {
        return Map.of(OLD_COUNTS, oldCounts, NOT_AFRESH, notAfresh, UNMOVED, crash(2, NO_DEADLOCK));
    }

    private static Scenario twice(int processes, String invariant) {
        return Scenario.of(processes, invariant).withRequests(2);
    }
}
