package symposium.membership;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variants;
import symposium.membership.Membership.Input;
import symposium.membership.Membership.Output;
import symposium.membership.Membership.User;
import symposium.membership.MembershipPublication.Kind;
import symposium.membership.MembershipPublication.Message;
import symposium.membership.MembershipPublication.Published;
import symposium.membership.MembershipPublication.State;
import symposium.membership.MembershipReading.Description;

/** What holds of nodes that read the membership of their cluster, and the faults that the checker must find. */
final class MembershipPublicationChecks {

    private static final String LIVING = "no node takes a living process for departed";
    private static final String REMEMBERED = "a process that has departed is not forgotten";
    private static final String CEASED = "a node that no longer takes part does not take part again";
    private static final String OLDEST = "a node that has read all knows the members, of each number the oldest";
    private static final String OLDER = "no node takes the younger of two for a member";

    private MembershipPublicationChecks() {}

    static Invariants<State, Message, User> invariants() {
        return new Invariants<State, Message, User>()
                .whole(
                        LIVING,
                        all -> nodes(all, (cluster, node) -> !node.departed().isEmpty()),
                        all -> !nodes(all, (cluster, node) -> !cluster.removed().containsAll(node.departed())))
                .whole(
                        OLDEST,
                        all -> all.quiet() && nodes(all, MembershipPublicationChecks::takesPart),
                        all -> !nodes(
                                all,
                                (cluster, node) -> takesPart(cluster, node)
                                        && !node.members().equals(cluster.members())
                                        && !waitsForRemoval(cluster, node)))
                .state(
                        OLDER,
                        p -> p.reading().up().size() > p.reading().members().size(),
                        p -> p.reading().nodes().stream().allMatch(node -> isOldest(p.reading(), node)))
                .state(
                        "no departed process is a member",
                        p -> !p.reading().departed().isEmpty(),
                        p -> Sorted.without(p.reading().members(), p.reading().departed())
                                .equals(p.reading().members()))
                .step(
                        REMEMBERED,
                        event -> true,
                        (before, event, after) ->
                                unlessRestarted(before, after, event.process(), (was, now) -> now.departed()
                                        .containsAll(was.departed())))
                .step(
                        CEASED,
                        event -> true,
                        (before, event, after) -> unlessRestarted(
                                before, after, event.process(), (was, now) -> !was.ceased() || now.ceased()));
    }

    /** A node that is about to be removed may never have described itself; the older than it are members. */
    private static boolean waitsForRemoval(State cluster, MembershipReading node) {
        return !node.unknown().isEmpty()
                && cluster.members().containsAll(node.members())
                && node.unknown().stream()
                        .allMatch(other -> cluster.unreachable().contains(MembershipPublication.process(other)));
    }

    private static boolean isOldest(MembershipReading reading, long node) {
        int number = MembershipPublication.process(node).number();
        return reading.up().keySet().stream()
                .filter(other -> MembershipPublication.process(other).number() == number)
                .allMatch(other -> reading.up().get(other) >= reading.up().get(node));
    }

    private static boolean takesPart(State cluster, MembershipReading node) {
        return cluster.members().contains(node.self()) && !node.ceased();
    }

    private static boolean nodes(
            Configuration<State, Message, User> all, BiPredicate<State, MembershipReading> condition) {
        Optional<State> cluster = all.states().filter(State::cluster).findFirst();
        return cluster.isPresent()
                && all.states().anyMatch(p -> !p.cluster() && condition.test(cluster.get(), p.reading()));
    }

    private static boolean unlessRestarted(
            Configuration<State, Message, User> before,
            Configuration<State, Message, User> after,
            ProcessId process,
            BiPredicate<MembershipReading, MembershipReading> condition) {
        MembershipReading was = before.state(process).reading();
        MembershipReading now = after.state(process).reading();
        return !was.self().equals(now.self()) || condition.test(was, now);
    }

    static Variants<State, Message, Input, Output> variants(ProcessId source) {
        return Variants.of(new MembershipPublication(source, MembershipPublication::read))
                .add(
                        "takes the last publications at their word",
                        reads(source, Kind.REMOVED, (before, published) -> MembershipPublication.read(
                                        before.withCeased(false), published)
                                .withCeased(before.ceased())),
                        Scenario.of(3, LIVING).withRequests(2))
                .add(
                        "takes the unreachable for departed",
                        reads(
                                source,
                                Kind.UNREACHABLE,
                                (before, published) -> before.removed(MembershipPublication.id(published.node()))),
                        Scenario.of(3, LIVING).withRequests(2))
                .add(
                        "forgets the departed",
                        reads(
                                source,
                                Kind.UP,
                                (before, published) ->
                                        MembershipPublication.read(before.withDeparted(Sorted.set()), published)),
                        Scenario.of(3, REMEMBERED).withRequests(3))
                .add(
                        "takes the younger of one number",
                        reads(
                                source,
                                Kind.UP,
                                (before, published) ->
                                        before.up(MembershipPublication.id(published.node()), -published.age())),
                        Scenario.of(3, OLDEST).withRequests(2))
                .add(
                        "does not wait for descriptions",
                        reads(source, Kind.UP, (before, published) -> MembershipPublication.read(before, published)
                                .described(MembershipPublication.id(published.node()), Description.NO_PROCESS)),
                        Scenario.of(3, OLDER).withRequests(2))
                .add(
                        "reads on",
                        new MembershipPublication(
                                source,
                                (before, published) -> MembershipPublication.read(before.withCeased(false), published)),
                        Scenario.of(3, CEASED).withRequests(2));
    }

    /** Nodes that read publications of one kind otherwise. */
    private static MembershipPublication reads(
            ProcessId source, Kind kind, BiFunction<MembershipReading, Published, MembershipReading> otherwise) {
        return new MembershipPublication(
                source,
                (before, published) -> published.kind() == kind
                        ? otherwise.apply(before, published)
                        : MembershipPublication.read(before, published));
    }
}
